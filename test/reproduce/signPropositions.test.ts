import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quietContext } from '../../src/engine/contract/context';
import { Random } from '../../src/engine/data/random';
import { descentWithMomentum } from '../../src/reproduce/sign/descents';
import { drawnBasis, largestOver, ratiosOf } from '../../src/reproduce/sign/flowAndRidge';
import { core } from '../engine/testCore';
import { reproduced } from './reduced';

const context = { ...quietContext, linalg: core };

test('the constants as printed are upper bounds of their functions, tight to the last digit; that of the proof is not', () => {
  const distance = (x: number) => (1 / (1 + x) - Math.exp(-x)) ** 2;
  const share = (x: number) => (-Math.expm1(-x) * (1 + x)) / x;
  const grid = Array.from({ length: 200_001 }, (_, i) => 1e-4 * (i + 1));
  assert.ok(Math.abs(largestOver(distance) - Math.max(...grid.slice(0, 100_000).map(distance))) < 1e-9);
  assert.ok(largestOver(distance) <= 0.0415 && largestOver(distance) > 0.0414);
  assert.ok(Math.abs(distance(2.51287) - 0.041466) < 1e-6, '0.04166 is printed for it');
  assert.ok(largestOver(share) <= 1.2985 && largestOver(share) > 1.2984);
  assert.ok(1.2985 ** 2 <= 1.6862 && largestOver(share) ** 2 > 1.6858);
});

test('a drawn expectation of part (d) is the exact one, with matrices in place of eigenvalues', () => {
  const random = new Random(3);
  const basis = drawnBasis(1, random, context);
  const { s, places } = basis;
  // y = K·α₀ + ε along the eigenvectors, α₀ of covariance I, ε of variance 1: the squared distance at the first place over that of the interpolant.
  const t = 10;
  const draws = 20_000;
  let [apart, whole] = [0, 0];
  for (let draw = 0; draw < draws; draw++) {
    let [difference, interpolated] = [0, 0];
    s.forEach((v, j) => {
      const y = v * random.normal() + random.normal();
      difference += places[0][j] * (-Math.expm1(-t * v) / v - 1 / (v + 1 / t)) * y;
      interpolated += (places[0][j] / v) * y;
    });
    apart += difference ** 2 / draws;
    whole += interpolated ** 2 / draws;
  }
  const exact = (f: (v: number) => number) =>
    s.reduce((sum, v, j) => sum + (places[0][j] * f(v)) ** 2 * (v * v + 1), 0);
  const expected = exact((v) => -Math.expm1(-t * v) / v - 1 / (v + 1 / t)) / exact((v) => 1 / v);
  assert.ok(Math.abs(apart / whole / expected - 1) < 0.1, `${apart / whole} for ${expected}`);
  const { d, without } = ratiosOf('prop1', basis);
  assert.ok(Math.max(...d) >= expected && Math.max(...d) <= 0.0415 && Math.max(...without) > 0.0415);
});

test('worst cases of proposition 2 are those of the least and the largest eigenvalue', () => {
  const basis = drawnBasis(0.1, new Random(4), context);
  const { a, b } = ratiosOf('prop2', basis);
  const [least, largest] = [Math.min(...basis.s), Math.max(...basis.s)];
  // The 22nd of 43 times from 10⁻³ to 10⁴.
  const t = 10 ** (-3 + 7 / 2);
  assert.ok(Math.abs(a[21] / (Math.exp(-t * least) * (1 + t * least)) - 1) < 1e-9);
  assert.ok(Math.abs(b[21] / ((t * largest) / (1 + t * largest) / -Math.expm1(-t * largest)) - 1) < 1e-9);
});

test('momentum as it is written: one step of either kind, and both without momentum', () => {
  const k = Float64Array.of(2, 1, 1, 3);
  const y = Float64Array.of(1, -1);
  const at = (nesterov: boolean, momentum: number, time: number) => [
    ...descentWithMomentum(k, y, { step: 0.1, momentum, nesterov, time }),
  ];
  assert.deepEqual(at(true, 0.5, 0.1), [0.1, -0.1]);
  // α₁ = 0.1·(1, −1); momentum adds 0.05·(1, −1); K·α₁ = (0.1, −0.2), K·(1.5·α₁) = (0.15, −0.3).
  const close = (found: number[], expected: number[]) => found.every((v, i) => Math.abs(v - expected[i]) < 1e-15);
  assert.ok(close(at(false, 0.5, 0.2), [0.15 + 0.09, -0.15 - 0.08]));
  assert.ok(close(at(true, 0.5, 0.2), [0.15 + 0.085, -0.15 - 0.07]));
  assert.deepEqual(at(true, 0, 0.5), at(false, 0, 0.5));
});

test('what each finds: bounds hold and fail without their assumption; proposition 1 has a misprint in its proof', () => {
  for (const id of ['sign-lemma2', 'sign-prop2', 'sign-prop3', 'sign-prop4', 'sign-prop5']) {
    const { verdict, claims } = reproduced(id);
    assert.equal(
      verdict,
      'agrees',
      `${id}: ${claims.filter(({ holds }) => holds !== 'yes').map(({ text, at }) => `${text} ${at}`)}`,
    );
    assert.ok(claims.length >= 2);
  }
  const { verdict, numbers, claims } = reproduced('sign-prop1');
  assert.equal(verdict, 'partly');
  assert.ok(claims.every(({ holds }) => holds === 'yes'));
  const [statement, proof] = numbers;
  assert.ok(
    Math.abs(statement.ours - 0.041466) < 1e-6 && statement.published === 0.0415 && proof.published === 0.04166,
  );
});
