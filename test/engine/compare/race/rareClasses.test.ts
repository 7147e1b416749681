import assert from 'node:assert/strict';
import { test } from 'node:test';
import { race } from '../../../../src/engine/compare/race/race';
import { quietContext } from '../../../../src/engine/contract/context';
import type { Race } from '../../../../src/engine/contract/race';
import { Random } from '../../../../src/engine/data/random';
import { readTable } from '../../../../src/engine/data/readTable';
import { quietWith } from '../../../../src/engine/linalg/linalg';
import { designed } from '../../data/designed';
import { normals } from '../../madeRows';
import { core } from '../../testCore';

const REQUEST = { loss: 'squared', taus: [], takes: () => true, seed: 0, intercept: true } as const;

/** A table of classes of these sizes: two numbers and a category about each class, and a fold of most rows and some of few. */
async function tableOf(sizes: readonly number[], seed: number, byClass = false) {
  const [random, next] = [new Random(seed), normals(seed)];
  const classes = sizes.flatMap((size, k) => new Array<number>(size).fill(k));
  const lines = classes
    .map((k) => ({ k, at: random.uniform() }))
    .sort((a, b) => a.at - b.at)
    .map(({ k }, i) => {
      const fold = byClass ? k : i < 0.7 * classes.length ? 0 : random.below(4);
      return `${(k + next()).toFixed(3)},${random.below(4)},c${random.below(3)},f${fold},k${k}`;
    });
  const bytes = new TextEncoder().encode(['a,b,c,fold,y', ...lines].join('\n'));
  return readTable({ kind: 'bytes', name: 'made.csv', bytes }, {}, quietContext);
}

/** Squared errors of scores judge where nearly all rows are of one class. */
function checkLanes({ lanes, chosen, loss }: Race, what: string, nearlyOne = false): void {
  assert.equal(loss, nearlyOne ? 'squared' : 'misclassified', what);
  const most = nearlyOne ? Number.POSITIVE_INFINITY : 1;
  assert.ok(chosen, what);
  for (const { id, state, error, difference, why } of lanes) {
    assert.notEqual(state, 'failed', `${what}: ${id} ${why}`);
    if (error === undefined) continue;
    const [low, high] = error.interval;
    assert.ok(
      0 <= low && low <= error.value && error.value <= high && high <= most,
      `${what}: ${id} ${error.interval}`,
    );
    assert.ok(high - low > 0.02, `${what}: ${id} is not known exactly`);
    for (const end of difference?.interval ?? []) assert.ok(Math.abs(end) <= most, `${what}: ${id} ${end}`);
  }
}

test('classes of one to three rows leave every lane alive, and shares between 0 and 1', async () => {
  for (const [seed, sizes] of [
    [60, 1],
    [60, 2],
    [40, 3],
    [50, 40, 1, 2, 3],
    [30, 30, 1, 1, 1, 1],
  ].entries()) {
    const table = await tableOf(sizes, seed + 1);
    for (const splitBy of [undefined, { kind: 'fold', column: 'fold' } as const]) {
      const design = designed(table, {
        features: ['a', 'b', 'c'],
        task: 'classify',
        holdout: { kind: 'fraction', fraction: splitBy ? 0 : 0.2 },
        ...(splitBy && { splitBy }),
      });
      for (const [k, size] of sizes.entries())
        if (size <= 3) assert.equal(design.train.y.filter((code) => code === k).length, size, `${sizes}: ${k}`);
      const outcome = race(design, REQUEST, quietWith(core), { pool: { workers: 0 } });
      assert.ok(outcome);
      const largest = Math.max(...sizes) / sizes.reduce((sum, size) => sum + size, 0);
      checkLanes(outcome.race, `${sizes} ${splitBy?.kind}`, largest >= 0.9);
    }
  }
});

test('folds that are the classes themselves are judged as wrong as they are', async () => {
  for (const sizes of [
    [40, 30],
    [30, 30, 20],
  ]) {
    const design = designed(await tableOf(sizes, 9, true), {
      features: ['a', 'b'],
      task: 'classify',
      holdout: { kind: 'fraction', fraction: 0 },
      splitBy: { kind: 'fold', column: 'fold' },
    });
    const outcome = race(design, REQUEST, quietWith(core), { pool: { workers: 0 } });
    assert.ok(outcome);
    checkLanes(outcome.race, `${sizes}`);
    assert.ok(outcome.race.lanes.every(({ error }) => error === undefined || error.value === 1));
  }
});

test('a rare class that no candidate predicts a row as is told apart by squared errors of scores', async () => {
  const random = new Random(3);
  const next = normals(4);
  const lines = Array.from({ length: 1000 }, () => {
    const [a, b] = [next(), next()];
    return `${a.toFixed(3)},${b.toFixed(3)},${random.uniform() < 1 / (1 + Math.exp(4 - 2.5 * a * b)) ? 'yes' : 'no'}`;
  });
  const bytes = new TextEncoder().encode(['a,b,y', ...lines].join('\n'));
  const table = await readTable({ kind: 'bytes', name: 'made.csv', bytes }, {}, quietContext);
  const design = designed(table, {
    features: ['a', 'b'],
    task: 'classify',
    holdout: { kind: 'fraction', fraction: 0 },
  });
  const outcome = race(design, REQUEST, quietWith(core), { pool: { workers: 0 } });
  assert.ok(outcome);
  checkLanes(outcome.race, 'rare', true);
  const verdictOf = (lane: string) => outcome.race.lanes.find(({ id }) => id === lane)?.difference?.verdict;
  assert.deepEqual([verdictOf('mean'), verdictOf('line')], ['worse', 'worse']);
  assert.equal(outcome.race.lanes.find(({ id }) => id === 'mean')?.title, 'Same score for all rows');
});
