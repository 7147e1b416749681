import assert from 'node:assert/strict';
import { test } from 'node:test';
import { heavyTail } from '../../../src/engine/statistics/suspects';
import { normals } from '../madeRows';

test('a tail is heavy where more than one error in fifty, and three at least, are far out', () => {
  const errors = (n: number, far: number) => {
    const next = normals(n);
    return Float64Array.from({ length: n }, (_, i) => (i < far ? 20 : next()));
  };
  assert.equal(heavyTail(errors(400, 0)), undefined);
  assert.equal(heavyTail(errors(400, 7)), undefined);
  assert.equal(heavyTail(errors(400, 12)), 12);
  assert.equal(heavyTail(errors(60, 2)), undefined);
  assert.equal(heavyTail(errors(60, 3)), 3);
  assert.equal(heavyTail(new Float64Array(50)), undefined);
});
