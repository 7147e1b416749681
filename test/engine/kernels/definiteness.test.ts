import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quietContext } from '../../../src/engine/contract/context';
import type { Matrix } from '../../../src/engine/contract/data';
import type { KernelSpec } from '../../../src/engine/contract/kernel';
import { evaluateBlocks } from '../../../src/engine/features/blocks';
import { randomFeatures } from '../../../src/engine/features/randomFeatures';
import { fillKernel, KERNEL_SUGGESTIONS, parseKernel } from '../../../src/engine/kernels/expression';
import { kernelGram } from '../../../src/engine/kernels/kernelMatrix';
import { kernelText } from '../../../src/engine/kernels/kernelWords';
import { polynomialBlocks, polynomialOrder } from '../../../src/engine/kernels/polynomialOrder';
import { full, quietWith } from '../../../src/engine/linalg/linalg';
import { pivotedQr } from '../../../src/engine/linalg/pivotedQr';
import { madeRows } from '../madeRows';
import { core } from '../testCore';

const N = 60;

/** Least eigenvalue over the largest in size of K itself, on the complement of the polynomials of degree < order. */
function leastShare(spec: KernelSpec, x: Matrix, order: number): number {
  return core.scope(() => {
    const n = x.rows;
    const gram = kernelGram(spec, x, quietWith(core), core.allocate(n * n));
    const size = gram.slice();
    const own = core.symmetricEigenvalues(size, n, quietContext);
    const largest = Math.max(Math.abs(own[0]), Math.abs(own[n - 1]));
    if (order === 0) return own[0] / largest;
    const f = evaluateBlocks(polynomialBlocks(order, x.columns), x, quietWith(core));
    const { q, rank } = pivotedQr(f.values, n, f.columns, quietWith(core));
    assert.equal(rank, f.columns);
    const inside = new Float64Array(rank * n);
    for (const transposed of [false, true]) {
      // K ← K − Q·(Q'K), then the same from the right.
      if (!transposed) {
        core.gemm(true, false, rank, n, n, 1, full(q, n), full(gram, n), 0, full(inside, rank), quietContext);
        core.gemm(false, false, n, n, rank, -1, full(q, n), full(inside, rank), 1, full(gram, n), quietContext);
      } else {
        core.gemm(false, false, n, rank, n, 1, full(gram, n), full(q, n), 0, full(inside, n), quietContext);
        core.gemm(false, true, n, n, rank, -1, full(inside, n), full(q, n), 1, full(gram, n), quietContext);
      }
    }
    return core.symmetricEigenvalues(gram, n, quietContext)[0] / largest;
  });
}

const texts = [
  ...KERNEL_SUGGESTIONS,
  'polynomial(degree=2, offset=0)',
  'polyharmonic(exponent=1)',
  'polyharmonic(exponent=2)',
  'polyharmonic(exponent=4)',
  'polyharmonic(exponent=5)',
  'multiquadric(offset=0)',
  'spline(order=1.5)',
  'trigonometric(smoothness=2.2)',
  'erfNetwork(bias=0)',
  'gaussian + 0.5*linear',
  'gaussian * spline * arcCosine0',
  '(gaussian + linear) * (tanhNetwork + laplace)',
  'thinPlate + gaussian + 2*negativeDistance',
];
const specs: KernelSpec[] = texts.map((text) => fillKernel(parseKernel(text), [1.1, 0.6]));
for (const activation of ['cos', 'relu', 'tanh', 'erf'] as const) {
  const map = randomFeatures({ activation, count: 30, inputs: 2, lengthScale: [1], seed: 5 }, quietContext);
  specs.push({ kind: 'features', map, lengthScale: [1] });
}

for (const spec of specs) {
  const order = polynomialOrder(spec);
  test(`${kernelText(spec)} is positive definite${order > 0 ? ` beside polynomials of degree < ${order}` : ''}`, () => {
    const share = leastShare(spec, madeRows(N, 2, 17), order);
    assert.ok(share > -10 * N * Number.EPSILON, `${share}`);
  });
}

test('the orders are the least ones: one degree less, and the matrix has a clearly negative eigenvalue', () => {
  for (const text of [
    'negativeDistance',
    'multiquadric',
    'thinPlate',
    'polyharmonic(exponent=3)',
    'polyharmonic(exponent=5)',
  ]) {
    const spec = fillKernel(parseKernel(text), [1]);
    assert.ok(leastShare(spec, madeRows(N, 2, 17), polynomialOrder(spec) - 1) < -1e-4, text);
  }
});
