import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quietContext } from '../../../../src/engine/contract/context';
import type { Matrix } from '../../../../src/engine/contract/data';
import type { KernelSpec, LandmarkMap } from '../../../../src/engine/contract/kernel';
import { landmarkMap, rowsWithoutEquals } from '../../../../src/engine/features/landmarks/landmarkMap';
import { kernelCross, kernelGram } from '../../../../src/engine/kernels/kernelMatrix';
import { pickRows } from '../../../../src/engine/kernels/rows';
import { quietWith } from '../../../../src/engine/linalg/linalg';
import oracle from '../../../oracles/landmarks.json';
import { madeRows, relativeError } from '../../madeRows';
import { core } from '../../testCore';

const gaussian: KernelSpec = { kind: 'gaussian', lengthScale: [1] };

/** φ(x_i)·φ(x_j) with φ = L^-1·k(points, ·), n×n. */
function products(map: LandmarkMap, x: Matrix): Float64Array {
  const points: Matrix = { rows: map.points.length / map.inputs, columns: map.inputs, values: map.points };
  const m = points.rows;
  const features = kernelCross(map.kernel, points, x, quietWith(core));
  core.solveLower(map.factor, m, false, features, x.rows, quietContext);
  return Float64Array.from({ length: x.rows ** 2 }, (_, at) => {
    let sum = 0;
    for (let j = 0; j < m; j++) sum += features[(at % x.rows) * m + j] * features[Math.floor(at / x.rows) * m + j];
    return sum;
  });
}

test('inner products of the features are those of scikit-learn’s Nyström features', () => {
  const n = oracle.y[0].length;
  const x: Matrix = { rows: n, columns: 3, values: Float64Array.from(oracle.x.flat()) };
  const kernel: KernelSpec = { kind: 'gaussian', lengthScale: [oracle.lengthScale] };
  const map = landmarkMap(kernel, pickRows(x, Uint32Array.from(oracle.rows)), quietWith(core));
  const first = pickRows(
    x,
    Uint32Array.from({ length: 10 }, (_, i) => i),
  );
  assert.ok(relativeError(products(map, first), oracle.products.flat()) < 1e-10);
});

test('over the landmarks themselves the kernel is recovered', () => {
  const x = madeRows(40, 2, 1);
  const kernel: KernelSpec = { kind: 'matern32', lengthScale: [0.8] };
  const map = landmarkMap(kernel, x, quietWith(core));
  assert.equal(map.jitter, 0);
  assert.ok(relativeError(products(map, x), kernelGram(kernel, x, quietWith(core))) < 1e-10);
  for (let j = 0; j < 40; j++) for (let i = 0; i < j; i++) assert.equal(map.factor[i + j * 40], 0);
});

test('the map of the first points is the first part of the map of all', () => {
  const x = madeRows(30, 2, 2);
  const all = landmarkMap(gaussian, x, quietWith(core));
  const some = landmarkMap(
    gaussian,
    pickRows(
      x,
      Uint32Array.from({ length: 12 }, (_, i) => i),
    ),
    quietWith(core),
  );
  for (let j = 0; j < 12; j++)
    for (let i = j; i < 12; i++) assert.ok(Math.abs(all.factor[i + j * 30] - some.factor[i + j * 12]) < 1e-13);
});

test('points that repeat are left out and counted, the first of them kept in its place', () => {
  const x = madeRows(6, 2, 3);
  const map = landmarkMap(gaussian, pickRows(x, Uint32Array.of(4, 1, 4, 0, 1, 4)), quietWith(core));
  assert.equal(map.repeated, 3);
  assert.deepEqual([...map.points], [...pickRows(x, Uint32Array.of(4, 1, 0)).values]);
  assert.equal(map.factor.length, 9);
  assert.equal(map.jitter, 0);
});

test('points that are nearly equal, or more than the kernel has directions, need a jitter that is told', () => {
  const x = madeRows(20, 2, 4);
  const close: Matrix = { ...x, values: x.values.map((v, o) => (o % 2 ? x.values[o - 1] + 1e-9 : v)) };
  const near = landmarkMap({ kind: 'gaussian', lengthScale: [5] }, close, quietWith(core));
  assert.ok(near.jitter > 0 && near.jitter < 1e-10);
  const linear: KernelSpec = { kind: 'linear', lengthScale: [1] };
  const map = landmarkMap(linear, x, quietWith(core));
  assert.ok(map.jitter > 0 && map.jitter < 1e-10);
  assert.ok(relativeError(products(map, x), kernelGram(linear, x, quietWith(core))) < 1e-8);
});

test('distinct rows are those of a plain comparison, zeros of either sign being equal', () => {
  const x = madeRows(300, 2, 5);
  const whole: Matrix = { ...x, values: x.values.map((v) => Math.round(2 * v) / 2) };
  const plain: number[] = [];
  for (let i = 0; i < 300; i++) {
    const seen = plain.some((j) => [0, 300].every((o) => whole.values[o + i] === whole.values[o + j]));
    if (!seen) plain.push(i);
  }
  assert.ok(plain.length < 100);
  assert.deepEqual([...rowsWithoutEquals(whole)], plain);
  assert.deepEqual([...rowsWithoutEquals({ rows: 3, columns: 1, values: Float64Array.of(0, -0, 1) })], [0, 2]);
});

test('a kernel that is only conditionally positive definite is refused in words', () => {
  const kernel: KernelSpec = { kind: 'multiquadric', offset: 1, lengthScale: [1] };
  assert.throws(() => landmarkMap(kernel, madeRows(5, 1, 6), quietWith(core)), {
    message: /landmarks need a positive definite kernel, and the multiquadric kernel is one only/,
  });
});
