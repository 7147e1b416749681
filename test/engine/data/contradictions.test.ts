import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { quietContext } from '../../../src/engine/contract/context';
import type { ReadRules } from '../../../src/engine/contract/data';
import { frozenReading } from '../../../src/engine/data/frozenReading';
import { readTable } from '../../../src/engine/data/readTable';
import { runIn } from '../../cli/commandLines';
import { testFolder } from '../../testFolder';
import { cells, noteCodes, readText } from './reading';

const folder = testFolder();
const pad = (i: number): string => String(i).padStart(2, '0');
const file = (header: string, n: number, row: (i: number) => string): string =>
  `${header === '' ? '' : `${header}\n`}${Array.from({ length: n }, (_, i) => row(i)).join('\n')}\n`;

const y = (i: number): string => (Math.sin(i) * 4).toFixed(3);
const x = (i: number): string => `${(i * 7) % 31}.5`;
const dayFirst = (i: number): string => `${13 + (i % 15)}/${pad(1 + (i % 12))}/2024`;
const monthFirst = (i: number): string => `${pad(1 + (i % 12))}/${13 + (i % 15)}/2024`;
const comma = (text: string): string => text.replace('.', ',');

/** A file whose rows contradict what the training file had. */
interface Contradiction {
  readonly train: string;
  readonly rows: string;
  /** The sentence of a reading like the training file. */
  readonly read: RegExp;
  /** The sentence of predict. */
  readonly says: RegExp;
  readonly refused?: true;
  /** The file or the options that the sentence asks for: then nothing is said, or what is settled is. */
  readonly cured: { readonly rows: string; readonly argv?: readonly string[]; readonly says?: RegExp };
}

const train = {
  dates: file('d,x,y', 60, (i) => `${dayFirst(i)},${x(i)},${y(i)}`),
  commas: file('u;x;y', 60, (i) => `${comma(x(i + 3))};${comma(x(i))};${comma(y(i))}`),
  units: file('w,x,y', 60, (i) => `${x(i + 3)} kg,${x(i)},${y(i)}`),
  flags: file('f,x,y', 60, (i) => `${i % 3 ? 'yes' : 'no'},${x(i)},${y(i)}`),
  words: file('c,x,y', 60, (i) => `${['red', 'blue', 'green'][i % 3]},${x(i)},${y(i)}`),
};
const iso = (i: number) => `2024-${pad(1 + (i % 12))}-${13 + (i % 15)}`;
const someDates = (n: number, month: (i: number) => boolean) =>
  file('d,x', n, (i) => `${month(i) ? monthFirst(i) : dayFirst(i)},${x(i)}`);
const isoDates = (n: number) => ({ rows: file('d,x', n, (i) => `${iso(i)},${x(i)}`) });

const CASES: Readonly<Record<string, Contradiction>> = {
  'the month first, where training has the day': {
    train: train.dates,
    rows: someDates(30, () => true),
    read: /"d" is read with the month first, as this file says; the training file has the day first/,
    says: /"d" is read with the month first, as this file says; the model was trained with the day first/,
    cured: isoDates(30),
  },
  'two orders of dates, half each': {
    train: train.dates,
    rows: someDates(30, (i) => i % 2 === 1),
    read: /"d" has dates with the day first \(line 2\) and others with the month first \(line 3\)/,
    says: /"d" .*15 of its 30 values are no dates with the day first, such as "02\/14\/2024" in line 3/,
    refused: true,
    cured: isoDates(30),
  },
  'two orders of dates, one of them once': {
    train: train.dates,
    rows: someDates(30, (i) => i === 7),
    read: /"d" has dates with the day first \(line 2\) and others with the month first \(line 9\)/,
    says: /"d": 1 cell cannot be read as dates with the day first \("08\/20\/2024" in line 9\).*year-month-day/,
    cured: isoDates(30),
  },
  'decimal points, where training has commas': {
    train: train.commas,
    rows: file('u;x', 30, (i) => `${x(i)};${x(i + 1)}`),
    read: /read with decimal points; the training file has decimal commas/,
    says: /read with decimal points; the training file has decimal commas/,
    cured: { rows: file('u;x', 30, (i) => `${comma(x(i))};${comma(x(i + 1))}`) },
  },
  'decimal commas, where training has points': {
    train: train.dates,
    rows: file('d;x', 30, (i) => `${dayFirst(i)};${comma(x(i))}`),
    read: /read with decimal commas; the training file has decimal points/,
    says: /read with decimal commas; the training file has decimal points/,
    cured: { rows: file('d;x', 30, (i) => `${dayFirst(i)};${x(i)}`) },
  },
  'decimal points in one column alone': {
    train: train.commas,
    rows: file('u;x', 30, (i) => `${comma(x(i))};${x(i)}`),
    read: /"x" looks like numbers with points, which are not read here/,
    says: /"x" .*looks like numbers with points, which are not read here/,
    refused: true,
    cured: { rows: file('u;x', 30, (i) => `${comma(x(i))};${comma(x(i + 1))}`) },
  },
  'words, where training has numbers': {
    train: train.dates,
    rows: file('d,x', 30, (i) => `${dayFirst(i)},high${i}`),
    read: /"x" 30 of its 30 values are no numbers, such as "high0" in line 2/,
    says: /"x" .*30 of its 30 values are no numbers, such as "high0" in line 2.*Correct it; with its kind set to number, such cells count as missing/,
    refused: true,
    cured: {
      rows: file('d,x', 30, (i) => `${dayFirst(i)},high${i}`),
      argv: ['--kind', 'x=number'],
      says: /"x": 30 cells cannot be read as numbers/,
    },
  },
  'a few words, where training has numbers': {
    train: train.dates,
    rows: file('d,x', 5, (i) => `${dayFirst(i)},${i === 3 ? 'high' : x(i)}`),
    read: /1 of 5 cells of "x" cannot be read as numbers \(“high”, line 5\)/,
    says: /"x": 1 cell cannot be read as numbers \("high" in line 5\)/,
    cured: { rows: file('d,x', 5, (i) => `${dayFirst(i)},${x(i)}`) },
  },
  'words, where training has dates': {
    train: train.dates,
    rows: file('d,x', 30, (i) => `spring,${x(i)}`),
    read: /"d" 30 of its 30 values are no dates, such as "spring" in line 2/,
    says: /"d" .*30 of its 30 values are no dates, such as "spring" in line 2/,
    refused: true,
    cured: {
      rows: file('d,x', 30, (i) => `spring,${x(i)}`),
      argv: ['--kind', 'd=date'],
      says: /"d": 30 cells cannot be read as dates/,
    },
  },
  'other words, where training has yes and no': {
    train: train.flags,
    rows: file('f,x', 30, (i) => `${['maybe', 'perhaps'][i % 2]},${x(i)}`),
    read: /"f" 30 of its 30 values are no truth values, such as "maybe"/,
    says: /"f" .*30 of its 30 values are no truth values, such as "maybe"/,
    refused: true,
    cured: {
      rows: file('f,x', 30, (i) => `${['maybe', 'perhaps'][i % 2]},${x(i)}`),
      argv: ['--kind', 'f=boolean'],
      says: /"f": 30 cells cannot be read as truth values/,
    },
  },
  'numbers, where training has words': {
    train: train.words,
    rows: file('c,x', 30, (i) => `${x(i)},${x(i)}`),
    read: /./,
    says: /"c": 30 rows have a level that the training rows lack/,
    cured: { rows: file('c,x', 30, (i) => `${['red', 'blue'][i % 2]},${x(i)}`) },
  },
  'a unit that changes half-way': {
    train: train.units,
    rows: file('w,x', 30, (i) => `${x(i)} ${i < 15 ? 'kg' : 'lb'},${x(i)}`),
    read: /"w" 15 of its 30 values are no numbers in “kg”, such as "12.5 lb" in line 17/,
    says: /"w" .*15 of its 30 values are no numbers in “kg”, such as "12.5 lb" in line 17/,
    refused: true,
    cured: { rows: file('w,x', 30, (i) => `${x(i)} kg,${x(i)}`) },
  },
  'a column without a value': {
    train: train.dates,
    rows: file('d,x', 30, (i) => `${dayFirst(i)},`),
    read: /"x" no cell has a value/,
    says: /"x": 30 cells are missing, taken as the mean of training/,
    cured: { rows: file('d,x', 30, (i) => `${dayFirst(i)},${x(i)}`) },
  },
};

/** The sentences of a reading's notes and columns, one a line. */
async function sentences(rows: string, like: string): Promise<string> {
  const read: ReadRules = { frozen: frozenReading((await readText(like)).inspection) };
  const source = { kind: 'bytes', name: 'new.csv', bytes: new TextEncoder().encode(rows) } as const;
  const { notes, columns } = (await readTable(source, read, quietContext)).inspection;
  return [...notes.map(({ text }) => text), ...columns.map(({ name, reason }) => `"${name}" ${reason}`)].join('\n');
}

let models = 0;
async function modelOf(text: string): Promise<string> {
  const path = join(folder, `train${++models}.csv`);
  await writeFile(path, text);
  const model = `${path}.ksmodel`;
  const target = text.startsWith('c1') ? 'c3' : text.split('\n', 1)[0].split(/[,;]/)[2];
  const argv = ['fit', path, '--method', 'krr', '--holdout', '0', '--save', model];
  const { code, err } = await runIn(folder, [...argv, '--target', /^[a-z]/.test(target) ? target : '3']);
  assert.equal(code, 0, err);
  return model;
}

async function predicted(model: string, rows: string, argv: readonly string[] = []) {
  const path = join(folder, `new${++models}.csv`);
  await writeFile(path, rows);
  return runIn(folder, ['predict', model, path, ...argv]);
}

for (const [label, { train, rows, read, says, refused, cured }] of Object.entries(CASES))
  test(`said, and mended by doing what is said: ${label}`, async () => {
    assert.match(await sentences(rows, train), read);
    const model = await modelOf(train);
    const before = await predicted(model, rows);
    assert.equal(before.code === 0, refused === undefined, before.err);
    assert.match(before.err, says);
    const after = await predicted(model, cured.rows, cured.argv);
    assert.equal(after.code, 0, after.err);
    assert.doesNotMatch(after.err, says);
    if (cured.says) assert.match(after.err, cured.says);
  });

test('files of one line or none against names that a model knows', async () => {
  const model = await modelOf(train.dates);
  const said = async (rows: string, argv?: readonly string[]) => {
    const { code, err } = await predicted(model, rows, argv);
    return `${code === 0} ${err}`;
  };
  assert.match(await said(''), /^false .*is empty/);
  assert.match(await said('d,x\n'), /^false .*only a header line/);
  assert.match(await said('d,x\n,\n,\n'), /^false .*only a header line/);
  const alone = '13/01/2024,4.5\n';
  assert.match(await said(alone), /^false .*lacks the columns "d", "x".*It has no names: add them as its first row/);
  assert.match(await said(`d,x\n${alone}`), /^true $/);
});

test('names in a file, where the model was fitted without', async () => {
  const rows = (n: number) => file('', n, (i) => `${x(i)},${x(i + 5)},${y(i)}`);
  const model = await modelOf(rows(60));
  const named = await predicted(model, `a,b,y\n${rows(30)}`);
  assert.match(
    named.err,
    /The first row is read as values, as in the training file, and looks like names.*leave that row out/,
  );
  assert.match(named.err, /"c1": 1 cell cannot be read as numbers \("a" in line 1\)/);
  const { err } = await predicted(model, rows(30));
  assert.doesNotMatch(err, /note/);
});

test('in a file of its own, two orders, two units and two decimal signs are said', async () => {
  const said = async (text: string) => (await readText(text)).inspection.notes.map((note) => note.text).join('\n');
  assert.match(
    await said(someDates(40, (i) => i % 2 === 0)),
    /"d" has dates with the day first \(line 3\) and others with the month first \(line 2\).*year-month-day/,
  );
  assert.match(
    await said(file('w,y', 40, (i) => `${x(i)} ${i < 20 ? 'kg' : 'lb'},${y(i)}`)),
    /"w" looks like numbers with “kg” and “lb”, which are not read together.*one unit/,
  );
  assert.match(await said(file('w,y', 3000, (i) => `${i + 0.5} ${i < 1500 ? 'kg' : 'lb'},${y(i)}`)), /"w" looks like/);
});

test('numbers that could all be days are noted, and are dates once the kind is set; other numbers are not', async () => {
  const days = Array.from({ length: 40 }, (_, i) => `2024${pad(1 + (i % 12))}${pad(1 + ((i * 5) % 28))}`);
  const text = (cells: readonly string[]) =>
    `v,y\n${cells.map((cell, i) => `${cell},${((i * 7919) % 101) / 8}`).join('\n')}\n`;
  const found = await readText(text(days));
  assert.equal(found.inspection.columns[0].kind, 'number');
  const note = found.inspection.notes.find(({ code }) => code === 'data/days-as-numbers');
  assert.match(
    note?.text ?? '',
    /^The numbers in "v" could all be days, written like 20240131\. If they are, set its kind to date\.$/,
  );
  const dated = await readText(text(days), { kinds: { v: 'date' } });
  assert.deepEqual(
    cells(dated, 'v'),
    days.map((day) => Date.UTC(+day.slice(0, 4), +day.slice(4, 6) - 1, +day.slice(6)) / 86_400_000),
  );
  assert.ok(!noteCodes(dated).includes('data/days-as-numbers'));
  for (const other of [
    days.map((day) => `${+day + 60}`),
    days.map((_, i) => `${20_240_000 + i * 13}`),
    days.map(() => days[0]),
  ])
    assert.ok(!noteCodes(await readText(text(other))).includes('data/days-as-numbers'));
});
