import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quietContext } from '../../../src/engine/contract/context';
import { Random } from '../../../src/engine/data/random';
import { formOf } from '../../../src/engine/kernels/formOf';
import { quietWith } from '../../../src/engine/linalg/linalg';
import { mEstimatorPath } from '../../../src/engine/solvers/mEstimator';
import type { PathSolver } from '../../../src/engine/solvers/path';
import { signStepPath } from '../../../src/engine/solvers/signSteps';
import { median } from '../../../src/engine/statistics/robustScale';
import { core } from '../testCore';
import { logSpaced } from './signGrams';

const LENGTH_SCALE = 0.5;
const ROWS = 200;
const SEEDS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];

interface Part {
  readonly x: Float64Array;
  readonly y: Float64Array;
}

/**
 * SIGN eq. 16: x uniform on (−10, 10), y = sin(pi·x/2) and a little noise; a fraction of the rows has gross errors in y
 * instead.
 */
function sine(n: number, outliers: number, random: Random): Part {
  const x = Float64Array.from({ length: n }, () => 20 * random.uniform() - 10);
  const y = x.map((v, i) => Math.sin((Math.PI * v) / 2) + (i < outliers * n ? 30 : 0.05) * random.normal());
  return { x, y };
}

function kernel(a: Float64Array, b: Float64Array): Float64Array {
  const form = { kind: 'gaussian', lengthScale: LENGTH_SCALE } as const;
  return Float64Array.from(
    core.scope(() => core.kernelMatrix(formOf(form), a, a.length, b, b.length, 1, false, quietContext)),
  );
}

/** R² on clean rows, at the strength with the least mean absolute error on a validation part as spoiled as the training part. */
function score(solver: PathSolver, strengths: Float64Array, seed: number, outliers: number): number {
  const random = new Random(seed);
  const [train, check, rest] = [sine(ROWS, outliers, random), sine(60, outliers, random), sine(400, 0, random)];
  const centre = median(train.y);
  const [ofCheck, ofRest] = [check, rest].map(({ x }) => kernel(x, train.x));
  let best = { error: Infinity, r2: Number.NaN };
  const gram = { kind: 'dense', n: ROWS, k: kernel(train.x, train.x) } as const;
  solver(
    { gram, y: train.y.map((v) => v - centre), strengths },
    ({ alpha, intercept }) => {
      const predicted = (k: Float64Array, { y }: Part) =>
        y.map((_, i) => alpha.reduce((sum, a, j) => sum + a * k[i + j * y.length], centre + intercept));
      const atCheck = predicted(ofCheck, check);
      const error = check.y.reduce((sum, v, i) => sum + Math.abs(v - atCheck[i]), 0);
      if (!(error < best.error)) return true;
      const atRest = predicted(ofRest, rest);
      const mean = rest.y.reduce((sum, v) => sum + v / rest.y.length, 0);
      const left = rest.y.reduce((sum, v, i) => sum + (v - atRest[i]) ** 2, 0);
      const total = rest.y.reduce((sum, v) => sum + (v - mean) ** 2, 0);
      best = { error, r2: 1 - left / total };
      return true;
    },
    quietWith(core),
  );
  return best.r2;
}

const LAMBDAS = logSpaced(1, 1e-5, 26);
const METHODS = {
  tukey: [mEstimatorPath({ loss: 'tukey' }), LAMBDAS],
  huber: [mEstimatorPath({ loss: 'huber' }), LAMBDAS],
  signGradient: [signStepPath(0.01), logSpaced(0.01, 10, 40)],
  // A cutoff beyond every residual.
  ridge: [mEstimatorPath({ loss: 'huber', scale: 1e9 }), LAMBDAS],
} as const;

function scores(method: keyof typeof METHODS, outliers: number): number[] {
  const [solver, strengths] = METHODS[method];
  return SEEDS.map((seed) => score(solver, strengths, seed, outliers));
}

test('without outliers all of them learn the sine', () => {
  for (const method of ['tukey', 'huber', 'signGradient', 'ridge'] as const) {
    const found = scores(method, 0);
    assert.ok(Math.min(...found) > 0.95, `${method}: ${found}`);
  }
});

test('with a fifth of the rows gross errors Tukey, Huber and the sign gradient still do', () => {
  for (const method of ['tukey', 'huber', 'signGradient'] as const) {
    const found = scores(method, 0.2);
    assert.ok(Math.min(...found) > 0.8, `${method}: ${found}`);
  }
});

test('and kernel ridge regression has broken down, whatever its strength', () => {
  const found = scores('ridge', 0.2);
  assert.ok(Math.max(...found) < 0.5, `${found}`);
});
