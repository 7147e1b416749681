import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ranked } from '../../../src/engine/compare/ranking';
import type { Proposal } from '../../../src/engine/contract/proposal';

const made = (title: string, seconds: number, loss: number, possible = true): Proposal => ({
  kind: 'whole',
  count: 100,
  method: 'krr',
  title,
  parameters: {},
  rows: 100,
  seconds,
  range: [seconds, seconds],
  bytes: 1e6,
  possible,
  loss,
  why: '',
});
const titles = (proposals: readonly Proposal[]) => proposals.map(({ title }) => title);

test('all rows as they are, where that takes about ten seconds', () => {
  const whole = made('whole', 9, 0);
  const order = ranked([whole, made('landmarks', 1, 0.001)], whole);
  assert.deepEqual(titles(order), ['whole', 'landmarks']);
  const long = made('whole', 11, 0);
  assert.deepEqual(titles(ranked([long, made('landmarks', 1, 0.001)], long)), ['landmarks', 'whole']);
});

test('the fastest of those within 2 % of the lowest error, then the others by expected error', () => {
  const whole = made('whole', 40, 0);
  const order = ranked(
    [whole, made('many', 20, 0.002), made('some', 5, 0.019), made('few', 1, 0.03), made('more', 15, 0.01)],
    whole,
  );
  assert.deepEqual(titles(order), ['some', 'whole', 'many', 'more', 'few']);
});

test('the lowest error is that of what memory and patience allow', () => {
  const whole = made('whole', 9, 0, false);
  const order = ranked(
    [whole, made('patient', 90, 0.01), made('many', 50, 0.1), made('some', 5, 0.12), made('few', 1, 0.13)],
    whole,
  );
  assert.deepEqual(titles(order), ['some', 'many', 'few', 'patient', 'whole']);
});

test('where nothing is quick, the lowest error; where nothing fits, nothing is said to', () => {
  const whole = made('whole', 900, 0);
  assert.equal(ranked([whole, made('many', 90, 0.01)], whole)[0].title, 'many');
  const none = [made('whole', 900, 0, false), made('many', 90, 0.01, false)];
  assert.equal(ranked(none, none[0])[0].possible, false);
});

test('a loss that was not measured stands behind those that were', () => {
  const whole = made('whole', 40, 0);
  const order = ranked([whole, made('unknown', 1, Number.NaN), made('few', 2, 0.5)], whole);
  assert.deepEqual(titles(order), ['whole', 'few', 'unknown']);
});
