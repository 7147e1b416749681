import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quietContext } from '../../../src/engine/contract/context';
import { KernelscopeError } from '../../../src/engine/contract/failure';
import type { FeatureBlock } from '../../../src/engine/contract/kernel';
import { blockNames, blockWidth, evaluateBlocks } from '../../../src/engine/features/blocks';
import { randomFeatures } from '../../../src/engine/features/randomFeatures';
import { featureMatrix } from '../../../src/engine/kernels/featureMatrix';
import { polynomialBlocks } from '../../../src/engine/kernels/polynomialOrder';
import { quietWith } from '../../../src/engine/linalg/linalg';
import oracle from '../../oracles/features.json';
import { matrixOf } from '../kernels/rowLists';
import { relativeError } from '../madeRows';
import { core } from '../testCore';

const x = matrixOf(oracle.x);

for (const { order, values, powers } of oracle.polynomials) {
  test(`polynomials of degree < ${order} as scikit-learn's, in its order`, () => {
    const blocks = polynomialBlocks(order, 3);
    const found = evaluateBlocks(blocks, x, quietWith(core));
    assert.equal(found.columns, powers.length);
    assert.ok(relativeError(found.values, matrixOf(values).values) < 1e-14);
    const own = blocks.map((block) => {
      const counts = [0, 0, 0];
      if (block.kind === 'monomial') for (const { column, power } of block.powers) counts[column] += power;
      return counts;
    });
    assert.deepEqual(own, powers);
  });
}

test('blocks stand side by side under their names', () => {
  const map = randomFeatures({ activation: 'relu', count: 2, inputs: 3, lengthScale: [1], seed: 2 }, quietContext);
  const blocks: FeatureBlock[] = [
    {
      kind: 'monomial',
      powers: [
        { column: 0, power: 2 },
        { column: 2, power: 1 },
      ],
      name: 'as written',
    },
    { kind: 'units', map, name: 'random ReLU feature' },
    { kind: 'constant' },
  ];
  assert.deepEqual(blocks.map(blockWidth), [1, 2, 1]);
  const { rows, columns, values } = evaluateBlocks(blocks, x, quietWith(core));
  assert.deepEqual([rows, columns], [6, 4]);
  for (let i = 0; i < 6; i++) {
    const [a, , c] = oracle.x[i];
    assert.ok(Math.abs(values[i] - a * a * c) < 1e-15);
    for (let j = 0; j < 2; j++) {
      const sum = map.bias[j] + oracle.x[i].reduce((s, v, k) => s + v * map.weights[3 * j + k], 0);
      assert.ok(Math.abs(values[(j + 1) * 6 + i] - Math.max(0, sum)) < 1e-14);
    }
    assert.equal(values[18 + i], 1);
  }
  assert.deepEqual([...values.subarray(6, 18)], [...featureMatrix(map, x, quietWith(core))]);
  assert.deepEqual(blockNames(blocks, ['age', 'height', 'sex=f']), [
    'age^2*sex=f',
    'random ReLU feature 1',
    'random ReLU feature 2',
    'intercept',
  ]);
  assert.equal(evaluateBlocks([], x, quietWith(core)).columns, 0);
});

test('a block of other columns is refused', () => {
  assert.throws(
    () => evaluateBlocks([{ kind: 'monomial', powers: [{ column: 3, power: 1 }], name: 'late' }], x, quietWith(core)),
    (error) =>
      error instanceof KernelscopeError && error.failure.code === 'model/columns' && /column 4/.test(error.message),
  );
});
