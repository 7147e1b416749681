import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quietContext } from '../../../src/engine/contract/context';
import { KernelscopeError } from '../../../src/engine/contract/failure';
import type { KernelSpec, RandomFeatureMap } from '../../../src/engine/contract/kernel';
import { type RandomFeatureOptions, randomFeatures } from '../../../src/engine/features/randomFeatures';
import { kernelCross, kernelGram } from '../../../src/engine/kernels/kernelMatrix';
import { mixtureOf } from '../../../src/engine/kernels/table';
import { quietWith } from '../../../src/engine/linalg/linalg';
import { madeRows } from '../madeRows';
import { core } from '../testCore';

const ARD = [0.8, 2, 1.3];
const x = madeRows(25, 3, 1);

const network = (activation: 'relu' | 'tanh' | 'erf', bias: number): KernelSpec => ({
  kind: 'network',
  activation,
  weight: 1,
  bias,
  lengthScale: ARD,
});
type Choice = Omit<RandomFeatureOptions, 'count' | 'inputs' | 'lengthScale' | 'seed'>;
const cosines = (kind: 'gaussian' | 'laplace' | 'matern32' | 'matern52' | 'cauchy'): Choice => ({
  activation: 'cos',
  mixture: mixtureOf({ kind, lengthScale: ARD }),
});
const CASES: readonly (readonly [Choice, KernelSpec, number])[] = [
  ...(['gaussian', 'laplace', 'matern32', 'matern52', 'cauchy'] as const).map(
    (kind) => [cosines(kind), { kind, lengthScale: ARD }, 1] as const,
  ),
  [{ activation: 'cos' }, { kind: 'gaussian', lengthScale: ARD }, 1],
  ...(['relu', 'tanh', 'erf'] as const).flatMap(
    (activation) =>
      [
        [{ activation }, network(activation, 1), 1],
        [{ activation, bias: 0.3 }, network(activation, 0.3), 1],
      ] as const,
  ),
  [{ activation: 'relu', bias: 0 }, { kind: 'arcCosine', order: 1, lengthScale: ARD }, 0.5],
];

const made = (choice: Choice, count: number, seed: number): RandomFeatureMap =>
  randomFeatures({ ...choice, count, inputs: 3, lengthScale: ARD, seed }, quietContext);

/** Root mean square of φ·φ/M − k over all pairs, M features, and the largest value of k. */
function monteCarlo(choice: Choice, exact: Float64Array, factor: number, count: number, seed: number): number {
  const map = made(choice, count, seed);
  const gram = kernelGram({ kind: 'features', map, lengthScale: [1] }, x, quietWith(core));
  let squares = 0;
  for (let o = 0; o < gram.length; o++) squares += (gram[o] - factor * exact[o]) ** 2;
  return Math.sqrt(squares / gram.length);
}

for (const [choice, spec, factor] of CASES) {
  const { activation, bias = 'default' } = choice;
  test(`${activation} features recover ${spec.kind}, bias ${bias}, with an error of order M^-1/2`, (t) => {
    const exact = kernelGram(spec, x, quietWith(core));
    const size = Math.max(...exact) * factor;
    const counts = [500, 8000, 128_000];
    const errors = counts.map((count) => monteCarlo(choice, exact, factor, count, 7) / size);
    t.diagnostic(`${counts.map((M, i) => `M = ${M}: ${errors[i].toExponential(1)}`).join(', ')} of the largest value`);
    // A feature's product has a deviation of at most three of the kernel's largest value, so that the error is below 3/sqrt(M);
    // it falls by 4 from one count to the next, give or take a factor of 2 by chance.
    errors.forEach((error, i) => {
      assert.ok(error < 3 / Math.sqrt(counts[i]), `${counts[i]}: ${error}`);
      if (i > 0) assert.ok(errors[i - 1] / error > 2 && errors[i - 1] / error < 8, `${errors}`);
    });
  });
}

test('the wrong kernel is not recovered: the errors above are of the right one', () => {
  const laplace = kernelGram({ kind: 'laplace', lengthScale: ARD }, x, quietWith(core));
  assert.ok(monteCarlo(cosines('matern32'), laplace, 1, 128_000, 7) > 0.05);
  assert.ok(monteCarlo(cosines('laplace'), laplace, 1, 128_000, 7) < 0.005);
});

test('repeatable with a seed, and fewer features are the first of more', () => {
  for (const [choice] of CASES) {
    const [few, more] = [made(choice, 5, 3), made(choice, 9, 3)];
    assert.deepEqual(few, made(choice, 5, 3));
    assert.deepEqual(few.weights, more.weights.slice(0, 15));
    assert.deepEqual(few.bias, more.bias.slice(0, 5));
    assert.notDeepEqual(few.weights, made(choice, 5, 4).weights);
  }
});

test('new rows meet training rows as in the Gram matrix', () => {
  const spec: KernelSpec = { kind: 'features', map: made({ activation: 'tanh' }, 40, 1), lengthScale: [2] };
  const gram = kernelGram(spec, x, quietWith(core));
  const cross = kernelCross(spec, x, { ...x, values: x.values.slice() }, quietWith(core));
  for (let o = 0; o < gram.length; o++) assert.ok(Math.abs(gram[o] - cross[o]) < 1e-14);
});

test('options that make no map are refused in words', () => {
  const refused = (change: Partial<RandomFeatureOptions>, sentence: RegExp) =>
    assert.throws(
      () =>
        randomFeatures({ activation: 'relu', count: 3, inputs: 3, lengthScale: [1], seed: 0, ...change }, quietContext),
      (error) =>
        error instanceof KernelscopeError && error.failure.code === 'parameter/invalid' && sentence.test(error.message),
    );
  refused({ count: 0 }, /features must be a whole number of 1 or more; it is 0/);
  refused({ count: 2.5 }, /2\.5/);
  refused({ lengthScale: [1, 2] }, /3: one for each encoded column/);
  refused({ lengthScale: [-1] }, /above 0/);
  refused({ bias: -0.1 }, /variance of 0 or more/);
  const map = made({ activation: 'cos' }, 4, 0);
  assert.throws(
    () => kernelGram({ kind: 'features', map, lengthScale: [1] }, madeRows(5, 2, 1), quietWith(core)),
    (error) =>
      error instanceof KernelscopeError && /made for 3 encoded columns, but the rows have 2/.test(error.message),
  );
});
