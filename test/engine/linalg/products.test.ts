import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quietContext } from '../../../src/engine/contract/context';
import { Random } from '../../../src/engine/data/random';
import { whole } from '../../../src/engine/linalg/linalg';
import { reference } from '../../../src/engine/linalg/reference';
import { relativeError } from '../madeRows';

const random = new Random(3);
const filled = (length: number) => Float64Array.from({ length }, () => random.uniform() - 0.5);

for (const [m, n, k] of [
  [1, 1, 1],
  [5, 3, 7],
  [97, 3, 300],
  [130, 515, 5],
  [4, 2, 0],
]) {
  for (const [transposeA, transposeB] of [
    [false, false],
    [true, false],
    [false, true],
    [true, true],
  ]) {
    test(`gemm ${m}×${n}×${k}${transposeA ? ', A transposed' : ''}${transposeB ? ', B transposed' : ''}`, () => {
      const a = filled(m * k);
      const b = filled(k * n);
      const c = filled(m * n);
      const expected = c.map((v) => -0.5 * v);
      for (let j = 0; j < n; j++)
        for (let i = 0; i < m; i++)
          for (let p = 0; p < k; p++)
            expected[j * m + i] += 2 * a[transposeA ? i * k + p : p * m + i] * b[transposeB ? p * n + j : j * k + p];
      const left = whole(a, transposeA ? k : m);
      const right = whole(b, transposeB ? n : k);
      reference.gemm(transposeA, transposeB, m, n, k, 2, left, right, -0.5, whole(c, m), quietContext);
      assert.ok(relativeError(c, expected) < 1e-13);
    });
  }
}

test('gemm writes a block and nothing about it, and ignores what was there when beta is 0', () => {
  const c = new Float64Array(100).fill(Number.NaN);
  const a = whole(Float64Array.of(1, 2), 2);
  const b = whole(Float64Array.of(3, 4), 1);
  reference.gemm(false, false, 2, 2, 1, 1, a, b, 0, { values: c, offset: 33, lead: 10 }, quietContext);
  assert.deepEqual(
    [...c.entries()].filter(([, v]) => !Number.isNaN(v)),
    [
      [33, 3],
      [34, 6],
      [43, 4],
      [44, 8],
    ],
  );
});

test('Cholesky factors and solves, and leaves the upper triangle alone', () => {
  for (const n of [1, 7, 48, 49, 130]) {
    const root = filled(n * n);
    const a = new Float64Array(n * n);
    reference.gemm(false, true, n, n, n, 1, whole(root, n), whole(root, n), 0, whole(a, n), quietContext);
    for (let i = 0; i < n; i++) a[i * n + i] += 1;
    const x = filled(n * 3);
    const b = new Float64Array(n * 3);
    reference.gemm(false, false, n, 3, n, 1, whole(a, n), whole(x, n), 0, whole(b, n), quietContext);
    const factor = a.slice();
    assert.equal(reference.cholesky(factor, n, quietContext), 0);
    for (let j = 0; j < n; j++) for (let i = 0; i < j; i++) assert.equal(factor[j * n + i], a[j * n + i]);
    reference.solveLower(factor, n, false, b, 3, quietContext);
    reference.solveLower(factor, n, true, b, 3, quietContext);
    assert.ok(relativeError(b, x) < 1e-11, `n = ${n}: ${relativeError(b, x)}`);
  }
});

test('Cholesky names the pivot that fails', () => {
  const n = 60;
  const a = new Float64Array(n * n);
  for (let i = 0; i < n; i++) a[i * n + i] = i === 52 ? -1 : 2;
  assert.equal(reference.cholesky(a, n, quietContext), 53);
  assert.equal(reference.cholesky(Float64Array.of(Number.NaN), 1, quietContext), 1);
});
