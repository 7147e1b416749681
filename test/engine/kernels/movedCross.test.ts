import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quietContext } from '../../../src/engine/contract/context';
import type { KernelSpec } from '../../../src/engine/contract/kernel';
import { randomFeatures } from '../../../src/engine/features/randomFeatures';
import { fillKernel, KERNEL_SUGGESTIONS, parseKernel } from '../../../src/engine/kernels/expression';
import { kernelCross } from '../../../src/engine/kernels/kernelMatrix';
import { kernelText } from '../../../src/engine/kernels/kernelWords';
import { type EncodedColumns, movedCross } from '../../../src/engine/kernels/movedCross';
import { quietWith } from '../../../src/engine/linalg/linalg';
import { madeRows, relativeError } from '../madeRows';
import { core } from '../testCore';

const D = 6;
/** A number of columns at which known sums are changed. */
const MANY = 104;
const SCALES = [0.6, 1.5, 0.9, 4, 2, 1.1];
const EXPRESSIONS = [
  ...KERNEL_SUGGESTIONS,
  'gaussian(columns=[2, 5]) + 0.5*laplace(columns=[1]) + 2*matern32',
  '3*gaussian(columns=[3]) * (linear + matern52(columns=[1, 2])) + cauchy',
  'gaussian(columns=[1]) * laplace(columns=[2])',
];
const cosines = randomFeatures({ activation: 'cos', count: 40, inputs: D, lengthScale: [1], seed: 4 }, quietContext);
const specs: KernelSpec[] = [
  ...EXPRESSIONS.map((text) => fillKernel(parseKernel(text), [1.3])),
  ...KERNEL_SUGGESTIONS.map((name) => fillKernel(parseKernel(name), SCALES)),
  { kind: 'features', map: cosines, lengthScale: [1] },
];
const BLOCKS: EncodedColumns[] = [
  ...Array.from({ length: D }, (_, from) => ({ from, width: 1 })),
  { from: 1, width: 3 },
  { from: 0, width: D },
];

const wide: KernelSpec[] = EXPRESSIONS.map((text) => fillKernel(parseKernel(text), [9]));
for (const [spec, d] of [...specs.map((of) => [of, D] as const), ...wide.map((of) => [of, MANY] as const)])
  test(`values while some of ${d} columns move are those of the moved rows: ${kernelText(spec)}`, () => {
    const [x, z, other] = [madeRows(11, d, 1), madeRows(7, d, 2), madeRows(7, d, 3)];
    const cross = movedCross(spec, x, z, quietWith(core));
    const before = kernelCross(spec, x, z, quietWith(core));
    for (const { from, width } of [{ from: 2, width: 0 }, ...BLOCKS]) {
      const moved = { ...z, values: z.values.slice() };
      moved.values.set(other.values.subarray(from * 7, (from + width) * 7), from * 7);
      const values = cross(moved, { from, width });
      assert.ok(relativeError(values, kernelCross(spec, x, moved, quietWith(core))) < 1e-12, `${from}, ${width}`);
    }
    assert.deepEqual(cross(z, { from: 0, width: 0 }), before);
  });

test('a column that the kernel does not see, or that keeps its cells, moves nothing to the bit', () => {
  const [x, z] = [madeRows(9, D, 1), madeRows(5, D, 2)];
  const seen = fillKernel(parseKernel('gaussian(columns=[1]) + laplace(columns=[2, 3])'), [1]);
  const moved = { ...z, values: z.values.map((v, o) => (o >= 15 ? v + 1 : v)) };
  const cross = movedCross(seen, x, z, quietWith(core));
  assert.deepEqual(cross(moved, { from: 3, width: 3 }), kernelCross(seen, x, z, quietWith(core)));
  const all = movedCross(fillKernel(parseKernel('gaussian'), [1]), x, z, quietWith(core));
  assert.deepEqual(all(z, { from: 2, width: 1 }), all({ ...z }, { from: 4, width: 2 }));
});
