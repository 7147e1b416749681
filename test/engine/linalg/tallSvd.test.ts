import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { cancelledError, contextWith, quietContext } from '../../../src/engine/contract/context';
import { KernelscopeError } from '../../../src/engine/contract/failure';
import { Random } from '../../../src/engine/data/random';
import { full, type LinearAlgebra, quietWith } from '../../../src/engine/linalg/linalg';
import { tallSvd } from '../../../src/engine/linalg/tallSvd';
import { coresUnderTest } from './cores';
import { uniforms } from './matrices';
import { gemm } from './reference/products';

const cores = coresUnderTest();
after(() => {
  for (const core of cores) core.dispose();
});

/** U·diag(values)·V' with random orthonormal U and V: reflections of one another. */
function withSingularValues(n: number, values: Float64Array, random: Random): Float64Array {
  const p = values.length;
  const a = new Float64Array(n * p);
  for (let j = 0; j < p; j++) a[j + j * n] = values[j];
  for (let round = 0; round < 2; round++) {
    const left = unit(n, random);
    const right = unit(p, random);
    for (let j = 0; j < p; j++) {
      let inner = 0;
      for (let i = 0; i < n; i++) inner += left[i] * a[i + j * n];
      for (let i = 0; i < n; i++) a[i + j * n] -= 2 * inner * left[i];
    }
    for (let i = 0; i < n; i++) {
      let inner = 0;
      for (let j = 0; j < p; j++) inner += a[i + j * n] * right[j];
      for (let j = 0; j < p; j++) a[i + j * n] -= 2 * inner * right[j];
    }
  }
  return a;
}

function unit(n: number, random: Random): Float64Array {
  const v = uniforms(n, random);
  const length = Math.hypot(...v);
  return v.map((x) => x / length);
}

function check(linalg: LinearAlgebra, a: Float64Array, n: number, p: number, expected?: Float64Array): void {
  const before = a.slice();
  const { u, values, v } = linalg.scope(() => {
    const found = tallSvd(a, n, p, quietWith(linalg));
    return { ...found, u: found.u.slice(), v: found.v.slice() };
  });
  assert.deepEqual(a, before, 'the matrix is unchanged');
  const size = values[0] || 1;
  const bound = 30 * (p + 3) * Number.EPSILON;
  for (const [what, q, rows] of [
    ['u', u, n],
    ['v', v, p],
  ] as const) {
    const gram = new Float64Array(p * p);
    gemm(true, false, p, p, rows, 1, full(q, rows), full(q, rows), 0, full(gram, p), quietContext);
    const apart = gram.reduce((m, g, at) => Math.max(m, Math.abs(g - (at % (p + 1) === 0 ? 1 : 0))), 0);
    assert.ok(apart <= bound, `${n}×${p}, ${what} orthonormal to ${apart}`);
  }
  const scaled = u.map((x, at) => x * (values[Math.floor(at / n)] / size));
  const rebuilt = a.map((x) => x / size);
  gemm(false, true, n, p, p, -1, full(scaled, n), full(v, p), 1, full(rebuilt, n), quietContext);
  const apart = rebuilt.reduce((m, x) => Math.max(m, Math.abs(x)), 0);
  assert.ok(apart <= bound, `${n}×${p}, rebuilt to ${apart} of the largest`);
  assert.ok(
    values.every((s, j) => s >= 0 && (j === 0 || s <= values[j - 1])),
    'descending',
  );
  expected?.forEach((s, j) => {
    assert.ok(Math.abs(values[j] - s) <= bound * expected[0], `value ${j} of ${n}×${p}: ${values[j]} for ${s}`);
  });
}

for (const { name, linalg } of cores) {
  test(`${name}: singular values down to rounding beside the largest, and orthonormal vectors of both sides`, () => {
    const kinds: Record<string, (j: number, p: number) => number> = {
      'from 1 to 1e-15': (j, p) => 10 ** ((-15 * j) / p),
      'from 1 to 1e-30': (j, p) => 10 ** ((-30 * j) / p),
      'close together': (j) => 1 + 1e-12 * -j,
      'rank a third': (j, p) => (3 * j < p ? 1 : 0),
      'in groups, the last at 1e-10': (j, p) => (3 * j < p ? 1 : 3 * j < 2 * p ? 1e-5 : 1e-10),
    };
    for (const value of Object.values(kinds))
      for (const [n, p] of [
        [1, 1],
        [2, 2],
        [9, 1],
        [30, 30],
        [120, 17],
        [90, 64],
      ]) {
        const values = Float64Array.from({ length: p }, (_, j) => value(j, p));
        check(linalg, withSingularValues(n, values, new Random(n)), n, p, values);
      }
  });

  test(`${name}: random, zero, huge and tiny matrices`, () => {
    check(linalg, uniforms(150 * 40, new Random(1)), 150, 40);
    check(linalg, new Float64Array(20 * 5), 20, 5);
    for (const factor of [1e200, 1e-200])
      check(
        linalg,
        uniforms(60 * 12, new Random(2)).map((v) => factor * v),
        60,
        12,
      );
  });

  test(`${name}: refuses what is not finite or not tall, and stops when cancelled`, () => {
    const a = uniforms(40, new Random(3));
    assert.throws(() => check(linalg, a, 4, 10), RangeError);
    a[25] = Number.NaN;
    assert.throws(
      () => check(linalg, a, 10, 4),
      (error) => error instanceof KernelscopeError && error.failure.data?.row === 6 && error.failure.data.column === 3,
    );
    const cancelling = {
      ...quietContext,
      check() {
        throw cancelledError();
      },
    };
    assert.throws(
      () => linalg.scope(() => tallSvd(uniforms(40, new Random(3)), 10, 4, contextWith(cancelling, { linalg }))),
      /Cancelled/,
    );
  });
}
