import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cancelledError, contextWith, quietContext, type RunContext } from '../../../src/engine/contract/context';
import { KernelscopeError } from '../../../src/engine/contract/failure';
import { formOf } from '../../../src/engine/kernels/formOf';
import { quietWith } from '../../../src/engine/linalg/linalg';
import type { Gram } from '../../../src/engine/solvers/gram';
import { type MEstimatorOptions, mEstimatorPath, weightedRidge } from '../../../src/engine/solvers/mEstimator';
import { MEstimatorIteration } from '../../../src/engine/solvers/mEstimatorIteration';
import { psi, rho, weight } from '../../../src/engine/solvers/mEstimatorLoss';
import { residualScale } from '../../../src/engine/solvers/mEstimatorScale';
import { median, requireRobustScale, robustScale } from '../../../src/engine/statistics/robustScale';
import oracle from '../../oracles/robust.json';
import { normals } from '../madeRows';
import { core } from '../testCore';
import { largestDifference, largestSize, logSpaced, madeFactor, madeGram, times } from './signGrams';

interface Fit {
  readonly alpha: Float64Array;
  readonly intercept: number;
  readonly residuals: Float64Array;
  readonly weights: Float64Array;
  readonly remainder: number;
  readonly iterations: number;
}

function fits(
  options: MEstimatorOptions,
  gram: Gram,
  y: Float64Array,
  lambdas: ArrayLike<number>,
  context: RunContext = quietContext,
): Fit[] {
  const found: Fit[] = [];
  mEstimatorPath(options)(
    { gram, y, strengths: Float64Array.from(lambdas) },
    ({ alpha, intercept, residuals, weights, remainder, iterations }) => {
      assert.ok(weights);
      found.push({
        alpha: alpha.slice(),
        intercept,
        residuals: residuals.slice(),
        weights: weights.slice(),
        remainder,
        iterations,
      });
      return true;
    },
    contextWith(context, { linalg: core }),
  );
  return found;
}

/** A made kernel problem in which every sixth row is off by much. */
function spoiled(n: number, lengthScale: number, seed: number) {
  const { gram, y } = madeGram({ kind: 'gaussian', lengthScale }, n, 2, seed);
  const next = normals(seed + 50);
  return { gram, y: y.map((v, i) => (i % 6 === 0 ? v + 8 * next() : v)) };
}

const { gram, y } = spoiled(66, 0.9, 3);
const LAMBDAS = logSpaced(1, 1e-6, 13);
const LOSSES = ['huber', 'tukey'] as const;
const TUNING = { huber: 1.345, tukey: 4.685 };

test('fits with a fixed scale are those of an independent minimiser, with and without an intercept', () => {
  const { x, y: target, lengthScale, fits: wanted } = oracle.kernel;
  const n = target.length;
  const points = Float64Array.from(x.flat());
  const k = Float64Array.from(
    core.scope(() =>
      core.kernelMatrix(formOf({ kind: 'gaussian', lengthScale }), points, n, points, n, 2, true, quietContext),
    ),
  );
  const observed = Float64Array.from(target);
  for (const { loss, lambda, scale, intercept, f, objective } of wanted) {
    if (loss !== 'huber' && loss !== 'tukey') throw new RangeError(loss);
    const [found] = fits({ loss, scale, intercept, tolerance: 1e-12 }, { kind: 'dense', n, k }, observed, [lambda]);
    const fitted = observed.map((v, i) => v - found.residuals[i]);
    const what = `${loss}, lambda ${lambda}, intercept ${intercept}`;
    assert.ok(largestDifference(fitted, Float64Array.from(f)) < 1e-7, what);
    const product = times({ kind: 'dense', n, k }, found.alpha);
    const cost = found.residuals.reduce((sum, r) => sum + rho(loss, r, TUNING[loss] * scale) / n, 0);
    const norm = found.alpha.reduce((sum, a, i) => sum + a * product[i], 0);
    assert.ok(Math.abs(cost + lambda * norm - objective) < 1e-10, what);
    assert.ok(
      largestDifference(
        product.map((v) => v + found.intercept),
        fitted,
      ) < 1e-9,
      what,
    );
  }
});

test('a linear kernel with little ridge gives the coefficients and weights of robust linear regression', () => {
  const { x, y: target, fits: wanted } = oracle.linear;
  const n = target.length;
  const z = Float64Array.from({ length: 3 * n }, (_, at) => x[at % 3][Math.floor(at / 3)]);
  for (const { loss, scale, coefficients, weights } of wanted) {
    if (loss !== 'huber' && loss !== 'tukey') throw new RangeError(loss);
    const [{ alpha, intercept, weights: found }] = fits(
      { loss, scale, intercept: true, tolerance: 1e-8 },
      { kind: 'factor', n, m: 3, z },
      Float64Array.from(target),
      [1e-9],
    );
    const slopes = x.map((column) => column.reduce((sum, v, i) => sum + v * alpha[i], 0));
    assert.ok(largestDifference(Float64Array.of(intercept, ...slopes), Float64Array.from(coefficients)) < 1e-5, loss);
    assert.ok(largestDifference(found, Float64Array.from(weights)) < 1e-4, loss);
  }
});

test('every point solves its own equations: N·lambda·alpha = psi(r) at the cutoff of its residuals, sum alpha = 0', () => {
  for (const loss of LOSSES) {
    for (const intercept of [false, true]) {
      for (const [at, found] of fits({ loss, intercept }, gram, y, LAMBDAS).entries()) {
        const cutoff = TUNING[loss] * robustScale(found.residuals).scale;
        const pull = found.residuals.map((r) => psi(loss, r, cutoff));
        const scaled = found.alpha.map((a) => 66 * LAMBDAS[at] * a);
        assert.ok(largestDifference(pull, scaled) < 2e-6 * largestSize(pull), `${loss} at ${LAMBDAS[at]}`);
        assert.ok(found.remainder <= 1e-6);
        assert.deepEqual(
          found.weights,
          found.residuals.map((r) => weight(loss, r, cutoff)),
        );
        const direct = times(gram, found.alpha).map((f, i) => y[i] - found.intercept - f);
        assert.ok(largestDifference(direct, found.residuals) < 1e-9);
        if (intercept) assert.ok(Math.abs(found.alpha.reduce((s, a) => s + a, 0)) < 1e-6 * largestSize(found.alpha));
        else assert.equal(found.intercept, 0);
      }
    }
  }
});

test('a cutoff beyond every residual gives kernel ridge regression', () => {
  const lambdas = [1, 1e-2, 1e-4];
  for (const loss of LOSSES) {
    for (const [at, { alpha, weights, iterations }] of fits({ loss, scale: 1e9 }, gram, y, lambdas).entries()) {
      assert.ok(weights.every((w) => w > 1 - 1e-12));
      const system = times(gram, alpha).map((f, i) => f + 66 * lambdas[at] * alpha[i]);
      assert.ok(largestDifference(system, y) < 1e-9);
      assert.ok(iterations <= 4);
    }
  }
});

test('Huber: the path warm-started is the path of single fits, for a fixed scale', () => {
  const warm = fits({ loss: 'huber', scale: 0.3, tolerance: 1e-11 }, gram, y, LAMBDAS);
  for (const [i, lambda] of LAMBDAS.entries()) {
    const [cold] = fits({ loss: 'huber', scale: 0.3, tolerance: 1e-11 }, gram, y, [lambda]);
    assert.ok(largestDifference(cold.residuals, warm[i].residuals) < 1e-8, `lambda ${lambda}`);
  }
});

test('with a fixed scale the objective falls from step to step, from a constant to the solution', () => {
  for (const loss of LOSSES) {
    for (const lambda of [1e-1, 1e-3, 1e-5]) {
      core.scope(() => {
        const scale = residualScale(0.2, y);
        const rowWeights = new Float64Array(66).fill(1);
        const problem = { gram, y, rowWeights, intercept: true, loss, tuning: TUNING[loss], scale };
        const system = weightedRidge(gram, quietWith(core));
        const iteration = new MEstimatorIteration(problem, system, quietWith(core));
        iteration.state.reset(0);
        const objective = () => iteration.state.objective(loss, 0.2 * TUNING[loss], 66 * lambda);
        for (let step = 0, last = objective(); step < 60; step++) {
          const { remainder, iterations } = iteration.solve(66 * lambda, 1e-8, 1);
          assert.ok(objective() <= last * (1 + 1e-10), `${loss}, lambda ${lambda}, step ${step}`);
          last = objective();
          if (iterations === 0) break;
          assert.ok(step < 59, `${loss}, lambda ${lambda}: ${remainder} left`);
        }
      });
    }
  }
});

test("where Huber's cutoff does not settle by itself it is bracketed, and agrees with its residuals all the same", () => {
  let most = 0;
  for (const seed of [2, 3, 5, 7]) {
    const problem = spoiled(66, 0.5, seed);
    for (const scale of ['mad', 'deviation'] as const) {
      for (const { remainder, iterations } of fits({ loss: 'huber', scale }, problem.gram, problem.y, LAMBDAS)) {
        assert.ok(remainder <= 1e-6, `seed ${seed}, ${scale}: ${remainder} left after ${iterations}`);
        most = Math.max(most, iterations);
      }
    }
  }
  assert.ok(most > 20, 'none of the fits needed it');
});

test("K = Z·Z' gives what the whole matrix gives", () => {
  const { factor, dense, y: target } = madeFactor(90, 5, 7);
  const off = target.map((v, i) => (i % 8 === 0 ? v + 9 : v));
  for (const loss of LOSSES) {
    for (const intercept of [false, true]) {
      const options = { loss, intercept, tolerance: 1e-9 };
      const whole = fits(options, dense, off, [1, 1e-2, 1e-4]);
      for (const [i, found] of fits(options, factor, off, [1, 1e-2, 1e-4]).entries())
        assert.ok(largestDifference(found.residuals, whole[i].residuals) < 1e-6, `${loss} ${intercept} ${i}`);
    }
  }
});

test('a row of weight 3 counts as three rows, one of weight 0 as none', () => {
  const counts = Float64Array.from({ length: 66 }, (_, i) => [1, 3, 0, 1, 2][i % 5]);
  const rows = [...counts].flatMap((count, i) => Array.from({ length: count }, () => i));
  const k = Float64Array.from({ length: rows.length ** 2 }, (_, at) =>
    gram.kind === 'dense' ? gram.k[rows[at % rows.length] + rows[Math.floor(at / rows.length)] * 66] : Number.NaN,
  );
  const repeated = Float64Array.from(rows, (i) => y[i]);
  for (const loss of LOSSES) {
    const options = { loss, scale: 0.4, intercept: true, tolerance: 1e-10 };
    const [weighted] = fits({ ...options, rowWeights: counts }, gram, y, [1e-2]);
    const [plain] = fits(options, { kind: 'dense', n: rows.length, k }, repeated, [1e-2]);
    const expected = Float64Array.from(rows, (i) => weighted.residuals[i]);
    assert.ok(largestDifference(expected, plain.residuals) < 1e-7, loss);
    assert.ok(counts.every((count, i) => count > 0 || weighted.alpha[i] === 0));
  }
});

test('the scale may be the standard deviation, and stops after the steps allowed, saying how far it is', () => {
  for (const loss of LOSSES) {
    const [found] = fits({ loss, scale: 'deviation' }, gram, y, [1e-2]);
    const mean = found.residuals.reduce((s, r) => s + r, 0) / 66;
    const deviation = Math.sqrt(found.residuals.reduce((s, r) => s + (r - mean) ** 2, 0) / 66);
    const pull = found.residuals.map((r) => psi(loss, r, TUNING[loss] * deviation));
    assert.ok(
      largestDifference(
        pull,
        found.alpha.map((a) => 0.66 * a),
      ) <
        2e-6 * largestSize(pull),
    );
  }
  const [stopped] = fits({ loss: 'huber', iterations: 1 }, gram, y, [1e-4]);
  assert.equal(stopped.iterations, 1);
  assert.ok(stopped.remainder > 1e-4);
});

test("Tukey's points whose curvature nearly vanishes along one direction are solved too", () => {
  for (let seed = 1; seed <= 6; seed++)
    for (const lengthScale of [0.3, 0.6, 0.9, 2, 5]) {
      const { gram: k, y: target } = spoiled(66, lengthScale, seed);
      const found = fits(
        { loss: 'tukey', scale: 'deviation', tuning: 2 * TUNING.tukey },
        k,
        target,
        logSpaced(1, 1e-6, 25),
      );
      for (const { remainder, iterations } of found)
        assert.ok(remainder <= 1e-6 && iterations < 60, `${remainder} after ${iterations}`);
    }
});

test('residuals that collapse towards interpolation end at the floor of the scale, without NaN', () => {
  const line = Float64Array.from({ length: 30 }, (_, i) => i / 10);
  const k = Float64Array.from({ length: 900 }, (_, at) => line[at % 30] * line[Math.floor(at / 30)]);
  for (const loss of LOSSES) {
    const found = fits({ loss }, { kind: 'dense', n: 30, k }, line, logSpaced(1, 1e-10, 6));
    for (const { residuals, alpha } of found) assert.ok([...residuals, ...alpha].every(Number.isFinite));
    assert.ok(largestSize(found[5].residuals) < 1e-6);
  }
});

test('one row, two rows and a target that does not vary: weights are 1 or the equations hold', () => {
  for (const loss of LOSSES) {
    const one: Gram = { kind: 'dense', n: 1, k: Float64Array.of(1) };
    const [single] = fits({ loss }, one, Float64Array.of(3), [1]);
    assert.ok(Math.abs(single.alpha[0] - 1.5) < 1e-12 && single.weights[0] === 1);
    const [centred] = fits({ loss, intercept: true }, one, Float64Array.of(3), [1]);
    assert.deepEqual([centred.alpha[0], centred.intercept, centred.remainder], [0, 3, 0]);
    const two: Gram = { kind: 'dense', n: 2, k: Float64Array.of(1, 0.5, 0.5, 1) };
    for (const { remainder, residuals } of fits({ loss, intercept: true }, two, Float64Array.of(0, 1), [1, 1e-3]))
      assert.ok(remainder <= 1e-6 && residuals.every(Number.isFinite));
    const [constant] = fits({ loss, intercept: true }, gram, new Float64Array(66).fill(5), [1e-3]);
    assert.ok(largestSize(constant.alpha) === 0 && constant.intercept === 5 && constant.weights.every((w) => w === 1));
  }
});

test('what cannot be fitted is told: equal targets, no row within the cutoff, a lambda or scale of 0', () => {
  const mostly = y.map((v, i) => (i % 3 === 0 ? v : 2));
  const says = (run: () => unknown, code: string, words: RegExp) =>
    assert.throws(
      run,
      (error) => error instanceof KernelscopeError && error.failure.code === code && words.test(error.message),
    );
  says(() => requireRobustScale(mostly), 'data/target-constant', /44 of 66 training rows/);
  requireRobustScale(new Float64Array(66).fill(2));
  requireRobustScale(y);
  assert.equal(fits({ loss: 'huber', scale: 'deviation' }, gram, mostly, [1]).length, 1);
  assert.ok(fits({ loss: 'huber' }, gram, mostly, [1])[0].residuals.every(Number.isFinite));
  const apart = Float64Array.from({ length: 66 }, (_, i) => (i % 2 === 0 ? 100 + i : -100 - i));
  says(
    () => fits({ loss: 'tukey', scale: 1e-3 }, gram, apart, [10]),
    'numerics/failed',
    /every training row as an outlier/,
  );
  says(() => fits({ loss: 'huber' }, gram, y, [0]), 'parameter/invalid', /lambda/);
  says(() => fits({ loss: 'huber', scale: 0 }, gram, y, [1]), 'parameter/invalid', /scale/);
});

test('a visit may end the path, and a cancelled run stops', () => {
  let visits = 0;
  const task = { gram, y, strengths: LAMBDAS };
  mEstimatorPath({ loss: 'tukey' })(task, () => ++visits < 3, quietWith(core));
  assert.equal(visits, 3);
  let checks = 0;
  const cancelling: RunContext = {
    ...quietContext,
    check() {
      if (++checks > 5) throw cancelledError();
    },
  };
  assert.throws(() => fits({ loss: 'huber' }, gram, y, LAMBDAS, cancelling), /Cancelled/);
});

test('an outlier moves Huber by no more than its cutoff and Tukey not at all', () => {
  const far = (size: number) => y.map((v, i) => (i === 20 ? size : v));
  const options = { scale: 0.3, intercept: true, tolerance: 1e-11 };
  const [huber, further] = [1e3, 1e6].map((size) => fits({ ...options, loss: 'huber' }, gram, far(size), [1e-2])[0]);
  assert.ok(largestDifference(huber.alpha, further.alpha) < 1e-6);
  const [tukey] = fits({ ...options, loss: 'tukey' }, gram, far(1e6), [1e-2]);
  assert.equal(tukey.alpha[20], 0);
  assert.equal(tukey.weights[20], 0);
  assert.ok(Math.abs(tukey.intercept - median(y)) < 2);
});
