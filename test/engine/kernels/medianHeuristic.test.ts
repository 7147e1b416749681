import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quietContext, type RunContext } from '../../../src/engine/contract/context';
import { KernelscopeError } from '../../../src/engine/contract/failure';
import { Random } from '../../../src/engine/data/random';
import { medianHeuristic } from '../../../src/engine/kernels/medianHeuristic';
import { madeRows } from '../madeRows';

test('median heuristic: exact on few rows, seeded on many', () => {
  const line = { rows: 5, columns: 1, values: Float64Array.of(0, 1, 2, 3, 4) };
  assert.deepEqual(medianHeuristic(line, new Random(0), quietContext), { lengthScale: 2, pairs: 10 });
  const many = madeRows(400, 2, 9);
  const found = medianHeuristic(many, new Random(4), quietContext);
  assert.equal(found.pairs, 10_000);
  assert.deepEqual(medianHeuristic(many, new Random(4), quietContext), found);
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
  assert.equal(medianHeuristic({ rows: 2000, columns: 1, values }, new Random(0), quietContext).lengthScale, 3);
  assert.throws(
    () => medianHeuristic({ rows: 10, columns: 2, values: new Float64Array(20).fill(4) }, new Random(0), quietContext),
    (error) => error instanceof KernelscopeError && error.failure.code === 'data/no-features',
  );
});

test('median heuristic: whatever the unit, also where squares of distances would vanish or overflow', () => {
  const { values, ...shape } = madeRows(60, 3, 2);
  const of = (factor: number) =>
    medianHeuristic({ ...shape, values: values.map((v) => v * factor) }, new Random(0), quietContext).lengthScale;
  const plain = of(1);
  for (const power of [-900, -600, -400, 400, 600, 900]) {
    const found = of(2 ** power) / 2 ** power;
    assert.ok(Math.abs(found / plain - 1) < 1e-12, `2^${power}: ${found} for ${plain}`);
  }
});

test('median heuristic: the flag is looked at between pairs of wide rows', () => {
  const rows = madeRows(150, 5000, 3);
  let looks = 0;
  medianHeuristic(rows, new Random(0), { ...quietContext, check: () => looks++ } as unknown as RunContext);
  assert.ok(looks >= (10_000 * 5000) / 2 ** 17, `${looks}`);
});
