import assert from 'node:assert/strict';
import { contextWith, quietContext, type RunContext } from '../../../src/engine/contract/context';
import { Random } from '../../../src/engine/data/random';
import { BoxSolver } from '../../../src/engine/solvers/boxDual';
import type { BoxLimits, BoxSolution } from '../../../src/engine/solvers/boxProblem';
import type { Gram } from '../../../src/engine/solvers/gram';
import { core } from '../testCore';

export interface BoxProblem extends BoxLimits {
  readonly gram: Gram;
  readonly y: Float64Array;
  readonly intercept: boolean;
}

export const dense = (k: Float64Array): Gram => ({ kind: 'dense', n: Math.round(Math.sqrt(k.length)), k });

/** Gaussian kernel matrix of normal rows in d columns, of which the last `twice` repeat the first. */
export function gaussian(n: number, d: number, scale: number, seed: number, twice = 0): Float64Array {
  const random = new Random(seed);
  const rows = Array.from({ length: n }, () => Array.from({ length: d }, () => random.normal()));
  for (let i = 0; i < twice; i++) rows[n - 1 - i] = rows[i];
  return matrix(n, (i, j) =>
    Math.exp(-rows[i].reduce((q, v, c) => q + (v - rows[j][c]) ** 2, 0) / (2 * scale * scale)),
  );
}

export function matrix(n: number, entry: (i: number, j: number) => number): Float64Array {
  return Float64Array.from({ length: n * n }, (_, o) => entry(o % n, Math.floor(o / n)));
}

/** Normal values with some far out. */
export function target(n: number, seed: number): Float64Array {
  const random = new Random(seed);
  return Float64Array.from({ length: n }, () => random.normal() * (random.uniform() < 0.1 ? 5 : 1));
}

export function problem(
  gram: Gram,
  y: Float64Array,
  lower: number,
  upper: number,
  epsilon = 0,
  intercept = false,
): BoxProblem {
  const { n } = gram;
  return {
    gram,
    y,
    lower: new Float64Array(n).fill(lower),
    upper: new Float64Array(n).fill(upper),
    epsilon,
    intercept,
  };
}

export const solved = (
  box: BoxProblem,
  tolerance = 1e-10,
  start?: Float64Array,
  context: RunContext = quietContext,
): BoxSolution =>
  core.scope(() => {
    const solver = new BoxSolver(box.gram, box.y, box.intercept, contextWith(context, { linalg: core }));
    if (start) solver.startAt(start);
    return solver.solve(box, tolerance);
  });

/** K·a, of a dense matrix. */
export function times(k: Float64Array, a: ArrayLike<number>): Float64Array {
  const n = a.length;
  return Float64Array.from({ length: n }, (_, i) => {
    let sum = 0;
    for (let j = 0; j < n; j++) sum += k[i + j * n] * a[j];
    return sum;
  });
}

/** The minimised function, from its definition. */
export function objective(k: Float64Array, { y, epsilon }: BoxProblem, alpha: Float64Array): number {
  const fit = times(k, alpha);
  return alpha.reduce((sum, a, i) => sum + a * (0.5 * fit[i] - y[i]) + epsilon * Math.abs(a), 0);
}

/** ½a'Ka + sum of losses, from its definition, for finite bounds. */
export function primal(k: Float64Array, box: BoxProblem, alpha: Float64Array, intercept: number): number {
  const fit = times(k, alpha);
  return alpha.reduce((sum, a, i) => {
    const r = box.y[i] - intercept - fit[i];
    const loss = Math.max(box.upper[i] * (r - box.epsilon), box.lower[i] * (r + box.epsilon), 0);
    return sum + 0.5 * a * fit[i] + loss;
  }, 0);
}

/** Bounds, the sum, the residuals and the conditions at every row, to `slack` in units of y. */
export function assertOptimal(k: Float64Array, box: BoxProblem, solution: BoxSolution, slack: number, what = ''): void {
  const { alpha, intercept, residuals } = solution;
  const fit = times(k, alpha);
  const size = alpha.reduce((sum, a) => sum + Math.abs(a), 0);
  assert.ok(alpha.every(Number.isFinite) && Number.isFinite(intercept), `${what}: finite`);
  if (box.intercept) assert.ok(Math.abs(alpha.reduce((a, v) => a + v, 0)) <= 1e-12 * (1 + size), `${what}: sum`);
  else assert.equal(intercept, 0, what);
  for (let i = 0; i < alpha.length; i++) {
    const at = `${what}, row ${i + 1}, alpha ${alpha[i]}, residual ${residuals[i]}`;
    const a = alpha[i];
    assert.ok(a >= box.lower[i] && a <= box.upper[i], `${at}: bounds`);
    const r = box.y[i] - intercept - fit[i];
    assert.ok(Math.abs(r - residuals[i]) <= slack, `${at}: it is ${r}`);
    if (a < box.upper[i]) assert.ok(r <= (a < 0 ? -box.epsilon : box.epsilon) + slack, `${at}: wants to rise`);
    if (a > box.lower[i]) assert.ok(r >= (a > 0 ? box.epsilon : -box.epsilon) - slack, `${at}: wants to fall`);
  }
}
