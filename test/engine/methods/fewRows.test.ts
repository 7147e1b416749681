import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LinearAlgebra } from '../../../src/engine/linalg/linalg';
import { madeDesign } from '../madeRows';
import { core, fitContext } from '../testCore';
import { fitted, targetMethod } from './fitting';
import { NOISES, sampled } from './noisyWorlds';

const SEEDS = 24;

/**
 * Coverage of new rows, and the ratio of their RMSE to the one that the fit reports, by draw: with a kernel chosen by
 * name.
 */
function draws(n: number) {
  return Array.from({ length: SEEDS }, (_, seed) => {
    const design = madeDesign(sampled(n, 1 + seed, NOISES.normal), sampled(500, 5000 + seed, NOISES.normal));
    const { holdout, metrics } = fitted(targetMethod('krr'), design, { kernel: 'gaussian', folds: 0 });
    assert.ok(holdout);
    const { observed, predicted, lower, upper } = holdout;
    const inside = observed.filter((v, j) => v >= lower[j] && v <= upper[j]).length;
    const square = observed.reduce((sum, v, j) => sum + (v - predicted[j]) ** 2, 0) / observed.length;
    const told = metrics.loo * (metrics.optimism ?? 1);
    return { coverage: inside / observed.length, times: Math.sqrt(square / told) };
  });
}

const mean = (values: readonly number[]) => values.reduce((sum, v) => sum + v, 0) / values.length;

test('a length scale and a λ that a dozen or two of rows chose make intervals neither too narrow nor errors too low', (t) => {
  for (const [n, least] of [
    [12, 0.85],
    [25, 0.9],
  ]) {
    const made = draws(n);
    const coverage = mean(made.map((draw) => draw.coverage));
    const times = made.map((draw) => draw.times).sort((a, b) => a - b)[SEEDS / 2];
    t.diagnostic(`${n} rows: ${coverage.toFixed(3)} inside, ${times.toFixed(2)} times the error told`);
    assert.ok(coverage >= least, `${n} rows: ${coverage}`);
    assert.ok(times < 1.25 && times > 0.75, `${n} rows: ${times}`);
  }
});

test('what tells the error of few rows takes less than the fit itself: kernel values to choose and to predict, none for curves', () => {
  const values = (nested?: number) => {
    let count = 0;
    const kernelMatrix: LinearAlgebra['kernelMatrix'] = (form, x, n, z, m, ...rest) => {
      count += n * m;
      return core.kernelMatrix(form, x, n, z, m, ...rest);
    };
    const linalg: LinearAlgebra = Object.assign(Object.create(core), { kernelMatrix });
    const context = { ...fitContext, linalg, ...(nested && { nested }) };
    fitted(
      targetMethod('krr'),
      madeDesign(sampled(40, 1, NOISES.normal)),
      { kernel: 'gaussian', lengthScale: 1 },
      context,
    );
    return count;
  };
  assert.ok(values() < 2 * values(1), `${values()} beside ${values(1)}`);
});
