import assert from 'node:assert/strict';
import { test } from 'node:test';
import { KernelscopeError } from '../../../src/engine/contract/failure';
import type { FeatureBlock } from '../../../src/engine/contract/kernel';
import { parseKernel } from '../../../src/engine/kernels/expression';
import { coversPolynomials, polynomialBlocks, polynomialOrder } from '../../../src/engine/kernels/polynomialOrder';

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
    (error) => error instanceof KernelscopeError && /thinPlate.*no kernel/.test(error.message),
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

test('polynomials are covered however they are written, and missed when one lacks', () => {
  const all = polynomialBlocks(3, 2);
  assert.equal(coversPolynomials(all, 3, 2), true);
  assert.equal(coversPolynomials(all, 2, 2), true);
  assert.equal(coversPolynomials(all, 4, 2), false);
  for (const left of all) {
    const rest = all.filter((block) => block !== left);
    assert.equal(coversPolynomials(rest, 3, 2), false);
  }
  const turned: FeatureBlock[] = all.map((block) =>
    block.kind === 'monomial' ? { ...block, powers: block.powers.toReversed(), name: 'x' } : block,
  );
  const square: FeatureBlock = {
    kind: 'monomial',
    powers: [
      { column: 1, power: 1 },
      { column: 1, power: 1 },
    ],
    name: '',
  };
  const one: FeatureBlock = { kind: 'monomial', powers: [], name: '1' };
  assert.equal(coversPolynomials([one, ...turned.slice(1, -1).reverse(), square], 3, 2), true);
  assert.equal(coversPolynomials([], 0, 7), true);
});
