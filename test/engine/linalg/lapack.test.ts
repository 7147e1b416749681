import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { quietContext } from '../../../src/engine/contract/context';
import { full } from '../../../src/engine/linalg/linalg';
import { coresUnderTest } from './cores';
import { systemLapack } from './lapack';
import { MATRIX_CLASSES, symmetric, uniforms } from './matrices';
import { forRandomCases } from './seeds';

const found = systemLapack();
const skip = typeof found === 'string' ? `compared with nothing: ${found}` : false;
const lapack = () => {
  if (typeof found === 'string') throw new Error(found);
  return found;
};

const cores = coresUnderTest();
after(() => {
  for (const core of cores) core.dispose();
});

for (const { name, linalg } of cores) {
  test(`${name}: gemm as LAPACK's, random shapes`, { skip }, () => {
    forRandomCases(60, (random, describe) => {
      const [m, n, k] = [0, 0, 0].map(() => 1 + random.below(random.below(3) === 0 ? 300 : 40));
      const [ta, tb] = [random.below(2) === 1, random.below(2) === 1];
      const [alpha, beta] = [random.uniform() - 0.5, random.uniform() - 0.5];
      describe('dgemm', { m, n, k, ta, tb, alpha, beta });
      const [a, b, c] = [uniforms(m * k, random), uniforms(k * n, random), uniforms(m * n, random)];
      const expected = c.slice();
      const [leadA, leadB] = [ta ? k : m, tb ? n : k];
      lapack().dgemm(ta, tb, [m, n, k], alpha, a, b, beta, expected, [leadA, leadB, m]);
      linalg.gemm(ta, tb, m, n, k, alpha, full(a, leadA), full(b, leadB), beta, full(c, m), quietContext);
      // Both sum k products of size 1 at most in some order: each is within k·eps·(k/2) of the exact sum.
      const bound = Math.max(4, k * k) * Number.EPSILON;
      for (const [i, v] of c.entries()) assert.ok(Math.abs(v - expected[i]) <= bound, `entry ${i}: ${v}`);
    });
  });

  test(`${name}: Cholesky as LAPACK's, factors and failing pivots`, { skip }, () => {
    forRandomCases(60, (random, describe) => {
      const n = 1 + random.below(random.below(3) === 0 ? 300 : 60);
      const failing = random.below(2) === 1 ? random.below(n) : -1;
      describe('dpotrf', { n, failing });
      const a = symmetric(n, (i, j) => (i === j ? (i === failing ? 0.1 : n) : 2 * random.uniform() - 1));
      if (failing > 0) a[failing + (failing - 1) * n] = a[failing - 1 + failing * n] = n / 2;
      const expected = a.slice();
      const info = lapack().dpotrf(expected, n);
      assert.equal(linalg.cholesky(a, n, quietContext)?.pivot ?? 0, info);
      if (info !== 0) return;
      const bound = 10 * n * Math.sqrt(n) * Number.EPSILON;
      for (let j = 0; j < n; j++)
        for (let i = j; i < n; i++)
          assert.ok(Math.abs(a[i + j * n] - expected[i + j * n]) <= bound, `entry ${i}, ${j}: ${a[i + j * n]}`);
    });
  });

  test(`${name}: eigenpairs as LAPACK's, random class and size`, { skip }, () => {
    const classes = Object.keys(MATRIX_CLASSES);
    forRandomCases(60, (random, describe) => {
      const n = 1 + random.below(random.below(3) === 0 ? 260 : 70);
      const kind = classes[random.below(classes.length)];
      describe('dsyevd', { n, kind });
      const a = MATRIX_CLASSES[kind](n, random);
      const vectors = a.slice();
      const expected = lapack().dsyevd(vectors, n);
      const { values, vectors: own } = linalg.symmetricEigen(a, n, quietContext);
      const size = Math.max(Math.abs(expected[0]), Math.abs(expected[n - 1])) || 1;
      const bound = 10 * (n + 5) * Number.EPSILON;
      for (let j = 0; j < n; j++) {
        const apart = Math.abs(values[j] / size - expected[j] / size);
        assert.ok(apart <= bound, `value ${j}: ${values[j]} for ${expected[j]}`);
        // A vector whose value stands apart is settled but for its sign (Davis and Kahan 1970).
        const gap = Math.min(
          j === 0 ? 2 : (expected[j] - expected[j - 1]) / size,
          j === n - 1 ? 2 : (expected[j + 1] - expected[j]) / size,
        );
        if (gap < 1e-4) continue;
        let inner = 0;
        for (let i = j * n; i < (j + 1) * n; i++) inner += own[i] * vectors[i];
        assert.ok(1 - Math.abs(inner) <= bound + (bound / gap) ** 2, `vector ${j}: cosine ${inner}, gap ${gap}`);
      }
    });
  });
}
