import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Random } from '../../src/engine/data/random';
import { atMost } from '../../src/reproduce/compared';
import { DIMENSION, splineEigenvalues } from '../../src/reproduce/rf/splineRidge';
import { drawnSpectrum } from '../../src/reproduce/rf/theorems';
import { reproduced } from './reduced';

test('the kernel of weighted features has that of all as its mean, whatever the weights', () => {
  const eigenvalues = splineEigenvalues(2);
  for (const weights of [eigenvalues, eigenvalues.map((v) => v / (v + 0.01))]) {
    const M = 200_000;
    const spectrum = drawnSpectrum(eigenvalues, weights, M, new Random(3));
    const total = weights.reduce((sum, v) => sum + v, 0);
    for (let j = 0; j < DIMENSION; j++) {
      const p = weights[j] / total;
      const error = (eigenvalues[j] / p) * Math.sqrt((p * (1 - p)) / M);
      assert.ok(Math.abs(spectrum[j] - eigenvalues[j]) < 5 * error, `${j}`);
    }
  }
});

test('a slope is at most a number, is not, or cannot tell', () => {
  assert.equal(atMost({ mean: -0.6, error: 0.04 }, -0.5), true);
  assert.equal(atMost({ mean: -0.55, error: 0.04 }, -0.5), undefined);
  assert.equal(atMost({ mean: -0.4, error: 0.04 }, -0.5), false);
  assert.equal(atMost({ mean: -0.6, error: Number.NaN }, -0.5), undefined);
});

test('a few features are not enough, and as many as rows do what the kernel does', () => {
  const { numbers } = reproduced('rf-thm1');
  const of = (name: string) => numbers.find((number) => number.name.startsWith(name)) ?? { ours: Number.NaN };
  assert.ok(of('M = 8: excess risk over').ours > 2);
  const [exact, all] = [of('exact kernel ridge: slope').ours, of('M = n: slope').ours];
  assert.ok(Math.abs(exact - all) < 0.1, `${exact}, ${all}`);
});
