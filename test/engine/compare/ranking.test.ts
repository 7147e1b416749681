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

test('the recommended way stands first, whatever was measured', () => {
  const [whole, few, many] = [made('whole', 9, 0), made('few', 1, 0.5), made('many', 20, 0.1)];
  assert.deepEqual(titles(ranked([whole, few, many], few)), ['few', 'whole', 'many']);
});

test('without one the fastest of those within 2 % of the lowest error, then the others by expected error', () => {
  const ways = [
    made('whole', 40, 0),
    made('many', 20, 0.002),
    made('some', 5, 0.019),
    made('few', 1, 0.03),
    made('more', 15, 0.01),
  ];
  assert.deepEqual(titles(ranked(ways, undefined)), ['some', 'whole', 'many', 'more', 'few']);
});

test('the lowest error is that of what memory and patience allow', () => {
  const ways = [
    made('whole', 9, 0, false),
    made('patient', 90, 0.01),
    made('many', 50, 0.1),
    made('some', 5, 0.12),
    made('few', 1, 0.13),
  ];
  assert.deepEqual(titles(ranked(ways, undefined)), ['some', 'many', 'few', 'patient', 'whole']);
});

test('where nothing is quick, the fastest of the lowest error; where nothing fits, nothing is said to', () => {
  assert.equal(ranked([made('whole', 900, 0), made('many', 90, 0.01)], undefined)[0].title, 'many');
  const none = [made('whole', 900, 0, false), made('many', 90, 0.01, false)];
  assert.equal(ranked(none, undefined)[0].possible, false);
});

test('a loss that was not measured stands behind those that were', () => {
  const order = ranked([made('whole', 40, 0), made('unknown', 1, Number.NaN), made('few', 2, 0.5)], undefined);
  assert.deepEqual(titles(order), ['whole', 'few', 'unknown']);
});
