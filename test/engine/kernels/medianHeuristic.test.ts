import assert from 'node:assert/strict';
import { test } from 'node:test';
import { KernelscopeError } from '../../../src/engine/contract/failure';
import { Random } from '../../../src/engine/data/random';
import { medianHeuristic } from '../../../src/engine/kernels/medianHeuristic';
import { madeRows } from '../madeRows';

test('median heuristic: exact on few rows, seeded on many', () => {
  const line = { rows: 5, columns: 1, values: Float64Array.of(0, 1, 2, 3, 4) };
  assert.deepEqual(medianHeuristic(line, new Random(0)), { lengthScale: 2, pairs: 10 });
  const many = madeRows(400, 2, 9);
  const found = medianHeuristic(many, new Random(4));
  assert.equal(found.pairs, 10_000);
  assert.deepEqual(medianHeuristic(many, new Random(4)), found);
  const all: number[] = [];
  for (let i = 0; i < 400; i++)
    for (let j = 0; j < i; j++)
      all.push(Math.hypot(many.values[i] - many.values[j], many.values[400 + i] - many.values[400 + j]));
  const exact = all.sort((a, b) => a - b)[all.length >> 1];
  assert.ok(Math.abs(found.lengthScale / exact - 1) < 0.03);
});

test('median heuristic: repeated rows do not make it 0; rows all alike are refused', () => {
  const values = new Float64Array(2000);
  values[1234] = 3;
  assert.equal(medianHeuristic({ rows: 2000, columns: 1, values }, new Random(0)).lengthScale, 3);
  assert.throws(
    () => medianHeuristic({ rows: 10, columns: 2, values: new Float64Array(20).fill(4) }, new Random(0)),
    (error) => error instanceof KernelscopeError && error.failure.code === 'data/no-features',
  );
});
