import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FitOutcome } from '../../../src/engine/contract/run';
import { divide } from '../../../src/engine/data/folds';
import { filterAt } from '../../../src/engine/filters/anyFilter';
import { ckrrFeatures } from '../../../src/engine/methods/ckrrFeatures';
import { ckrrHard } from '../../../src/engine/methods/ckrrHard';
import { krr } from '../../../src/engine/methods/krr';
import { tkrr } from '../../../src/engine/methods/tkrr';
import { SpectrumCache } from '../../../src/engine/spectrum/cache';
import { predictLive } from '../../../src/engine/spectrum/livePrediction';
import { madeDesign, madeProblem, relativeError, rowsOf } from '../madeRows';
import { briefContext, fitContext } from '../testCore';
import { fitted } from './fitting';

const N = 40;
const design = madeProblem(N, 2, 0.3, 4);
const set = { kernel: 'gaussian', lengthScale: 0.8, folds: 3 };

const allRows = Array.from({ length: N }, (_, i) => i);
const quarters = divide(N, 4, 0).of;
const HALVES = [
  [0, 1],
  [2, 3],
  [0, 2],
  [1, 3],
];

/** A fit of some rows, the others held out. The total ridge is held. */
function fitOf(isIn: (i: number) => boolean, lambda: number): FitOutcome {
  const rows = allRows.filter(isIn);
  const left = allRows.filter((i) => !isIn(i));
  const part = madeDesign(rowsOf(design.train, rows), rowsOf(design.train, left));
  return fitted(krr, part, { ...set, folds: 0, lambda: (lambda * N) / rows.length }, briefContext);
}
const inQuarters = (parts: readonly number[]) => (i: number) => parts.includes(quarters[i]);
const mean = (v: ArrayLike<number>) => Array.from(v).reduce((sum, each) => sum + each / v.length, 0);
const meanSquare = (observed: Float64Array, predicted: Float64Array) =>
  mean(observed.map((v, j) => (v - predicted[j]) ** 2));

/**
 * The lambda of the path at which fits of these quarters miss the others least: the numbers that move with the sliders
 * are close enough to find it.
 */
function bestLambda(values: Float64Array, choices: readonly (readonly number[])[]): number {
  const errors = values.map(() => 0);
  for (const parts of choices) {
    const { live, spectrum, filter, holdout } = fitOf(inQuarters(parts), values[0]);
    assert.ok(live.holdout && holdout);
    for (const [l, lambda] of values.entries()) {
      const at = filterAt(filter, 'lambda', (lambda * N) / spectrum.n);
      errors[l] += meanSquare(holdout.observed, predictLive(live.holdout, spectrum, at));
    }
  }
  return values[errors.indexOf(Math.min(...errors))];
}

test('the points are the errors of fits of some quarters on the others, at the best lambda of the path', () => {
  const { learning, paths } = fitted(krr, design, set);
  assert.ok(learning);
  const [{ values }] = paths;
  [[[0], [1], [2], [3]], HALVES].forEach((choices, s) => {
    assert.equal(learning.rows[s], (N * (s + 1)) / 4);
    const lambda = bestLambda(values, choices);
    const least = mean(
      choices.map((parts) => (fitOf(inQuarters(parts), lambda).metrics.holdout?.rmse ?? Number.NaN) ** 2),
    );
    assert.ok(Math.abs(learning.error[s] - least) < 1e-8 * least, `${learning.error[s]} for ${least}`);
  });
});

test('half of the rows and the folds are compared on the same rows', () => {
  const { learning, paths } = fitted(krr, design, { ...set, folds: 5 });
  const [{ values, cv, least }] = paths;
  const doubling = learning?.doubling;
  assert.ok(learning && doubling);
  assert.deepEqual(doubling.rows, [N / 2, (4 * N) / 5]);
  assert.ok(relativeError(doubling.error, [learning.error[1], cv[least.cv]]) < 1e-8);
  /** The losses of the rows of one part by a fit of the others, at their places among all. */
  const lossesOf = (isLeft: (i: number) => boolean, lambda: number) => {
    const { holdout } = fitOf((i) => !isLeft(i), lambda);
    const losses = new Float64Array(N);
    allRows.filter(isLeft).forEach((row, j) => {
      losses[row] = ((holdout?.observed[j] ?? 0) - (holdout?.predicted[j] ?? 0)) ** 2;
    });
    return losses;
  };
  const sumOf = (parts: readonly Float64Array[], share: number) =>
    Float64Array.from({ length: N }, (_, i) => parts.reduce((sum, losses) => sum + losses[i] * share, 0));
  const best = bestLambda(values, HALVES);
  const few = sumOf(
    HALVES.map((parts) => lossesOf((i) => !inQuarters(parts)(i), best)),
    1 / 2,
  );
  const fold = divide(N, 5, 0).of;
  const more = sumOf(
    [0, 1, 2, 3, 4].map((f) => lossesOf((i) => fold[i] === f, values[least.cv])),
    1,
  );
  assert.ok(relativeError(doubling.error, [mean(few), mean(more)]) < 1e-6);
  const variance = mean(few.map((v, i) => (v / mean(few) - more[i] / mean(more)) ** 2));
  assert.ok(Math.abs(doubling.logStandardError / Math.sqrt(variance * (1 / N + 2 / N)) - 1) < 1e-6);
  assert.equal(fitted(krr, design, set).learning?.doubling, undefined);
});

test('a method whose folds are refitted is compared by those refits', () => {
  const { learning, paths, foldsBy } = fitted(ckrrHard, design, { ...set, k: 3, folds: 5 });
  const [{ cv, least }] = paths;
  assert.equal(foldsBy, 'refit');
  assert.ok(learning?.doubling && relativeError(learning.doubling.error, [learning.error[1], cv[least.cv]]) < 1e-8);
});

test('another lambda finds the points of the last fit; other kernels, and filters that lambda does not move, do not', () => {
  const cache = new SpectrumCache();
  const stages: string[] = [];
  const context = { ...fitContext, cache, progress: (_: number, stage: string) => void stages.push(stage) };
  const measured = () => stages.splice(0).includes('errors with fewer rows');
  const [{ values }] = fitted(krr, design, set, context).paths;
  assert.ok(measured());
  const again = fitted(krr, design, { ...set, lambda: values[20] }, context);
  assert.ok(!measured());
  assert.deepEqual(again.learning, fitted(krr, design, { ...set, lambda: values[20] }).learning);
  fitted(krr, design, { ...set, lengthScale: 1 }, context);
  assert.ok(measured());
  assert.ok(fitted(tkrr, design, set).learning);
  assert.equal(fitted(krr, madeProblem(30, 2, 0.3, 4), set).learning, undefined);
});

test('parts with no more rows than unpenalised features are left out', () => {
  const sizesOf = (columns: number) => {
    const { learning } = fitted(ckrrFeatures, madeProblem(80, columns, 0.3, 4), set);
    return learning && [...learning.rows];
  };
  assert.deepEqual(sizesOf(5), [20, 40, 60]);
  // The intercept is one of the features.
  assert.deepEqual(sizesOf(19), [40, 60]);
  assert.deepEqual(sizesOf(40), [60]);
  assert.equal(sizesOf(60), undefined);
});

test('the fit of every row exactly is judged by the bordered inverse, and not made where rows are alike', () => {
  const rough = { kernel: 'laplace', lengthScale: 1, folds: 5 };
  const { learning, paths } = fitted(krr, design, rough);
  assert.ok(learning?.interpolating);
  const { rows, error, best } = learning.interpolating;
  assert.deepEqual(rows, [N / 2, N - 1]);
  assert.ok(Math.abs(best / paths[0].loo[paths[0].least.loo] - 1) < 1e-9);
  const { x, y } = design.train;
  const gap = (i: number, j: number) =>
    Math.hypot(...Array.from({ length: x.columns }, (_, c) => x.values[c * N + i] - x.values[c * N + j]));
  const bordered = Array.from({ length: N + 1 }, (_, i) =>
    Array.from({ length: N + 1 }, (_, j) => (i < N && j < N ? Math.exp(-gap(i, j)) : Number(i < N || j < N))),
  );
  const inverse = inverted(bordered);
  const left = Array.from({ length: N }, (_, i) => {
    const alpha = y.reduce((sum, v, j) => sum + inverse[i][j] * v, 0);
    return (alpha / inverse[i][i]) ** 2;
  });
  const exact = left.reduce((sum, v) => sum + v / N, 0);
  assert.ok(Math.abs(error[1] / exact - 1) < 1e-4, `${error[1]} for ${exact}`);
  const twice = madeDesign(rowsOf(design.train, [...Array(N).keys(), 0]));
  assert.equal(fitted(krr, twice, rough).learning?.interpolating, undefined);
});

/** The inverse by Gauss and Jordan, with pivots. */
function inverted(matrix: readonly (readonly number[])[]): number[][] {
  const n = matrix.length;
  const rows = matrix.map((row, i) => [...row, ...Array.from({ length: n }, (_, j) => Number(i === j))]);
  for (let c = 0; c < n; c++) {
    let at = c;
    for (let r = c; r < n; r++) if (Math.abs(rows[r][c]) > Math.abs(rows[at][c])) at = r;
    [rows[c], rows[at]] = [rows[at], rows[c]];
    const pivot = rows[c].map((v) => v / rows[c][c]);
    rows[c] = pivot;
    for (let r = 0; r < n; r++) {
      const factor = rows[r][c];
      if (r !== c) rows[r] = rows[r].map((v, j) => v - factor * pivot[j]);
    }
  }
  return rows.map((row) => row.slice(n));
}
