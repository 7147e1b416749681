import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quietContext } from '../../../src/engine/contract/context';
import { KernelscopeError } from '../../../src/engine/contract/failure';
import { Random } from '../../../src/engine/data/random';
import { gaussianCross, gaussianGram, medianHeuristic } from '../../../src/engine/kernels/gaussian';
import { madeRows, relativeError } from '../madeRows';
import { core } from '../testCore';

const x = madeRows(150, 3, 1);
const z = madeRows(40, 3, 2);

function direct(a: typeof x, b: typeof x, s: number): Float64Array {
  return Float64Array.from({ length: a.rows * b.rows }, (_, o) => {
    const [i, j] = [o % a.rows, Math.floor(o / a.rows)];
    let squared = 0;
    for (let c = 0; c < a.columns; c++) squared += (a.values[c * a.rows + i] - b.values[c * b.rows + j]) ** 2;
    return Math.exp(-squared / (2 * s * s));
  });
}

test('Gram and cross kernel follow the formula', () => {
  assert.ok(relativeError(gaussianGram(x, 0.8, core, quietContext), direct(x, x, 0.8)) < 1e-14);
  assert.ok(relativeError(gaussianCross(x, z, 0.8, core, quietContext), direct(x, z, 0.8)) < 1e-14);
});

test('the Gram matrix is symmetric with a unit diagonal, to the bit', () => {
  const gram = gaussianGram(x, 0.3, core, quietContext);
  for (let j = 0; j < x.rows; j++) {
    assert.equal(gram[j * x.rows + j], 1);
    for (let i = 0; i < j; i++) assert.equal(gram[j * x.rows + i], gram[i * x.rows + j]);
  }
});

test('rows far from the origin lose nothing: distances are taken after centring', () => {
  const far = { ...x, values: x.values.map((v) => v + 2 ** 30) };
  const moved = { ...x, values: far.values.map((v) => v - 2 ** 30) };
  assert.ok(relativeError(gaussianGram(far, 0.8, core, quietContext), direct(moved, moved, 0.8)) < 1e-7);
});

test('equal rows have kernel 1, also where rounding would make their distance negative', () => {
  const values = Float64Array.from({ length: 300 }, (_, o) => [0.1, 0.7, 1e3][Math.floor(o / 100)] * ((o % 2) + 1));
  const gram = gaussianGram({ rows: 100, columns: 3, values }, 1e-6, core, quietContext);
  assert.ok(gram.every((v) => v >= 0 && v <= 1));
  assert.equal(gram[2], 1);
});

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
