import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { quietContext } from '../../../src/engine/contract/context';
import type { Random } from '../../../src/engine/data/random';
import { formOf } from '../../../src/engine/kernels/formOf';
import { full, type LinearAlgebra } from '../../../src/engine/linalg/linalg';
import { coresUnderTest, referenceCore, type TestCore } from './cores';
import { MATRIX_CLASSES, symmetric, uniforms } from './matrices';
import { forRandomCases } from './seeds';

const cores = coresUnderTest();
after(() => {
  for (const core of cores) core.dispose();
});

interface Work {
  readonly run: (linalg: LinearAlgebra) => Float64Array;
  /** How far results of different builds may lie apart. */
  readonly apart: number;
}

/** One operation on operands of its own, large enough often enough to be shared among threads. */
function drawn(random: Random): { readonly what: readonly unknown[]; readonly work: Work } {
  const size = () => 1 + random.below(random.below(3) === 0 ? 400 : 90);
  const [m, n, k] = [size(), size(), size()];
  const [ta, tb] = [random.below(2) === 1, random.below(2) === 1];
  const definite = () => symmetric(n, (i, j) => (i === j ? n + 1 : 2 * random.uniform() - 1));
  const kinds: Record<string, () => Work> = {
    gemm() {
      const [a, b, c] = [uniforms(m * k, random), uniforms(k * n, random), uniforms(m * n, random)];
      const run = (linalg: LinearAlgebra) => {
        const own = c.slice();
        linalg.gemm(ta, tb, m, n, k, 0.5, full(a, ta ? k : m), full(b, tb ? n : k), -1, full(own, m), quietContext);
        return own;
      };
      return { run, apart: k * k * Number.EPSILON };
    },
    syrk() {
      const a = uniforms(n * k, random);
      const run = (linalg: LinearAlgebra) => {
        const own = new Float64Array(n * n);
        linalg.syrk(ta, n, k, 1, full(a, ta ? k : n), 0, full(own, n), quietContext);
        return own;
      };
      return { run, apart: k * k * Number.EPSILON };
    },
    gemv() {
      const [a, x] = [uniforms(m * n, random), uniforms(ta ? m : n, random)];
      const run = (linalg: LinearAlgebra) => {
        const own = new Float64Array(ta ? n : m);
        linalg.gemv(ta, m, n, 1, full(a, m), x, 0, own, quietContext);
        return own;
      };
      return { run, apart: x.length ** 2 * Number.EPSILON };
    },
    cholesky() {
      const a = definite();
      const run = (linalg: LinearAlgebra) => {
        const own = a.slice();
        assert.equal(linalg.cholesky(own, n, quietContext), undefined);
        return own;
      };
      return { run, apart: n * n * Number.EPSILON };
    },
    solve() {
      const [a, b] = [definite(), uniforms(n * m, random)];
      const run = (linalg: LinearAlgebra) => {
        const own = b.slice();
        if (tb) linalg.solveLowerRight(a, n, ta, own, m, quietContext);
        else linalg.solveLower(a, n, ta, own, m, quietContext);
        return own;
      };
      return { run, apart: n * n * Number.EPSILON };
    },
    eigenvalues() {
      const a = MATRIX_CLASSES.random(n, random);
      const run = (linalg: LinearAlgebra) => linalg.symmetricEigenvalues(a.slice(), n, quietContext);
      return { run, apart: n * n * Number.EPSILON };
    },
    'kernel matrix'() {
      const [x, z] = [uniforms(3 * n, random), uniforms(3 * m, random)];
      const form = { kind: 'gaussian', lengthScale: 1 } as const;
      const run = (linalg: LinearAlgebra) =>
        ta
          ? linalg.kernelMatrix(formOf(form), x, n, x, n, 3, true, quietContext)
          : linalg.kernelMatrix(formOf(form), x, n, z, m, 3, false, quietContext);
      return { run, apart: 200 * Number.EPSILON };
    },
    map() {
      const x = uniforms(m * n, random);
      const run = (linalg: LinearAlgebra) => {
        const own = x.slice();
        linalg.map('exp', own, 2, 0.5, quietContext);
        return own;
      };
      return { run, apart: 100 * Number.EPSILON };
    },
  };
  const names = Object.keys(kinds);
  const name = names[random.below(names.length)];
  return { what: [name, { m, n, k, ta, tb }], work: kinds[name]() };
}

/** NaN where results differ in kind. */
function farthest(found: Float64Array, expected: Float64Array): number {
  return expected.reduce((worst, v, i) => Math.max(worst, Math.abs(found[i] - v)), 0);
}

const named = (name: string) => cores.find((core) => core.name === name);

for (const build of ['relaxed', 'plain']) {
  const [one, two] = [named(`${build}×1`), named(`${build}×2`)];
  const skip = one && two ? false : 'takes both counts of threads';
  test(`${build}: two threads give what one gives, bit for bit`, { skip }, () => {
    forRandomCases(150, (random, describe) => {
      const { what, work } = drawn(random);
      describe(...what);
      assert.deepEqual(work.run((two as TestCore).linalg), work.run((one as TestCore).linalg));
    });
  });
}

for (const core of cores) {
  test(`${core.name}: every operation gives what the reference gives, within rounding`, () => {
    forRandomCases(60, (random, describe) => {
      const { what, work } = drawn(random);
      describe(...what);
      const apart = farthest(work.run(core.linalg), work.run(referenceCore.linalg));
      assert.ok(apart <= work.apart, `${apart} apart, ${work.apart} allowed`);
    });
  });
}

{
  const [relaxed, plain] = [named('relaxed×1'), named('plain×1')];
  const skip = relaxed && plain ? false : 'takes both builds';
  test('relaxed and plain give the same within rounding', { skip }, () => {
    forRandomCases(150, (random, describe) => {
      const { what, work } = drawn(random);
      describe(...what);
      const apart = farthest(work.run((relaxed as TestCore).linalg), work.run((plain as TestCore).linalg));
      assert.ok(apart <= work.apart, `${apart} apart, ${work.apart} allowed`);
    });
  });
}
