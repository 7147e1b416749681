import assert from 'node:assert/strict';
import { test } from 'node:test';
import { evaluateBlocks } from '../../../src/engine/features/blocks';
import { fillKernel, parseKernel } from '../../../src/engine/kernels/expression';
import { kernelCross, kernelDiagonal, kernelGram } from '../../../src/engine/kernels/kernelMatrix';
import { polynomialBlocks, polynomialOrder } from '../../../src/engine/kernels/polynomialOrder';
import { quietWith } from '../../../src/engine/linalg/linalg';
import oracle from '../../oracles/kernels-spec.json';
import { relativeError } from '../madeRows';
import { core } from '../testCore';
import { matrixOf, solved } from './rowLists';

const x = matrixOf(oracle.x);
const z = matrixOf(oracle.z);

for (const { kernel, values } of oracle.kernels) {
  test(`as scikit-learn: ${kernel}`, () => {
    const spec = fillKernel(parseKernel(kernel), [1]);
    const expected = matrixOf(values).values;
    assert.ok(relativeError(kernelCross(spec, x, z, quietWith(core)), expected) < 1e-13);
    // Row 5 of x is row 2 of z: the Gram matrix holds the same kernel.
    const gram = kernelGram(spec, x, quietWith(core));
    for (let i = 0; i < x.rows; i++)
      assert.ok(
        Math.abs(gram[5 * x.rows + i] - expected[2 * x.rows + i]) <= 1e-13 * Math.abs(gram[i * (x.rows + 1)]) + 1e-13,
      );
    assert.ok(Math.abs(kernelDiagonal(spec, z, quietWith(core))[2] / gram[5 * (x.rows + 1)] - 1) < 1e-14);
  });
}

const { smoothing } = oracle;
for (const { kernel, order, values } of smoothing.fits) {
  test(`with its polynomials unpenalised, ${kernel} smooths as scipy's interpolator`, () => {
    const spec = fillKernel(parseKernel(kernel), [1]);
    assert.equal(polynomialOrder(spec), order);
    const [p, q] = [matrixOf(smoothing.x), matrixOf(smoothing.z)];
    const blocks = polynomialBlocks(order, 2);
    const n = p.rows;
    const gram = kernelGram(spec, p, quietWith(core));
    const f = evaluateBlocks(blocks, p, quietWith(core));
    const terms = f.columns;
    const system = Array.from({ length: n + terms }, (_, i) =>
      Array.from({ length: n + terms }, (_, j) => {
        if (i >= n && j >= n) return 0;
        if (j >= n) return f.values[(j - n) * n + i];
        if (i >= n) return f.values[(i - n) * n + j];
        return gram[j * n + i] + (i === j ? smoothing.smoothing : 0);
      }),
    );
    const solution = solved(system, [...smoothing.y, ...new Array<number>(terms).fill(0)]);
    const cross = kernelCross(spec, p, q, quietWith(core));
    const ofQ = evaluateBlocks(blocks, q, quietWith(core));
    const found = Array.from({ length: q.rows }, (_, j) => {
      let sum = 0;
      for (let i = 0; i < n; i++) sum += cross[j * n + i] * solution[i];
      for (let t = 0; t < terms; t++) sum += ofQ.values[t * q.rows + j] * solution[n + t];
      return sum;
    });
    assert.ok(relativeError(found, values) < 1e-9, `${relativeError(found, values)}`);
  });
}
