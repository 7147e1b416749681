import assert from 'node:assert/strict';
import { test } from 'node:test';
import { frozenReading } from '../../../src/engine/data/frozenReading';
import type { Table } from '../../../src/engine/data/table';
import { cells, kinds, noteCodes, readText } from './reading';

const fileOf = (written: readonly string[], decimal = '.'): string =>
  ['row\tx\ty', ...written.map((cell, i) => `${(i * 7) % 101}\t${cell}\t${i % 13}${decimal}5`), ''].join('\n');
const VALUES = Array.from({ length: 60 }, (_, i) => (((i * 37) % 59) - 20) * 31.25);
const grouped = (v: number, locale = 'en-US') =>
  new Intl.NumberFormat(locale, { minimumFractionDigits: 2 }).format(Math.abs(v));
const unitOf = (table: Table) => {
  const { reading } = table.inspection.columns[1];
  return reading?.kind === 'number' ? reading.unit : undefined;
};

/** The same in training rows, and in new ones of the same writer, however few. */
async function holds(written: readonly string[], values: readonly (number | null)[], decimal = '.'): Promise<Table> {
  const table = await readText(fileOf(written, decimal));
  assert.deepEqual(cells(table, 'x'), values, written.slice(0, 6).join(' | '));
  for (const [from, to] of [
    [0, 1],
    [7, 10],
    [5, 60],
  ]) {
    const frozen = frozenReading(table.inspection);
    const again = await readText(fileOf(written.slice(from, to), decimal), { frozen });
    assert.deepEqual(cells(again, 'x'), values.slice(from, to), written.slice(from, from + 3).join(' | '));
  }
  return table;
}

test('amounts below zero are read as accountants, spreadsheets and banks write them with a currency', async () => {
  const ways: readonly (readonly [
    unit: string,
    locale: string,
    write: (plain: string, negative: boolean) => string,
  ])[] = [
    ['$', 'en-US', (plain, negative) => (negative ? `$(${plain})` : `$${plain}`)],
    ['$', 'en-US', (plain, negative) => (negative ? `$ (${plain})` : `$ ${plain}`)],
    ['€', 'de-DE', (plain, negative) => (negative ? `(${plain}) €` : `${plain} €`)],
    ['€', 'de-DE', (plain, negative) => `${plain}${negative ? '-' : ''} €`],
    ['EUR', 'de-DE', (plain, negative) => `${plain}${negative ? '-' : ''} EUR`],
    ['CR', 'en-US', (plain, negative) => `${plain} ${negative ? 'DR' : 'CR'}`],
    ['Cr', 'en-US', (plain, negative) => `${plain}${negative ? 'Dr' : 'Cr'}`],
    ['₹Cr.', 'en-IN', (plain, negative) => `₹${plain} ${negative ? 'Dr.' : 'Cr.'}`],
  ];
  for (const [unit, locale, write] of ways) {
    const decimal = locale === 'de-DE' ? ',' : '.';
    const table = await holds(
      VALUES.map((v) => write(grouped(v, locale), v < 0)),
      VALUES,
      decimal,
    );
    assert.equal(unitOf(table), unit);
    const said = table.inspection.notes.find(({ code }) => code === 'data/units')?.text ?? '';
    assert.equal(
      /^Numbers with “.*C[Rr].*” in "x" are read as above zero, and those with “.*D[Rr].*” as below/.test(said),
      /c/i.test(unit),
    );
  }
});

test('a dash in place of an amount at a currency is nothing, and a dash alone a gap', async () => {
  for (const dash of ['$ -', '$-', '$ - ', '$ –', '- $'])
    await holds(
      VALUES.map((v, i) => (i % 9 === 4 ? dash : `$ ${grouped(v)}`)),
      VALUES.map((v, i) => (i % 9 === 4 ? 0 : Math.abs(v))),
    );
  await holds(
    VALUES.map((v, i) => (i % 9 === 4 ? '-' : `$ ${grouped(v)}`)),
    VALUES.map((v, i) => (i % 9 === 4 ? null : Math.abs(v))),
  );
});

test('amounts without CR beside those with it have an open sign, and are words', async () => {
  for (const sign of ['CR', 'DR']) {
    const table = await readText(fileOf(VALUES.map((v) => `${grouped(v)}${v < 0 ? ` ${sign}` : ''}`)));
    assert.notEqual(table.inspection.columns[1].kind, 'number');
    assert.ok(table.inspection.columns[1].reason.includes(`“${sign}”`));
  }
});

test('units may be words, and one word and several of it are one unit', async () => {
  const whole = VALUES.map((_, i) => 1 + ((i * 7) % 23));
  const forms: readonly (readonly [string, string?])[] = [
    ['sq ft'],
    ['% off'],
    ['min read'],
    ['out of 50'],
    ['/50'],
    [' / 50'],
    ['.0 out of 50 stars'],
    ['★'],
    ['year', 'years'],
    ['review', 'reviews'],
    ['day ago', 'days ago'],
    ['lb', 'lbs'],
  ];
  for (const [one, more = one] of forms) {
    const unit = /^[.★ /]/.test(one) ? '' : ' ';
    await holds(
      whole.map((n) => `${n}${unit}${n === 1 ? one : more}`),
      whole,
    );
  }
  for (const per of ['/night', ' / month', ' per month', ' each'])
    await holds(
      whole.map((n) => `$${n}.50${per}`),
      whole.map((n) => n + 0.5),
    );
});

test('thousands and millions of something are multiples of it', async () => {
  const whole = VALUES.map((_, i) => 1 + ((i * 7) % 23));
  const written = whole.map((n, i) => [`${n}.5K views`, `${n}.5M views`, `${n}.5 views`][i % 3]);
  await holds(
    written,
    whole.map((n, i) => Number(`${n}.5e${[0, 3, -3][i % 3]}`)),
  );
});

test('several quantities, and fractions of different wholes, are never read together', async () => {
  const pairs: readonly (readonly [string, string])[] = [
    [' sq ft', ' sq m'],
    ['/5', '/8'],
    [' days ago', ' hours ago'],
    [' out of 5', ' out of 10'],
    ['$/night', '$/month'],
    [' gas', ' ga'],
  ];
  for (const [one, other] of pairs) {
    const table = await readText(fileOf(VALUES.map((_, i) => `${i + 1}${i % 2 ? one : other}`)));
    assert.notEqual(table.inspection.columns[1].kind, 'number', one);
  }
});

test('marks of rough numbers are left out, with units too, and other words in front are none', async () => {
  for (const mark of ['~', '~ ', '≈', 'ca. ', 'c. ', 'circa ', 'approx. ', 'about ']) {
    for (const unit of ['', ' kg']) {
      const table = await holds(
        VALUES.map((v, i) => `${i % 4 === 1 ? mark : ''}${Math.abs(v)}${unit}`),
        VALUES.map(Math.abs),
      );
      assert.equal(unitOf(table), unit.trim() || undefined);
      assert.ok(noteCodes(table).includes('data/marks'), mark);
    }
  }
  for (const other of ['room ', 'c', 'No. ', '~/', 'about: ']) {
    const table = await readText(fileOf(VALUES.map((v) => `${other}${Math.abs(v)}`)));
    assert.notEqual(table.inspection.columns[1].kind, 'number', other);
  }
});

test('marks behind numbers are left out, and a note counts them', async () => {
  for (const mark of ['*', '**', ' *', '†', ' (p)', '(e)', ' [1]', '[b]', ' ‡']) {
    const table = await holds(
      VALUES.map((v, i) => `${v}${i % 4 === 1 ? mark : ''}`),
      VALUES,
    );
    assert.equal(unitOf(table), undefined);
    assert.ok(noteCodes(table).includes('data/marks'), mark);
  }
  const units = await readText(fileOf(VALUES.map((v, i) => `${Math.abs(v)} ${i % 2 ? '(kg)' : '(lb)'}`)));
  assert.notEqual(units.inspection.columns[1].kind, 'number');
});

test('feet and inches are read in inches, which is said, and minutes and seconds are not', async () => {
  const inches = VALUES.map((_, i) => 48 + ((i * 7) % 30));
  for (const write of [
    (feet: number, rest: number) => `${feet}'${rest}`,
    (feet: number, rest: number) => `${feet}’ ${rest}”`,
    (feet: number, rest: number) => `${feet} ft ${rest} in`,
    (feet: number, rest: number) => `${feet}ft ${rest}in`,
    (feet: number, rest: number) => `${feet}′${rest}″`,
  ]) {
    const table = await holds(
      inches.map((n) => write(Math.floor(n / 12), n % 12)),
      inches,
    );
    assert.equal(unitOf(table), 'in');
    assert.deepEqual(
      noteCodes(table).filter((code) => /feet|units/.test(code)),
      ['data/feet'],
    );
  }
  const quoted = `x,y\n${inches.map((n, i) => `"${Math.floor(n / 12)}'${n % 12}""",${i % 7}`).join('\n')}\n`;
  assert.deepEqual(cells(await readText(quoted), 'x'), inches);
  const times = await readText(fileOf(VALUES.map((_, i) => `${i % 5}'${10 + ((i * 7) % 50)}`)));
  assert.notEqual(times.inspection.columns[1].kind, 'number');
});

test('numbers in parentheses are below zero, which is said', async () => {
  const table = await readText(fileOf(VALUES.map((v) => (v < 0 ? `(${-v})` : `${v}`))));
  assert.deepEqual(cells(table, 'x'), VALUES);
  const note = table.inspection.notes.find(({ code }) => code === 'data/parentheses');
  assert.match(note?.text ?? '', new RegExp(`^${VALUES.filter((v) => v < 0).length} of 60 numbers in "x"`));
});

test('letters behind a dash are part of a code and no unit of a number below zero', async () => {
  const rows = Array.from({ length: 40 }, (_, i) => `${1001 + 3 * i}-A,${12 + i}-EUR,${i / 2}- kg,${i}`);
  const table = await readText(`code,amount,mass,y\n${rows.join('\n')}\n`);
  assert.deepEqual(kinds(table).slice(1, 3), ['number', 'number']);
  assert.ok(['category', 'text'].includes(kinds(table)[0]));
  assert.deepEqual(cells(table, 'amount').slice(0, 2), [-12, -13]);
});
