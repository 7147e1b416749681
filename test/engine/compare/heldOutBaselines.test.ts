import assert from 'node:assert/strict';
import { test } from 'node:test';
import { heldOutBaselines } from '../../../src/engine/compare/heldOutBaselines';
import type { Design } from '../../../src/engine/contract/data';
import { predictedLevels } from '../../../src/engine/statistics/classes';
import { madeDesign, madeProblem, madeRows, madeSample, normals } from '../madeRows';
import { fitContext } from '../testCore';

const baselinesOf = (design: Design, parameters = {}) => heldOutBaselines(design, parameters, fitContext);

/** y = 3 + 2·x1 − x2 + noise on n and m rows of four columns. */
function linear(n: number, m: number, noise: number, seed = 1): Design {
  const sampled = (count: number, from: number) => {
    const x = madeRows(count, 4, from);
    const next = normals(from + 1);
    const y = Float64Array.from(
      { length: count },
      (_, i) => 3 + 2 * x.values[i] - x.values[count + i] + noise * next(),
    );
    return madeSample(x, y);
  };
  return madeDesign(sampled(n, seed), sampled(m, seed + 10));
}

const rmse = (a: ArrayLike<number>, b: ArrayLike<number>) =>
  Math.sqrt(Array.from(a, (v, i) => (v - b[i]) ** 2).reduce((sum, v) => sum + v, 0) / a.length);

test('a straight line finds a linear truth, and the best single column the larger part of it', () => {
  const design = linear(400, 300, 0.5);
  const [column, line] = baselinesOf(design);
  assert.deepEqual([column.kind, column.column, line.kind, line.rows], ['column', 'x1', 'line', 400]);
  const y = design.holdout?.y ?? [];
  // Least squares on 400 rows: the noise, times 1 + 5/800.
  assert.ok(Math.abs(rmse(line.outputs[0].predicted, y) - 0.5) < 0.05);
  const alone = rmse(column.outputs[0].predicted, y);
  assert.ok(alone > 1 && alone < 1.4, `${alone}`);
});

test('of a target without any signal the line is the mean', () => {
  const design = madeProblem(300, 8, 1, 5, 200);
  const next = normals(3);
  const noise = { ...design, train: { ...design.train, y: design.train.y.map(() => next()) } };
  const [, line] = baselinesOf(noise);
  const mean = noise.train.y.reduce((sum, v) => sum + v, 0) / 300;
  assert.ok(rmse(line.outputs[0].predicted, new Float64Array(200).fill(mean)) < 0.2);
});

test('a row of weight 2 counts as two rows', () => {
  const { train, holdout, ...rest } = linear(120, 50, 1);
  assert.ok(holdout);
  const twice = (values: Float64Array) => Float64Array.from({ length: values.length + 40 }, (_, i) => values[i % 120]);
  const { x } = train;
  const values = new Float64Array(160 * 4);
  for (let c = 0; c < 4; c++) values.set(twice(x.values.subarray(c * 120, (c + 1) * 120)), c * 160);
  const weighted = { ...rest, holdout, train: { ...train, weights: train.y.map((_, i) => (i < 40 ? 1.5 : 0.75)) } };
  const repeated = { ...rest, holdout, train: madeSample({ rows: 160, columns: 4, values }, twice(train.y)) };
  const [a, b] = [weighted, repeated].map((design) => baselinesOf(design)[1].outputs[0].predicted);
  // Rows left out in turn choose another ridge where rows repeat, on a coarse grid: the lines agree to that.
  assert.ok(rmse(a, b) < 0.02, `${rmse(a, b)}`);
});

test('classes have a score each, or one in all where they are two', () => {
  const x = madeRows(300, 3, 4);
  const z = madeRows(200, 3, 5);
  const level = ({ values }: typeof x, i: number) => (values[i] < -0.6 ? 0 : values[i] < 0.6 ? 1 : 2);
  const sample = (rows: typeof x, most: number) =>
    madeSample(
      rows,
      Float64Array.from({ length: rows.rows }, (_, i) => Math.min(most, level(rows, i))),
    );
  for (const classes of [
    ['a', 'b'],
    ['a', 'b', 'c'],
  ]) {
    const design = { ...madeDesign(sample(x, classes.length - 1), sample(z, classes.length - 1)), classes };
    const [, line] = baselinesOf(design);
    assert.equal(line.outputs.length, classes.length === 2 ? 1 : 3);
    const levels = predictedLevels(line.outputs.map(({ predicted }) => predicted));
    const right = levels.filter((l, i) => l === design.holdout?.y[i]).length / 200;
    // A line through indicators hides the middle one of three classes in a row.
    assert.ok(right > (classes.length === 2 ? 0.9 : 0.55), `${right}`);
  }
});

test('nothing held out, nothing said; more than a thousand columns have no line', () => {
  assert.deepEqual(baselinesOf(madeProblem(50, 3, 0.2, 1)), []);
  const wide = madeProblem(20, 1200, 0.2, 1, 10);
  assert.deepEqual(
    baselinesOf(wide).map(({ kind }) => kind),
    ['column'],
  );
});
