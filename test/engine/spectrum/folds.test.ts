import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Axis, FilterSpec } from '../../../src/engine/contract/filter';
import { divide } from '../../../src/engine/data/folds';
import { axisValue, filterAt, filterShares } from '../../../src/engine/filters/anyFilter';
import { quietWith } from '../../../src/engine/linalg/linalg';
import { foldPath } from '../../../src/engine/spectrum/foldPath';
import { foldErrors, foldResiduals } from '../../../src/engine/spectrum/folds';
import { leaveOneOut, leaveOneOutPath } from '../../../src/engine/spectrum/leaveOneOut';
import { project } from '../../../src/engine/spectrum/spectrum';
import { solve } from '../../figures/gaussianElimination';
import { relativeError } from '../madeRows';
import { core } from '../testCore';
import { all, madeFit, refitErrors, type SmallFit } from './smallFits';

const n = 90;
const ridge = (lambda = 1): FilterSpec => ({ kind: 'zones', lambda, k: 0, r: n });
const lambdas = Float64Array.of(1e-9, 1e-6, 1e-4, 1e-2, 1);

function errorsOf(
  fit: SmallFit,
  folds: Uint16Array,
  count: number,
  filter: FilterSpec,
  axis: Axis,
  values: Float64Array,
) {
  return foldErrors(fit.basis, fit.y, { of: folds, count }, { filter, axis, values }, quietWith(core));
}

function meanOverFolds(count: number, folds: Uint16Array, missesOf: (left: number[]) => number[]) {
  const means = Array.from({ length: count }, (_, f) => {
    const left = all(n).filter((i) => folds[i] === f);
    return missesOf(left).reduce((sum, e) => sum + (e * e) / left.length, 0);
  });
  const mean = means.reduce((a, b) => a + b, 0) / count;
  const spread = Math.sqrt(means.reduce((sum, v) => sum + (v - mean) ** 2, 0) / (count - 1) / count);
  return { mean, spread };
}

test('K-fold errors of ridge equal those of refits: unpenalised features, weights, few directions', () => {
  const folds = divide(n, 7, 5).of;
  const weights = Float64Array.from({ length: n }, (_, i) => (1 + (i % 4)) / 2.5);
  const fits = [
    madeFit(n, 'none'),
    madeFit(n, 'constant'),
    madeFit(n, 'linear', weights),
    madeFit(n, 'linear', weights, undefined, undefined, 15),
  ];
  for (const fit of fits) {
    const { error, standardError } = errorsOf(fit, folds, 7, ridge(), 'lambda', lambdas);
    for (const [l, lambda] of lambdas.entries()) {
      if (lambda < 1e-6) continue;
      const { mean, spread } = meanOverFolds(7, folds, (left) =>
        refitErrors(fit, left, n * lambda).map((e, j) => e * Math.sqrt(fit.weights[left[j]])),
      );
      const tolerance = lambda < 1e-5 ? 1e-6 : 1e-9;
      assert.ok(Math.abs(error[l] / mean - 1) < tolerance, `lambda ${lambda}: ${error[l]} for ${mean}`);
      assert.ok(Math.abs(standardError[l] / spread - 1) < tolerance);
    }
  }
});

/** (I − H_BB)^-1·(y_B − yhat_B) written out. */
function direct({ basis, y }: SmallFit, filter: FilterSpec, left: number[]): number[] {
  const { mu, rank, vectors, free, unpenalised } = basis;
  const g = filterShares(filter, mu, rank, n);
  const along = project(basis, y);
  const h = (i: number, j: number) => {
    let sum = 0;
    for (let a = 0; a < unpenalised; a++) sum += free[a * n + i] * free[a * n + j];
    for (let k = 0; k < mu.length; k++) sum += vectors[k * n + i] * g[k] * vectors[k * n + j];
    return sum;
  };
  const misses = left.map((i) => y[i] - all(n).reduce((sum, j) => sum + h(i, j) * y[j], 0));
  assert.equal(along.length, mu.length);
  return solve(
    left.map((i) => left.map((j) => (i === j ? 1 : 0) - h(i, j))),
    misses,
  );
}

test('every filter and axis, also steps that overshoot, in any order of the values', () => {
  const fit = madeFit(n, 'constant');
  const folds = divide(n, 5, 2).of;
  const stepSize = 1.9 / (n * fit.basis.mu[0]);
  const cases: [FilterSpec, Axis, number[]][] = [
    [{ kind: 'zones', lambda: 1e-3, k: 2, r: 30 }, 'k', [8, 0, 3]],
    [{ kind: 'zones', lambda: 1e-3, k: 2, r: 30 }, 'r', [4, 60, 12]],
    [{ kind: 'zones', lambda: 0, k: 5, r: 5 }, 'r', [0, 5, 9]],
    [{ kind: 'flow', t: 1, momentum: 0 }, 't', [0.01, 3, 0.2]],
    [{ kind: 'descent', steps: 1, stepSize, momentum: 0 }, 'steps', [1, 3, 8]],
    [{ kind: 'descent', steps: 1, stepSize, momentum: 0.5 }, 'steps', [1, 2, 5]],
  ];
  for (const [filter, axis, values] of cases) {
    const { error } = errorsOf(fit, folds, 5, filter, axis, Float64Array.from(values));
    values.forEach((value, l) => {
      const { mean } = meanOverFolds(5, folds, (left) => direct(fit, filterAt(filter, axis, value), left));
      assert.ok(Math.abs(error[l] / mean - 1) < 1e-8, `${axis} ${value}: ${error[l]} for ${mean}`);
    });
  }
});

test('n folds are leave-one-out', () => {
  const fit = madeFit(n, 'linear');
  const { error } = errorsOf(fit, Uint16Array.from(all(n)), n, ridge(), 'lambda', lambdas);
  const loo = leaveOneOutPath(fit.basis, fit.y, ridge(), 'lambda', lambdas, quietWith(core));
  assert.ok(relativeError(error, loo) < 1e-6);
});

test('a level that occurs in one block alone spoils nothing; too many directions for the other rows are infinite', () => {
  const folds = divide(n, 5, 2).of;
  const f = new Float64Array(2 * n).fill(1, 0, n);
  for (let i = 0; i < n; i++) if (folds[i] === 3 && i % 2 === 0) f[n + i] = 1;
  const { error } = errorsOf(madeFit(n, f), folds, 5, ridge(), 'lambda', lambdas);
  const { error: plain } = errorsOf(madeFit(n, 'constant'), folds, 5, ridge(), 'lambda', lambdas);
  assert.ok(error.every((v, l) => v > 0 && v < 2 * plain[l]));
  const rough = madeFit(n, 'constant', undefined, 0.15);
  const k = Float64Array.of(10, 60, 80, 89);
  const path = errorsOf(rough, folds, 5, { kind: 'zones', lambda: 1e-3, k: 0, r: n }, 'k', k);
  assert.ok(path.error[0] < path.error[1] && path.error[1] < Number.POSITIVE_INFINITY);
  assert.equal(path.error[2], Number.POSITIVE_INFINITY, '72 training rows cannot tell 81 directions');
  assert.equal(path.standardError[3], Number.POSITIVE_INFINITY);
});

test('the fold path marks what is exact; its interpolation stays close, its choices are exact points', () => {
  const many = 480;
  const fit = madeFit(many, 'constant', undefined, 0.5);
  const grid = Float64Array.from({ length: 101 }, (_, i) => 10 ** (i / 10 - 10));
  const counts = Float64Array.from({ length: 60 }, (_, i) => i * 2 + (i > 30 ? 4 * (i - 30) : 0));
  const folds = { of: divide(many, 5, 1).of, count: 5 };
  for (const [axis, values, filter] of [
    ['lambda', grid, { kind: 'zones', lambda: 1, k: 0, r: many }],
    ['r', counts, { kind: 'zones', lambda: 0, k: 1, r: 1 }],
  ] as const) {
    const guide = leaveOneOutPath(fit.basis, fit.y, filter, axis, values, quietWith(core));
    const path = foldPath(fit.basis, fit.y, folds, { filter, axis, values }, guide, quietWith(core));
    const exact = foldErrors(fit.basis, fit.y, folds, { filter, axis, values }, quietWith(core));
    assert.ok(path.exact.some((v) => v === 1) && path.exact.some((v) => v === 0) === (axis === 'lambda'));
    for (let l = 0; l < values.length; l++) {
      // Where the fit nearly interpolates, the errors are wild, and nobody would choose it.
      const sensible = exact.error[l] < 2 * exact.error[path.least];
      const tolerance = path.exact[l] === 1 ? 1e-8 : sensible ? 0.02 : 0.1;
      const error = Math.abs(path.cv[l] / exact.error[l] - 1);
      assert.ok(error < tolerance, `${axis} ${values[l]}: ${path.cv[l]} for ${exact.error[l]}`);
    }
    assert.ok(exact.error[path.least] <= 1.01 * Math.min(...exact.error));
    const within = (v: number) => v <= exact.error[path.least] + exact.standardError[path.least];
    assert.ok(within(exact.error[path.oneStandardError]));
    assert.equal(path.exact[path.oneStandardError], 1);
    if (axis === 'lambda') assert.equal(path.oneStandardError, exact.error.findLastIndex(within));
    else assert.ok(path.oneStandardError <= path.least);
  }
});

test('a small problem has every fold error computed', () => {
  const fit = madeFit(n, 'constant');
  const folds = { of: divide(n, 10, 0).of, count: 10 };
  const along = { filter: ridge(), axis: 'lambda', values: lambdas } as const;
  const path = foldPath(fit.basis, fit.y, folds, along, lambdas, quietWith(core));
  assert.ok(path.exact.every((v) => v === 1));
});

test('residuals of every row by the fit without its fold: their squares are the fold errors, with n folds those of leave-one-out', () => {
  const fit = madeFit(n, 'linear');
  for (const filter of [ridge(1e-4), ridge(1e-9), { kind: 'zones', lambda: 1e-3, k: 2, r: 20 } as const]) {
    const folds = divide(n, 6, 2);
    const residuals = foldResiduals(fit.basis, fit.y, folds, filter, quietWith(core));
    const { mean } = meanOverFolds(6, folds.of, (left) => left.map((i) => residuals[i]));
    const [error] = errorsOf(fit, folds.of, 6, filter, 'lambda', Float64Array.of(axisValue(filter, 'lambda'))).error;
    assert.ok(relativeError([mean], [error]) < 1e-9, `${mean} ${error}`);
    const each = foldResiduals(fit.basis, fit.y, divide(n, n, 0), filter, quietWith(core));
    assert.ok(relativeError(each, leaveOneOut(fit.basis, fit.y, filter).residuals) < 1e-6);
  }
});
