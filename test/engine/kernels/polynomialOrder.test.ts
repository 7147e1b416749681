import assert from 'node:assert/strict';
import { test } from 'node:test';
import { KernelscopeError } from '../../../src/engine/contract/failure';
import type { FeatureBlock } from '../../../src/engine/contract/kernel';
import { parseKernel } from '../../../src/engine/kernels/expression';
import { monomialKey, polynomialBlocks, polynomialOrder } from '../../../src/engine/kernels/polynomialOrder';

test('orders of kernels', () => {
  const orders: [string, number][] = [
    ['gaussian', 0],
    ['polynomial(degree=5)', 0],
    ['negativeDistance', 1],
    ['multiquadric', 1],
    ['polyharmonic(exponent=1)', 1],
    ['thinPlate', 2],
    ['polyharmonic(exponent=2)', 2],
    ['polyharmonic(exponent=3)', 2],
    ['polyharmonic(exponent=4)', 3],
    ['polyharmonic(exponent=5)', 3],
    ['gaussian + thinPlate + negativeDistance', 2],
    ['gaussian * linear', 0],
  ];
  for (const [text, order] of orders) assert.equal(polynomialOrder(parseKernel(text)), order, text);
  assert.throws(
    () => polynomialOrder({ kind: 'product', factors: [{ kind: 'gaussian' }, { kind: 'thinPlate' }] }),
    (error) => error instanceof KernelscopeError && /thinPlate.*not a kernel/.test(error.message),
  );
});

test('monomials by degree, named as a person would', () => {
  assert.deepEqual(polynomialBlocks(0, 3), []);
  assert.deepEqual(polynomialBlocks(1, 3), [{ kind: 'constant' }]);
  const names = polynomialBlocks(3, 2, ['age', 'height']).map((b) => (b.kind === 'monomial' ? b.name : b.kind));
  assert.deepEqual(names, ['constant', 'age', 'height', 'age^2', 'age*height', 'height^2']);
  assert.equal(polynomialBlocks(4, 5).length, 56);
  assert.deepEqual(polynomialBlocks(3, 1)[2], { kind: 'monomial', powers: [{ column: 0, power: 2 }], name: 'c1^2' });
});

test('a monomial has one key however it is written, and no other has it', () => {
  const all = polynomialBlocks(4, 3);
  assert.equal(new Set(all.map(monomialKey)).size, all.length);
  const turned: FeatureBlock[] = all.map((block) =>
    block.kind === 'monomial' ? { ...block, powers: block.powers.toReversed(), name: 'x' } : block,
  );
  assert.deepEqual(turned.map(monomialKey), all.map(monomialKey));
  const factor = { column: 1, power: 1 };
  const square = (powers: readonly { column: number; power: number }[]) =>
    monomialKey({ kind: 'monomial', powers, name: '' });
  assert.equal(square([factor, factor]), square([{ column: 1, power: 2 }]));
  assert.equal(monomialKey({ kind: 'monomial', powers: [], name: '1' }), monomialKey({ kind: 'constant' }));
});
