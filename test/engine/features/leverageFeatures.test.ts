import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cancelledError, contextWith, quietContext } from '../../../src/engine/contract/context';
import type { Matrix } from '../../../src/engine/contract/data';
import { KernelscopeError } from '../../../src/engine/contract/failure';
import type { KernelSpec, RandomFeatureMap } from '../../../src/engine/contract/kernel';
import { Random } from '../../../src/engine/data/random';
import { drawFeatures } from '../../../src/engine/features/drawFeatures';
import { evaluateFeatures, firstFeatures } from '../../../src/engine/features/featureMaps';
import { leverageFeatures, leverageSample } from '../../../src/engine/features/leverageFeatures';
import { kernelGram } from '../../../src/engine/kernels/kernelMatrix';
import { quietWith } from '../../../src/engine/linalg/linalg';
import { solved } from '../kernels/rowLists';
import { madeRows, normals } from '../madeRows';
import { core } from '../testCore';

/** tr(K·(K + n·lambda·I)^-1). */
function effectiveDimension(kernel: KernelSpec, x: Matrix, lambda: number): number {
  const n = x.rows;
  const { values } = core.symmetricEigen(kernelGram(kernel, x, quietWith(core)), n, quietContext);
  return values.reduce((sum, v) => sum + Math.max(0, v) / (Math.max(0, v) + n * lambda), 0);
}

test('the mean score is the effective dimension, by the exact kernel and by that of the candidates', (t) => {
  const x = madeRows(150, 3, 1);
  const cases: readonly (readonly [KernelSpec, Parameters<typeof drawFeatures>[0]['map']])[] = [
    [{ kind: 'gaussian', lengthScale: [1.5] }, 'orthogonal'],
    [{ kind: 'network', activation: 'relu', weight: 1, bias: 1, lengthScale: [1] }, 'relu'],
  ];
  for (const [kernel, map] of cases) {
    const options = { map, kernel, count: 1500, inputs: 3, seed: 3, lambda: 1e-3 };
    const expected = effectiveDimension(kernel, x, 1e-3);
    const known = leverageFeatures(options, x, quietWith(core));
    const { recovers: _, ...candidates } = drawFeatures({ ...options, count: 6000 }, quietContext) as RandomFeatureMap;
    const unknown = leverageSample(candidates, x, 1500, 1e-3, 3, quietWith(core));
    t.diagnostic(`${map}: ${expected.toFixed(2)}, ${known.effective.toFixed(2)}, ${unknown.effective.toFixed(2)}`);
    assert.equal(known.pilot, 150);
    for (const { effective } of [known, unknown]) assert.ok(Math.abs(effective / expected - 1) < 0.04);
    assert.equal(known.map.bias.length, 1500);
    assert.equal(known.map.factors?.length, 1500);
  }
});

test('the kernel is recovered without bias, with fewer of the features too', () => {
  const x = madeRows(6, 2, 2);
  const pilot = madeRows(80, 2, 5);
  const kernel: KernelSpec = { kind: 'laplace', lengthScale: [1.2] };
  const exact = kernelGram(kernel, x, quietWith(core));
  const [sums, squares] = [new Float64Array(36), new Float64Array(36)];
  const seeds = 300;
  for (let seed = 0; seed < seeds; seed++) {
    const drawn = leverageFeatures(
      { map: 'fourier', kernel, count: 60, inputs: 2, seed, lambda: 1e-3 },
      pilot,
      quietWith(core),
    );
    const map = seed % 2 === 0 ? drawn.map : firstFeatures(drawn.map, 25);
    const count = map.bias.length;
    const phi = evaluateFeatures(map, x, quietWith(core));
    for (let o = 0; o < 36; o++) {
      let error = -exact[o];
      for (let m = 0; m < count; m++) error += (phi[m * 6 + (o % 6)] * phi[m * 6 + Math.floor(o / 6)]) / count;
      sums[o] += error / seeds;
      squares[o] += error ** 2 / seeds;
    }
  }
  for (let o = 0; o < 36; o++) {
    const standard = Math.sqrt((squares[o] - sums[o] ** 2) / seeds);
    assert.ok(Math.abs(sums[o]) < 4 * standard, `${sums[o]} and ${standard}`);
  }
});

test('repeatable, on the first 1,000 rows of the pilot; equal rows do no harm', () => {
  const x = madeRows(1500, 2, 8);
  const kernel: KernelSpec = { kind: 'gaussian', lengthScale: [1] };
  const draw = (seed: number, rows = x) =>
    leverageFeatures({ map: 'orthogonal', kernel, count: 50, inputs: 2, seed, lambda: 1e-4 }, rows, quietWith(core));
  const first = draw(1);
  assert.equal(first.pilot, 1000);
  assert.deepEqual(first, draw(1));
  assert.notDeepEqual(first.map.weights, draw(2).map.weights);
  const twice = { rows: 40, columns: 2, values: new Float64Array(80).fill(0.3) };
  assert.ok(draw(1, twice).map.factors?.every((factor) => Number.isFinite(factor) && factor > 0));
});

/** cos(2πjx + b), j drawn in proportion to |j|^-q: the spline kernel of order q by its Fourier series. */
function fourierOfSpline(q: number, count: number, seed: number): RandomFeatureMap {
  const random = new Random(seed);
  const shares = [1];
  for (let j = 1; j <= 200; j++) shares.push(2 * j ** -q);
  const total = shares.reduce((sum, v) => sum + v, 0);
  const sums = shares.map((_, j) => shares.slice(0, j + 1).reduce((sum, v) => sum + v, 0));
  const weights = Float64Array.from({ length: count }, () => {
    const draw = random.uniform() * total;
    return 2 * Math.PI * sums.findIndex((sum) => sum > draw);
  });
  const bias = Float64Array.from({ length: count }, () => 2 * Math.PI * random.uniform());
  const recovers: KernelSpec = { kind: 'spline', order: q, lengthScale: [1] };
  return { activation: 'cos', inputs: 1, weights, bias, scale: Math.sqrt(2 * total), recovers };
}

test('at equal M, leverage sampling has less excess risk where the effective dimension is small', (t) => {
  // g = 1/4: the kernel's spectrum falls as j^-4, and features drawn evenly seldom have frequencies above 2.
  const [n, lambda, count] = [400, 1e-4, 80];
  const truth = (x: number) =>
    Math.sin(2 * Math.PI * x) + 0.6 * Math.cos(8 * Math.PI * x) + 0.4 * Math.sin(12 * Math.PI * x);
  const grid = { rows: 256, columns: 1, values: Float64Array.from({ length: 256 }, (_, i) => (i + 0.5) / 256) };
  const excess = { even: 0, leverage: 0 };
  for (let seed = 0; seed < 8; seed++) {
    const random = new Random(100 + seed);
    const x = { rows: n, columns: 1, values: Float64Array.from({ length: n }, () => random.uniform()) };
    const next = normals(seed);
    const y = x.values.map((v) => truth(v) + 0.2 * next());
    const candidates = fourierOfSpline(4, 5000, seed);
    const maps = {
      even: firstFeatures(candidates, count),
      leverage: leverageSample(candidates, x, count, lambda, seed, quietWith(core)).map,
    };
    for (const kind of ['even', 'leverage'] as const) {
      const z = evaluateFeatures(maps[kind], x, quietWith(core)).map((v) => v / Math.sqrt(count));
      const column = (j: number) => z.subarray(j * n, (j + 1) * n);
      const dot = (a: Float64Array, b: Float64Array) => a.reduce((sum, v, i) => sum + v * b[i], 0);
      const system = Array.from({ length: count }, (_, i) =>
        Array.from({ length: count }, (__, j) => dot(column(i), column(j)) / n + (i === j ? lambda : 0)),
      );
      const w = solved(
        system,
        Array.from({ length: count }, (_, j) => dot(column(j), y) / n),
      );
      const phi = evaluateFeatures(maps[kind], grid, quietWith(core));
      for (let i = 0; i < 256; i++) {
        let f = 0;
        for (let j = 0; j < count; j++) f += (w[j] * phi[j * 256 + i]) / Math.sqrt(count);
        excess[kind] += (f - truth(grid.values[i])) ** 2 / (256 * 8);
      }
    }
  }
  t.diagnostic(`excess risk: even ${excess.even.toExponential(2)}, leverage ${excess.leverage.toExponential(2)}`);
  assert.ok(excess.leverage < 0.2 * excess.even);
});

test('maps without units, and a lambda of 0, are refused in words; a cancelled draw ends', () => {
  const x = madeRows(30, 2, 1);
  const polynomial: KernelSpec = { kind: 'polynomial', degree: 2, scale: 1, offset: 1, lengthScale: [1] };
  const gaussian: KernelSpec = { kind: 'gaussian', lengthScale: [1] };
  const refused = (sentence: RegExp, body: () => unknown, code = 'parameter/invalid') =>
    assert.throws(
      body,
      (error) => error instanceof KernelscopeError && error.failure.code === code && sentence.test(error.message),
    );
  const options = { count: 5, inputs: 2, seed: 1, lambda: 0.1 };
  refused(/maclaurin cannot be sampled by leverage scores/, () =>
    leverageFeatures({ ...options, map: 'maclaurin', kernel: polynomial }, x, quietWith(core)),
  );
  refused(/lambda must be above 0 and finite; it is 0/, () =>
    leverageFeatures({ ...options, map: 'fourier', kernel: gaussian, lambda: 0 }, x, quietWith(core)),
  );
  const cancelled = {
    ...quietContext,
    check() {
      throw cancelledError();
    },
  };
  refused(
    /Cancelled/,
    () =>
      leverageFeatures(
        { ...options, map: 'orthogonal', kernel: gaussian },
        x,
        contextWith(cancelled, { linalg: core }),
      ),
    'run/cancelled',
  );
});
