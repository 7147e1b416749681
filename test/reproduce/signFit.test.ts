import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cancelledError, quietContext } from '../../src/engine/contract/context';
import { KernelscopeError } from '../../src/engine/contract/failure';
import type { Parameters } from '../../src/engine/contract/method';
import type { RobustFamily } from '../../src/engine/fit/robust/family';
import { leftOutParts, scoreLeftOut } from '../../src/engine/fit/robust/leftOut';
import { formOf } from '../../src/engine/kernels/formOf';
import { quietWith } from '../../src/engine/linalg/linalg';
import { huberFamily } from '../../src/engine/methods/huber';
import { kl1Family } from '../../src/engine/methods/kl1';
import { quantileFamily } from '../../src/engine/methods/quantile';
import { tukeyFamily } from '../../src/engine/methods/tukey';
import { gradientStepPath } from '../../src/engine/solvers/gradientSteps';
import { TUNING } from '../../src/engine/solvers/mEstimatorLoss';
import type { PathSolver } from '../../src/engine/solvers/path';
import { drawRows, prepareDraw } from '../../src/reproduce/sign/robustDraw';
import { fitDraw } from '../../src/reproduce/sign/robustFit';
import {
  gradientFlowPath,
  METHODS,
  methodOf,
  type RobustMethod,
  ridgePath,
} from '../../src/reproduce/sign/robustMethods';
import { stopDescent, stopEarly } from '../../src/reproduce/sign/robustStopping';
import { powersOfTen, shareExplained } from '../../src/reproduce/statistics';
import { core, fitContext } from '../engine/testCore';
import { madeTable } from './madeTable';

const GRID = { lengthScales: powersOfTen(-0.5, 1, 4), penalties: powersOfTen(1, -3, 7) };
const draw = drawRows(madeTable(400, 5), 100, 2, 0);
const prepared = {
  authors: prepareDraw(draw, { protocol: 'authors', folds: 4 }),
  careful: prepareDraw(draw, { protocol: 'careful', folds: 4 }),
};
const squared = (r: number) => r * r;

/** A part's kernel matrices at one length scale. */
function kernelOf({ x, others, n, m, d }: (typeof prepared.authors)['refit'], lengthScale: number) {
  const form = { kind: 'gaussian', lengthScale } as const;
  return {
    k: core.kernelMatrix(formOf(form), x, n, x, n, d, true, quietContext),
    cross: core.kernelMatrix(formOf(form), others, m, x, n, d, false, quietContext),
  };
}

for (const protocol of ['authors', 'careful'] as const)
  for (const method of METHODS)
    test(`${method.name} explains held-out rows, ${protocol}`, () => {
      const options = { protocol, kernel: 'gaussian', ...GRID } as const;
      const fit = fitDraw(method, prepared[protocol], options, fitContext);
      // Steps of 0.01 on a target of ±8 that is not scaled end long before coordinate descent has seen every row.
      const bound = protocol === 'authors' && method.id === 'kcd' ? 0.2 : 0.8;
      assert.ok(fit.r2 > bound && fit.r2 <= 1, `R² ${fit.r2}`);
      assert.ok(fit.seconds > 0 && fit.error > 0);
      assert.ok(GRID.lengthScales.includes(fit.lengthScale));
      assert.equal(fit.predicted.length, 20);
      const way = method.way(protocol);
      if (way.by === 'grid') {
        assert.ok((way.strengths ?? GRID.penalties).includes(fit.strength) && way.variants.includes(fit.variant));
      } else assert.ok(fit.strength > 0 && fit.variant === 1);
      // Predictions come in units of the table's target whatever the fit's own: R² from them is the R² stated.
      const { observed, scale } = prepared[protocol].refit;
      const inUnits = observed.map((v) => v * scale);
      assert.ok(Math.abs(shareExplained(inUnits, fit.predicted) - fit.r2) < 1e-12);
      assert.deepEqual(fitDraw(method, prepared[protocol], options, fitContext).predicted, fit.predicted);
    });

for (const id of ['krr', 'ksgd', 'tukey', 'kl1'] as const)
  test(`what the folds leave early is not what ${id} would choose from the whole grid`, () => {
    const among = (lengthScales: Float64Array) => {
      const options = { protocol: 'authors', kernel: 'gaussian', ...GRID, lengthScales } as const;
      return fitDraw(methodOf(id), prepared.authors, options, fitContext);
    };
    // With one length scale nothing is known to be better before all its candidates are scored.
    const each = Array.from(GRID.lengthScales, (lengthScale) => among(Float64Array.of(lengthScale)));
    const best = each.reduce((a, b) => (b.error < a.error ? b : a));
    const found = among(GRID.lengthScales);
    assert.deepEqual(found.predicted, best.predicted);
    assert.deepEqual(
      [found.error, found.lengthScale, found.strength, found.variant],
      [best.error, best.lengthScale, best.strength, best.variant],
    );
  });

test('the choice is that of the least fold error, found here by solving every candidate anew', () => {
  const options = { protocol: 'authors', kernel: 'gaussian', ...GRID } as const;
  const fit = fitDraw(methodOf('krr'), prepared.authors, options, fitContext);
  let best = { error: Number.POSITIVE_INFINITY, lengthScale: 0, penalty: 0 };
  for (const lengthScale of GRID.lengthScales)
    for (const penalty of GRID.penalties) {
      let error = 0;
      for (const part of prepared.authors.folds) {
        const { n, m, y, observed } = part;
        const { k, cross } = kernelOf(part, lengthScale);
        for (let i = 0; i < n; i++) k[i * (n + 1)] += penalty;
        const alpha = y.slice();
        assert.equal(core.cholesky(k, n, quietContext), undefined);
        core.solveLower(k, n, false, alpha, 1, quietContext);
        core.solveLower(k, n, true, alpha, 1, quietContext);
        for (let j = 0; j < m; j++) {
          let f = 0;
          for (let i = 0; i < n; i++) f += cross[i * m + j] * alpha[i];
          error += (observed[j] - f) ** 2 / draw.train.length;
        }
      }
      if (error < best.error) best = { error, lengthScale, penalty };
    }
  assert.equal(fit.lengthScale, best.lengthScale);
  assert.equal(fit.strength, best.penalty);
  assert.ok(Math.abs(fit.error / best.error - 1) < 1e-8);
});

interface Variant {
  readonly variant: number;
  readonly parameters?: Parameters;
  readonly tau?: number;
}

const tunings = (standard: number): readonly Variant[] =>
  [0.5, 1, 2].map((variant) => ({
    variant,
    parameters: { tuning: variant * standard, residualScale: 'deviation' },
  }));

/** Methods on a grid, with the further hyper-parameters that the tables try, and the rows that a total penalty is shared by. */
const ON_GRID: readonly (readonly [RobustMethod['id'], RobustFamily, readonly Variant[], number])[] = [
  ['huber', huberFamily, tunings(TUNING.huber), 60],
  ['tukey', tukeyFamily, tunings(TUNING.tukey), 60],
  ['quantile', quantileFamily, [0.25, 0.5, 0.75].map((tau) => ({ variant: tau, tau })), 60],
  ['kl1', kl1Family, [{ variant: 1 }], 1],
];

for (const [id, family, variants, shared] of ON_GRID)
  test(`${family.title}: the tables choose what the folds of the method choose`, () => {
    const options = { protocol: 'authors', kernel: 'gaussian', ...GRID, lengthScales: Float64Array.of(1) } as const;
    const fit = fitDraw(methodOf(id), prepared.authors, options, fitContext);
    const { n, y, x, d } = prepared.authors.refit;
    const k = core.kernelMatrix(formOf({ kind: 'gaussian', lengthScale: 1 }), x, n, x, n, d, true, quietContext);
    const strengths = GRID.penalties.map((penalty) => penalty / shared);
    const scores = variants.map(({ parameters = {}, tau = 0.5 }) => {
      const input = { parameters, spread: 1, intercept: id === 'quantile' };
      const task = {
        family,
        gram: { kind: 'dense', n, k },
        y,
        near: y,
        taus: [tau],
        loss: 'squared',
        input,
        strengths,
      } as const;
      return scoreLeftOut(task, leftOutParts(n, 4, 0, draw.seed), quietWith(core), strengths.length - 1).score;
    });
    const least = Math.min(...scores.map((score) => Math.min(...score)));
    const at = scores.findIndex((score) => score.includes(least));
    assert.ok(Math.abs(fit.error / least - 1) < 1e-7, `${fit.error} and ${least}`);
    assert.equal(fit.variant, variants[at].variant);
    assert.equal(fit.strength, GRID.penalties[scores[at].indexOf(least)]);
  });

test('ridge from one decomposition solves (K + λI)·α = y for every λ', () => {
  const part = prepared.authors.refit;
  const { k } = kernelOf(part, 1);
  const { n, y } = part;
  let visited = 0;
  ridgePath(
    { gram: { kind: 'dense', n, k }, y, strengths: Float64Array.of(10, 0.1, 1e-4) },
    ({ index, alpha, residuals }) => {
      const lambda = [10, 0.1, 1e-4][index];
      for (let i = 0; i < n; i++) {
        let f = 0;
        for (let j = 0; j < n; j++) f += k[i + j * n] * alpha[j];
        assert.ok(Math.abs(f + lambda * alpha[i] - y[i]) < 1e-8);
        assert.ok(Math.abs(y[i] - f - residuals[i]) < 1e-8);
      }
      return ++visited > 0;
    },
    quietWith(core),
  );
  assert.equal(visited, 3);
});

test('gradient flow is the limit of gradient descent', () => {
  const part = prepared.careful.refit;
  const { k } = kernelOf(part, 1);
  const task = { gram: { kind: 'dense', n: part.n, k } as const, y: part.y, strengths: Float64Array.of(0.5, 4) };
  const at = (path: PathSolver) => {
    const found: number[][] = [];
    path(task, ({ alpha, residuals }) => found.push([...alpha, ...residuals]) > 0, quietWith(core));
    return found;
  };
  const flow = at(gradientFlowPath);
  const apart = [1e-3, 5e-4].map((step) => {
    const steps = at(gradientStepPath(step));
    return Math.max(...flow.flatMap((values, s) => values.map((v, i) => Math.abs(v - steps[s][i]))));
  });
  assert.ok(apart[0] < 0.01 && Math.abs(apart[0] / apart[1] - 2) < 0.05, `${apart}`);
});

test('gradient descent in the eigenbasis stops where it stops step by step', () => {
  // With this much noise the least error comes long before the last step.
  const part = prepareDraw(draw, { protocol: 'careful', folds: 4, outliers: 1 }).folds[1];
  const { n, y, observed } = part;
  const stops: number[] = [];
  for (const [lengthScale, patience] of [
    [0.5, 100],
    [2, 20],
    [8, 3],
  ]) {
    const { k, cross } = kernelOf(part, lengthScale);
    const path = { gram: { kind: 'dense', n, k } as const, y, cross, observed };
    const schedule = { times: Float64Array.from({ length: 2000 }, (_, i) => 0.01 * (i + 1)), patience };
    const quick = stopDescent(path, schedule, squared, fitContext);
    const slow = stopEarly(path, gradientStepPath(0.01), schedule, squared, fitContext);
    assert.equal(quick.time, slow.time);
    assert.ok(Math.abs(quick.error / slow.error - 1) < 1e-9);
    stops.push(quick.time);
  }
  assert.ok(
    stops.some((time) => time > 0.05 && time < 20),
    `${stops}`,
  );
});

test('a path is left after so many looks without a lower error', () => {
  const part = prepared.careful.folds[0];
  const { k, cross } = kernelOf(part, 1);
  const path = { gram: { kind: 'dense', n: part.n, k } as const, y: part.y, cross, observed: part.observed };
  const times = Float64Array.of(1, 2, 3, 4, 5, 6, 7, 8);
  // Errors as if made: the prediction is a constant that comes close to the target once, late, and once more, too late.
  const looks: number[] = [];
  const intercepts = [9, 8, 0.1, 7, 6, 5, 0.01, 0];
  const solver: PathSolver = ({ strengths }, visit) => {
    for (let index = 0; index < strengths.length; index++) {
      looks.push(index);
      const alpha = new Float64Array(part.n);
      const point = { index, alpha, intercept: intercepts[index], residuals: alpha, remainder: 0, iterations: 1 };
      if (!visit(point)) return;
    }
  };
  const shifted = { ...path, observed: part.observed.map(() => 0) };
  const cost = (r: number) => (r === 0 ? 100 : r * r);
  const found = stopEarly(shifted, solver, { times, patience: 3 }, cost, fitContext);
  assert.deepEqual([found.time, looks.length], [3, 6]);
});

test('a fit stops when it is cancelled', () => {
  for (const method of METHODS) {
    let asked = 0;
    const cancel = {
      linalg: core,
      progress() {},
      get cancelled() {
        return asked > 20;
      },
      check() {
        if (++asked > 20) throw cancelledError();
      },
    };
    assert.throws(
      () => fitDraw(method, prepared.authors, { protocol: 'authors', kernel: 'gaussian', ...GRID }, cancel),
      (e) => e instanceof KernelscopeError && e.failure.code === 'run/cancelled',
      method.name,
    );
  }
});
