import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { HoldoutPredictions } from '../../src/engine/contract/run';
import { Random } from '../../src/engine/data/random';
import { overviewOf } from '../../src/figures/fit/overview';
import { howGoodLanes } from '../../src/figures/lanes/howGood';
import type { Lanes } from '../../src/figures/lanes/lanes';
import { LEAST_MISSES, MANY_MISSES, missBelow } from '../../src/figures/view/targetForms';
import { deriveView } from '../../src/figures/view/view';
import { exampleRun } from './exampleRun';

/** Sizes of misses: of normal errors, of errors that are larger in some rows, and of heavy tails. */
const KINDS: readonly ((random: Random) => number)[] = [
  (random) => Math.abs(random.normal()),
  (random) => Math.abs(random.normal()) * Math.exp(random.normal()),
  (random) => 1 / random.uniform(),
];

const DRAWS = 1500;

/** For each draw of as many held-out rows, the fraction of new rows that lie below what they say of `share`. */
function fractions(kind: (typeof KINDS)[number], rows: number, share: number): Float64Array {
  const random = new Random(rows);
  const fresh = Float64Array.from({ length: 50_000 }, () => kind(random)).sort();
  return Float64Array.from({ length: DRAWS }, () => {
    const limit = missBelow(Float64Array.from({ length: rows }, () => kind(random)).sort(), share);
    let [low, high] = [0, fresh.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (fresh[middle] <= limit) low = middle + 1;
      else high = middle;
    }
    return low / fresh.length;
  });
}

const meanOf = (values: Float64Array) => values.reduce((sum, v) => sum + v, 0) / values.length;

test('half and nine in ten of new rows are on average as near as held-out rows say, however few these are', () => {
  for (const kind of KINDS)
    for (const rows of [20, 31, 60])
      for (const share of [0.5, 0.9]) {
        const mean = meanOf(fractions(kind, rows, share));
        // One draw of twenty rows scatters by 0.11 about a half.
        assert.ok(Math.abs(mean - share) < 0.012, `${rows} rows: ${mean} instead of ${share}`);
      }
});

test('where nine in ten are named, few draws are far from it', () => {
  for (const kind of KINDS) {
    const few = fractions(kind, LEAST_MISSES, 0.9).filter((v) => v < 0.8).length / DRAWS;
    const many = fractions(kind, MANY_MISSES, 0.9).filter((v) => v < 0.85 || v > 0.95).length / DRAWS;
    assert.ok(few < 0.06 && many < 0.065, `${few} of ${LEAST_MISSES} rows, ${many} of ${MANY_MISSES}`);
  }
});

test('of fewer rows nothing says nine in ten, and a far row among them stretches no axis', () => {
  for (const holdout of [12, LEAST_MISSES - 1, LEAST_MISSES]) {
    const run = exampleRun({ n: 60, holdout });
    const { observed } = run.holdout as HoldoutPredictions;
    const as = (far: number) => {
      observed[3] = far;
      return howGoodLanes(deriveView({ ...run })) as Lanes;
    };
    const [near, far] = [as(observed[3]), as(1e6)];
    const said = JSON.stringify([far, overviewOf(deriveView(run)).lead]);
    assert.equal(/nine in ten|9 in 10/.test(said), holdout === LEAST_MISSES, said);
    if (holdout < LEAST_MISSES) assert.ok(far.axis.domain[1] < 3 * near.axis.domain[1], `${far.axis.domain}`);
  }
});
