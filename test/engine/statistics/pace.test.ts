import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Paces } from '../../../src/engine/contract/pace';
import { paceOf, pacesWith, secondsRange } from '../../../src/engine/statistics/pace';
import { durationRange } from '../../../src/engine/words/quantities';

const after = (ratios: readonly number[], from: Paces = {}) =>
  ratios.reduce<Paces>((paces, ratio) => pacesWith(paces, 'robust', 2, 2 * ratio), from);
const close = (found: number, expected: number) => assert.ok(Math.abs(found / expected - 1) < 1e-12, `${found}`);

test('nothing is known at first, and one odd fit decides nothing', () => {
  for (const paces of [undefined, {}, after([1.9]), after([40, 3])]) {
    const { factor, spread } = paceOf(paces, 'robust');
    close(factor, 1);
    close(spread, 1.6);
  }
});

test('the median of the last ten fits of a family, which odd ones do not turn', () => {
  const paces = after([2, 2.2, 1.8, 2, 90, 2, 0.01]);
  close(paceOf(paces, 'robust').factor, 2);
  close(paceOf(paces, 'spectral').factor, 1);
  const later = after(new Array<number>(10).fill(0.5), paces);
  assert.equal(later.robust?.length, 10);
  close(paceOf(later, 'robust').factor, 0.5);
});

test('no factor beyond five, and a spread between 1.25 and 2.5', () => {
  close(paceOf(after([100, 100, 100, 100]), 'robust').factor, 5);
  close(paceOf(after([0.001, 0.001, 0.001]), 'robust').factor, 0.2);
  close(paceOf(after([1, 1, 1, 1]), 'robust').spread, 1.25);
  close(paceOf(after([0.1, 1, 10, 0.1, 10]), 'robust').spread, 2.5);
});

test('times that are no numbers teach nothing', () => {
  assert.deepEqual(pacesWith({}, 'robust', 0, 1), {});
  assert.deepEqual(pacesWith({}, 'robust', 1, 0), {});
});

test('times are ranges in words', () => {
  const range = secondsRange(10, { factor: 3, spread: 1.6 });
  close(range[0], 6.25);
  close(range[1], 16);
  assert.equal(durationRange(range), '6 to 16 s');
  assert.equal(durationRange([50, 130]), '50 s to 2 minutes');
  assert.equal(durationRange([150, 400]), '3 to 7 minutes');
  assert.equal(durationRange([0.2, 1.2]), 'about 1 s');
});
