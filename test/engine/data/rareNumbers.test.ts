import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Random } from '../../../src/engine/data/random';
import { cells, noteCodes, readText } from './reading';

const quote = (cell: string) => (cell.includes(',') ? `"${cell}"` : cell);
const fileOf = (written: readonly string[]) =>
  `row,x\n${written.map((cell, i) => `${i * i},${quote(cell)}`).join('\n')}\n`;

const RAISED = '⁰¹²³⁴⁵⁶⁷⁸⁹';
const raised = (power: number) =>
  `${power < 0 ? '⁻' : ''}${Array.from(`${Math.abs(power)}`, (digit) => RAISED[+digit]).join('')}`;

/** Ways to write a mantissa times a power of ten. */
const POWERS: readonly ((mantissa: string, power: number) => string)[] = [
  (mantissa, power) => `${mantissa}×10^${power}`,
  (mantissa, power) => `${mantissa} x 10^${power}`,
  (mantissa, power) => `${mantissa}x10^${power}`,
  (mantissa, power) => `${mantissa}·10${raised(power)}`,
  (mantissa, power) => `${mantissa} × 10${raised(power)}`,
  (mantissa, power) => `${mantissa}*10^${`${power}`.replace('-', '\u2212')}`,
  (mantissa, power) => `${mantissa}*10**${power}`,
  (mantissa, power) => `${mantissa} × 10^(${power})`,
  (mantissa, power) => `${mantissa}E${power < 0 ? '-' : '+'}0${Math.abs(power)}`,
  (mantissa, power) => `${mantissa}D${power < 0 ? '-' : '+'}0${Math.abs(power)}`,
];

test('a number times a power of ten is read to the digit, with either decimal sign', async () => {
  for (const decimal of ['.', ',']) {
    for (const write of POWERS) {
      const values = Array.from(
        { length: 30 },
        (_, i) => [`${i % 7}${decimal}${i}${(i % 9) + 1}`, (i % 9) - 4] as const,
      );
      const table = await readText(fileOf(values.map(([mantissa, power]) => write(mantissa, power))));
      const truth = values.map(([mantissa, power]) => Number(`${mantissa.replace(',', '.')}e${power}`));
      assert.deepEqual(cells(table, 'x'), truth, write(`1${decimal}2`, 3));
      const { reading } = table.inspection.columns[1];
      assert.equal(reading?.kind === 'number' && reading.unit, undefined);
    }
  }
});

test('what only looks like a power of ten stays a word', async () => {
  const sizes = Array.from({ length: 30 }, (_, i) => `${(i % 5) + 2}x10${i % 3}`);
  const table = await readText(fileOf(sizes));
  assert.notEqual(table.inspection.columns[1].kind, 'number');
});

/** Ways to write that a number lies below or above what was measured, and the limit. */
const LIMITS = ['<0.5', '< 0.5', '<=0.5', '≤ 0.5', '⩽0.5'].map((cell) => [cell, 0.5] as const);
const BEYOND = ['>100', '> 100', '>=100', '≥100'].map((cell) => [cell, 100] as const);

test('numbers of which only a limit is known are read as the limit, and one note counts them', async () => {
  for (const [cell, limit] of [...LIMITS, ...BEYOND]) {
    const written = Array.from({ length: 60 }, (_, i) => (i % 5 === 2 ? cell : `${(i * 37) % 91}.${i % 10}`));
    const table = await readText(fileOf(written));
    assert.deepEqual(
      cells(table, 'x'),
      written.map((text) => (text === cell ? limit : Number(text))),
      cell,
    );
    assert.deepEqual(table.inspection.columns[1].limits, { count: 12, example: cell, line: 4 });
    const [note, ...others] = table.inspection.notes.filter(({ code }) => code === 'data/limits');
    assert.equal(others.length, 0);
    assert.match(note.text, /^12 of 60 cells of "x" are limits \(“.*”, line 4\) and are read as these\. /);
  }
});

test('limits keep the unit of their column, and can be set to mean missing', async () => {
  const written = Array.from({ length: 40 }, (_, i) => (i % 4 === 0 ? '<0,5 mg/L' : `${i},25 mg/L`));
  const table = await readText(fileOf(written).replaceAll('","', ';'));
  assert.deepEqual(cells(table, 'x').slice(0, 2), [0.5, 1.25]);
  const gaps = await readText(fileOf(written.map((cell) => cell.replace(' mg/L', ''))), { missing: ['<0,5'] });
  assert.deepEqual(cells(gaps, 'x').slice(0, 2), [null, 1.25]);
  assert.equal(noteCodes(gaps).includes('data/limits'), false);
});

test('where most cells are limits the column is words, as of groups of ages', async () => {
  const groups = Array.from({ length: 60 }, (_, i) => ['<18', '18', '>65', '>80'][i % 4]);
  const { inspection } = await readText(fileOf(groups));
  assert.equal(inspection.columns[1].kind, 'category');
  assert.deepEqual(
    inspection.columns[1].levels?.map(({ label }) => label),
    ['<18', '18', '>65', '>80'],
  );
});

test('numbers beside one to three words that stand for no value are named, and codes are not', async () => {
  const random = new Random(6);
  const measured = (word: (i: number) => string, share: number) =>
    Array.from({ length: 90 }, (_, i) => `${i % 10 < 10 * share ? word(i) : (random.uniform() * 9).toFixed(3)},${i}`);
  const codesOf = async (rows: readonly string[]) => noteCodes(await readText(['pb,y', ...rows].join('\n')));
  for (const [word, share] of [
    [() => '<LOD', 0.3],
    [(i: number) => ['ND', 'n.d.', 'n.n.'][Math.floor(i / 10) % 3], 0.4],
    [() => 'trace', 0.2],
  ] as const)
    assert.ok((await codesOf(measured(word, share))).includes('data/mostly-numbers'), `${word(0)} in ${share}`);
  // A few codes, one of them a letter, and numbers that are the exception.
  const grades = Array.from({ length: 90 }, (_, i) => `${i % 3 === 0 ? 'A' : (i % 7) + 1},${i}`);
  assert.ok(!(await codesOf(grades)).includes('data/mostly-numbers'));
  assert.ok(!(await codesOf(measured(() => 'trace', 0.7))).includes('data/mostly-numbers'));
});

test('numbers with marks of footnotes or with their errors are no words in silence', async () => {
  for (const [sign, written] of [
    ['*', (v: string, i: number) => (i % 4 === 0 ? `${v}*` : v)],
    ['†', (v: string, i: number) => (i % 3 === 0 ? `${v} †` : v)],
    ['±', (v: string) => `${v} ± 0.1`],
    ['+/-', (v: string) => `${v} +/- 0.1`],
    ['~', (v: string, i: number) => (i % 3 === 0 ? `~${v}` : v)],
  ] as const) {
    const rows = Array.from({ length: 60 }, (_, i) => `${i},${written((3 + Math.sin(i)).toFixed(2), i)}`);
    const { inspection } = await readText(`id,pb\n${rows.join('\n')}\n`);
    const note = inspection.notes.find(({ code }) => code === 'data/other-units');
    assert.ok(note?.text.includes(`“${sign}”`), `${sign}: ${note?.text}`);
  }
});
