import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { cancelledError, contextWith, quietContext } from '../../../src/engine/contract/context';
import { KernelscopeError } from '../../../src/engine/contract/failure';
import { Random } from '../../../src/engine/data/random';
import { full, type LinearAlgebra, quietWith } from '../../../src/engine/linalg/linalg';
import { type TopEigenOptions, topEigen } from '../../../src/engine/linalg/topEigen';
import { coresUnderTest } from './cores';
import { symmetric, uniforms, withEigenvalues } from './matrices';

const cores = coresUnderTest();
after(() => {
  for (const core of cores) core.dispose();
});

const spread = (n: number, value: (i: number) => number) => Float64Array.from({ length: n }, (_, i) => value(i));

/** A Gaussian Gram matrix of n rows in d columns. */
function gram(n: number, d: number, lengthScale: number): Float64Array {
  const x = uniforms(n * d, new Random(n));
  return symmetric(n, (i, j) => {
    let squared = 0;
    for (let c = 0; c < d; c++) squared += (x[i + c * n] - x[j + c * n]) ** 2;
    return Math.exp(-squared / (2 * lengthScale ** 2));
  });
}

function topOf(linalg: LinearAlgebra, a: Float64Array, n: number, k: number, options: TopEigenOptions = {}) {
  return linalg.scope(() => {
    const top = topEigen(a, n, k, options, quietWith(linalg));
    return { ...top, vectors: top.vectors.slice() };
  });
}

/** The pairs against their definition, measured apart from the code under test, and against the largest of all values. */
function check(linalg: LinearAlgebra, a: Float64Array, n: number, k: number, options: TopEigenOptions = {}) {
  const found = topOf(linalg, a, n, k, options);
  const all = linalg.symmetricEigenvalues(a.slice(), n, quietContext);
  const size = Math.max(Math.abs(all[0]), Math.abs(all[n - 1]));
  const tolerance = (options.tolerance ?? 1e-10) * size + n * Number.EPSILON * size;
  assert.equal(found.values.length, k);
  for (let j = 0; j < k; j++) {
    const v = found.vectors.subarray(j * n, (j + 1) * n);
    const apart = Math.abs(found.values[j] - all[n - 1 - j]);
    assert.ok(apart <= tolerance, `value ${j}: ${found.values[j]} for ${all[n - 1 - j]}`);
    let residual = 0;
    for (let i = 0; i < n; i++) {
      let sum = -found.values[j] * v[i];
      for (let p = 0; p < n; p++) sum += a[p + i * n] * v[p];
      residual += sum * sum;
    }
    residual = Math.sqrt(residual);
    assert.ok(residual <= 2 * tolerance, `residual ${j}: ${residual}`);
    assert.ok(Math.abs(residual - found.residuals[j]) <= n * Number.EPSILON * size, `residual ${j} as told`);
    for (let l = 0; l <= j; l++) {
      let inner = l === j ? -1 : 0;
      for (let i = 0; i < n; i++) inner += v[i] * found.vectors[i + l * n];
      assert.ok(Math.abs(inner) < 1e-13, `vectors ${l} and ${j}: ${inner}`);
    }
  }
  return found;
}

for (const { name, linalg } of cores) {
  test(`${name}: the largest of a smooth Gram matrix in few multiplications`, () => {
    const { iterations } = check(linalg, gram(600, 3, 0.6), 600, 50);
    assert.ok(iterations > 0 && iterations < 12, `${iterations} multiplications`);
  });

  test(`${name}: of a spectrum that falls slowly, through restarts`, () => {
    const a = withEigenvalues(
      spread(500, (i) => 1 / (1 + i)),
      new Random(1),
    );
    check(linalg, a, 500, 12);
    const flat = withEigenvalues(
      spread(400, (i) => 400 - i),
      new Random(2),
    );
    const { iterations } = check(linalg, flat, 400, 6, { tolerance: 1e-9 });
    assert.ok(iterations > 11, 'went past the room of one basis');
  });

  test(`${name}: clustered and repeated values, also more copies than a block has columns`, () => {
    const n = 300;
    const kinds: Record<string, (i: number) => number> = {
      'clusters of five': (i) => 1 / (1 + Math.floor(i / 5)) + 1e-13 * i,
      'six copies of the largest': (i) => (i < 6 ? 1 : 0.5 / i),
      'nine copies in the middle': (i) => (i < 3 ? 3 - i : i < 12 ? 0.5 : 0.4 / (i - 10)),
      'all one': () => 1,
      'one, then all alike': (i) => (i === 0 ? 1 : 0.5),
    };
    for (const value of Object.values(kinds)) {
      const a = withEigenvalues(spread(n, value), new Random(3));
      check(linalg, a, n, 14);
      check(linalg, a, n, 14, { blockSize: 4 });
    }
  });

  test(`${name}: rank below k, zero, negative and indefinite matrices`, () => {
    const n = 250;
    check(
      linalg,
      withEigenvalues(
        spread(n, (i) => (i < 7 ? 7 - i : 0)),
        new Random(4),
      ),
      n,
      20,
    );
    check(linalg, new Float64Array(n * n), n, 5);
    check(
      linalg,
      withEigenvalues(
        spread(n, (i) => -1 - i),
        new Random(5),
      ),
      n,
      3,
      { tolerance: 1e-8 },
    );
    check(
      linalg,
      withEigenvalues(
        spread(n, (i) => (i % 2 === 0 ? 1 : -3) * 0.8 ** i),
        new Random(6),
      ),
      n,
      10,
    );
  });

  test(`${name}: many pairs or few rows come from all pairs`, () => {
    for (const [n, k] of [
      [1, 1],
      [2, 1],
      [2, 2],
      [30, 4],
      [90, 90],
      [100, 30],
    ])
      assert.equal(check(linalg, gram(n, 2, 0.5), n, k).iterations, 0);
  });

  test(`${name}: an operator gives what its matrix gives`, () => {
    for (const [n, k] of [
      [300, 10],
      [80, 40],
    ]) {
      const a = gram(n, 3, 0.5);
      let multiplications = 0;
      const found = linalg.scope(() => {
        const apply = (v: Float64Array, columns: number, w: Float64Array) => {
          multiplications++;
          linalg.gemm(false, false, n, columns, n, 1, full(a, n), full(v, n), 0, full(w, n), quietContext);
        };
        const top = topEigen(apply, n, k, {}, quietWith(linalg));
        return { ...top, vectors: top.vectors.slice() };
      });
      assert.deepEqual(found, topOf(linalg, a, n, k));
      assert.equal(multiplications, Math.max(1, found.iterations) + 1, 'one more measures the residuals');
    }
  });

  test(`${name}: the seed decides the start, and nothing else chance`, () => {
    const a = gram(260, 4, 0.7);
    assert.deepEqual(topOf(linalg, a, 260, 9, { seed: 5 }), topOf(linalg, a, 260, 9, { seed: 5 }));
    const other = topOf(linalg, a, 260, 9, { seed: 6 });
    assert.notDeepEqual(topOf(linalg, a, 260, 9, { seed: 5 }).residuals, other.residuals);
  });

  test(`${name}: without convergence an error names the residuals`, () => {
    const flat = withEigenvalues(
      spread(300, (i) => 300 - i),
      new Random(7),
    );
    assert.throws(
      () => topOf(linalg, flat, 300, 8, { limit: 4 }),
      (error) => {
        assert.ok(error instanceof KernelscopeError && error.failure.code === 'numerics/failed');
        const residuals = error.failure.data?.residuals;
        assert.ok(Array.isArray(residuals) && residuals.length === 8 && residuals.some((r) => r > 1e-10 * 300));
        assert.equal(error.failure.data?.iterations, 4);
        return true;
      },
    );
  });

  test(`${name}: an entry that is not finite is refused, and cancelling stops`, () => {
    const a = gram(200, 2, 0.5);
    a[17 + 120 * 200] = Number.NaN;
    const failed = (code: string) => (error: unknown) =>
      error instanceof KernelscopeError && error.failure.code === code;
    assert.throws(() => topOf(linalg, a, 200, 5), failed('numerics/failed'));
    let calls = 0;
    const cancelling = {
      ...quietContext,
      check() {
        if (++calls > 12) throw cancelledError();
      },
    };
    const sound = gram(200, 2, 0.5);
    assert.throws(
      () => linalg.scope(() => topEigen(sound, 200, 5, {}, contextWith(cancelling, { linalg }))),
      failed('run/cancelled'),
    );
    check(linalg, sound, 200, 5);
  });
}
