import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pairedVerdict } from '../../../src/engine/statistics/pairedVerdict';

test('better and worse are told of intervals on one side of 0, as good of those within 5 %, and nothing of others', () => {
  assert.equal(pairedVerdict([0.02, 0.3], 1), 'worse');
  assert.equal(pairedVerdict([-0.3, -0.02], 1), 'better');
  assert.equal(pairedVerdict([-0.04, 0.05], 1), 'as good');
  assert.equal(pairedVerdict([-0.04, 0.06], 1), 'unclear');
  assert.equal(pairedVerdict([-1, 10], 1), 'unclear');
  assert.equal(pairedVerdict([Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY], 1), 'unclear');
  assert.equal(pairedVerdict([0, 0], 0), 'as good', 'predictions that are the same');
});

test('what differs by less than 1 % is neither better nor worse, however sure that is', () => {
  assert.equal(pairedVerdict([0.0001, 0.0004], 1), 'as good');
  assert.equal(pairedVerdict([-0.012, -0.0001], 1), 'as good');
});

test('a wider interval about the same difference never tells more, and units do not matter', () => {
  const sure = { better: 2, worse: 2, 'as good': 2, unclear: 1 };
  for (const centre of [-0.3, -0.03, -0.003, 0, 0.004, 0.02, 0.2])
    for (let k = 1; k < 40; k++) {
      const at = (half: number, unit = 1) => pairedVerdict([unit * (centre - half), unit * (centre + half)], unit);
      assert.ok(sure[at(0.01 * (k + 1))] <= sure[at(0.01 * k)], `${centre} ${k}`);
      assert.equal(at(0.01 * k, 1e6), at(0.01 * k));
    }
});
