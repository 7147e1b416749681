import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quietWith } from '../../../src/engine/linalg/linalg';
import { infinityPath, onePath, quantilePath, tubePath } from '../../../src/engine/solvers/dualPaths';
import type { Gram } from '../../../src/engine/solvers/gram';
import type { PathPoint, PathSolver } from '../../../src/engine/solvers/path';
import { core } from '../testCore';
import { assertOptimal, dense, gaussian, matrix, problem, solved, target } from './boxCases';

type Copied = Pick<PathPoint, 'index' | 'alpha' | 'intercept' | 'residuals' | 'remainder'>;

function visits(path: PathSolver, gram: Gram, y: Float64Array, strengths: Float64Array, until = Infinity): Copied[] {
  const points: Copied[] = [];
  const visit = (point: PathPoint): boolean => {
    points.push({ ...point, alpha: point.alpha.slice(), residuals: point.residuals.slice() });
    return points.length < until;
  };
  path({ gram, y, strengths }, visit, quietWith(core));
  return points;
}

const grid = (from: number, to: number, count: number) =>
  Float64Array.from({ length: count }, (_, l) => from * (to / from) ** (l / (count - 1)));

/** Lower and upper bound, epsilon, intercept. */
type Limits = readonly [number, number, number, boolean];

const n = 70;
const perSample = grid(10, 1e-6, 25);
const PATHS = [
  {
    name: 'K-l_inf',
    path: infinityPath({ tolerance: 1e-11 }),
    strengths: grid(1e-3, 1e3, 25),
    box: (c: number): Limits => [-c, c, 0, false],
  },
  {
    name: 'K-l_1',
    path: onePath({ tolerance: 1e-11 }),
    strengths: grid(4, 1e-4, 25),
    box: (epsilon: number): Limits => [-Infinity, Infinity, epsilon, false],
  },
  ...[true, false].flatMap((intercept) => [
    {
      name: `support vectors, ${intercept ? 'with' : 'without'} intercept`,
      path: tubePath({ tolerance: 1e-11, epsilon: 0.2, intercept }),
      strengths: perSample,
      box: (lambda: number): Limits => [-1 / (n * lambda), 1 / (n * lambda), 0.2, intercept],
    },
    {
      name: `quantile 0.3, ${intercept ? 'with' : 'without'} intercept`,
      path: quantilePath({ tolerance: 1e-11, tau: 0.3, intercept }),
      strengths: perSample,
      box: (lambda: number): Limits => [-(1 - 0.3) * (1 / (n * lambda)), 0.3 * (1 / (n * lambda)), 0, intercept],
    },
  ]),
];

for (const { name, path, strengths, box } of PATHS) {
  test(`${name}: every point of the path meets its conditions and is the one solved for cold`, () => {
    const k = gaussian(n, 3, 0.7, 31);
    const y = target(n, 32);
    const points = visits(path, dense(k), y, strengths);
    assert.deepEqual(
      points.map((p) => p.index),
      [...strengths.keys()],
    );
    for (const point of points) {
      const one = problem(dense(k), y, ...box(strengths[point.index]));
      assertOptimal(k, one, { ...point, gap: 0, iterations: 0 }, 1e-9, `point ${point.index + 1}`);
      const cold = solved(one, 1e-11);
      const size = cold.alpha.reduce((most, a) => Math.max(most, Math.abs(a)), 1);
      assert.ok(
        point.alpha.every((a, i) => Math.abs(a - cold.alpha[i]) <= 1e-8 * size),
        `point ${point.index + 1}`,
      );
      assert.ok(point.remainder <= 1e-11);
    }
  });

  test(`${name}: a kernel matrix that is singular to rounding is followed to the end`, () => {
    const k = gaussian(n, 2, 30, 33, 10);
    const y = target(n, 34);
    const points = visits(path, dense(k), y, strengths);
    assert.equal(points.length, strengths.length);
    for (const point of points) assert.ok(point.remainder <= 1e-11 && point.alpha.every(Number.isFinite));
  });
}

test('a visit that says stop ends the path', () => {
  const k = gaussian(20, 2, 1, 35);
  assert.equal(visits(infinityPath(), dense(k), target(20, 36), grid(0.01, 10, 10), 4).length, 4);
});

test('Prop. 4: with a diagonal kernel matrix K-l_inf(c) is sign(y_i/k_ii)·min(c, |y_i/k_ii|)', () => {
  const k = matrix(12, (i, j) => (i === j ? 0.5 + i : 0));
  const y = target(12, 37);
  const strengths = grid(0.01, 10, 15);
  for (const { index, alpha } of visits(infinityPath({ tolerance: 1e-13 }), dense(k), y, strengths)) {
    for (let i = 0; i < 12; i++) {
      const whole = y[i] / (0.5 + i);
      assert.ok(Math.abs(alpha[i] - Math.sign(whole) * Math.min(strengths[index], Math.abs(whole))) <= 1e-14);
    }
  }
});

test('weights count as repeated rows, and a weight of 0 leaves its row out', () => {
  const size = 30;
  const k = gaussian(size, 2, 0.8, 38);
  const y = target(size, 39);
  const weights = Float64Array.from({ length: size }, (_, i) => i % 3);
  const at = [...weights].flatMap((w, i) => new Array<number>(w).fill(i));
  const repeated = matrix(at.length, (i, j) => k[at[i] + at[j] * size]);
  const copies = Float64Array.from(at, (i) => y[i]);
  // lambda is per sample: the same bound on each copy.
  const lambda = grid(1, 1e-3, 6);
  const quantile = { tolerance: 1e-12, tau: 0.7, intercept: true };
  const own = visits(
    quantilePath({ ...quantile, weights }),
    dense(k),
    y,
    lambda.map((l) => l / size),
  );
  const rows = visits(
    quantilePath(quantile),
    dense(repeated),
    copies,
    lambda.map((l) => l / at.length),
  );
  own.forEach(({ residuals, alpha }, p) => {
    at.forEach((i, copy) => {
      assert.ok(Math.abs(residuals[i] - rows[p].residuals[copy]) <= 1e-7, `point ${p + 1}, row ${i + 1}`);
    });
    weights.forEach((w, i) => {
      if (w === 0) assert.equal(Math.abs(alpha[i]), 0);
    });
  });
});

test('quantiles leave the share tau of the rows below them, up to those they pass through', () => {
  const k = gaussian(120, 2, 0.8, 40);
  const y = target(120, 41);
  for (const tau of [0.1, 0.5, 0.9]) {
    for (const { alpha } of visits(quantilePath({ tau, intercept: true }), dense(k), y, grid(1, 1e-4, 8))) {
      // sum(alpha) = 0 with alpha at (tau − 1)·C below and tau·C above.
      const bounds = [Math.min(...alpha), Math.max(...alpha)];
      const below = alpha.filter((a) => a === bounds[0]).length;
      const above = alpha.filter((a) => a === bounds[1]).length;
      assert.ok(below <= tau * 120 + 1e-9 && above <= (1 - tau) * 120 + 1e-9, `${below} below, ${above} above`);
    }
  }
});
