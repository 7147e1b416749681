import assert from 'node:assert/strict';
import { test } from 'node:test';
import { paceOf } from '../../src/engine/statistics/pace';
import { LearntPaces } from '../../src/extension/fit/learntPaces';
import { memory } from './memory';

test('fits teach how fast the machine is, each file once in a row, and what was learnt stays', async () => {
  const { keep } = memory();
  const paces = new LearntPaces(keep);
  for (const file of ['a', 'b', 'c', 'd']) {
    const { factor } = paceOf(paces.get(), 'spectral');
    await paces.learn(file, 'spectral', 4 * factor, 12);
    // Fitted again its decomposition is at hand.
    await paces.learn(file, 'spectral', 4, 0.6);
  }
  assert.equal(paces.get().spectral?.length, 4);
  assert.ok(Math.abs(paceOf(new LearntPaces(keep).get(), 'spectral').factor - 3) < 1e-9);
});

test('fits of half a second teach nothing', async () => {
  const paces = new LearntPaces(memory().keep);
  await paces.learn('a', 'robust', 0.4, 0.1);
  assert.deepEqual(paces.get(), {});
});

test('a store that fails is no failure of the fit', async () => {
  const paces = new LearntPaces({ get: (_, otherwise) => otherwise, update: () => Promise.reject(new Error('full')) });
  await paces.learn('a', 'robust', 4, 8);
});
