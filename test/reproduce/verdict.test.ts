import assert from 'node:assert/strict';
import { test } from 'node:test';
import { agrees } from '../../src/figures/reproductionTables';
import { verdictOf } from '../../src/reproduce/compared';

const number = (published: number | undefined, publishedError: number, ours: number, oursError?: number) => ({
  name: 'v',
  published,
  publishedError,
  ours,
  oursError,
});

test('a number agrees within the published error and two of ours', () => {
  assert.equal(agrees(number(1, 0.1, 1.09)), true);
  assert.equal(agrees(number(1, 0.1, 1.11)), false);
  assert.equal(agrees(number(1, 0.1, 1.29, 0.1)), true);
  assert.equal(agrees(number(1, 0.1, 0.69, 0.1)), false);
  assert.equal(agrees(number(0.1 + 0.2, 0, 0.3)), true);
  assert.equal(agrees(number(undefined, 0.1, 5)), undefined);
  assert.equal(agrees(number(1, 0.1, Number.NaN)), false);
});

test('the verdict counts numbers and claims alike, and numbers without a published one not at all', () => {
  const good = number(1, 0.1, 1);
  const bad = number(1, 0.1, 2);
  assert.equal(verdictOf([good, number(undefined, 0, 9)]), 'agrees');
  assert.equal(verdictOf([good, bad]), 'partly');
  assert.equal(verdictOf([good], [false, false]), 'differs');
  assert.equal(verdictOf([bad], [true]), 'partly');
  assert.equal(verdictOf([], [true, true]), 'agrees');
  assert.throws(() => verdictOf([number(undefined, 0, 9)]), RangeError);
});
