import assert from 'node:assert/strict';
import { test } from 'node:test';
import { agreement } from '../../src/figures/reproductionTables';
import { compared, verdictOf } from '../../src/reproduce/compared';

const number = (published: number | undefined, publishedError: number, ours: number, oursError?: number) => ({
  name: 'v',
  published,
  publishedError,
  ours,
  oursError,
});

test('a number agrees if the published one lies within its error of our interval', () => {
  assert.equal(agreement(number(1, 0.1, 1.09)), 'yes');
  assert.equal(agreement(number(1, 0.1, 1.11)), 'no');
  assert.equal(agreement(number(1, 0.1, 1.19, 0.05)), 'yes');
  assert.equal(agreement(number(1, 0.1, 0.79, 0.05)), 'no');
  assert.equal(agreement(number(0.1 + 0.2, 0, 0.3)), 'yes');
  assert.equal(agreement(number(undefined, 0.1, 5)), undefined);
  assert.equal(agreement(number(1, 0.1, Number.NaN)), 'no');
});

test('an interval too wide to have said no tells nothing, however near the mean is', () => {
  // Half-widths of 0.1 and 0.102 beside a tenth of the published value.
  assert.equal(agreement(number(1, 0, 1, 0.05)), 'yes');
  assert.equal(agreement(number(1, 0, 1, 0.051)), 'unclear');
  assert.equal(agreement(number(1, 0.2, 1, 0.1)), 'yes');
  assert.equal(agreement({ ...number(1, 0, 1, 0.05), width: 0.09 }), 'unclear');
  // More scatter never turns no into yes.
  const votes = [0.01, 0.03, 0.05, 0.2].map((error) => agreement(number(1, 0, 1.09, error)));
  assert.deepEqual(votes, ['no', 'no', 'yes', 'unclear']);
  assert.equal(agreement(number(1, 0, 2, 0.4)), 'no');
});

test('a tolerance of ours alone decides nothing', () => {
  const near = compared('slope', -1, { value: -0.952, by: 'theory', width: 0.05 });
  assert.equal(agreement(near), 'unclear');
  assert.equal(agreement({ ...near, ours: -1.01 }), 'no');
  assert.equal(agreement({ ...near, ours: -0.952 }), 'yes');
});

test('one repetition, and fewer rows than published, tell nothing', () => {
  assert.equal(agreement(compared('v', { mean: 1, error: Number.NaN }, { value: 1, error: 1 })), 'unclear');
  assert.equal(agreement(compared('v', { mean: 9, error: 0.1 }, { value: 1, error: 0.1, reduced: true })), 'unclear');
  assert.equal(agreement(compared('v', 1, { value: 1, error: 0.1, reduced: false })), 'yes');
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

test('what cannot be told keeps a verdict from full agreement', () => {
  const good = number(1, 0.1, 1);
  const wide = number(1, 0, 1, 1);
  assert.equal(verdictOf([good, good, wide]), 'partly');
  assert.equal(verdictOf([good, wide, wide]), 'unclear');
  assert.equal(verdictOf([], [undefined]), 'unclear');
  assert.equal(verdictOf([wide, wide], [false]), 'differs');
});
