import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quietContext } from '../../../src/engine/contract/context';
import type { Design, DesignOptions } from '../../../src/engine/contract/data';
import { buildDesign } from '../../../src/engine/data/design';
import { meanWeight } from '../../../src/engine/data/rowWeights';
import type { Table } from '../../../src/engine/data/table';
import { DESIGN } from './designed';
import { failure, readText } from './reading';

const OPTIONS: DesignOptions = { ...DESIGN, weights: 'w' };
const design = (table: Table, options: Partial<DesignOptions> = {}, other?: Table): Design =>
  buildDesign(table, { ...OPTIONS, ...options }, quietContext, other);

const file = (weights: readonly (string | number)[]): string =>
  `x,w,y\n${weights.map((w, i) => `${(i * 7) % 11},${w},${i * i}`).join('\n')}\n`;
const note = ({ report }: Design, code: string) => report.notes.find((n) => n.code === code)?.text;

/** 20 rows: weight 0 in rows 4 and 9, none in row 6, otherwise the row's number. */
const weights = Array.from({ length: 20 }, (_, i) => (i === 3 || i === 8 ? 0 : i === 5 ? '' : i + 1));

test('weights have mean 1 over the training rows; held-out ones are divided by the same; they are no feature', async () => {
  const { train, holdout, report } = design(await readText(file(weights)));
  assert.deepEqual(report.columns, ['x']);
  assert.deepEqual([report.used, train.y.length, holdout?.y.length], [17, 13, 4]);
  assert.ok(train.weights && holdout?.weights);
  assert.ok(Math.abs(train.weights.reduce((a, b) => a + b, 0) / 13 - 1) < 1e-14);
  const factor = train.weights[0] / train.rows[0];
  for (const { rows, weights: scaled } of [train, holdout])
    for (const [i, row] of rows.entries()) assert.ok(Math.abs((scaled?.[i] ?? 0) / (row * factor) - 1) < 1e-14);
  assert.deepEqual(report.dropped, [
    { what: 'rows', name: 'rows without a weight', count: 1, why: '"w" has no value there' },
    { what: 'rows', name: 'rows of weight 0', count: 2, why: '"w" is 0 there' },
    { what: 'column', name: 'w', count: 1, why: 'it holds the row weights' },
  ]);
});

test('the report says how uneven they are', async () => {
  const uneven = design(await readText(file(weights)));
  const { train } = uneven;
  assert.ok(train.weights);
  const sum = (power: number) => train.weights?.reduce((all, w) => all + w ** power, 0) ?? 0;
  const rows = Math.round(sum(1) ** 2 / sum(2));
  assert.ok(rows < 13);
  assert.match(
    note(uneven, 'data/weights') ?? '',
    new RegExp(`the 13 training rows are worth ${rows} of equal weight`),
  );
  const equal = design(await readText(file(new Array(20).fill(0.1))));
  assert.equal(equal.train.weights, undefined);
  assert.match(note(equal, 'data/equal-weights') ?? '', /same weight/);
});

test('equal weights have themselves as their mean, whatever their size', () => {
  for (const w of [0.1, 3e-300, 1e149]) assert.equal(meanWeight(new Float64Array(1000).fill(w)), w);
  assert.ok(Math.abs(meanWeight(Float64Array.of(1, 2, 6)) - 3) < 1e-15);
});

test('what is no weight is named with its row', async () => {
  const refused = async (cells: readonly (string | number)[], pattern: RegExp) => {
    const table = await readText(file(cells));
    assert.throws(() => design(table), failure('parameter/invalid', pattern));
  };
  const with5th = (cell: string | number) => Array.from({ length: 12 }, (_, i) => (i === 4 ? cell : i + 1));
  await refused(with5th(-0.5), /"w".*-0\.5 in row 5 \(line 6\): a weight cannot be negative/);
  await refused(
    Array.from({ length: 12 }, (_, i) => (i === 4 || i === 7 ? 'heavy' : i + 1)),
    /"heavy" in row 5 \(line 6\), which is no number/,
  );
  await refused(with5th(1e200), /too large/);
  await refused(new Array(12).fill(''), /no value at all/);
  await refused(
    Array.from({ length: 12 }, (_, i) => `2021-03-${10 + i}`),
    /dates/,
  );
  await refused(new Array(12).fill('yes'), /"yes" in row 1/);
});

test('weights that leave no row, or that are something else too, are refused', async () => {
  const table = await readText(file(weights));
  const zeros = await readText(file(new Array(12).fill(0)));
  assert.throws(() => design(zeros), failure('data/too-few-rows', /"w" has a weight above 0 in 0 of 12/));
  assert.throws(() => design(table, { weights: 'y' }), failure('parameter/invalid', /"y" cannot be both a target and/));
  assert.throws(() => design(table, { target: 'w' }), failure('parameter/invalid', /"w" cannot be both/));
  assert.throws(() => design(table, { weights: 'v' }), failure('data/unknown-column', /"v"/));
  assert.throws(() => design(table, { features: ['x', 'w'] }), failure('data/no-features', /"w".*the row weights/));
  const two = await readText('w,y\n1,2\n2,3\n3,4\n1,5\n2,9\n');
  assert.throws(() => design(two), failure('data/no-features', /no column to predict "y" from\./));
});

test('a second file: its weights are scaled alike; without the column its rows count alike, with a note', async () => {
  const table = await readText(file(weights));
  const options = { holdout: { kind: 'file', source: { kind: 'path', path: 'other.csv' } } } as const;
  const made = design(table, options, await readText('x,w,y\n1,5,2\n2,0,3\n3,10,4\n4,,4\n'));
  assert.ok(made.train.weights);
  const mean = made.train.rows[0] / made.train.weights[0];
  assert.deepEqual([...(made.holdout?.weights ?? [])], [5 / mean, 10 / mean]);
  assert.deepEqual(made.report.dropped.at(-2), {
    what: 'rows',
    name: 'rows of test.csv',
    count: 2,
    why: '"w" has no value there, or is 0',
  });
  const without = design(table, options, await readText('x,y\n1,2\n2,3\n'));
  assert.equal(without.holdout?.weights, undefined);
  assert.match(note(without, 'data/no-weights') ?? '', /no column "w": all its rows have the same weight/);
  const negative = await readText('x,w,y\n1,5,2\n2,-1,3\n');
  assert.throws(() => design(table, options, negative), failure('parameter/invalid', /row 2 \(line 3\)/));
});

test('weights go with classes: a level without weight is no class', async () => {
  const rows = Array.from({ length: 18 }, (_, i) => `${i % 7},${i % 3 === 2 ? 0 : 1 + (i % 2)},${'abc'[i % 3]}`);
  const made = design(await readText(`x,w,y\n${rows.join('\n')}\n`));
  assert.deepEqual(made.classes, ['a', 'b']);
  assert.equal(made.report.used, 12);
});
