// Exported programs read texts as dates and numbers, of every form, valid and broken, to the bit as Kernelscope reads
// files.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { quietContext } from '../../src/engine/contract/context';
import type { DurationParts, FrozenReading } from '../../src/engine/contract/data';
import { exchangeDayAndMonth, parseDate } from '../../src/engine/data/dates';
import { bareCell } from '../../src/engine/data/labels';
import type { NumberFormat } from '../../src/engine/data/numbers';
import { readTable } from '../../src/engine/data/readTable';
import { unpackModel } from '../../src/engine/model/save';
import { typed } from '../cli/commandLines';
import { cells } from '../engine/data/reading';
import { generator } from '../figures/exampleData';
import { testFolder } from '../testFolder';
import { PYTHON, said } from './fittedCases';

const skip = !existsSync(PYTHON) && !process.env.CI && 'no numpy';
const folder = testFolder();
const next = generator(41);
const below = (n: number) => Math.floor(next() * n);
const one = <T>(all: readonly T[]): T => all[below(all.length)];
const pad = (n: number, width = 2) => String(n).padStart(width, '0');

/** A text with a character more, less or other. */
function broken(text: string): string {
  const at = below(text.length);
  const signs = ['', '0', '3', '13', '-', '/', '.', ',', ' ', 'a', 'ı', '\u00a0', '\u0663', '(', "'", 'Q', 'Z'];
  return text.slice(0, at) + one(signs) + text.slice(at + below(2));
}

const LANGUAGES = ['en', 'es', 'de', 'fr', 'pt', 'ru', 'it', 'nl', 'pl', 'tr', 'ja', 'ko', 'zh'];
const ZONES = ['', '', '', '', 'Z', ' UTC', '+02', '+0530', '-03:30', ' GMT+2', ' EST', ' XYZ', ' +25', ' utc', '+1'];

/** A date, time, month, quarter or week in some form. */
function dateText(): string {
  const [y, m, d] = [
    one([1969, 1999, 2000, 2023, 2024, 0, 9999, 1750, 2250, below(10_000)]),
    1 + below(13),
    1 + below(32),
  ];
  const [sign, short] = [one(['-', '/', '.']), one([false, true])];
  const second = one(['', '', ':07', ':59.25', ':30,123456789', ':60', ':61']);
  const half = one(['', '', '', '', ' am', ' p.m.', 'PM']);
  const time = `${one([pad(below(25)), String(below(13))])}:${pad(below(61))}${second}${half}`;
  const clock =
    one(['', '', ` ${time}`, `T${time}`, `, ${time}`, ` at ${time}`, ` ${time.replaceAll(':', '.')}`]) + one(ZONES);
  const at = new Date(Date.UTC(2024, m - 1, Math.min(d, 28)));
  const month = one(['long', 'short'] as const);
  const name = new Intl.DateTimeFormat(one(LANGUAGES), { month, timeZone: 'UTC' }).format(at);
  const weekday = new Intl.DateTimeFormat(one(LANGUAGES), { weekday: month, timeZone: 'UTC' }).format(at);
  const year = short ? pad(y % 100) : pad(y, 4);
  return one([
    () => `${pad(y, 4)}${sign}${pad(m)}${sign}${pad(d)}${clock}`,
    () => `${d}${sign}${m}${sign}${year}${clock}`,
    () => time,
    () => `${pad(below(25))}.${pad(below(60))}.00`,
    () => `${d}${one(['.', 'st', 'er', ''])} ${one(['', 'de ', 'del '])}${name} ${pad(y, 4)}${clock}`,
    () => `${d}-${name}-${year}${clock}`,
    () => `${weekday}, ${pad(d)} ${name} ${pad(y, 4)}${clock}`,
    () => `${weekday} ${name} ${d} ${time}${one(ZONES)} ${pad(y, 4)}`,
    () => `${name} ${d}, ${pad(y, 4)}${clock}`,
    () => `${pad(y, 4)} ${name} ${d}`,
    () => new Intl.DateTimeFormat(one(LANGUAGES), { dateStyle: one(['long', 'medium', 'short'] as const) }).format(at),
    () => `${pad(y, 4)}${pad(m)}${pad(d)}T${pad(below(25))}${pad(below(60))}${one(ZONES)}`,
    () => `${pad(y, 4)}:${pad(m)}:${pad(d)} ${time}`,
    () => `[${pad(d)}/${name}/${pad(y, 4)}:${pad(below(24))}:00:00 +0100]`,
    () => `${pad(y, 4)}${one(['-', '/', 'M', '-M'])}${pad(m)}`,
    () => `${pad(m)}${one(['-', '/', '.'])}${pad(y, 4)}`,
    () => `${name}${one([' ', '-', " '", ', '])}${year}`,
    () => one([`${pad(y, 4)}Q${below(6)}`, `Q${below(5)} ${pad(y, 4)}`, `${below(5)}Q${pad(y, 4)}`]),
    () => `${pad(y, 4)}${one(['-', ''])}W${pad(below(55))}${one(['', '-3', '7'])}`,
    () => `${pad(y, 4)}${one([' ', '/', '-'])}${one(['KW', 'W', 'Week'])}${one(['', ' '])}${below(55)}`,
    () => `${one(['KW', 'CW', 'W', 'Wk'])}${one(['', ' ', '-'])}${below(55)}${one(['/', ' ', '.'])}${year}`,
    () => `${one(['Q', '', 'KW '])}${below(6)}${one(['Q', '. Quartal ', '. KW '])}${one([year, `'${pad(y % 100)}`])}`,
    () => `${time}${one([' Uhr', ' h', 'Uhr'])}`,
    () => `${pad(y, 4)}年${m}月${d}日`,
  ])();
}

const DATES = Array.from({ length: 900 }, (_, i) => (i % 3 === 2 ? broken(dateText()) : dateText())).map((t) =>
  t.trim(),
);

const FORMATS: readonly (readonly [NumberFormat, locale: string])[] = [
  [{ decimal: '.', thousands: ',' }, 'en-US'],
  [{ decimal: '.', thousands: ',' }, 'en-IN'],
  [{ decimal: ',', thousands: '.' }, 'de-DE'],
  [{ decimal: ',', thousands: ' ' }, 'fr-FR'],
  [{ decimal: '.', thousands: "'" }, 'de-CH'],
  [{ decimal: '.', thousands: '' }, 'en-US'],
];
const UNITS = [
  '',
  '$',
  '€',
  'R$',
  'USD',
  'CHF',
  'Fr.',
  'kr',
  'Rs',
  'ABC',
  '%',
  'kg',
  'm/s',
  '°C',
  '‰',
  'г',
  'CO₂',
  'EUR',
  'kB',
  'MB',
  'Mio. €',
  '€M',
  '1',
  'K',
  'Mrd.',
  'µg/L',
  'mg/l',
  'Kg',
  'CR',
  'Dr.',
  '₹Cr',
  'sq ft',
  'K views',
  'views',
  'stars',
  '$/night',
  '/5',
  'in',
];

/** A number with what people write at it. */
function numberText(locale: string, unit: string, decimal: string): string {
  const value = one([below(1000), below(2e9) / 100, below(1e6) / 1e6, 2 ** 53 + 2]);
  const digits = one([
    new Intl.NumberFormat(locale, { maximumFractionDigits: 3 }).format(value),
    String(value).replace('.', decimal),
    value
      .toExponential(4)
      .replace('.', decimal)
      .replace('e', one(['e', 'E', 'D', 'd'])),
    `00${below(90)}`,
    `${decimal}${below(90)}`,
    `${below(900)}${one(['.', ','])}${one(['-', '--', '\u2013', '\u2014', '---'])}`,
    `1e999`,
    one(['1.5×10^3', '1.25 x 10⁻³', '-2·10**-2', '3 × 10^(\u22122)', '10^3', '2x103', '1,5*10⁺²']).replace(
      '.',
      decimal,
    ),
  ]);
  const sign = one(['', '', '-', '\u2212', '+']);
  const blank = one(['', ' ', '\u00a0', '\u202f']);
  // Nobody writes a 1 behind numbers to say that they are multiplied out; behind 9e15 it would be one more digit.
  const other = next() < 0.1 || unit === '1' ? one(UNITS) : unit;
  return one([
    () => `${sign}${digits}`,
    () => `${sign}${other}${blank}${digits}`,
    () => `${other}${blank}${sign}${digits}`,
    () => `${sign}${digits}${blank}${other}`,
    () => `(${other}${digits})`,
    () => `${digits}-${blank}${other}`,
    () => `${other}${blank}(${digits})`,
    () => `(${digits})${blank}${other}`,
    () => one([`${other}${blank}-`, `\u2013${blank}${other}`, `${other} --`]),
    () => `${digits}${blank}${other}${one(['*', ' †', '(p)', ' [1]', '(g)'])}`,
    () => `${one(['~', '≈ ', 'ca. ', 'c.', 'circa ', 'approx. ', 'about ', '~/'])}${sign}${digits}${blank}${other}`,
    () => `${sign}${below(9)}${one(['', '.5'])}${blank}${one(['/', ' / ', ' out of '])}${below(9)}`,
    () => `${sign}${digits}${blank}${other}${blank}+`,
    () => `${one(['+', '-'])}0${below(900)}${decimal}${below(90)}`,
    () => one(["5'11", "5' 10", '6 ft 2 in', '5ft 7', '5′9″', "5'13", '5’10.5', "0'11''", '6 ft.']),
    () => `${other}${digits}${one([' / month', '/night', ' per day', ' Main Street'])}`,
    () => `'${sign}${digits}`,
    () => `${one(['<', '> ', '<=', '≥', '=<', '<<'])}${sign}${digits}${blank}${other}`,
  ])().trim();
}

/** A duration in some form. */
function durationText(): string {
  const [h, m, s] = [below(99), pad(below(61)), pad(below(61))];
  return one([
    () => `${h}:${m}:${s}`,
    () => `-${h}:${m}:${s},5`,
    () => `${one(['', '-'])}${below(9)} days ${h}:${m}:${s}.125`,
    () => `${h}:${m}`,
    () => `${h}:${m}.25`,
    () => `${h}h ${m}m`,
    () => `${h} Std. ${m} Min.`,
    () => `${h}h${m}`,
    () => `P${below(3)}DT${h}H${m}.5M`,
    () => `PT${one([`${s}S`, `${h}H`, ''])}`,
    () => `${h}.5 hours and ${s}\u00a0sec`,
    () => String(h),
    () => `${h}${one(['.25', ''])}${one(['', ' '])}${one(['H', 'S', 'M', 'h'])}`,
    () => `${h % 60}${one(['.', ','])}${m}`,
  ])();
}

const DURATIONS = (['h:m', 'm:s', 'whole'] as const).map((duration) => ({
  format: FORMATS[0][0],
  unit: 's',
  duration,
  texts: Array.from({ length: 120 }, (_, i) => (i % 4 === 3 ? broken(durationText()).trim() : durationText())),
}));

const PLAIN_NUMBERS = FORMATS.flatMap(([format, locale]) =>
  UNITS.map((unit) => ({
    format,
    unit,
    duration: undefined as DurationParts | undefined,
    texts: Array.from({ length: 36 }, (_, i) => {
      const text = numberText(locale, unit, format.decimal);
      return i % 4 === 3 ? broken(text).trim() : text;
    }),
  })),
);

const NUMBERS = [...PLAIN_NUMBERS, ...DURATIONS];

/** The number that stands for a gap. */
const GAP = 1e140;

interface Answer {
  readonly dates: readonly ([number | null, number | null, boolean] | null)[];
  readonly numbers: readonly (number | null)[];
}

let python: Answer | undefined;
let encodedBy: (text: Readonly<Record<string, string>>[], frozen: FrozenReading) => readonly (readonly number[])[];
before(async () => {
  const lines = Array.from(
    { length: 60 },
    (_, i) => `${1 + (i % 28)}/${1 + (i % 12)}/2023,USD ${(i * 37) % 11},${i % 7}`,
  );
  const [file, model] = [join(folder, 'train.csv'), join(folder, 'm')];
  await writeFile(file, ['d,n,y', ...lines, ''].join('\n'));
  const quick = typed`--set kernel=gaussian --set standardise=false --set lengthScale=9 --set lambda=1`;
  await said(folder, 'fit', file, '--quiet', '--target', 'y', '--save', model, ...quick);
  for (const format of ['python', 'javascript'])
    await said(folder, 'export', model, '--as', format, '--out', join(folder, format));
  const { encoded } = await import(pathToFileURL(join(folder, 'javascript/runtime.js')).href);
  encodedBy = (rows, frozen) => {
    const { columns, numbers } = frozen;
    const read = {
      read: { frozen, ...numbers },
      inputs: columns.map(({ name, reading: { kind } }) => ({ kind, column: name, impute: GAP, parts: ['trend'] })),
      missing: 'impute',
      encoded: { names: columns.map(({ name }) => name), centre: columns.map(() => 0), scale: columns.map(() => 1) },
    };
    const { x } = encoded(read, rows, () => {});
    return rows.map((_, i) => Array.from({ length: x.columns }, (_, c) => x.values[c * x.rows + i]));
  };
  if (skip) return;
  // The program knows from its model which units are codes of currencies.
  const { read } = unpackModel(await readFile(model));
  assert.ok(read.frozen?.columns.some(({ reading }) => reading.kind === 'number' && reading.unit === 'USD'));
  const numbers = NUMBERS.flatMap(({ format, unit, duration, texts }) =>
    texts.map((t) => [t, format.decimal, format.thousands, unit, duration]),
  );
  const { stdout, stderr, status } = spawnSync(PYTHON, ['test/export/encodeAll.py'], {
    input: JSON.stringify({ folder: join(folder, 'python'), dates: DATES, numbers }),
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  assert.equal(status, 0, stderr);
  python = JSON.parse(stdout.replaceAll('Infinity', '1e999'));
});

/** Both readings of a date, the day first and the month first, null where there is none. */
function pairOf(text: string): [number | null, number | null, boolean] | null {
  const date = parseDate(text);
  if (!date) return null;
  const { days, order, zoneDays, clock = false } = date;
  if (order === 'open') return [days, exchangeDayAndMonth(days, zoneDays), clock];
  return [order === 'month-first' ? null : days, order === 'day-first' ? null : days, clock];
}

test('Python reads dates of every form, and what is none, to the bit as Kernelscope', { skip }, () => {
  const read = DATES.filter((text) => parseDate(text)).length;
  assert.ok(read > 300, String(read));
  DATES.forEach((text, i) => {
    const [expected, found] = [pairOf(text), python?.dates[i] ?? null];
    if (expected?.[0] !== found?.[0] || expected?.[1] !== found?.[1] || expected?.[2] !== found?.[2])
      assert.deepEqual(found, expected, JSON.stringify(text));
  });
});

test('JavaScript reads them so, whichever order the training rows had', () => {
  for (const monthFirst of [false, true]) {
    const reading = { kind: 'date', monthFirst, guessed: false } as const;
    const frozen: FrozenReading = {
      columns: [{ name: 'x', reading }],
      numbers: { decimal: '.', thousands: '' },
      header: true,
      encoding: 'utf-8',
    };
    for (const text of DATES) {
      const [day, month] = pairOf(bareCell(text)) ?? [null, null];
      const expected = (monthFirst ? (month ?? day) : (day ?? month)) ?? GAP;
      assert.equal(encodedBy([{ x: text }], frozen)[0][0], expected, text);
    }
  }
});

test('numbers with units, signs, groups and exponents are the same in all of them', async () => {
  let at = 0;
  let read = 0;
  for (const { format, unit, duration, texts } of NUMBERS) {
    const reading = { kind: 'number', ...(unit && { unit }), ...(duration && { duration }) } as const;
    // One column for each text: a text that is none among numbers would be settled by how many there are.
    const names = texts.map((_, i) => `x${i}`);
    const frozen: FrozenReading = {
      columns: names.map((name) => ({ name, reading })),
      numbers: format,
      header: true,
      encoding: 'utf-8',
    };
    const line = texts.map((text) => `"${text.replaceAll('"', '')}"`).join('\t');
    const bytes = new TextEncoder().encode(`${names.join('\t')}\ty\n${line}\t0\n`);
    const table = await readTable(
      { kind: 'bytes', name: 'new.tsv', bytes },
      { frozen, ...format, delimiter: '\t', missing: ['none'] },
      quietContext,
    );
    const [inJavaScripts] = encodedBy([Object.fromEntries(names.map((name, i) => [name, texts[i]]))], frozen);
    for (const [i, text] of texts.entries()) {
      const label = JSON.stringify([text, format, unit]);
      const [expected] = table.inspection.columns[i].kind === 'empty' ? [null] : cells(table, names[i]);
      const value = expected === null || Number.isNaN(expected) ? null : expected;
      if (value !== null) read++;
      const inJavaScript = inJavaScripts[i];
      assert.equal(inJavaScript === GAP ? null : inJavaScript, value, `JavaScript: ${label}`);
      const inPython = python?.numbers[at] ?? null;
      if (python) assert.equal(Number.isFinite(inPython) ? inPython : null, value, `Python: ${label}`);
      at++;
    }
  }
  assert.ok(read > 700, String(read));
});
