import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Random } from '../../../src/engine/data/random';
import { quietWith } from '../../../src/engine/linalg/linalg';
import { solveInfinityPenalty } from '../../../src/engine/solvers/infinityPenalty';
import { core } from '../testCore';
import { dense, gaussian, matrix, target, times } from './boxCases';

const solve = (k: Float64Array, y: Float64Array, lambda: number, start?: Float64Array) =>
  solveInfinityPenalty(dense(k), y, lambda, 1e-9, quietWith(core), start);

const l1 = (values: Float64Array) => values.reduce((sum, v) => sum + Math.abs(v), 0);

test("eq. 13: the residuals' l1 norm is the penalty, and each row with a residual has the largest |alpha|, on its side", () => {
  const k = gaussian(60, 3, 0.7, 51);
  const y = target(60, 52);
  for (const lambda of [40, 5, 0.1, 1e-4]) {
    const { alpha, residuals, c, gap } = solve(k, y, lambda);
    assert.ok(gap <= 1e-9);
    const fit = times(k, alpha);
    const r = y.map((v, i) => v - fit[i]);
    assert.ok(r.every((v, i) => Math.abs(v - residuals[i]) <= 1e-11));
    assert.ok(Math.abs(l1(r) - lambda) <= 1e-5 * lambda, `${l1(r)} is not ${lambda}`);
    for (let i = 0; i < 60; i++) {
      assert.ok(Math.abs(alpha[i]) <= c);
      if (Math.abs(r[i]) > 1e-8) assert.equal(alpha[i], Math.sign(r[i]) * c, `row ${i + 1}`);
    }
  }
});

test('no other alpha has a smaller penalised objective', () => {
  const k = gaussian(30, 2, 0.8, 53);
  const y = target(30, 54);
  const lambda = 3;
  const value = (alpha: Float64Array) => {
    const fit = times(k, alpha);
    const most = alpha.reduce((m, a) => Math.max(m, Math.abs(a)), 0);
    return alpha.reduce((sum, a, i) => sum + a * (0.5 * fit[i] - y[i]), lambda * most);
  };
  const { alpha, gap } = solve(k, y, lambda);
  const least = value(alpha);
  const random = new Random(55);
  for (const size of [1e-1, 1e-3, 1e-5])
    for (let trial = 0; trial < 200; trial++)
      assert.ok(value(alpha.map((a) => a + size * random.normal())) >= least - 2 * gap * Math.abs(least));
});

test('a penalty of ||y||_1 and beyond gives 0, one just below does not', () => {
  const k = gaussian(25, 2, 0.8, 56);
  const y = target(25, 57);
  for (const share of [1, 1.5]) assert.deepEqual(solve(k, y, share * l1(y)).alpha, new Float64Array(25));
  assert.ok(solve(k, y, 0.999 * l1(y)).c > 0);
});

test('a diagonal kernel matrix has the closed form, and a start changes only the work', () => {
  const k = matrix(8, (i, j) => (i === j ? 1 : 0));
  const y = Float64Array.of(4, -3, 2, -1, 0.5, 0, 2.5, -2.5);
  // alpha = sign(y)·min(c, |y|) leaves sum of max(|y| − c, 0): 2 + 1 + 0.5 + 0.5 at c = 2.
  const { alpha, c, trials } = solve(k, y, 4);
  assert.ok(Math.abs(c - 2) <= 1e-8);
  assert.ok(alpha.every((a, i) => Math.abs(a - Math.sign(y[i]) * Math.min(2, Math.abs(y[i]))) <= 1e-8));
  const again = solve(k, y, 4, alpha);
  assert.ok(again.trials <= trials && Math.abs(again.c - c) <= 1e-8);
});

test('where no readable coefficient makes the residuals so small, the solution says that it is limited', () => {
  const y = Float64Array.of(-2, -1, 0, 0, 1, 3);
  const { alpha, residuals, limited, gap } = solve(
    matrix(6, () => 1),
    y,
    1,
  );
  assert.ok(limited && alpha.every(Number.isFinite) && gap <= 1e-9);
  // With K of rank 1, f is constant: the least ||r||_1 is that of a median.
  assert.ok(Math.abs(l1(residuals) - 7) <= 1e-5);
  assert.equal(solve(gaussian(6, 2, 0.5, 58), y, 1).limited, false);
});

test('penalties down to 1e-6 of a kernel matrix that is singular to rounding are followed, each from the one before', () => {
  for (const scale of [3, 30, 1000]) {
    const k = gaussian(60, 5, scale, 59);
    const y = target(60, 60);
    let before: Float64Array | undefined;
    let sum = Number.POSITIVE_INFINITY;
    for (let l = 0; l < 12; l++) {
      const { alpha, residuals, limited, gap } = solve(k, y, 10 * 1e-7 ** (l / 11), before);
      assert.ok(gap <= 1e-9 && alpha.every(Number.isFinite));
      assert.ok(l1(residuals) <= sum * (1 + 1e-6), `${l1(residuals)} after ${sum}, ${limited}`);
      sum = l1(residuals);
      before = alpha;
    }
  }
});
