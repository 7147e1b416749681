import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { quietContext } from '../../../src/engine/contract/context';
import { Random } from '../../../src/engine/data/random';
import { formOf } from '../../../src/engine/kernels/formOf';
import { full, type LinearAlgebra } from '../../../src/engine/linalg/linalg';
import { coresUnderTest, isTestedAt, type TestCore } from './cores';
import { MATRIX_CLASSES, symmetric, uniforms } from './matrices';

/** Every size up to here, for every primitive: edges of tiles, panels and leaves lie at sizes no list would name. */
const LARGEST = 300;
const CLASSES = Object.keys(MATRIX_CLASSES);

const cores = coresUnderTest();
after(() => {
  for (const core of cores) core.dispose();
});

function everySize(core: TestCore, check: (n: number, random: Random) => void): void {
  for (let n = 1; n <= LARGEST; n++) {
    if (!isTestedAt(n, core, cores)) continue;
    try {
      check(n, new Random(n));
    } catch (error) {
      throw new Error(`n = ${n}: ${error instanceof Error ? error.message : error}`, { cause: error });
    }
  }
}

/** op(A)·x for A (rows×columns), by sums along columns. */
function times(transposed: boolean, a: Float64Array, rows: number, columns: number, x: Float64Array): Float64Array {
  const y = new Float64Array(transposed ? columns : rows);
  for (let j = 0; j < columns; j++) {
    const from = j * rows;
    if (transposed) {
      let sum = 0;
      for (let i = 0; i < rows; i++) sum += a[from + i] * x[i];
      y[j] = sum;
    } else for (let i = 0; i < rows; i++) y[i] += a[from + i] * x[j];
  }
  return y;
}

function assertNear(found: Float64Array, expected: Float64Array, bound: number, what: string): void {
  assert.equal(found.length, expected.length);
  for (let i = 0; i < found.length; i++)
    assert.ok(Math.abs(found[i] - expected[i]) <= bound, `${what}, entry ${i}: ${found[i]} for ${expected[i]}`);
}

/** C·x against op(A)·(op(B)·x), which costs n² for each product of n³ and misses no entry: x has no zeros. */
function checkGemm(linalg: LinearAlgebra, m: number, n: number, k: number, random: Random): void {
  for (const ta of [false, true])
    for (const tb of [false, true]) {
      const [a, b] = [uniforms(m * k, random), uniforms(k * n, random)];
      const c = new Float64Array(m * n).fill(Number.NaN);
      linalg.gemm(ta, tb, m, n, k, 1, full(a, ta ? k : m), full(b, tb ? n : k), 0, full(c, m), quietContext);
      const x = uniforms(n, random).map((v) => v + 2);
      const inner = tb ? times(true, b, n, k, x) : times(false, b, k, n, x);
      const expected = ta ? times(true, a, k, m, inner) : times(false, a, m, k, inner);
      // Sums of n·k products of at most 3 in size.
      assertNear(times(false, c, m, n, x), expected, 3 * n * k * (n + k) * Number.EPSILON, `gemm ${m}×${n}×${k}`);
    }
}

/** The full symmetric matrix whose lower triangle is given. */
function mirrored(lower: Float64Array, n: number): Float64Array {
  return symmetric(n, (i, j) => lower[i + j * n]);
}

for (const one of cores) {
  const { name, linalg } = one;
  test(`${name}: gemm and gemv at every size`, () => {
    everySize(one, (n, random) => {
      checkGemm(linalg, n, 1 + random.below(9), 1 + random.below(9), random);
      checkGemm(linalg, 1 + random.below(9), n, 1 + random.below(40), random);
      checkGemm(linalg, 1 + random.below(40), 1 + random.below(9), n, random);
      if (n % 5 === 0 || n < 70) checkGemm(linalg, n, n, n, random);
      for (const transposed of [false, true]) {
        const columns = 1 + random.below(60);
        const a = uniforms(n * columns, random);
        const x = uniforms(transposed ? n : columns, random);
        const y = new Float64Array(transposed ? columns : n).fill(Number.NaN);
        linalg.gemv(transposed, n, columns, 1, full(a, n), x, 0, y, quietContext);
        assertNear(y, times(transposed, a, n, columns, x), 2 * x.length ** 2 * Number.EPSILON, 'gemv');
      }
    });
  });

  test(`${name}: syrk, Cholesky and both solves at every size`, () => {
    everySize(one, (n, random) => {
      const k = 1 + random.below(n + 4);
      const root = uniforms(n * k, random);
      const c = new Float64Array(n * n).fill(Number.NaN);
      linalg.syrk(n % 2 === 0, n, k, 1, full(root, n % 2 === 0 ? k : n), 0, full(c, n), quietContext);
      const x = uniforms(n, random).map((v) => v + 2);
      const expected =
        n % 2 === 0
          ? times(true, root, k, n, times(false, root, k, n, x))
          : times(false, root, n, k, times(true, root, n, k, x));
      assertNear(times(false, mirrored(c, n), n, n, x), expected, 3 * n * k * (n + k) * Number.EPSILON, 'syrk');

      for (let i = 0; i < n; i++) c[i + i * n] += k + 1;
      const a = mirrored(c, n);
      assert.equal(linalg.cholesky(c, n, quietContext), undefined);
      const columns = 1 + random.below(6);
      const solution = uniforms(n * columns, random);
      const b = new Float64Array(n * columns);
      for (let j = 0; j < columns; j++) b.set(times(false, a, n, n, solution.subarray(j * n, (j + 1) * n)), j * n);
      const onRight = new Float64Array(n * columns);
      for (let j = 0; j < columns; j++) for (let i = 0; i < n; i++) onRight[j + i * columns] = b[i + j * n];
      linalg.solveLower(c, n, false, b, columns, quietContext);
      linalg.solveLower(c, n, true, b, columns, quietContext);
      // The condition is at most (k + 1 + n·k)/(k + 1) < 2·n.
      assertNear(b, solution, 40 * n * n * Number.EPSILON, 'solveLower');
      linalg.solveLowerRight(c, n, true, onRight, columns, quietContext);
      linalg.solveLowerRight(c, n, false, onRight, columns, quietContext);
      const back = new Float64Array(n * columns);
      for (let j = 0; j < columns; j++) for (let i = 0; i < n; i++) back[i + j * n] = onRight[j + i * columns];
      assertNear(back, solution, 40 * n * n * Number.EPSILON, 'solveLowerRight');
    });
  });

  test(`${name}: eigenpairs at every size, the classes in turn`, () => {
    everySize(one, (n, random) => {
      const kind = CLASSES[n % CLASSES.length];
      const a = MATRIX_CLASSES[kind](n, random);
      const largest = a.reduce((m, v) => Math.max(m, Math.abs(v)), 0) || 1;
      const scaled = a.map((v) => v / largest);
      const { values, vectors } = linalg.symmetricEigen(a.slice(), n, quietContext);
      // V·diag·V'·x against A·x, and V'·V·x against x, for one x: n² beside the n³ of the decomposition.
      const x = uniforms(n, random).map((v) => v + 2);
      const inside = times(true, vectors, n, n, x);
      const bound = 40 * n * n * Number.EPSILON;
      assertNear(times(false, vectors, n, n, inside), x, bound, `orthonormal, ${kind}`);
      const rebuilt = times(
        false,
        vectors,
        n,
        n,
        inside.map((v, j) => v * (values[j] / largest)),
      );
      assertNear(rebuilt, times(false, scaled, n, n, x), bound, `rebuilt, ${kind}`);
      assert.ok(
        values.every((v, i) => i === 0 || v >= values[i - 1]),
        'ascending',
      );
      const alone = linalg.symmetricEigenvalues(a.slice(), n, quietContext);
      assertNear(
        alone.map((v) => v / largest),
        values.map((v) => v / largest),
        bound,
        `values alone, ${kind}`,
      );
    });
  });

  test(`${name}: Gaussian kernel matrices at every size`, () => {
    everySize(one, (n, random) => {
      const d = 1 + random.below(12);
      const m = 1 + random.below(20);
      const [x, z] = [uniforms(n * d, random), uniforms(m * d, random)];
      const form = { kind: 'gaussian', lengthScale: 0.5 + random.uniform() } as const;
      const value = (p: Float64Array, rows: number, i: number, q: Float64Array, others: number, j: number) => {
        let squared = 0;
        for (let c = 0; c < d; c++) squared += (p[i + c * rows] - q[j + c * others]) ** 2;
        return Math.exp(-squared / (2 * form.lengthScale ** 2));
      };
      const bound = 40 * d * Number.EPSILON;
      const apart = linalg.kernelMatrix(formOf(form), x, n, z, m, d, false, quietContext);
      const among = linalg.kernelMatrix(formOf(form), x, n, x, n, d, true, quietContext);
      for (let j = 0; j < m; j++)
        for (let i = 0; i < n; i++)
          assert.ok(Math.abs(apart[i + j * n] - value(x, n, i, z, m, j)) <= bound, `entry ${i}, ${j}, d = ${d}`);
      for (let j = 0; j < n; j++) {
        assert.equal(among[j + j * n], 1);
        for (let i = 0; i < n; i += 1 + random.below(9)) {
          assert.equal(among[i + j * n], among[j + i * n]);
          assert.ok(Math.abs(among[i + j * n] - value(x, n, i, x, n, j)) <= bound, `entry ${i}, ${j}, d = ${d}`);
        }
      }
    });
  });

  test(`${name}: map at every length`, () => {
    everySize(one, (n, random) => {
      const x = uniforms(n, random);
      for (const [f, exact] of [
        ['exp', Math.exp],
        ['tanh', Math.tanh],
      ] as const) {
        const found = x.slice();
        linalg.map(f, found, 3, -1, quietContext);
        const expected = x.map((v) => exact(3 * v - 1));
        assertNear(found, expected, 32 * Number.EPSILON, f);
      }
    });
  });
}
