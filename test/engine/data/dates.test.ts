import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseDate } from '../../../src/engine/data/dates';
import { frozenReading } from '../../../src/engine/data/frozenReading';
import { cells, kinds, readText } from './reading';

const DAY = 86_400_000;
const at = (...parts: [number, number, number?, number?, number?, number?]) =>
  Date.UTC(parts[0], parts[1] - 1, parts[2] ?? 1, parts[3] ?? 0, parts[4] ?? 0, parts[5] ?? 0) / DAY;
const near = (text: string, days: number) => {
  const date = parseDate(text);
  assert.ok(date && Math.abs(date.days - days) < 1e-6 / 86_400, `${text}: ${date?.days}, not ${days}`);
};

/** Dates as programs write them, each with the instant that it means. */
const WRITTEN: Readonly<Record<string, number>> = {
  '2024-01-01 00:00:00+00': at(2024, 1, 1),
  '2024-01-01 00:00:00.5-03': at(2024, 1, 1, 3) + 0.5 / 86_400,
  '2024-01-01 10:00:00+0530': at(2024, 1, 1, 4, 30),
  '2024-01-01T10:00:00+05:30': at(2024, 1, 1, 4, 30),
  '2024-01-01 10:00:00 UTC': at(2024, 1, 1, 10),
  '2024-01-01 10:00 GMT+2': at(2024, 1, 1, 8),
  '2024-01-01T00:00:00.123456789Z': at(2024, 1, 1) + 0.123456789 / 86_400,
  '2024-01-01 10:00:00,250': at(2024, 1, 1, 10) + 0.25 / 86_400,
  '2024-01-01 10:00:00 EST': at(2024, 1, 1, 15),
  '10/Oct/2000:13:55:36 -0700': at(2000, 10, 10, 20, 55, 36),
  '[10/Oct/2000:13:55:36 -0700]': at(2000, 10, 10, 20, 55, 36),
  'Mon, 01 Jan 2024 10:00:00 +0100': at(2024, 1, 1, 9),
  'Mon Jan  1 10:00:00 2024': at(2024, 1, 1, 10),
  'Mon Jan 01 10:00:00 CET 2024': at(2024, 1, 1, 9),
  'Mon Jan 01 2024 10:00:00 GMT+0100 (Central European Standard Time)': at(2024, 1, 1, 9),
  'Mon 2024-01-01 10:00:00 UTC': at(2024, 1, 1, 10),
  '2024:01:31 10:00:00': at(2024, 1, 31, 10),
  '20240131T100000Z': at(2024, 1, 31, 10),
  '20240131T1000': at(2024, 1, 31, 10),
  '20240131:1010': at(2024, 1, 31, 10, 10),
  '20240131_101530': at(2024, 1, 31, 10, 15, 30),
  '2024-01-31-10.15.30.500000': at(2024, 1, 31, 10, 15, 30) + 0.5 / 86_400,
  '2024-01-31_10:15:30': at(2024, 1, 31, 10, 15, 30),
  '2024-01-31T10:15:30Z[UTC]': at(2024, 1, 31, 10, 15, 30),
  '2024-01-31 10:15:30:250': at(2024, 1, 31, 10, 15, 30) + 0.25 / 86_400,
  '01/31/2024 10:15:30:250': at(2024, 1, 31, 10, 15, 30) + 0.25 / 86_400,
  '31/01/2024 à 10h15': at(2024, 1, 31, 10, 15),
  '31.01.2024, 10:15 Uhr': at(2024, 1, 31, 10, 15),
  '31.1.2024 klo 10.15': at(2024, 1, 31, 10, 15),
  '2024-01-31 kl. 10:15': at(2024, 1, 31, 10, 15),
  '31/1/2024 10:15:30 p. m.': at(2024, 1, 31, 22, 15, 30),
  '31/1/2024 10:15p': at(2024, 1, 31, 22, 15),
  '31.01.2024.': at(2024, 1, 31),
  '31.01.2024. 10:15': at(2024, 1, 31, 10, 15),
  '31.1.2024 г. 10:15': at(2024, 1, 31, 10, 15),
  '2024. február 8.': at(2024, 2, 8),
  '22 augusti 2024': at(2024, 8, 22),
  '2015M2': at(2015, 2),
  '2000:Q3': at(2000, 7),
  '01-Jan-20': at(2020, 1, 1),
  '1 Jan 99': at(1999, 1, 1),
  '01-JAN-20 10.00.00 AM': at(2020, 1, 1, 10),
  '01-JAN-20 10.00.00.000000 PM': at(2020, 1, 1, 22),
  '01JAN2024:10:00:00': at(2024, 1, 1, 10),
  'January 2nd, 2024 at 3:05 p.m.': at(2024, 1, 2, 15, 5),
  'Jan-24': at(2024, 1),
  '1. März 2024': at(2024, 3, 1),
  '1er mars 2024': at(2024, 3, 1),
  '1 de marzo de 2024': at(2024, 3, 1),
  '1 марта 2024 г.': at(2024, 3, 1),
  '2024年3月1日': at(2024, 3, 1),
  '2024년 3월 1일': at(2024, 3, 1),
  '2024. 3. 1.': at(2024, 3, 1),
  '1. 3. 2024': at(2024, 3, 1),
  '2015-02': at(2015, 2),
  '2015/02': at(2015, 2),
  '02/2015': at(2015, 2),
  '2015M02': at(2015, 2),
  'Feb 2015': at(2015, 2),
  'Februar 2015': at(2015, 2),
  '2000Q3': at(2000, 7),
  '2000-Q3': at(2000, 7),
  'Q3 2000': at(2000, 7),
  '3Q2000': at(2000, 7),
  '2023-W01': at(2023, 1, 2),
  '2023W01': at(2023, 1, 2),
  '2020-W53-7': at(2021, 1, 3),
};

const NONE =
  'market 12 2024|Mayor 2024|Junk 2024|12 jui 2024|1.2.3|10-20|1-2|1/2|10-15|978-3-16-148410-0|192.168.0.1|12.5|1:02.5|3.1.2|+1 555 0100|555-0100|2015-13|13/2015|2000Q5|2021-W53|2023-W54|2024-02-30|2024-01-01 25:00|2024-01-01 10:00-12|2024-01-01 10:00:00+25|2024-01-01 10:00:00 XYZ|2024-032|202401|20241301|1/4000|AB-2024|Room 12 2024|item 2024|Fri 12|Mar 24|24-Jan|32 Jan 2024|2024-00|Foo, 01 Jan 2024|DEC1|v2 2024'.split(
    '|',
  );

test('dates as databases, logs, mail, offices and people write them mean one instant', () => {
  for (const [text, days] of Object.entries(WRITTEN)) near(text, days);
});

test('what only begins like a date, and days, months, weeks and hours that do not exist, are none', () => {
  for (const text of NONE) assert.equal(parseDate(text), undefined, text);
});

test('every month by its names in ten languages, long and short, is read', () => {
  for (const language of ['en', 'es', 'de', 'fr', 'pt', 'ru', 'it', 'nl', 'pl', 'tr', 'ja', 'zh']) {
    for (const month of ['long', 'short'] as const) {
      const day = new Intl.DateTimeFormat(language, { year: 'numeric', month, day: 'numeric', timeZone: 'UTC' });
      for (let k = 1; k <= 12; k++) near(day.format(at(2024, k, 9) * DAY), at(2024, k, 9));
    }
  }
});

test('every month by its short name before a year of two digits is read, in languages that write the day first', () => {
  for (const language of ['de', 'es', 'fr', 'it', 'nl', 'pl', 'tr']) {
    const day = new Intl.DateTimeFormat(language, { year: '2-digit', month: 'short', day: 'numeric', timeZone: 'UTC' });
    for (let k = 1; k <= 12; k++) near(day.format(at(2024, k, 9) * DAY), at(2024, k, 9));
  }
  for (const text of ['24.Mai.23', '24. Mai 23', '24.Mai 23', '24-Mai-23']) near(text, at(2023, 5, 24));
});

test('a hostile text of any form takes no longer than a date', () => {
  for (const piece of ['1', ' ', '-', 'a', '1 ', 'a ', '1-', '. ', ', ']) {
    const text = `2024 ${piece.repeat(80)}`.slice(0, 79);
    const start = performance.now();
    for (let k = 0; k < 1000; k++)
      for (const t of [text, `Jan${text}`.slice(0, 79), `Jan 1 ${text}`.slice(0, 79)]) parseDate(t);
    assert.ok(performance.now() - start < 3000, piece);
  }
});

test('seasons of two years each are no months, and months are', async () => {
  const kind = async (...cells: string[]) =>
    (await readText(`v,y\n${cells.map((c, i) => `${c},${i}`).join('\n')}\n`)).columns[0].kind;
  assert.notEqual(await kind('2008/09', '2009/10', '2010/11', '2011/12'), 'date');
  assert.equal(await kind('2010-09', '2010-10', '2010-11', '2010-12'), 'date');
});

test('the order of day and month changes no date that says which is which', async () => {
  for (const monthFirst of [false, true]) {
    const days = Array.from({ length: 60 }, (_, i) => at(2023, 1 + (i % 12), 1 + ((7 * i) % 28)));
    const written = days.map((day, i) => {
      const [y, m, d] = new Date(day * DAY).toISOString().slice(0, 10).split('-');
      return [`${y}-${m}-${d}`, monthFirst ? `${m}/${d}/${y}` : `${d}/${m}/${y}`, `${y}/${m}/${d}`][i % 3];
    });
    const whole = await readText(`d,y\n${written.map((cell, i) => `${cell},${i}`).join('\n')}\n`);
    assert.deepEqual(cells(whole, 'd'), days, `month first: ${monthFirst}`);
    const frozen = frozenReading(whole.inspection);
    for (const [i, cell] of written.entries())
      assert.deepEqual(cells(await readText(`d,y\n${cell},1\n`, { frozen } as object), 'd'), [days[i]], cell);
  }
});

test('day and month are exchanged on the calendar of the zone that is written, also where it is another day in Greenwich', async () => {
  const made = Array.from({ length: 40 }, (_, i) => {
    const [month, day, hour] = [1 + (i % 12), 1 + ((i * 5) % 12), (i * 7) % 24];
    return [month, day, hour, i % 2 === 0 ? 'EST' : '+0530'] as const;
  });
  const two = (value: number) => String(value).padStart(2, '0');
  const write = (at: (month: number, day: number) => string) =>
    ['row,day', ...made.map(([m, d, h, zone], i) => `${i},${at(m, d)} ${two(h)}:15:00 ${zone}`), ''].join('\n');
  const iso = await readText(write((m, d) => `2021-${two(m)}-${two(d)}`));
  const american = await readText(`${write((m, d) => `${m}/${d}/2021`)}40,12/31/2021 00:00:00 EST\n`);
  assert.deepEqual(cells(american, 'day').slice(0, -1), cells(iso, 'day'));
});

test('months behind a point are dates, whichever sign parts decimals beside them', async () => {
  for (const point of [',', '.'])
    for (const columns of [1, 2]) {
      const months = Array.from({ length: 48 }, (_, i) => [2001 + Math.floor(i / 12), (i % 12) + 1] as const);
      const text = months.map(([year, month], i) => {
        const number = `${i}${point}${(i * 7) % 10}`;
        const cells = Array.from({ length: columns }, () => `${String(month).padStart(2, '0')}.${year}`);
        return [...cells, number].join(';');
      });
      const names = ['first', 'second'].slice(0, columns);
      const table = await readText([[...names, 'y'].join(';'), ...text, ''].join('\n'));
      assert.deepEqual(kinds(table), [...names.map(() => 'date'), 'number'], `${point} ${columns}`);
      assert.deepEqual(
        cells(table, 'first'),
        months.map(([year, month]) => Date.UTC(year, month - 1, 1) / 86_400_000),
      );
    }
  // Numbers with four decimals, and nothing that is no number among them.
  const decimals = Array.from({ length: 200 }, (_, i) => `${1 + (i % 12)}.${1900 + ((i * 37) % 200)}`);
  const table = await readText(['x,y', ...decimals.map((cell, i) => `${cell},${i}`), ''].join('\n'));
  assert.deepEqual(cells(table, 'x'), decimals.map(Number));
});

test('texts that are dates in no form that is read are said to be, and codes with years are not', async () => {
  const reason = async (write: (day: string, month: string, i: number) => string) => {
    const days = Array.from({ length: 40 }, (_, i) => write(`${1 + ((i * 7) % 28)}`, `${1 + (i % 12)}`, i));
    const table = await readText(`v,y\n${days.map((day, i) => `${day},${i / 3}`).join('\n')}\n`);
    return table.inspection.columns[0].reason;
  };
  const months = 'tammikuuta helmikuuta maaliskuuta huhtikuuta toukokuuta kesäkuuta'.split(' ');
  for (const write of [
    (d: string, m: string) => `2024/${m}/${d} 上午 10:15:30`,
    (d: string, m: string) => `113/${m}/${d}`,
    (d: string, _: string, i: number) => `${d}. ${months[i % 6]} 2024`,
  ])
    assert.match(await reason(write), /^looks like dates/);
  for (const write of [
    (_d: string, _m: string, i: number) => `INV-2024-00${10 + i}`,
    (_d: string, _m: string, i: number) => `A2024/${i}`,
    (_d: string, _m: string, i: number) => `${i}-${i + 1}-${1000 + i}`,
    (_d: string, m: string, i: number) => `S2024-${m} (batch ${i})`,
  ])
    assert.doesNotMatch(await reason(write), /dates/);
});

test('years in front of days are doubted where all dates begin alike', async () => {
  const notes = async (write: (day: string, i: number) => string) => {
    const days = Array.from({ length: 20 }, (_, i) => write(`${1 + i}`.padStart(2, '0'), i));
    const table = await readText(`v,y\n${days.map((day, i) => `${day},${i / 3}`).join('\n')}\n`);
    return table.inspection.notes.filter(({ code }) => code === 'data/doubtful-centuries').length;
  };
  assert.equal(await notes((d) => `24/02/${d}`), 1);
  assert.equal(await notes((d) => `${d}/02/24`), 0);
  assert.equal(await notes((d, i) => `${24 + (i % 3)}/02/${d}`), 0);
});

test('the order of day and month that a name states is the order of its dates', async () => {
  const days = Array.from({ length: 12 }, (_, i) => `01/0${1 + (i % 9)}/2024,${i}`);
  for (const [name, first] of [
    ['Date (MM/DD/YYYY)', at(2024, 1, 2)],
    ['date_mm/dd/yy', at(2024, 1, 2)],
    ['Time(dd/mm/yyyy)', at(2024, 2, 1)],
    ['Datum [TT.MM.JJJJ]', at(2024, 2, 1)],
  ] as const) {
    const table = await readText(`${name},y\n${days.join('\n')}\n`);
    assert.equal(cells(table, name)[1], first, name);
    assert.ok(!table.inspection.notes.some(({ code }) => code === 'data/date-order'));
    const fresh = await readText(`${name},y\n01/02/2024,3\n`, { frozen: frozenReading(table.inspection) });
    assert.equal(cells(fresh, name)[0], first, name);
  }
});

test('words half of which are dates or more are told, with a remedy that works, and names with a date among them are not', async () => {
  const written = (other: (i: number) => string, step: number, read = {}) => {
    const cell = (i: number) => (i % step === 1 ? other(i) : `${1 + (i % 12)}/${1 + (i % 28)}/23`);
    return readText(`d,y\n${Array.from({ length: 80 }, (_, i) => `${cell(i)},${i}`).join('\n')}\n`, read);
  };
  for (const other of [(i: number) => String(44927 + i), () => 'unclear', (i: number) => `week ${i % 9}`])
    for (const step of [3, 5]) {
      const { columns, notes } = (await written(other, step)).inspection;
      assert.notEqual(columns[0].kind, 'date');
      const [{ text }] = notes.filter(({ columns: about }) => about?.includes('d'));
      assert.match(
        text,
        /^"d" looks like dates but for such as “.*”; write them as year-month-day, or set its kind to date/,
      );
      const set = (await written(other, step, { kinds: { d: 'date' } })).inspection.columns[0];
      assert.equal(set.kind, 'date');
      assert.ok(set.count > 40);
    }
  const names = Array.from({ length: 80 }, (_, i) => `${i % 3 === 1 ? '2023-01-05' : `v${i % 7}`},${(i * i) % 31}`);
  assert.deepEqual((await readText(`d,y\n${names.join('\n')}\n`)).inspection.notes, []);
});
