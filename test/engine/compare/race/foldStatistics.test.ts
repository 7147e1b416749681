import assert from 'node:assert/strict';
import { test } from 'node:test';
import { choose, hopeless, type Judged, STOPPING_FOLDS } from '../../../../src/engine/compare/race/choose';
import type { LaneId } from '../../../../src/engine/contract/race';
import { Random } from '../../../../src/engine/data/random';
import {
  foldMean,
  rowStandardError,
  sharesStandardError,
  shareWithInterval,
  withInterval,
} from '../../../../src/engine/statistics/foldStatistics';
import { studentQuantile } from '../../../../src/engine/statistics/student';

const near = (a: number, b: number, tolerance = 1e-12) => assert.ok(Math.abs(a - b) <= tolerance, `${a} and ${b}`);

test('quantiles of Student’s distribution are those of tables', () => {
  const table = [12.706205, 4.302653, 3.182446, 2.776445, 2.570582, 2.446912, 2.364624, 2.306004, 2.262157];
  for (const [i, t] of table.entries()) near(studentQuantile(0.975, i + 1), t, 1e-6);
  near(studentQuantile(0.95, 2), 2.919986, 1e-6);
  near(studentQuantile(0.975, 1000), 1.962339, 1e-6);
  near(studentQuantile(0.5, 3), 0, 1e-12);
});

test('the standard error of a paired difference is that of Nadeau and Bengio in closed form', () => {
  // Four folds of two rows; the folds' means are 1, 2, 3 and 6.
  const folds = Uint16Array.of(0, 1, 2, 3, 0, 1, 2, 3);
  const values = Float64Array.of(0, 1, 2, 5, 2, 3, 4, 7);
  const rows = { folds, count: 4 };
  const { mean, standardError, degrees } = foldMean(values, rows, 4);
  near(mean, 3);
  // Var = (4 + 1 + 0 + 9)/3, times 1/4 + 1/3.
  near(standardError, Math.sqrt((7 / 12) * (14 / 3)));
  assert.equal(degrees, 3);
  // With two folds judged: Var = 1/2, times 1/2 + 1/3.
  near(foldMean(values, rows, 2).standardError, Math.sqrt((5 / 6) * 0.5));
  near(withInterval(foldMean(values, rows, 4)).interval[1], 3 + 3.182446305284264 * standardError, 1e-9);
  assert.equal(foldMean(values, rows, 1).standardError, Number.POSITIVE_INFINITY);
});

test('rows count by their weights, within a fold and between folds', () => {
  const rows = { folds: Uint16Array.of(0, 0, 1), count: 2, weights: Float64Array.of(3, 1, 0.5) };
  near(foldMean(Float64Array.of(1, 5, 4), rows, 2).mean, (3 * 1 + 5 + 0.5 * 4) / 4.5);
});

test('the interval of a share holds the true one, in equal and unequal folds, however rare', () => {
  const random = new Random(8);
  for (const [sizes, share] of [
    [new Array<number>(10).fill(20), 0.3],
    [new Array<number>(10).fill(60), 0.02],
    [[200, 20, 10, 5], 0.4],
    [[90, 10], 0.1],
  ] as const) {
    const folds = Uint16Array.from(sizes.flatMap((size, fold) => new Array<number>(size).fill(fold)));
    let held = 0;
    for (let draw = 0; draw < 400; draw++) {
      const values = Float64Array.from(folds, () => Number(random.uniform() < share));
      const { value, interval } = shareWithInterval(foldMean(values, { folds, count: sizes.length }, sizes.length));
      assert.ok(0 <= interval[0] && interval[0] <= value && value <= interval[1] && interval[1] <= 1);
      if (interval[0] <= share && share <= interval[1]) held++;
    }
    assert.ok(held >= 0.95 * 400, `${sizes}: ${held} of 400`);
  }
});

test('rows and folds tell the same standard error of independent differences', () => {
  const random = new Random(4);
  const n = 6000;
  const values = Float64Array.from({ length: n }, () => random.normal());
  const folds = Uint16Array.from({ length: n }, (_, i) => i % 60);
  const rows = { folds, count: 60 };
  const byRows = rowStandardError(values, rows, 60);
  assert.ok(Math.abs(foldMean(values, rows, 60).standardError / byRows - 1) < 0.25);
});

/** Losses of 60 rows in 10 folds: `mean` and noise that all share, and noise of their own. */
function judgedAt(id: LaneId, mean: number, own = 0.01, judged = 10): Judged {
  const shared = new Random(1);
  const random = new Random(id.length + 7);
  const main = Float64Array.from({ length: 60 }, () => mean + shared.uniform() + own * random.normal());
  return { id, judged, losses: { main, squared: main, absolute: main, drawn: main, errors: [] } };
}
const tenFolds = { folds: Uint16Array.from({ length: 60 }, (_, i) => i % 10), count: 10 };

test('the simplest within one standard error of the lowest is chosen', () => {
  const [line, smooth, rough] = [judgedAt('line', 0.2), judgedAt('laplace', 0.003), judgedAt('sum', 0)];
  assert.deepEqual(choose([rough, smooth, line], tenFolds, undefined), { lowest: 'sum', chosen: 'laplace' });
  assert.deepEqual(choose([rough, line], tenFolds, undefined), { lowest: 'sum', chosen: 'sum' });
});

test('next to nothing is no reason for a kernel, however surely it is told', () => {
  const [kernel, line] = [judgedAt('gaussian', 0, 0), judgedAt('line', 1e-5, 0)];
  assert.deepEqual(choose([kernel, line], tenFolds, undefined), { lowest: 'gaussian', chosen: 'line' });
  assert.deepEqual(hopeless([kernel, line], tenFolds), []);
  assert.equal(choose([kernel, judgedAt('line', 1e-3, 0)], tenFolds, undefined)?.chosen, 'gaussian');
});

test('of equally simple ones that of lowest error is chosen', () => {
  const judged = [judgedAt('gaussian', 0.0005), judgedAt('laplace', 0.0002), judgedAt('matern32-columns', 0)];
  assert.deepEqual(choose(judged, tenFolds, undefined), { lowest: 'matern32-columns', chosen: 'laplace' });
});

test('the choice does not depend on the order of the candidates', () => {
  const ids: LaneId[] = ['line', 'gaussian', 'matern32', 'laplace', 'matern32-columns'];
  const random = new Random(3);
  for (let trial = 0; trial < 20; trial++) {
    const judged = ids.map((id) => judgedAt(id, 0.01 * random.uniform(), 0.02));
    const expected = choose(judged, tenFolds, undefined);
    assert.deepEqual(choose(judged.toReversed(), tenFolds, undefined), expected);
    assert.deepEqual(hopeless(judged.toReversed(), tenFolds).sort(), hopeless(judged, tenFolds).sort());
  }
});

test('shares that tie are told apart by the squared error', () => {
  const tied = (id: LaneId, squared: number): Judged => {
    const entry = judgedAt(id, squared);
    return { ...entry, losses: { ...entry.losses, main: new Float64Array(60).fill(0.1) } };
  };
  const judged = [tied('line', 0.3), tied('matern32', 0)];
  assert.deepEqual(choose(judged, tenFolds, 'squared'), { lowest: 'line', chosen: 'matern32' });
  assert.deepEqual(choose(judged, tenFolds, undefined), { lowest: 'line', chosen: 'line' });
});

test('only what is far behind is stopped, and never the leader or the straight line', () => {
  const after = (folds: number) =>
    hopeless(
      [
        judgedAt('line', 1, 0.01, folds),
        judgedAt('sum', 1, 0.01, folds),
        judgedAt('gaussian', 0.001, 0.01, folds),
        judgedAt('laplace', 0, 0.01, folds),
      ],
      tenFolds,
    );
  assert.deepEqual(after(3), ['sum']);
  assert.deepEqual(after(5), ['sum']);
  assert.deepEqual(after(2), []);
  assert.deepEqual(hopeless([judgedAt('laplace', 0, 0.01, 3)], tenFolds), []);
});

test('stopping changes the choice of fewer than one race in two hundred, and then hardly the error', () => {
  // Losses of rows with heavy tails, differences of candidates that grow by steps and are seen through noise of their own.
  const ids: LaneId[] = ['line', 'gaussian', 'matern32', 'laplace', 'gaussian-columns', 'matern32-columns', 'sum'];
  const [n, count, races] = [400, 10, 1000];
  const folds = Uint16Array.from({ length: n }, (_, i) => i % count);
  const random = new Random(7);
  let [changed, lost] = [0, 0];
  for (let r = 0; r < races; r++) {
    const common = Float64Array.from({ length: n }, () => random.normal() ** 2);
    const spread = 10 ** (-1 - 2 * random.uniform());
    const full = ids.map((id): Judged => {
      const behind = spread * random.uniform() ** 2;
      const main = common.map((v) => v * (1 + behind) + spread * random.normal());
      return { id, judged: count, losses: { main, squared: main, absolute: main, drawn: main, errors: [] } };
    });
    const rows = { folds, count };
    let left = full;
    for (const after of STOPPING_FOLDS.map((fold) => 2 * Math.ceil(fold / 2))) {
      const stopped = hopeless(
        left.map((entry) => ({ ...entry, judged: after })),
        rows,
      );
      left = left.filter(({ id }) => !stopped.includes(id));
    }
    const [all, some] = [choose(full, rows, undefined)?.chosen, choose(left, rows, undefined)?.chosen];
    const errorOf = (id: LaneId | undefined) =>
      full.find((entry) => entry.id === id)?.losses.main.reduce((sum, v) => sum + v / n, 0) ?? Number.NaN;
    if (all !== some) changed++;
    lost += (errorOf(some) - errorOf(all)) / errorOf(all) / races;
  }
  assert.ok(changed < races / 200, `${changed} of ${races}`);
  assert.ok(lost < 1e-4, `${lost}`);
});

test('the interval of a difference of shares holds the true one where rows that differ are few, or none', () => {
  const random = new Random(8);
  const draws = 800;
  for (const [n, more, fewer] of [
    [120, 0.004, 0],
    [120, 0.016, 0],
    [300, 0.005, 0.005],
    [60, 0.1, 0.02],
  ]) {
    let held = 0;
    for (let draw = 0; draw < draws; draw++) {
      const folds = Uint16Array.from({ length: n }, (_, i) => i % 10);
      const differences = Float64Array.from({ length: n }, () => {
        const at = random.uniform();
        return at < more ? 1 : at < more + fewer ? -1 : 0;
      });
      const rows = { folds, count: 10 };
      const found = foldMean(differences, rows, 10);
      const least = sharesStandardError(differences, rows, 10);
      const { interval } = withInterval({ ...found, standardError: Math.max(found.standardError, least) });
      held += Number(interval[0] <= more - fewer && interval[1] >= more - fewer);
    }
    assert.ok(held / draws > 0.95 - 3 * Math.sqrt((0.95 * 0.05) / draws), `${n} rows, ${more}: ${held / draws}`);
  }
});
