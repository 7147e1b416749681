import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type RaceRequest, race } from '../../../../src/engine/compare/race/race';
import type { Design } from '../../../../src/engine/contract/data';
import { Random } from '../../../../src/engine/data/random';
import { quietWith } from '../../../../src/engine/linalg/linalg';
import { withinSentence } from '../../../../src/engine/words/sentence';
import { madeClasses, madeDesign, madeProblem, madeRows, madeSample, madeTarget, normals } from '../../madeRows';
import { core } from '../../testCore';

const request = { loss: 'squared', taus: [], takes: () => true, seed: 0, intercept: true } satisfies RaceRequest;

function raced(design: Design, more: Partial<RaceRequest> = {}) {
  const outcome = race(design, { ...request, ...more }, quietWith(core), { pool: { workers: 0 } });
  assert.ok(outcome);
  return outcome.race;
}

/** One row in twelve is far out, to either side. */
function contaminated(n: number, seed: number, extras: Parameters<typeof madeSample>[2] = {}): Design {
  const x = madeRows(n, 2, seed);
  const random = new Random(seed + 50);
  const far = () =>
    random.uniform() < 1 / 12 ? 6 * (random.uniform() - 0.5) + 3 * Math.sign(random.uniform() - 0.5) : 0;
  const y = madeTarget(x, 0.2, seed).map((v) => v + far());
  return madeDesign(madeSample(x, y, extras));
}

test('on normal noise Huber does not join', () => {
  const joined = Array.from({ length: 20 }, (_, seed) =>
    raced(madeProblem(60 + 2 * seed, 2, 0.3, 40 + seed), { folds: 5 }),
  ).filter(({ lanes }) => lanes.some(({ id }) => id === 'huber'));
  assert.ok(joined.length <= 1, `${joined.length}`);
});

test('where some rows are far out Huber joins last, with the kernel that is best without them, and its absolute error is lower', () => {
  for (const seed of [1, 2, 3]) {
    const run = raced(contaminated(120, seed));
    const lane = run.lanes[run.lanes.length - 1];
    const own = run.lanes.find(({ id }) => id === run.huber?.lane);
    assert.deepEqual([lane.id, lane.state, lane.folds], ['huber', 'judged', run.folds]);
    assert.equal(lane.title, `Huber, ${withinSentence(own?.title ?? '')}`);
    assert.equal(lane.lengthScale?.length, own?.lengthScale?.length);
    assert.notEqual(run.chosen, 'huber');
    assert.ok(run.huber && run.huber.beyond >= 3);
    assert.ok(run.huber.lower && run.huber.difference.value < 0, `${seed} ${JSON.stringify(run.huber)}`);
  }
});

test('Huber with a straight line, with weights, with a lambda that is set and with several targets', () => {
  const x = madeRows(90, 2, 5);
  const next = normals(5);
  const y = Float64Array.from({ length: 90 }, (_, i) => x.values[i] + 0.3 * next() + (i % 12 === 0 ? 5 : 0));
  const line = raced(madeDesign(madeSample(x, y)), { takes: (kernel) => kernel === 'linear' });
  assert.equal(line.lanes.at(-1)?.title, 'Huber, straight line');
  assert.ok(line.huber?.lower);

  const weights = Float64Array.from({ length: 120 }, (_, i) => i % 3);
  const weighted = raced(contaminated(120, 1, { weights }), { lambda: 3e-3 });
  const huber = weighted.lanes.at(-1);
  assert.deepEqual([huber?.id, huber?.state, huber?.folds], ['huber', 'judged', weighted.folds]);
  assert.ok(Math.abs((huber?.lambda ?? 0) / 3e-3 - 1) < 1e-9);

  const more = [Float64Array.from({ length: 120 }, next)];
  const both = raced(contaminated(120, 1, { more }), { folds: 4 });
  assert.equal(both.lanes.at(-1)?.state, 'judged');
  assert.ok(both.huber?.lower);
});

test('where its absolute error is higher on the first folds Huber is stopped, and nothing is said of it', () => {
  const weights = Float64Array.from({ length: 120 }, (_, i) => i % 3);
  const stopped = raced(contaminated(120, 1, { weights }), { lambda: 3e-2 });
  const lane = stopped.lanes.at(-1);
  assert.deepEqual([lane?.id, lane?.state, lane?.folds, stopped.huber], ['huber', 'stopped', 4, undefined]);
  assert.match(lane?.why ?? '', /^Stopped after 4 of 10 folds: its absolute error was higher there\.$/);
});

test('a row without weight does not bring Huber, and classes, quantiles and absolute errors have no use for it', () => {
  const { train } = contaminated(120, 1);
  const clean = madeTarget(train.x, 0.2, 1);
  const weights = train.y.map((v, i) => Number(v === clean[i]));
  assert.equal(raced(contaminated(120, 1, { weights })).huber, undefined);
  for (const more of [{ loss: 'absolute' }, { loss: 'pinball', taus: [0.5] }] as const)
    assert.ok(!raced(contaminated(120, 1), { ...more, folds: 4 }).lanes.some(({ id }) => id === 'huber'));
  assert.ok(!raced(madeClasses(90, 3, 4), { folds: 4 }).lanes.some(({ id }) => id === 'huber'));
});

test('where the winner nearly meets every target Huber is left out, or not lower', () => {
  for (const lambda of [1e-10, 1e-6]) {
    const run = raced(contaminated(100, 1), { lambda, folds: 5 });
    const lane = run.lanes.at(-1);
    if (lane?.id === 'huber') assert.ok(run.huber && (!run.huber.lower || run.huber.difference.share <= -0.01));
    assert.ok(!run.lanes.some(({ state }) => state === 'failed'));
  }
  assert.equal(withinSentence('Matérn 3/2'), 'Matérn 3/2');
});

test('where Huber, which nobody asked for, fails, its lane is left out and the race goes on', () => {
  const x = madeRows(100, 2, 5);
  // Most targets are 0, so that the scale of the residuals may be; some are far out.
  const y = Float64Array.from({ length: 100 }, (_, i) => (i % 5 < 3 ? 0 : i % 20 === 4 ? 9 : 0.1 * x.values[i]));
  const run = raced(madeDesign(madeSample(x, y)), { folds: 5 });
  assert.ok(!run.lanes.some(({ id }) => id === 'huber'));
  assert.ok(run.chosen);
  assert.equal(run.huber, undefined);
});

test('outliers of any size bring Huber, and are named', () => {
  for (const [size, many] of [
    [30, 8],
    [1e2, 8],
    [1e4, 8],
    [1e8, 8],
    [1e8, 1],
    [1e12, 2],
  ]) {
    const x = madeRows(100, 2, 8);
    const far = Array.from({ length: many }, (_, k) => 11 * k + 3);
    const y = madeTarget(x, 0.2, 8).map((v, i) => v + (far.includes(i) ? (i % 2 ? size : -size) : 0));
    const { huber } = raced(madeDesign(madeSample(x, y)), { folds: 5 });
    assert.ok(huber?.lower, `${many} of ${size}: ${JSON.stringify(huber)}`);
    assert.ok(huber.error.value < 3, `${many} of ${size}: ${huber.error.value}`);
    assert.deepEqual(
      far.filter((i) => !huber.rows.includes(i + 1)),
      [],
    );
    assert.ok(huber.beyond <= many + 4, `${huber.beyond}`);
  }
});
