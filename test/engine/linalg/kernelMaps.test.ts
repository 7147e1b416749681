import assert from 'node:assert/strict';
import { test } from 'node:test';
import { KernelscopeError } from '../../../src/engine/contract/failure';
import { Random } from '../../../src/engine/data/random';
import { formOf, type ScaledShape } from '../../../src/engine/kernels/formOf';
import { KERNELS } from '../../../src/engine/kernels/table';
import { exactDiagonal } from '../../../src/engine/linalg/core/kernelParameters';
import { MIXTURE } from '../../../src/engine/linalg/core/tanhSeries';
import oracle from '../../oracles/kernels.json';
import { cosineSum, gaussianMean, kernelValue } from './kernelReference';
import { drawn, FORMS, inner, mapped, said } from './mappedKernels';
import { compileMaps } from './mapsModule';
import { erf } from './reference/erf';

const builds = await compileMaps();
/** Errors relative to `size` or, where that is larger, to the largest value wanted. */
function checkAgainst(
  wanted: (i: number, j: number) => number,
  found: Float64Array[],
  size: number,
  allowed: number,
  what: string,
): void {
  const largest = Math.max(size, ...found.flatMap((column, j) => [...column].map((_, i) => Math.abs(wanted(i, j)))));
  found.forEach((column, j) => {
    column.forEach((value, i) => {
      const error = Math.abs(value - wanted(i, j)) / largest;
      assert.ok(error <= allowed, `${what} (${i}, ${j}): ${value}, not ${wanted(i, j)}: ${error} of the largest`);
    });
  });
}

test('every kernel is among the forms', () => {
  assert.deepEqual(new Set(FORMS.map(([{ kind }]) => kind)), new Set(Object.keys(KERNELS)));
});

for (const maps of builds) {
  for (const [form, allowed] of FORMS) {
    test(`${said(form)} is what its definition says, ${maps.build}`, () => {
      const random = new Random(7);
      for (const [n, m, d] of [
        [1, 1, 1],
        [2, 3, 4],
        [7, 5, 3],
      ]) {
        const x = drawn(random, n, d);
        const z = drawn(random, m, d);
        const found = mapped(maps, form, x, z);
        const size = Math.max(...[...x, ...z].map((v) => Math.abs(kernelValue(form, v, v))));
        checkAgainst((i, j) => kernelValue(form, x[i], z[j]), found, size, allowed, said(form));
      }
    });
  }

  test(`the maps agree with scikit-learn and scipy, ${maps.build}`, () => {
    const x = oracle.x.map((row) => Float64Array.from(row));
    const z = oracle.z.map((row) => Float64Array.from(row));
    for (const { form, values } of oracle.kernels as { form: ScaledShape; values: number[][] }[]) {
      // A row that both have lies at a distance of sqrt(rounding) from itself, by expanded distances.
      const touches = ['laplace', 'negativeDistance'].includes(form.kind) ? 1e-7 : 1e-14;
      checkAgainst((i, j) => values[i][j], mapped(maps, form, x, z), 0, touches, said(form));
    }
  });

  test(`rows that coincide, rows of zeros and opposite rows, ${maps.build}`, () => {
    const [zero, one, far] = [Float64Array.of(0, 0), Float64Array.of(1, 2), Float64Array.of(-1, -2)];
    const rows = [zero, one, far];
    for (const [form] of FORMS) {
      const found = mapped(maps, form, rows, rows);
      const size = Math.max(1, ...rows.map((v) => Math.abs(kernelValue(form, v, v))), Math.abs(found[1][2]));
      rows.forEach((z, j) => {
        rows.forEach((x, i) => {
          const error = Math.abs(found[j][i] - kernelValue(form, x, z)) / size;
          // The angle of parallel rows is known to the square root of the rounding of its cosine alone.
          const allowed = form.kind === 'arcCosine' && form.order === 0 ? 2e-8 : 1e-13;
          assert.ok(error < allowed, `${said(form)} (${i}, ${j}): ${found[j][i]}, not ${kernelValue(form, x, z)}`);
        });
      });
    }
  });

  test(`NaN in a row is NaN in the kernel, ${maps.build}`, () => {
    const rows = [Float64Array.of(1, 2), Float64Array.of(1, Number.NaN), Float64Array.of(0.5, 0)];
    for (const [form] of FORMS) {
      // The tables of the tanh network are made of finite norms alone.
      if (form.kind === 'network' && form.activation === 'tanh') continue;
      const found = mapped(maps, form, rows, [rows[0]])[0];
      assert.deepEqual([...found].map(Number.isNaN), [false, true, false], said(form));
    }
  });

  test(`extreme length scales give 0 or 1, not NaN, ${maps.build}`, () => {
    const rows = [Float64Array.of(0), Float64Array.of(3)];
    for (const kind of ['gaussian', 'laplace', 'matern32', 'matern52', 'cauchy'] as const) {
      for (const lengthScale of [1e-320, 1e-200, 1e200]) {
        const [[same, other]] = mapped(maps, { kind, lengthScale }, rows, rows);
        assert.equal(same, 1);
        assert.ok(Math.abs(other - (lengthScale > 1 ? 1 : 0)) < 1e-300, `${kind} ${lengthScale}: ${other}`);
      }
    }
  });

  test(`the tanh network over its range of deviations, ${maps.build}`, () => {
    const random = new Random(9);
    for (const sigma of [0.05, 1, 2, 3, 3.5, 6, 30]) {
      // Rows of one to both deviations, some all but parallel.
      const x = drawn(random, 4, 2).map((v) => v.map((c) => (sigma * c) / Math.sqrt(inner(v, v))));
      const z = [
        ...drawn(random, 2, 2).map((v) => v.map((c) => 0.2 * sigma * c)),
        x[1].map((v) => 0.999 * v),
        x[2].map((v) => -v),
      ];
      const form = { kind: 'network', activation: 'tanh', weight: 1, bias: 0 } as const;
      const found = mapped(maps, form, x, z);
      const wanted = z.map((v) => x.map((u) => kernelValue(form, u, v)));
      found.forEach((column, j) => {
        column.forEach((value, i) => {
          const error = Math.abs(value - wanted[j][i]);
          assert.ok(error <= 2e-14, `deviation ${sigma} (${i}, ${j}): ${value}, not ${wanted[j][i]}: ${error}`);
        });
      });
    }
  });
}

test('the diagonal is the kernel of a row with itself', () => {
  const random = new Random(11);
  for (const [form] of FORMS) {
    for (const d of [1, 3]) {
      for (const x of [...drawn(random, 2, d), new Float64Array(d)]) {
        const wanted = kernelValue(form, x, x);
        const found = exactDiagonal(formOf(form), inner(x, x), d);
        assert.ok(
          Math.abs(found - wanted) <= 1e-13 * Math.max(1e-3, Math.abs(wanted)),
          `${said(form)}: ${found}, not ${wanted}`,
        );
      }
    }
  }
});

test('the reference itself: closed forms are the means they stand for, sums are the sums', () => {
  const x = Float64Array.of(0.6, -0.4);
  const z = Float64Array.of(0.3, 0.5);
  const form = { kind: 'network', activation: 'erf', weight: 1.2, bias: 0.2 } as const;
  const [uu, vv, uv] = [inner(x, x), inner(z, z), inner(x, z)].map((v) => 1.2 * v + 0.2);
  assert.ok(Math.abs(kernelValue(form, x, z) - gaussianMean(erf, uu, vv, uv)) < 1e-14);
  for (const [q, theta] of [
    [3, 1],
    [6.5, 3],
  ]) {
    let sum = 0;
    for (let j = 100_000; j > 0; j--) sum += Math.cos(j * theta) / j ** q;
    assert.ok(Math.abs(cosineSum(q, theta) - sum) < 1e-14);
  }
});

test('the mixture of erf stands for tanh', () => {
  for (let u = 0; u < 20; u += 0.01) {
    const sum = MIXTURE.reduce((total, [rate, weight]) => total + weight * erf(rate * u), 0);
    assert.ok(Math.abs(sum - Math.tanh(u)) < 2e-9, `${u}: ${sum - Math.tanh(u)}`);
  }
});

test('numbers that make no kernel are refused by name', () => {
  const refused: readonly (readonly [ScaledShape, string])[] = [
    [{ kind: 'gaussian', lengthScale: 0 }, 'lengthScale'],
    [{ kind: 'laplace', lengthScale: -1 }, 'lengthScale'],
    [{ kind: 'cauchy', lengthScale: Number.NaN }, 'lengthScale'],
    [{ kind: 'matern52', lengthScale: Number.POSITIVE_INFINITY }, 'lengthScale'],
    [{ kind: 'polynomial', degree: 2.5, scale: 1, offset: 0 }, 'degree'],
    [{ kind: 'polynomial', degree: 0, scale: 1, offset: 0 }, 'degree'],
    [{ kind: 'polynomial', degree: 2, scale: 0, offset: 0 }, 'scale'],
    [{ kind: 'polynomial', degree: 2, scale: 1, offset: -1 }, 'offset'],
    [{ kind: 'arcCosine', order: 3 as 2 }, 'order'],
    [{ kind: 'network', activation: 'erf', weight: 0, bias: 1 }, 'weight'],
    [{ kind: 'network', activation: 'tanh', weight: 1, bias: -0.1 }, 'bias'],
    [{ kind: 'polyharmonic', exponent: 1.5 }, 'exponent'],
    [{ kind: 'multiquadric', offset: -1 }, 'offset'],
    [{ kind: 'spline', order: 1 }, 'order'],
    [{ kind: 'trigonometric', smoothness: 0.5 }, 'smoothness'],
  ];
  for (const [form, parameter] of refused) {
    assert.throws(
      () => formOf(form),
      (error) =>
        error instanceof KernelscopeError &&
        error.failure.code === 'parameter/invalid' &&
        error.failure.data?.parameter === parameter &&
        error.message.includes('kernel needs') !== (parameter === 'order' && form.kind === 'arcCosine'),
      said(form),
    );
  }
});
