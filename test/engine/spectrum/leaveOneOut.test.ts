import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Axis, FilterSpec } from '../../../src/engine/contract/filter';
import { filterAt, filterRemainder } from '../../../src/engine/filters/anyFilter';
import { quietWith } from '../../../src/engine/linalg/linalg';
import { leaveOneOut, leaveOneOutPath, leaveOneOutPaths, looSurface } from '../../../src/engine/spectrum/leaveOneOut';
import { remaindersAlong } from '../../../src/engine/spectrum/looRemainders';
import type { Eigenbasis } from '../../../src/engine/spectrum/spectrum';
import { madeTarget, relativeError } from '../madeRows';
import { core } from '../testCore';
import { all, gaussianGramOf, madeFit, polynomials, refitErrors } from './smallFits';

const n = 80;
const fit = madeFit(n, 'constant');
const { basis, y } = fit;
const ridge = (lambda: number): FilterSpec => ({ kind: 'zones', lambda, k: 0, r: n });
const flow = (t: number): FilterSpec => ({ kind: 'flow', t, momentum: 0.3 });
const descent = (steps: number): FilterSpec => ({
  kind: 'descent',
  steps,
  stepSize: 1.2 / (n * basis.mu[0]),
  momentum: 0.5,
});

const meanSquare = (b: Eigenbasis, target: Float64Array, filter: FilterSpec) => {
  const { residuals } = leaveOneOut(b, target, filter);
  return residuals.reduce((sum, e) => sum + (e * e) / b.n, 0);
};

test('leave-one-out residuals of ridge with unpenalised features equal those of n refits, total ridge held', () => {
  for (const kind of ['none', 'constant', 'linear'] as const) {
    const made = madeFit(n, kind);
    for (const lambda of [1e-6, 1e-4, 1e-1]) {
      const expected = all(n).map((i) => refitErrors(made, [i], n * lambda)[0]);
      const { residuals } = leaveOneOut(made.basis, made.y, ridge(lambda));
      const error = relativeError(residuals, expected);
      assert.ok(error < (lambda < 1e-5 ? 1e-7 : 1e-10), `${kind}, lambda ${lambda}: ${error}`);
    }
  }
});

test('row weights: residuals times the roots of the weights are those of weighted refits', () => {
  const weights = Float64Array.from({ length: n }, (_, i) => (1 + (i % 4)) / 2.5);
  const made = madeFit(n, 'linear', weights);
  const expected = all(n).map((i) => refitErrors(made, [i], n * 1e-3)[0] * Math.sqrt(weights[i]));
  assert.ok(relativeError(leaveOneOut(made.basis, made.y, ridge(1e-3)).residuals, expected) < 1e-10);
});

test('numerators and denominators are those of I − H for every filter', () => {
  for (const filter of [ridge(1e-3), { ...ridge(1e-3), k: 3, r: 20 }, flow(5), descent(7)] as FilterSpec[]) {
    const left = filterRemainder(filter, basis.mu, basis.rank, n);
    const { residuals, free } = leaveOneOut(basis, y, filter);
    for (const i of [0, 17, n - 1]) {
      let top = 0;
      let bottom = 0;
      for (let j = 0; j < left.length; j++) {
        const u = basis.vectors.subarray(j * n, (j + 1) * n);
        top += u[i] * left[j] * u.reduce((sum, v, row) => sum + v * y[row], 0);
        bottom += left[j] * u[i] ** 2;
      }
      assert.ok(Math.abs(free[i] - bottom) < 1e-13);
      assert.ok(Math.abs(residuals[i] - top / bottom) < 1e-9 * Math.abs(top / bottom));
    }
  }
});

test('paths along every axis are the mean squares at each value, in strips of rows, for several targets', () => {
  const many = madeFit(300, 'constant');
  const other = madeTarget(many.x, 0.6, 9);
  const zones: FilterSpec = { kind: 'zones', lambda: 1e-4, k: 4, r: 150 };
  const cutoff: FilterSpec = { kind: 'zones', lambda: 0, k: 9, r: 9 };
  const wide: FilterSpec = { kind: 'descent', steps: 3, stepSize: 1 / (300 * many.basis.mu[0]), momentum: 0.2 };
  const cases: [FilterSpec, Axis, number[]][] = [
    [zones, 'lambda', [1e-9, 1e-3, 10]],
    [zones, 'k', [0, 1, 5, 149, 180]],
    [zones, 'r', [2, 4, 60, 200, 5000]],
    [cutoff, 'r', [0, 1, 7, 100]],
    [flow(1), 't', [0, 1e-3, 1, 1e4]],
    [wide, 'steps', [0, 1, 10, 3000]],
  ];
  for (const [filter, axis, values] of cases) {
    const grid = Float64Array.from(values);
    const paths = leaveOneOutPaths(many.basis, [many.y, other], filter, axis, grid, quietWith(core));
    assert.deepEqual(leaveOneOutPath(many.basis, many.y, filter, axis, grid, quietWith(core)), paths[0]);
    for (const [t, target] of [many.y, other].entries())
      values.forEach((value, l) => {
        const expected = meanSquare(many.basis, target, filterAt(filter, axis, value));
        assert.ok(Math.abs(paths[t][l] / expected - 1) < 1e-9, `${axis} ${value}: ${paths[t][l]} for ${expected}`);
      });
  }
});

test('a long path of lambdas is a product of thin matrices, right to 1e-10, also between zones', () => {
  const many = madeFit(400, 'constant');
  const lambdas = Float64Array.from({ length: 1000 }, (_, i) => 10 ** (-11 + (12 * i) / 999));
  for (const filter of [ridge(1), { kind: 'zones', lambda: 1, k: 5, r: 120 }] as FilterSpec[]) {
    const { b, width } = remaindersAlong(many.basis, filter, 'lambda', lambdas);
    assert.ok(b !== undefined && width < 85, `${width} nodes`);
    const path = leaveOneOutPath(many.basis, many.y, filter, 'lambda', lambdas, quietWith(core));
    for (const l of [0, 1, 333, 500, 777, 999]) {
      const expected = meanSquare(many.basis, many.y, filterAt(filter, 'lambda', lambdas[l]));
      // Where the fit nearly interpolates, what multiplies the target has lost as much as the target's own rounding.
      const tolerance = lambdas[l] < 1e-9 ? 1e-6 : 1e-9;
      assert.ok(Math.abs(path[l] / expected - 1) < tolerance, `${lambdas[l]}: ${path[l] / expected - 1}`);
    }
  }
});

test('a surface holds what single filters give, the last grid fastest, NaN where k > r', () => {
  const filter: FilterSpec = { kind: 'zones', lambda: 1e-3, k: 2, r: 30 };
  const k = { axis: 'k', values: Float64Array.of(0, 3, 25) } as const;
  const r = { axis: 'r', values: Float64Array.of(1, 25, 79) } as const;
  const lambda = { axis: 'lambda', values: Float64Array.of(1e-7, 1e-4, 1e-2, 1) } as const;
  for (const grids of [[lambda, k], [k, lambda], [r, lambda], [k, r], [k, r, lambda], [lambda]]) {
    const { loo, axes } = looSurface(basis, y, filter, grids, quietWith(core));
    assert.equal(axes, grids);
    assert.equal(
      loo.length,
      grids.reduce((count, g) => count * g.values.length, 1),
    );
    loo.forEach((found, cell) => {
      let rest = cell;
      let at: FilterSpec = { ...filter };
      const chosen: Partial<Record<Axis, number>> = {};
      for (const g of grids.toReversed()) {
        const value = g.values[rest % g.values.length];
        rest = Math.floor(rest / g.values.length);
        chosen[g.axis] = value;
        at = filterAt(at, g.axis, value);
      }
      if (chosen.k !== undefined && chosen.r !== undefined && chosen.k > chosen.r) {
        assert.ok(Number.isNaN(found));
        return;
      }
      const expected = meanSquare(basis, y, at);
      assert.ok(Math.abs(found / expected - 1) < 1e-9, `${JSON.stringify(chosen)}: ${found} for ${expected}`);
    });
  }
});

test('a cut-off moves as a whole on its axis', () => {
  const r = { axis: 'r', values: Float64Array.of(0, 5, 12) } as const;
  const { loo } = looSurface(basis, y, { kind: 'zones', lambda: 0, k: 8, r: 8 }, [r], quietWith(core));
  r.values.forEach((value, i) => {
    const expected = meanSquare(basis, y, { kind: 'zones', lambda: 0, k: value, r: value });
    assert.ok(Math.abs(loo[i] / expected - 1) < 1e-10);
  });
});

test('nothing left to judge by is an infinite error, not a good one', () => {
  const small = madeFit(12, 'constant', undefined, 0.1);
  const k = Float64Array.of(10, 11);
  const path = leaveOneOutPath(
    small.basis,
    small.y,
    { kind: 'zones', lambda: 1e-3, k: 0, r: 11 },
    'k',
    k,
    quietWith(core),
  );
  assert.ok(path[0] > 0 && path[0] < Number.POSITIVE_INFINITY);
  assert.equal(path[1], Number.POSITIVE_INFINITY);
});

test('a row that an unpenalised feature fits alone has no error, and spoils no other', () => {
  const f = new Float64Array(2 * n).fill(1, 0, n);
  f[n + 11] = 1;
  const made = madeFit(n, f);
  const { residuals, free } = leaveOneOut(made.basis, made.y, ridge(1e-3));
  assert.equal(residuals[11], 0);
  assert.equal(free[11], 0);
  const others = all(n).filter((i) => i !== 11);
  const without = madeFit(n, 'constant', undefined, undefined, others);
  const expected = leaveOneOut(without.basis, without.y, { kind: 'zones', lambda: (1e-3 * n) / (n - 1), k: 0, r: n });
  assert.ok(
    relativeError(
      residuals.filter((_, i) => i !== 11),
      expected.residuals,
    ) < 1e-9,
  );
  const path = leaveOneOutPath(made.basis, made.y, ridge(1), 'lambda', Float64Array.of(1e-3), quietWith(core));
  assert.ok(Math.abs(path[0] / meanSquare(made.basis, made.y, ridge(1e-3)) - 1) < 1e-10);
});

test('few directions: what lies beyond them counts whole', () => {
  const made = madeFit(n, 'linear', undefined, undefined, undefined, 12);
  assert.equal(made.basis.mu.length, 12);
  const expected = all(n).map((i) => refitErrors(made, [i], n * 1e-2)[0]);
  assert.ok(relativeError(leaveOneOut(made.basis, made.y, ridge(1e-2)).residuals, expected) < 1e-10);
  const lambda = { axis: 'lambda', values: Float64Array.of(1e-4, 1e-2) } as const;
  const k = { axis: 'k', values: Float64Array.of(0, 3) } as const;
  const { loo } = looSurface(made.basis, made.y, ridge(1), [k, lambda], quietWith(core));
  const mean = expected.reduce((sum, e) => sum + (e * e) / n, 0);
  assert.ok(Math.abs(loo[1] / mean - 1) < 1e-10);
  const path = leaveOneOutPath(made.basis, made.y, ridge(1), 'lambda', lambda.values, quietWith(core));
  assert.ok(relativeError(path, loo.subarray(0, 2)) < 1e-11);
});

test('the gram and the features of the small fits are what they say', () => {
  assert.equal(gaussianGramOf(fit.x, 0.9)[0], 1);
  assert.equal(polynomials(fit.x, 'linear').length, 3 * n);
});
