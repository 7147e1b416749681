import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cancelledError, quietContext } from '../../../src/engine/contract/context';
import { KernelscopeError } from '../../../src/engine/contract/failure';
import { Random } from '../../../src/engine/data/random';
import { quietWith } from '../../../src/engine/linalg/linalg';
import { BoxLarge } from '../../../src/engine/solvers/boxLarge';
import type { Gram } from '../../../src/engine/solvers/gram';
import { core } from '../testCore';
import { assertOptimal, dense, gaussian, matrix, objective, primal, problem, solved, target, times } from './boxCases';

const KINDS = [
  { name: 'infinity', lower: -1, upper: 1, epsilon: 0, intercept: false },
  { name: 'tube', lower: -1, upper: 1, epsilon: 0.2, intercept: false },
  { name: 'tube with intercept', lower: -1, upper: 1, epsilon: 0.2, intercept: true },
  { name: 'quantile', lower: -0.2, upper: 0.8, epsilon: 0, intercept: false },
  { name: 'quantile with intercept', lower: -0.9, upper: 0.1, epsilon: 0, intercept: true },
];
const MATRICES = [
  { name: 'well conditioned', k: gaussian(50, 3, 0.5, 1) },
  { name: 'singular to rounding', k: gaussian(50, 2, 20, 2) },
  { name: 'with rows twice', k: gaussian(50, 3, 1, 3, 15) },
  { name: 'of rank 1', k: matrix(30, () => 1) },
  { name: 'zero', k: new Float64Array(25 ** 2) },
];

for (const kind of KINDS) {
  for (const { name, k } of MATRICES) {
    test(`${kind.name}: a kernel matrix that is ${name} meets the conditions at every row, whatever the bounds`, () => {
      const gram = dense(k);
      for (const c of [1e-6, 0.01, 1, 100, 1e5]) {
        for (const y of [target(gram.n, 7), new Float64Array(gram.n).fill(1.5), tied(gram.n)]) {
          const box = problem(gram, y, kind.lower * c, kind.upper * c, kind.epsilon, kind.intercept);
          const solution = solved(box, 1e-13);
          const size = 1 + solution.alpha.reduce((sum, a) => sum + Math.abs(a), 0);
          assertOptimal(k, box, solution, 1e-9 + 1e-14 * size, `c = ${c}`);
        }
      }
    });
  }
}

/** Few values, so that residuals tie. */
function tied(n: number): Float64Array {
  return Float64Array.from({ length: n }, (_, i) => (i % 4) - 1);
}

test('without bounds: the lasso conditions, and K^-1·y where nothing is penalised', () => {
  const k = gaussian(60, 3, 0.6, 4);
  const y = target(60, 5);
  const none = Number.POSITIVE_INFINITY;
  for (const epsilon of [2, 0.3, 0.01, 1e-5]) {
    const box = problem(dense(k), y, -none, none, epsilon);
    assertOptimal(k, box, solved(box), 1e-9, `epsilon = ${epsilon}`);
  }
  const free = solved(problem(dense(k), y, -none, none));
  assert.ok(free.residuals.every((r) => Math.abs(r) <= 1e-9));
});

test('an epsilon larger than every |y| leaves alpha at 0, exactly', () => {
  const k = gaussian(20, 2, 1, 6);
  const y = target(20, 6);
  const largest = Math.max(...y.map(Math.abs));
  const solution = solved(problem(dense(k), y, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY, largest));
  assert.deepEqual(solution.alpha, new Float64Array(20));
  assert.equal(solution.gap, 0);
  assert.deepEqual(solution.residuals, y);
});

test('one row, and one row with an intercept', () => {
  const k = Float64Array.of(2);
  const alone = solved(problem(dense(k), Float64Array.of(3), -1, 1));
  assert.deepEqual([...alone.alpha, ...alone.residuals], [1, 1]);
  const inside = solved(problem(dense(k), Float64Array.of(3), -10, 10, 0.5));
  assert.ok(Math.abs(inside.alpha[0] - 1.25) < 1e-15);
  const constant = solved(problem(dense(k), Float64Array.of(3), -1, 1, 0, true));
  assert.deepEqual([constant.alpha[0], constant.intercept, constant.residuals[0]], [0, 3, 0]);
});

test('the gap bounds how far the objective is from the least, and from any primal value', () => {
  const k = gaussian(40, 3, 0.8, 8);
  const random = new Random(8);
  for (const kind of KINDS) {
    const box = problem(dense(k), target(40, 9), kind.lower, kind.upper, kind.epsilon, kind.intercept);
    const best = solved(box, 1e-13);
    const least = objective(k, box, best.alpha);
    for (const tolerance of [0.3, 1e-2, 1e-4]) {
      const rough = solved(box, tolerance);
      const value = objective(k, box, rough.alpha);
      const above = primal(k, box, rough.alpha, rough.intercept);
      assert.ok(rough.gap <= tolerance);
      assert.ok(value >= least - 1e-12 * Math.abs(least), 'no objective below the least');
      assert.ok(above >= -least - 1e-12 * Math.abs(least), 'no primal below the dual');
      const reported = rough.gap * Math.max(Math.abs(above), Math.abs(value));
      assert.ok(Math.abs(reported - (above + value)) <= 1e-9 * Math.abs(least), `${reported} and ${above + value}`);
      assert.ok(value - least <= reported + 1e-12 * Math.abs(least), 'within the gap');
    }
    for (let trial = 0; trial < 50; trial++) {
      const any = best.alpha.map((a) => a + 0.3 * random.normal());
      assert.ok(primal(k, box, any, best.intercept + 0.1 * random.normal()) >= -least - 1e-10, 'weak duality');
    }
  }
});

test('a start changes nothing but the work, be it the solution, outside the bounds, or with another sum', () => {
  const k = gaussian(60, 3, 0.7, 10);
  const y = target(60, 11);
  for (const kind of KINDS) {
    const box = problem(dense(k), y, kind.lower, kind.upper, kind.epsilon, kind.intercept);
    const cold = solved(box);
    const again = solved(box, 1e-10, cold.alpha);
    assert.ok(again.iterations <= 3 && again.iterations <= cold.iterations, `${again.iterations} iterations`);
    for (const start of [cold.alpha, new Float64Array(60).fill(3), target(60, 12)]) {
      const warm = solved(box, 1e-10, start);
      assertOptimal(k, box, warm, 1e-9, kind.name);
      assert.ok(warm.alpha.every((a, i) => Math.abs(a - cold.alpha[i]) <= 1e-8));
    }
  }
});

test('features give what their product gives, as one working set after another', () => {
  const n = 300;
  const m = 25;
  const random = new Random(13);
  const z = Float64Array.from({ length: n * m }, () => random.normal() / 5);
  const factor: Gram = { kind: 'factor', n, m, z };
  const k = matrix(n, (i, j) => {
    let sum = 0;
    for (let c = 0; c < m; c++) sum += z[i * m + c] * z[j * m + c];
    return sum;
  });
  const y = target(n, 14);
  for (const kind of KINDS) {
    for (const c of [0.05, 2]) {
      const limits = [kind.lower * c, kind.upper * c, kind.epsilon, kind.intercept] as const;
      const whole = solved(problem(dense(k), y, ...limits));
      const parts = solved(problem(factor, y, ...limits));
      assertOptimal(k, problem(factor, y, ...limits), parts, 1e-7, kind.name);
      assert.ok(
        parts.residuals.every((r, i) => Math.abs(r - whole.residuals[i]) <= 1e-7),
        kind.name,
      );
    }
  }
});

test('one working set after another gives what the whole dense problem gives', () => {
  const k = gaussian(700, 3, 0.8, 15);
  const y = target(700, 16);
  for (const kind of KINDS) {
    const box = problem(dense(k), y, kind.lower * 2, kind.upper * 2, kind.epsilon, kind.intercept);
    core.scope(() => {
      const large = new BoxLarge(box.gram, y, kind.intercept);
      const { point } = large;
      point.epsilon = box.epsilon;
      point.lower.set(box.lower);
      point.upper.set(box.upper);
      // From every row at a bound, so that several sets are needed.
      const rise = kind.intercept ? 0 : 1;
      y.forEach((v, i) => {
        point.alpha[i] = rise * (v > 0 ? box.upper[i] : box.lower[i]);
      });
      large.refresh(quietWith(core));
      const gap = large.descend(({ absolute, scale }) => absolute <= 1e-10 * scale, quietWith(core));
      const residuals = point.residuals.map((r) => r - gap.intercept);
      const solution = { alpha: point.alpha, intercept: gap.intercept, residuals, gap: 0, iterations: 0 };
      assertOptimal(k, box, solution, 1e-6, kind.name);
      const whole = solved(box);
      assert.ok(
        whole.residuals.every((r, i) => Math.abs(r - residuals[i]) <= 1e-6),
        kind.name,
      );
    });
  }
});

test('two runs give the same bits', () => {
  const k = gaussian(80, 3, 1, 17);
  const box = problem(dense(k), target(80, 18), -1, 1, 0.1, true);
  assert.deepEqual(solved(box), solved(box));
});

test('cancelling ends a solve with its own failure', () => {
  let looks = 0;
  const context = {
    ...quietContext,
    check() {
      if (++looks > 3) throw cancelledError();
    },
  };
  const k = gaussian(400, 3, 0.5, 19);
  assert.throws(
    () => solved(problem(dense(k), target(400, 20), -5, 5, 0, true), 1e-10, undefined, context),
    (error: unknown) => error instanceof KernelscopeError && error.failure.code === 'run/cancelled',
  );
});

test('what is not finite names its row, and a gap out of reach says which was reached', () => {
  const k = gaussian(10, 2, 1, 21);
  const y = target(10, 21);
  y[6] = Number.NaN;
  const failing = (code: string, words: RegExp) => (error: unknown) =>
    error instanceof KernelscopeError && error.failure.code === code && words.test(error.failure.message);
  assert.throws(() => solved(problem(dense(k), y, -1, 1)), failing('numerics/failed', /row 7/));
  const holed = gaussian(10, 2, 1, 21);
  holed[3 + 7 * 10] = Number.NaN;
  assert.throws(() => solved(problem(dense(holed), target(10, 21), -1, 1)), failing('numerics/failed', /not finite/));
  // The matrix is not symmetric: one row loses what another gains, for ever.
  const turning = Float64Array.of(0.1, 2, -2, 0.1);
  assert.throws(
    () => solved(problem(dense(turning), Float64Array.of(1, 0.5), -3, 3)),
    failing('numerics/failed', /gap of \d/),
  );
});

test('the residuals are those of alpha and the intercept', () => {
  const k = gaussian(70, 2, 5, 22);
  const box = problem(dense(k), target(70, 23), -3, 3, 0, true);
  const { alpha, intercept, residuals } = solved(box);
  const fit = times(k, alpha);
  for (let i = 0; i < 70; i++) assert.ok(Math.abs(residuals[i] - (box.y[i] - intercept - fit[i])) <= 1e-12);
});
