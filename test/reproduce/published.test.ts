import assert from 'node:assert/strict';
import { test } from 'node:test';
import ckrr from '../../src/reproduce/ckrr/published.json';
import { compared, type PublishedNumber, publishedIn } from '../../src/reproduce/compared';
import rf from '../../src/reproduce/rf/published.json';
import sign from '../../src/reproduce/sign/published.json';
import tkrr from '../../src/reproduce/tkrr/published.json';

const papers: Readonly<Record<string, readonly PublishedNumber[]>> = { ckrr, rf, sign, tkrr };

for (const [paper, numbers] of Object.entries(papers))
  test(`every published number of ${paper} has a name of its own and says where it stands`, () => {
    assert.equal(new Set(numbers.map(({ id }) => id)).size, numbers.length);
    for (const { id, where, value, error = 0 } of numbers) {
      assert.match(where, /Figure|Table|Theorem|Proposition/, id);
      assert.ok(Number.isFinite(value) && error >= 0, id);
    }
  });

test('a number stands beside the published one, which must be there', () => {
  const find = publishedIn(ckrr);
  assert.deepEqual(compared('ridge', { mean: 0.07, error: 0.001 }, find('table1-gaussian-ridge')), {
    name: 'ridge',
    published: 0.0671,
    publishedError: 0.0015,
    ours: 0.07,
    oursError: 0.001,
  });
  assert.deepEqual(compared('mean of one', { mean: 2, error: Number.NaN }), { name: 'mean of one', ours: 2 });
  assert.throws(() => find('table9'), RangeError);
});
