import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { cancelledError, quietContext } from '../../../src/engine/contract/context';
import { KernelscopeError } from '../../../src/engine/contract/failure';
import { Random } from '../../../src/engine/data/random';
import type { LinearAlgebra } from '../../../src/engine/linalg/linalg';
import { coresUnderTest, isTestedAt } from './cores';
import { eigenErrors, isAscending } from './eigenErrors';
import { MATRIX_CLASSES, symmetric, uniforms } from './matrices';

const SIZES = [1, 2, 3, 5, 31, 32, 33, 64, 65, 100, 127, 200, 257, 300];
const LARGE = ['random', 'eigenvalues 1 … 1e-15', 'glued Wilkinson', 'Gaussian Gram matrix of condition 1e18'];
/** The bound of errors in units of n·eps·||A||, norms by column sums: twice a sound solver's worst, at n = 3. */
const BOUND = 6;

const cores = coresUnderTest();
after(() => {
  for (const core of cores) core.dispose();
});

/** The eigenpairs, found from the lower triangle alone: the entries above the diagonal are NaN. */
function eigenOf(linalg: LinearAlgebra, a: Float64Array, n: number, context = quietContext) {
  return linalg.scope(() => {
    const space = linalg.allocate(n * n);
    space.set(lowerOnly(a, n));
    const { values, vectors } = linalg.symmetricEigen(space, n, context);
    return { values: values.slice(), vectors: vectors.slice() };
  });
}

function lowerOnly(a: Float64Array, n: number): Float64Array {
  return a.map((v, at) => (at % n < Math.floor(at / n) ? Number.NaN : v));
}

function checkMatrix(linalg: LinearAlgebra, name: string, n: number, worst: Map<string, number>): void {
  const a = MATRIX_CLASSES[name](n, new Random(n));
  const eigen = eigenOf(linalg, a, n);
  for (const [what, found] of Object.entries(eigenErrors(a, n, eigen))) {
    assert.ok(found <= BOUND, `${what} of ${name}, n = ${n}: ${found} n·eps·||A||`);
    worst.set(what, Math.max(found, worst.get(what) ?? 0));
  }
  assert.ok(isAscending(eigen.values), `values of ${name} ascend, n = ${n}`);
  const alone = linalg.symmetricEigenvalues(lowerOnly(a, n), n, quietContext);
  assert.ok(isAscending(alone), `values alone of ${name} ascend, n = ${n}`);
  const size = Math.max(Math.abs(eigen.values[0]), Math.abs(eigen.values[n - 1]));
  const apart = alone.reduce((m, v, i) => Math.max(m, Math.abs(v / (size || 1) - eigen.values[i] / (size || 1))), 0);
  assert.ok(apart <= BOUND * n * Number.EPSILON, `values alone and with vectors of ${name}, n = ${n}: ${apart} apart`);
}

for (const one of cores) {
  const { name: coreName, linalg } = one;
  for (const name of Object.keys(MATRIX_CLASSES)) {
    test(`${coreName}: eigenpairs, ${name}`, (t) => {
      const worst = new Map<string, number>();
      for (const n of LARGE.includes(name) ? [...SIZES, 600] : SIZES)
        if (isTestedAt(n, one, cores)) checkMatrix(linalg, name, n, worst);
      t.diagnostic(
        `largest errors in n·eps·||A||: ${[...worst].map(([k, v]) => `${k} ${v.toPrecision(2)}`).join(', ')}`,
      );
    });
  }

  test(`${coreName}: no rows, no eigenpairs`, () => {
    assert.equal(linalg.symmetricEigen(new Float64Array(0), 0, quietContext).values.length, 0);
    assert.equal(linalg.symmetricEigenvalues(new Float64Array(0), 0, quietContext).length, 0);
  });

  test(`${coreName}: the vectors lie where the matrix lay`, () => {
    const n = 40;
    const a = MATRIX_CLASSES.random(n, new Random(4));
    assert.deepEqual(a.slice(), MATRIX_CLASSES.random(n, new Random(4)));
    const { vectors } = linalg.symmetricEigen(a, n, quietContext);
    assert.deepEqual([...a], [...vectors]);
  });

  test(`${coreName}: an entry of the lower triangle that is not finite is refused`, () => {
    const n = 37;
    const places = [
      [0, 0],
      [n - 1, 0],
      [n - 1, n - 1],
      [20, 7],
      [20, 20],
      [n - 1, n - 2],
    ];
    const refused = (error: unknown) => error instanceof KernelscopeError && error.failure.code === 'numerics/failed';
    for (const bad of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]) {
      for (const [i, j] of places) {
        const a = MATRIX_CLASSES.random(n, new Random(5));
        a[i + j * n] = bad;
        assert.throws(() => linalg.symmetricEigen(a.slice(), n, quietContext), refused, `${bad} at ${i}, ${j}`);
        assert.throws(() => linalg.symmetricEigenvalues(a, n, quietContext), refused, `${bad} at ${i}, ${j}, values`);
      }
    }
    assert.throws(() => linalg.symmetricEigen(Float64Array.of(Number.NaN), 1, quietContext), refused);
  });

  test(`${coreName}: cancelled at any call of check, and sound afterwards`, () => {
    const n = 220;
    const a = MATRIX_CLASSES.random(n, new Random(6));
    const before = eigenOf(linalg, a, n);
    for (const decompose of [linalg.symmetricEigen.bind(linalg), linalg.symmetricEigenvalues.bind(linalg)]) {
      let calls = 0;
      decompose(a.slice(), n, { ...quietContext, check: () => calls++ });
      assert.ok(calls > 0, 'asks whether it is cancelled');
      // With two threads the pieces that the asking one takes, and so its calls, differ from run to run: no later than half.
      for (const last of new Set([1, 2, Math.ceil(calls / 3), Math.ceil(calls / 2)])) {
        let seen = 0;
        const cancelling = {
          ...quietContext,
          check() {
            if (++seen >= last) throw cancelledError();
          },
        };
        assert.throws(
          () => decompose(a.slice(), n, cancelling),
          (error) => error instanceof KernelscopeError && error.failure.code === 'run/cancelled',
          `cancelled at call ${last} of ${calls}`,
        );
        assert.equal(seen, last, 'stops at the first refusal');
      }
    }
    assert.deepEqual(eigenOf(linalg, a, n), before);
  });

  test(`${coreName}: progress rises from 0 to 1`, () => {
    const n = 300;
    const a = MATRIX_CLASSES['Gaussian Gram matrix of condition 1e18'](n, new Random(7));
    for (const decompose of [linalg.symmetricEigen.bind(linalg), linalg.symmetricEigenvalues.bind(linalg)]) {
      const seen: number[] = [];
      decompose(a.slice(), n, { ...quietContext, progress: (fraction) => seen.push(fraction) });
      assert.ok(
        seen.every((v, i) => v >= 0 && v <= 1 && (i === 0 || v >= seen[i - 1])),
        `rises: ${seen.join(' ')}`,
      );
      assert.ok(seen.length > 3, `${seen.length} reports`);
      assert.equal(seen.at(-1), 1);
    }
  });

  test(`${coreName}: eigenvalues of second differences by their formula`, () => {
    const n = 160;
    const a = symmetric(n, (i, j) => (i === j ? 2 : i === j + 1 ? -1 : 0));
    linalg.symmetricEigenvalues(a, n, quietContext).forEach((value, k) => {
      const exact = 4 * Math.sin(((k + 1) * Math.PI) / (2 * (n + 1))) ** 2;
      assert.ok(Math.abs(value - exact) < 2e-14, `eigenvalue ${k}: ${value} for ${exact}`);
    });
  });

  test(`${coreName}: the same matrix gives the same pairs bit for bit`, () => {
    const n = 180;
    const a = symmetric(n, (i, j) => uniforms(1, new Random(i * n + j))[0]);
    assert.deepEqual(eigenOf(linalg, a, n), eigenOf(linalg, a, n));
  });
}
