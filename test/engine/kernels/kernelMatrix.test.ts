import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quietContext } from '../../../src/engine/contract/context';
import type { Matrix } from '../../../src/engine/contract/data';
import { KernelscopeError } from '../../../src/engine/contract/failure';
import type { KernelSpec } from '../../../src/engine/contract/kernel';
import { randomFeatures } from '../../../src/engine/features/randomFeatures';
import { fillKernel, KERNEL_SUGGESTIONS, parseKernel } from '../../../src/engine/kernels/expression';
import { featureMatrix } from '../../../src/engine/kernels/featureMatrix';
import type { ScaledShape } from '../../../src/engine/kernels/formOf';
import { kernelCross, kernelDiagonal, kernelGram } from '../../../src/engine/kernels/kernelMatrix';
import { kernelText } from '../../../src/engine/kernels/kernelWords';
import { createEmbedded } from '../../../src/engine/linalg/core/embedded';
import { quietWith } from '../../../src/engine/linalg/linalg';
import { kernelValue } from '../linalg/kernelReference';
import { madeRows, relativeError } from '../madeRows';
import { core } from '../testCore';
import { rowAt } from './rowLists';

const ARD = [0.6, 1.5, 0.9];
const cosines = randomFeatures({ activation: 'cos', count: 50, inputs: 3, lengthScale: [1], seed: 4 }, quietContext);
const COMBINED = [
  'gaussian + 0.5*linear + 2*cauchy',
  'gaussian * spline(order=2)',
  '3*(gaussian + laplace) * (1e-3*polynomial(degree=2) + matern32) + negativeDistance',
];

/** k(x, z) from the definition: rows divided by the length scale, periods turned into the formula's own. */
function defined(spec: KernelSpec, x: Float64Array, z: Float64Array): number {
  if (spec.kind === 'sum') return spec.terms.reduce((sum, t) => sum + t.weight * defined(t.kernel, x, z), 0);
  if (spec.kind === 'product') return spec.factors.reduce((product, f) => product * defined(f, x, z), 1);
  const { lengthScale, ...shape } = spec;
  const unit = shape.kind === 'trigonometric' ? 2 * Math.PI : 1;
  const scaled = (v: Float64Array) => v.map((a, c) => (unit * a) / (lengthScale[c] ?? lengthScale[0]));
  if (shape.kind === 'features') {
    const of = (v: Float64Array) =>
      featureMatrix(shape.map, { rows: 1, columns: v.length, values: scaled(v) }, quietWith(core));
    const [a, b] = [of(x), of(z)];
    return a.reduce((sum, v, j) => sum + v * b[j], 0) / a.length;
  }
  return kernelValue({ ...shape, lengthScale: 1 } as ScaledShape, scaled(x), scaled(z));
}

function definedMatrix(spec: KernelSpec, x: Matrix, z: Matrix): Float64Array {
  return Float64Array.from({ length: x.rows * z.rows }, (_, o) =>
    defined(spec, rowAt(x, o % x.rows), rowAt(z, Math.floor(o / x.rows))),
  );
}

const specs: KernelSpec[] = [
  ...KERNEL_SUGGESTIONS.flatMap((name) => [
    fillKernel(parseKernel(name), [1.3]),
    fillKernel(parseKernel(`${name}(lengthScale=[${ARD}])`), [1]),
  ]),
  ...COMBINED.map((text) => fillKernel(parseKernel(text), ARD)),
  { kind: 'features', map: cosines, lengthScale: [1] },
  {
    kind: 'sum',
    terms: [
      { weight: 2, kernel: { kind: 'features', map: cosines, lengthScale: ARD } },
      { weight: 1, kernel: { kind: 'gaussian', lengthScale: [1] } },
    ],
  },
];

for (const spec of specs) {
  test(`Gram, cross and diagonal follow the definition: ${kernelText(spec)}`, () => {
    const [x, z] = [madeRows(11, 3, 1), madeRows(4, 3, 2)];
    for (let c = 0; c < 3; c++) z.values[c * 4] = x.values[c * 11 + 6];
    const gram = kernelGram(spec, x, quietWith(core));
    assert.ok(relativeError(gram, definedMatrix(spec, x, x)) < 3e-13);
    assert.ok(relativeError(kernelCross(spec, x, z, quietWith(core)), definedMatrix(spec, x, z)) < 3e-13);
    const diagonal = kernelDiagonal(spec, x, quietWith(core));
    for (let i = 0; i < x.rows; i++) {
      assert.ok(Math.abs(diagonal[i] - gram[i * 12]) <= 1e-14 * Math.abs(gram[i * 12]));
      for (let j = 0; j < i; j++) assert.equal(gram[j * 11 + i], gram[i * 11 + j]);
    }
  });
}

test('a sum over several panels of columns is the sum of its matrices, symmetric to the bit', () => {
  const [x, z] = [madeRows(300, 3, 3), madeRows(270, 3, 4)];
  const named = ['gaussian', 'linear'].map((name) => fillKernel(parseKernel(name), [1]));
  const terms: KernelSpec[] = [...named, { kind: 'features', map: cosines, lengthScale: [1] }];
  const spec: KernelSpec = { kind: 'sum', terms: terms.map((kernel, t) => ({ weight: t + 1, kernel })) };
  const added = (parts: readonly Float64Array[]) =>
    parts[0].map((_, o) => parts[0][o] + 2 * parts[1][o] + 3 * parts[2][o]);
  const gram = kernelGram(spec, x, quietWith(core), new Float64Array(300 * 300).fill(Number.NaN));
  assert.ok(relativeError(gram, added(terms.map((term) => kernelGram(term, x, quietWith(core))))) < 1e-14);
  for (let i = 0; i < 300; i++) for (let j = 0; j < i; j++) assert.equal(gram[j * 300 + i], gram[i * 300 + j]);
  const cross = kernelCross(spec, x, z, quietWith(core));
  assert.ok(relativeError(cross, added(terms.map((term) => kernelCross(term, x, z, quietWith(core))))) < 1e-14);
});

test('a sum of products needs less than half a matrix beside its own', () => {
  const own = createEmbedded({ threads: 1 });
  const x = madeRows(1200, 2, 5);
  const spec = fillKernel(parseKernel('gaussian*laplace + (cauchy + linear)*gaussian + matern52'), [1]);
  own.scope(() => kernelGram(spec, x, quietWith(own), own.allocate(1200 * 1200)));
  const matrices = own.peakBytes / (8 * 1200 * 1200);
  own.dispose();
  assert.ok(matrices > 1 && matrices < 1.5, `${matrices}`);
});

test('a period is the length scale', () => {
  const x = madeRows(9, 2, 6);
  const moved = { ...x, values: x.values.map((v, o) => v + (o < 9 ? 0.8 : 2.5)) };
  for (const name of ['spline(order=2.5)', 'trigonometric(smoothness=1)']) {
    const spec = fillKernel(parseKernel(name), [0.8, 2.5]);
    const gram = kernelGram(spec, x, quietWith(core));
    assert.ok(relativeError(kernelCross(spec, x, moved, quietWith(core)), gram) < 1e-12);
    const half = fillKernel(parseKernel(name), [1.6, 5]);
    assert.ok(relativeError(kernelCross(half, x, moved, quietWith(core)), gram) > 0.1);
  }
});

test('rows far from the origin lose nothing in kernels of distances', () => {
  const x = madeRows(40, 3, 7);
  const far = { ...x, values: x.values.map((v) => v + 2 ** 20) };
  // The rows as adding and subtracting leaves them.
  const near = { ...x, values: far.values.map((v) => v - 2 ** 20) };
  for (const name of ['gaussian', 'laplace', 'thinPlate', 'multiquadric', 'gaussian*cauchy + matern32']) {
    const spec = fillKernel(parseKernel(name), [0.5, 1, 2]);
    const expected = kernelGram(spec, near, quietWith(core));
    // Laplace has the square root of the rounding of squared distances near 0.
    assert.ok(relativeError(kernelGram(spec, far, quietWith(core)), expected) < 1e-7, name);
    assert.ok(relativeError(kernelCross(spec, far, far, quietWith(core)), expected) < 1e-7, name);
  }
});

test('very long and very short scales end in a constant kernel and in one of single rows', () => {
  const x = madeRows(5, 2, 8);
  for (const kind of ['gaussian', 'laplace', 'matern32', 'matern52', 'cauchy'] as const) {
    assert.ok(kernelGram({ kind, lengthScale: [1e200] }, x, quietWith(core)).every((v) => Math.abs(v - 1) < 1e-15));
    const single = kernelGram({ kind, lengthScale: [1e-200] }, x, quietWith(core));
    assert.ok(single.every((v, o) => (o % 6 === 0 ? v === 1 : v < 1e-300)));
  }
});

test('equal rows have kernel 1, also where rounding would make their distance negative', () => {
  const values = Float64Array.from({ length: 300 }, (_, o) => [0.1, 0.7, 1e3][Math.floor(o / 100)] * ((o % 2) + 1));
  for (const text of ['gaussian', 'matern32', 'gaussian*matern32']) {
    const spec = fillKernel(parseKernel(text), [1e-6]);
    const gram = kernelGram(spec, { rows: 100, columns: 3, values }, quietWith(core));
    assert.ok(gram.every((v) => v >= 0 && v <= 1));
    assert.equal(gram[0], 1);
    assert.equal(gram[2], 1);
  }
});

test('a length scale of another length, or not above 0, is refused in words', () => {
  const x = madeRows(5, 3, 9);
  const refused = (lengthScale: number[], sentence: RegExp) => {
    for (const spec of [
      { kind: 'matern52', lengthScale } as const,
      { kind: 'features', map: cosines, lengthScale } as const,
    ])
      assert.throws(
        () => kernelGram(spec, x, quietWith(core)),
        (error) =>
          error instanceof KernelscopeError &&
          error.failure.code === 'parameter/invalid' &&
          sentence.test(error.message),
      );
  };
  refused([1, 2], /2 numbers for 3 encoded columns/);
  refused([1, 0, 1], /above 0 and finite; it is 0/);
  refused([Number.POSITIVE_INFINITY], /it is Infinity/);
});

test('a row that is not finite is told', () => {
  const x = madeRows(5, 3, 9);
  x.values[7] = Number.NaN;
  for (const spec of specs.filter((s) => s.kind === 'gaussian' || s.kind === 'sum' || s.kind === 'product'))
    assert.throws(
      () => kernelGram(spec, x, quietWith(core)),
      (error) => error instanceof KernelscopeError && error.failure.code === 'numerics/failed',
      kernelText(spec),
    );
});
