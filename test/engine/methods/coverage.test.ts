import assert from 'node:assert/strict';
import { test } from 'node:test';
import { madeDesign } from '../madeRows';
import { briefContext } from '../testCore';
import { fitted, type Given, targetMethod } from './fitting';
import { NOISES, sampled } from './noisyWorlds';

/** Training sets for each method and noise. `COVERAGE_SEEDS=30` makes the table of docs/benchmarks.md, of more methods. */
const { COVERAGE_SEEDS } = process.env;
const SEEDS = Number(COVERAGE_SEEDS ?? 6);
const TRAIN = 120;
const FRESH = 1000;

/** At one length scale, so that a hundred fits take a moment. */
const METHODS: Readonly<Record<string, Given>> = {
  huber: {},
  'rf-ridge': { features: 100, compare: false },
  'nystrom-ridge': { landmarks: 60, compare: false },
  // Tests of their own: intervalSpread.test.ts, conformalQuantiles.test.ts.
  ...(COVERAGE_SEEDS && { krr: {}, tukey: {}, svr: {}, quantile: { tau: '0.05 0.95' } }),
};

interface Share {
  readonly mean: number;
  /** Standard error of the mean over the training sets. */
  readonly error: number;
}

function shareOf(values: readonly number[]): Share {
  const mean = values.reduce((a, b) => a + b, 0) / values.length;
  const squares = values.reduce((sum, v) => sum + (v - mean) ** 2, 0);
  return { mean, error: Math.sqrt(squares / (values.length - 1) / values.length) };
}

/** Coverage of new rows: of all, and of those left and right of 0 in the first column, along which heteroscedastic noise grows. */
function simulated(id: string, noise: keyof typeof NOISES): readonly Share[] {
  const shares = Array.from({ length: SEEDS }, (_, seed) => {
    const fresh = sampled(FRESH, 5000 + seed, NOISES[noise]);
    const design = madeDesign(sampled(TRAIN, 1 + seed, NOISES[noise]), fresh);
    const { holdout } = fitted(targetMethod(id), design, { lengthScale: 2, folds: 5, ...METHODS[id] }, briefContext);
    assert.ok(holdout);
    const { observed, lower, upper } = holdout;
    const inside = (rows: readonly number[]) =>
      rows.filter((j) => observed[j] >= lower[j] && observed[j] <= upper[j]).length / rows.length;
    const all = Array.from(observed.keys());
    return [all, all.filter((j) => fresh.x.values[j] < 0), all.filter((j) => fresh.x.values[j] >= 0)].map(inside);
  });
  return [0, 1, 2].map((part) => shareOf(shares.map((of) => of[part])));
}

for (const id of Object.keys(METHODS))
  for (const noise of Object.keys(NOISES))
    test(`${id}: intervals cover new rows with ${noise} noise`, (t) => {
      const nominal = id === 'quantile' ? 0.9 : 0.95;
      const shares = simulated(id, noise);
      const found = shares.map(({ mean, error }) => `${mean.toFixed(3)} ± ${error.toFixed(3)}`);
      t.diagnostic(`| ${[`\`${id}\``, noise, nominal, ...found].join(' | ')} |`);
      const [all, left, right] = shares;
      assert.ok(Math.abs(all.mean - nominal) <= 0.02 + 2 * all.error, found.join(', '));
      for (const { mean, error } of [left, right])
        assert.ok(Math.abs(mean - nominal) <= 0.03 + 2 * error, found.join(', '));
    });
