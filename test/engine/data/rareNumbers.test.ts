import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Random } from '../../../src/engine/data/random';
import { exact } from '../../../src/engine/data/sentinels';
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
  assert.ok((await codesOf(measured(() => '<LOD', 0.3))).includes('data/odd-cells'), 'a mark is a gap');
  for (const [word, share] of [
    [(i: number) => ['ND', 'n.d.', 'n.n.'][Math.floor(i / 10) % 3], 0.4],
    [() => 'trace', 0.2],
  ] as const)
    assert.ok((await codesOf(measured(word, share))).includes('data/mostly-numbers'), `${word(0)} in ${share}`);
  // A few codes, one of them a letter, and numbers that are the exception.
  const grades = Array.from({ length: 90 }, (_, i) => `${i % 3 === 0 ? 'A' : (i % 7) + 1},${i}`);
  assert.ok(!(await codesOf(grades)).includes('data/mostly-numbers'));
  assert.ok(!(await codesOf(measured(() => 'trace', 0.7))).includes('data/mostly-numbers'));
});

test('numbers with their errors, or behind a sign that is not read, are no words in silence', async () => {
  for (const [sign, written] of [
    ['±', (v: string) => `${v} ± 0.1`],
    ['+/-', (v: string) => `${v} +/- 0.1`],
    ['^', (v: string, i: number) => (i % 3 === 0 ? `^${v}` : v)],
  ] as const) {
    const rows = Array.from({ length: 60 }, (_, i) => `${i},${written((3 + Math.sin(i)).toFixed(2), i)}`);
    const { inspection } = await readText(`id,pb\n${rows.join('\n')}\n`);
    const note = inspection.notes.find(({ code }) => code === 'data/other-units');
    assert.ok(note?.text.includes(`“${sign}”`), `${sign}: ${note?.text}`);
  }
});

test('5+ is five or more, whether it is the greatest alone or all are so, and marks of a school are words', async () => {
  const numbers = Array.from({ length: 60 }, (_, i) => 1 + ((i * 7) % 5));
  for (const [write, value] of [
    [(v: number) => (v === 5 ? '5+' : `${v}`), (v: number) => v],
    [(v: number) => `${v},000+`, (v: number) => 1000 * v],
    [(v: number) => `${v} +`, (v: number) => v],
    [(v: number) => `${v}00K+`, (v: number) => 100 * v],
  ] as const) {
    const table = await readText(fileOf(numbers.map(write)));
    assert.deepEqual(cells(table, 'x'), numbers.map(value));
    assert.ok(noteCodes(table).includes('data/limits'));
  }
  const marks = await readText(fileOf(numbers.map((v, i) => `${v}${['+', '', '-'][i % 3]}`)));
  assert.notEqual(marks.inspection.columns[1].kind, 'number');
});

test('thousands of a limit are thousands, though no other number has them', async () => {
  const table = await readText(fileOf(Array.from({ length: 60 }, (_, i) => (i % 7 === 3 ? '>4,419.6' : `${i * 7}.5`))));
  assert.deepEqual(
    cells(table, 'x'),
    Array.from({ length: 60 }, (_, i) => (i % 7 === 3 ? 4419.6 : i * 7 + 0.5)),
  );
});

test('numbers of a fixed width behind their sign are numbers, and codes are none', async () => {
  const values = Array.from({ length: 40 }, (_, i) => ((i * 37) % 41) - 20.25);
  const wide = values.map((v) => `${v < 0 ? '-' : '+'}${Math.abs(v).toFixed(2).padStart(8, '0')}`);
  assert.deepEqual(cells(await readText(fileOf(wide)), 'x'), values);
  for (const write of [(v: number) => `+00${v + 9}`, (v: number) => `00${v + 30}.${v + 30}`]) {
    const table = await readText(fileOf(values.map((v) => write(Math.round(v)))));
    assert.notEqual(table.inspection.columns[1].kind, 'number');
  }
});

test('what programs and statistics offices write for no number is a gap, however often', async () => {
  for (const gap of ['-nan(ind)', 'nan(ind)', ':', '...', '…']) {
    const table = await readText(fileOf(Array.from({ length: 60 }, (_, i) => (i % 3 ? `${i}.5` : gap))));
    assert.equal(table.inspection.columns[1].missing, 20, gap);
    assert.equal(table.inspection.columns[1].kind, 'number', gap);
  }
});

test('numbers far above a scale of answers are said to mean, perhaps, that there is none', async () => {
  const answers = (codes: readonly number[]) =>
    readText(
      fileOf(
        Array.from({ length: 90 }, (_, i) => `${i % 9 === 4 ? codes[Math.floor(i / 9) % codes.length] : 1 + (i % 5)}`),
      ),
    );
  for (const codes of [[99], [98, 99], [77, 88, 99], [998, 999], [-9], [-9, -8, -7], [-8, 99]]) {
    const { notes } = (await answers(codes)).inspection;
    const said = notes.filter(({ code }) => code === 'data/sentinel');
    assert.equal(said.length, 1, codes.join());
    for (const code of codes) assert.match(said[0].text, new RegExp(`(?:^|[ ,])${exact(code)}\\b`));
  }
  for (const codes of [[100], [20, 99], [6], [-9, -3], [-12], [-5]])
    assert.ok(!noteCodes(await answers(codes)).includes('data/sentinel'), codes.join());
});

test('the sentence on a unit beside words says what settles it, and it does', async () => {
  const written = Array.from({ length: 90 }, (_, i) => (i % 7 ? `${i}.5M` : 'Varies with device'));
  const { inspection } = await readText(fileOf(written));
  assert.match(
    inspection.columns[1].reason,
    /“M”, and has other cells such as "Varies with device"; set its kind to number/,
  );
  const table = await readText(fileOf(written), { kinds: { x: 'number' } });
  assert.deepEqual(
    cells(table, 'x'),
    written.map((cell, i) => (cell.endsWith('M') ? i + 0.5 : null)),
  );
});

test('dashes beside points among numbers are said to mean, perhaps, exactly zero', async () => {
  const noted = async (gaps: readonly string[]) =>
    (
      await readText(fileOf(Array.from({ length: 60 }, (_, i) => (i % 9 === 4 ? gaps[i % gaps.length] : `${i}.5`))))
    ).inspection.notes.find(({ code }) => code === 'data/dashes')?.text;
  for (const dash of ['-', '\u2013'])
    assert.match(
      (await noted([dash, '.'])) ?? '',
      new RegExp(`^\\d cells? of "x" ha.* “${dash}” and \\d “\\.”.*write 0\\.$`),
    );
  for (const gaps of [['-'], ['.'], ['-', 'NA'], ['.', '...']]) assert.equal(await noted(gaps), undefined, gaps.join());
});
