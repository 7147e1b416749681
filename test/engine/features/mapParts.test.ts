import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quietContext } from '../../../src/engine/contract/context';
import type { Matrix } from '../../../src/engine/contract/data';
import type { KernelSpec, RandomFeatureMap } from '../../../src/engine/contract/kernel';
import { Random } from '../../../src/engine/data/random';
import { drawFeatures } from '../../../src/engine/features/drawFeatures';
import { evaluateFeatures } from '../../../src/engine/features/featureMaps';
import { hadamardFrequencies } from '../../../src/engine/features/frequencies/hadamard';
import { haltonPoints } from '../../../src/engine/features/frequencies/halton';
import { orthogonalFrequencies } from '../../../src/engine/features/frequencies/orthogonal';
import { chiSquaredQuantile, normalQuantile } from '../../../src/engine/features/frequencies/quantiles';
import { sobolPoints } from '../../../src/engine/features/frequencies/sobol';
import { kernelError } from '../../../src/engine/features/recoveredKernel';
import type { FeatureMapName } from '../../../src/engine/features/table';
import { featureMatrix } from '../../../src/engine/kernels/featureMatrix';
import { quietWith } from '../../../src/engine/linalg/linalg';
import oracle from '../../oracles/features.json';
import { madeRows } from '../madeRows';
import { core } from '../testCore';

const take = (points: Generator<Float64Array, never, undefined>, count: number): Float64Array[] =>
  Array.from({ length: count }, () => points.next().value.slice());

test('quantiles as by scipy', () => {
  for (const { u, normal, three, five } of oracle.quantiles) {
    assert.ok(Math.abs(normalQuantile(u) / normal - 1) < 1e-14, `${u}`);
    assert.ok(Math.abs(chiSquaredQuantile(u, 3) / three - 1) < 1e-12, `${u}`);
    assert.ok(Math.abs(chiSquaredQuantile(u, 5) / five - 1) < 1e-12, `${u}`);
  }
});

test('spline features of order up to 1 as by the polylogarithm', () => {
  for (const { order, t, value } of oracle.poles) {
    for (const shift of [0, 0.3, -2]) {
      const map = { kind: 'spline', inputs: 1, order, lengthScale: [2], points: Float64Array.of(0.25) } as const;
      const x = { rows: 1, columns: 1, values: Float64Array.of(2 * (0.25 + t + Math.trunc(shift))) };
      const [found] = evaluateFeatures(map, x, quietWith(core));
      assert.ok(Math.abs(found - value) < 1e-12, `${order} ${t}: ${found} and ${value}`);
    }
  }
});

test('Sobol points: each dyadic interval of each coordinate holds as many as any other, also at 1,000 coordinates', () => {
  const points = take(sobolPoints(1000, new Random(3)), 256);
  for (const c of [0, 1, 2, 17, 500, 999]) {
    const counts = new Uint32Array(256);
    for (const point of points) counts[Math.floor(256 * point[c])]++;
    assert.ok(
      counts.every((count) => count === 1),
      `coordinate ${c}`,
    );
  }
});

test('Sobol points of two coordinates: a net, with a quarter as much in each quarter of the square', () => {
  const counts = new Uint32Array(64);
  for (const [a, b] of take(sobolPoints(2, new Random(8)), 256)) counts[8 * Math.floor(8 * a) + Math.floor(8 * b)]++;
  assert.ok(counts.every((count) => count === 4));
});

test('Halton points: each interval of length 1/base^k holds as many as any other', () => {
  const points = take(haltonPoints(4, new Random(3)), 7 ** 4);
  for (const [c, cells] of [2 ** 5, 3 ** 4, 5 ** 3, 7 ** 3].entries()) {
    const counts = new Uint32Array(cells);
    for (const point of points) counts[Math.floor(cells * point[c] + 1e-9)]++;
    assert.ok(Math.max(...counts) - Math.min(...counts) <= 1, `coordinate ${c}`);
  }
});

test('orthogonal frequencies are orthogonal in blocks; Hadamard ones where d is a power of two', () => {
  const dot = (a: Float64Array, b: Float64Array) => a.reduce((sum, v, c) => sum + v * b[c], 0);
  const block = take(orthogonalFrequencies({ law: 'one' }, 30, new Random(1), quietContext), 60);
  const cosine = (i: number, j: number) =>
    dot(block[i], block[j]) / Math.sqrt(dot(block[i], block[i]) * dot(block[j], block[j]));
  for (let i = 0; i < 30; i++) for (let j = 0; j < i; j++) assert.ok(Math.abs(cosine(i, j)) < 1e-13);
  assert.ok(Math.abs(cosine(3, 33)) > 1e-6);
  // Chi-squared lengths with d degrees of freedom: mean d, standard deviation sqrt(2d/draws).
  for (const d of [8, 5]) {
    const many = take(hadamardFrequencies({ law: 'one' }, d, new Random(2)), 8000);
    const mean = many.reduce((sum, w) => sum + dot(w, w) / 8000, 0);
    assert.ok(Math.abs(mean - d) < 5 * Math.sqrt((2 * d) / 8000), `${mean}`);
  }
});

test('orthogonal and evenly filling frequencies have less error than independent ones', (t) => {
  const x = madeRows(60, 6, 5);
  const kernel: KernelSpec = { kind: 'gaussian', lengthScale: [2.5] };
  const mean = (map: FeatureMapName): number => {
    let squares = 0;
    for (let seed = 0; seed < 20; seed++) {
      const drawn = drawFeatures({ map, kernel, count: 256, inputs: 6, seed }, quietContext);
      squares += (kernelError(drawn, x, 60, 1, quietWith(core))?.value ?? Number.NaN) ** 2 / 20;
    }
    return Math.sqrt(squares);
  };
  const names = ['fourier', 'fourierPaired', 'hadamard', 'orthogonal', 'sobol', 'halton'] as const;
  const [plain, paired, structured, ...better] = names.map(mean);
  t.diagnostic(
    names.map((name, i) => `${name} ${[plain, paired, structured, ...better][i].toExponential(2)}`).join(', '),
  );
  assert.ok(paired < plain);
  // Its few random numbers cost a little.
  assert.ok(structured < 1.4 * paired);
  for (const error of better) assert.ok(error < 0.8 * paired, `${error} and ${paired}`);
});

test('the kernel error is the root mean square over all pairs, as a share of the diagonal', () => {
  const x = madeRows(500, 3, 2);
  const kernel: KernelSpec = { kind: 'polynomial', degree: 2, scale: 1, offset: 1, lengthScale: [1] };
  const map = drawFeatures({ map: 'maclaurin', kernel, count: 50, inputs: 3, seed: 4 }, quietContext);
  const few: Matrix = { rows: 40, columns: 3, values: madeRows(40, 3, 7).values };
  const found = kernelError(map, few, 200, 1, quietWith(core));
  const phi = evaluateFeatures(map, few, quietWith(core));
  let [squares, diagonal] = [0, 0];
  for (let i = 0; i < 40; i++)
    for (let j = 0; j < 40; j++) {
      let [product, k] = [0, 0];
      for (let c = 0; c < 3; c++) product += few.values[c * 40 + i] * few.values[c * 40 + j];
      for (let m = 0; m < 50; m++) k += (phi[m * 40 + i] * phi[m * 40 + j]) / 50;
      squares += (k - (product + 1) ** 2) ** 2 / 1600;
      if (i === j) diagonal += (product + 1) ** 2 / 40;
    }
  assert.equal(found?.rows, 40);
  assert.ok(Math.abs((found?.value ?? 0) / (Math.sqrt(squares) / diagonal) - 1) < 1e-12);
  assert.equal(kernelError(map, x, 1000, 1, quietWith(core))?.rows, 200);
  assert.deepEqual(kernelError(map, x, 90, 1, quietWith(core)), kernelError(map, x, 90, 1, quietWith(core)));
  const { recovers: _, ...trained } = drawFeatures(
    {
      map: 'erf',
      kernel: { kind: 'network', activation: 'erf', weight: 1, bias: 1, lengthScale: [1] },
      count: 5,
      inputs: 3,
      seed: 1,
    },
    quietContext,
  ) as RandomFeatureMap;
  assert.equal(kernelError(trained, x, 90, 1, quietWith(core)), undefined);
});

test('units by their definition, entry by entry', () => {
  const x = { rows: 3, columns: 1, values: Float64Array.of(-2, 0, 1.5) };
  const map = (activation: RandomFeatureMap['activation'], more: Partial<RandomFeatureMap> = {}) =>
    featureMatrix(
      { activation, inputs: 1, weights: Float64Array.of(1, -2), bias: Float64Array.of(0, 0.5), scale: 2, ...more },
      x,
      quietWith(core),
    );
  assert.deepEqual([...map('identity')], [-4, 0, 3, 9, 1, -5]);
  assert.deepEqual([...map('relu')], [0, 0, 3, 9, 1, 0]);
  assert.deepEqual([...map('reluSquared')], [0, 0, 4.5, 40.5, 0.5, 0]);
  assert.deepEqual([...map('step')].map(Math.abs), [0, 0, 2, 2, 2, 0]);
  // cos of −2, 0, 1.5, and of 4.5, 0.5, −2.5.
  assert.deepEqual([...map('binary', { thresholds: Float64Array.of(0.4, -0.9) })], [-2, 2, 2, -2, -2, -2]);
  assert.deepEqual([...map('relu', { factors: Float64Array.of(10, 0.5) })], [0, 0, 30, 4.5, 0.5, 0]);
  const missing = { rows: 1, columns: 1, values: Float64Array.of(Number.NaN) };
  for (const activation of ['step', 'binary', 'relu', 'reluSquared', 'identity'] as const) {
    const [value] = featureMatrix(
      {
        activation,
        inputs: 1,
        weights: Float64Array.of(1),
        bias: Float64Array.of(0),
        scale: 1,
        thresholds: new Float64Array(1),
      },
      missing,
      quietWith(core),
    );
    assert.ok(Number.isNaN(value), activation);
  }
});

test('a Taylor feature is the Gaussian envelope times its monomial', () => {
  const kernel: KernelSpec = { kind: 'gaussian', lengthScale: [1.5, 0.8] };
  const map = drawFeatures({ map: 'taylor', kernel, count: 40, inputs: 2, seed: 3 }, quietContext);
  assert.ok(map.kind === 'taylor');
  const row = [0.7, -1.1];
  const phi = evaluateFeatures(map, { rows: 1, columns: 2, values: Float64Array.from(row) }, quietWith(core));
  const rho = 1.5 ** -2 + 0.8 ** -2;
  const envelope = Math.exp(rho / 2 - ((0.7 / 1.5) ** 2 + (1.1 / 0.8) ** 2) / 2);
  for (let j = 0; j < 40; j++) {
    const indices = [...map.indices.subarray(map.starts[j], map.starts[j + 1])];
    const monomial = indices.reduce((product, c) => product * row[c], 1);
    assert.ok(Math.abs(phi[j] - envelope * monomial) < 1e-13 * Math.max(1, Math.abs(phi[j])));
  }
});
