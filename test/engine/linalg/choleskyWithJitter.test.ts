import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { KernelscopeError } from '../../../src/engine/contract/failure';
import { Random } from '../../../src/engine/data/random';
import { choleskyWithJitter } from '../../../src/engine/linalg/choleskyWithJitter';
import { quietWith } from '../../../src/engine/linalg/linalg';
import { coresUnderTest } from './cores';
import { MATRIX_CLASSES, symmetric, withEigenvalues } from './matrices';

const cores = coresUnderTest();
after(() => {
  for (const core of cores) core.dispose();
});

/** Largest |L·L' − (A + jitter·I)| of the lower triangle. */
function rebuiltError(l: Float64Array, a: Float64Array, n: number, jitter: number): number {
  let worst = 0;
  for (let j = 0; j < n; j++)
    for (let i = j; i < n; i++) {
      let sum = -a[i + j * n] - (i === j ? jitter : 0);
      for (let p = 0; p <= j; p++) sum += l[i + p * n] * l[j + p * n];
      worst = Math.max(worst, Math.abs(sum));
    }
  return worst;
}

const withSmallest = (n: number, smallest: number, random: Random) =>
  withEigenvalues(
    Float64Array.from({ length: n }, (_, i) => (i === 0 ? smallest : 1)),
    random,
  );

for (const { name, linalg } of cores) {
  const factor = (a: Float64Array, n: number) => choleskyWithJitter(a, n, quietWith(linalg));

  test(`${name}: a definite matrix gets no jitter`, () => {
    for (const n of [1, 2, 40, 90]) {
      const a = withSmallest(n, 0.5, new Random(n));
      const l = a.slice();
      assert.equal(factor(l, n), 0);
      assert.ok(rebuiltError(l, a, n, 0) <= n * n * Number.EPSILON);
    }
  });

  test(`${name}: a Gram matrix that rounding made indefinite gets a small jitter, told`, () => {
    for (const n of [60, 130, 200]) {
      const a = MATRIX_CLASSES['Gaussian Gram matrix of condition 1e18'](n, new Random(n));
      const l = a.slice();
      const jitter = factor(l, n);
      const rung = Math.round(Math.log10(jitter / (n * Number.EPSILON)));
      assert.ok(rung >= 0 && rung <= 2, `rung ${rung}`);
      assert.ok(Math.abs(jitter / (n * Number.EPSILON * 10 ** rung) - 1) < 1e-12, `jitter ${jitter}`);
      assert.ok(rebuiltError(l, a, n, jitter) <= n * n * Number.EPSILON, `${rebuiltError(l, a, n, jitter)}`);
      for (let j = 0; j < n; j++) for (let i = 0; i < j; i++) assert.equal(l[i + j * n], a[i + j * n]);
    }
  });

  test(`${name}: the smallest rung that works is taken`, () => {
    const n = 50;
    for (const rung of [2, 4, 6, 8]) {
      const mean = (n - 1) / n;
      const first = n * Number.EPSILON * mean;
      // Between two rungs, in the middle of the logarithm: the lower one cannot do, the upper one must.
      const a = withSmallest(n, -first * 10 ** (rung - 0.5), new Random(rung));
      const jitter = factor(a, n);
      assert.ok(Math.abs(jitter / (first * 10 ** rung) - 1) < 1e-3, `${jitter}`);
    }
  });

  test(`${name}: an indefinite matrix ends in an error that says where and how far it went`, () => {
    const failed = (check: (data: Readonly<Record<string, unknown>>) => boolean) => (error: unknown) =>
      error instanceof KernelscopeError && error.failure.code === 'numerics/failed' && check(error.failure.data ?? {});
    const n = 30;
    const indefinite = symmetric(n, (i, j) => (i === j ? (i === 20 ? -1 : 2) : 0));
    const mean = (2 * (n - 1) - 1) / n;
    assert.throws(
      () => factor(indefinite, n),
      failed(
        ({ pivot, jitter }) => pivot === 21 && Math.abs(Number(jitter) / (n * Number.EPSILON * mean * 1e8) - 1) < 1e-12,
      ),
    );
    assert.throws(
      () => factor(new Float64Array(n * n), n),
      failed(({ pivot }) => pivot === 1),
    );
    const holed = withSmallest(n, 0.5, new Random(1));
    holed[7 + 3 * n] = holed[3 + 7 * n] = Number.NaN;
    assert.throws(
      () => factor(holed, n),
      failed(({ row, column }) => row === 8 && column === 4),
    );
  });
}
