import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cancelledError, quietContext, type RunContext } from '../../../src/engine/contract/context';
import type { Matrix } from '../../../src/engine/contract/data';
import { KernelscopeError } from '../../../src/engine/contract/failure';
import type { RandomFeatureMap } from '../../../src/engine/contract/kernel';
import { Random } from '../../../src/engine/data/random';
import { evaluateBlocks } from '../../../src/engine/features/blocks';
import { drawnLayer, layerOver, restoreDead, squaredLoss } from '../../../src/engine/features/hiddenLayer';
import { randomFeatures } from '../../../src/engine/features/randomFeatures';
import { trainHiddenUnits } from '../../../src/engine/features/reluNetwork';
import { quietWith } from '../../../src/engine/linalg/linalg';
import { pivotedQr } from '../../../src/engine/linalg/pivotedQr';
import oracle from '../../oracles/features.json';
import { madeRows, normals, relativeError } from '../madeRows';
import { core } from '../testCore';

const N = 400;
const x = madeRows(N, 5, 1);
const next = normals(2);
/** Three hinges along oblique directions, and noise of standard deviation 0.05. */
const y = Float64Array.from({ length: N }, (_, i) => {
  const [a, b, c] = [x.values[i], x.values[N + i], x.values[2 * N + i]];
  return Math.max(0, a + b) - 2 * Math.max(0, b - c - 0.3) + 1.5 * Math.max(0, -a - 0.5) + 0.05 * next();
});

/** Share of the variance of `target` left by least squares on the units and a constant. */
function left(map: RandomFeatureMap, rows: Matrix, target: Float64Array): number {
  return core.scope(() => {
    const f = evaluateBlocks([{ kind: 'constant' }, { kind: 'units', map, name: 'unit' }], rows, quietWith(core));
    const { q, rank } = pivotedQr(f.values, rows.rows, f.columns, quietWith(core));
    const mean = target.reduce((s, v) => s + v / target.length, 0);
    const rest = target.slice();
    for (let j = 0; j < rank; j++) {
      let along = 0;
      for (let i = 0; i < rest.length; i++) along += q[j * rest.length + i] * target[i];
      for (let i = 0; i < rest.length; i++) rest[i] -= along * q[j * rest.length + i];
    }
    return rest.reduce((s, v) => s + v * v, 0) / target.reduce((s, v) => s + (v - mean) ** 2, 0);
  });
}

test('loss and gradient of the layer as by finite differences in extended precision', () => {
  const { network } = oracle;
  const [d, targets] = [3, network.y[0].length];
  const layer = layerOver(Float64Array.from(network.theta), d, network.width, targets);
  const gradient = layerOver(new Float64Array(network.theta.length), d, network.width, targets);
  const rows = { x: Float64Array.from(oracle.x.flat()), y: Float64Array.from(network.y.flat()), d, targets };
  const all = Uint32Array.from(oracle.x, (_, i) => i);
  assert.ok(Math.abs(squaredLoss(layer, rows, all, gradient) / network.loss - 1) < 1e-14);
  assert.ok(relativeError(gradient.theta, network.gradient) < 1e-9);
});

test('a unit that is 0 on every row is given back its start, the others are left alone', () => {
  const start = drawnLayer(3, 4, 1, new Random(1));
  const layer = layerOver(
    start.theta.map((v) => v + 0.5),
    3,
    4,
    1,
  );
  const kept = layer.theta.slice();
  layer.weights.fill(-1, 3, 6);
  layer.bias[1] = -20;
  restoreDead(layer, start, { x: Float64Array.from(oracle.x.flat()), y: new Float64Array(6), d: 3, targets: 1 });
  kept.set(start.weights.subarray(3, 6), 3);
  kept[12 + 1] = start.bias[1];
  assert.deepEqual(layer.theta, kept);
});

test('trained units explain hinges that as many random ones do not, on new rows too', (t) => {
  const trained = trainHiddenUnits(x, [y], 10, 3, quietContext);
  const random = randomFeatures({ activation: 'relu', count: 10, inputs: 5, lengthScale: [1], seed: 3 }, quietContext);
  const [own, other] = [left(trained, x, y), left(random, x, y)];
  t.diagnostic(`variance left: trained ${own.toFixed(4)}, random ${other.toFixed(4)}`);
  assert.ok(own < 0.01 && other > 10 * own, `${own} ${other}`);
  const more = madeRows(N, 5, 9);
  const clean = Float64Array.from({ length: N }, (_, i) => {
    const [a, b, c] = [more.values[i], more.values[N + i], more.values[2 * N + i]];
    return Math.max(0, a + b) - 2 * Math.max(0, b - c - 0.3) + 1.5 * Math.max(0, -a - 0.5);
  });
  assert.ok(left(trained, more, clean) < 0.02);
});

test('repeatable to the bit; another seed is another network', () => {
  const train = (seed: number) => trainHiddenUnits(x, [y], 3, seed, quietContext);
  assert.deepEqual(train(5), train(5));
  assert.notDeepEqual(train(5).weights, train(6).weights);
});

test('units of columns and targets in any unit, and of several targets', () => {
  const scaled = { ...x, values: x.values.map((v, o) => 1e4 * v + 50 * Math.floor(o / N)) };
  const far = y.map((v) => 1e6 + 300 * v);
  const second = Float64Array.from({ length: N }, (_, i) => Math.abs(x.values[3 * N + i]));
  const map = trainHiddenUnits(scaled, [far, second], 12, 3, quietContext);
  assert.ok(left(map, scaled, far) < 0.02);
  assert.ok(left(map, scaled, second) < 0.02);
});

test('constant columns and targets do no harm, and no unit is dead', () => {
  const values = new Float64Array(4 * 60).fill(0.1);
  values.set(madeRows(60, 2, 4).values);
  const rows = { rows: 60, columns: 4, values };
  const map = trainHiddenUnits(rows, [new Float64Array(60).fill(0.3)], 6, 1, quietContext);
  assert.ok([...map.weights, ...map.bias].every(Number.isFinite));
  const f = evaluateBlocks([{ kind: 'units', map, name: 'unit' }], rows, quietWith(core));
  for (let j = 0; j < 6; j++) assert.ok(f.values.subarray(j * 60, (j + 1) * 60).some((v) => v > 0));
});

test('progress rises, and a cancelled training ends', () => {
  const fractions: number[] = [];
  const context: RunContext = { ...quietContext, progress: (fraction) => fractions.push(fraction) };
  trainHiddenUnits(x, [y], 2, 1, context);
  assert.ok(fractions.length > 5 && fractions.every((v, i) => v <= 1 && (i === 0 || v >= fractions[i - 1])));
  let checks = 0;
  const cancelled: RunContext = {
    ...quietContext,
    check() {
      if (++checks > 20) throw cancelledError();
    },
  };
  assert.throws(
    () => trainHiddenUnits(x, [y], 2, 1, cancelled),
    (error) => error instanceof KernelscopeError && error.failure.code === 'run/cancelled',
  );
  assert.throws(() => trainHiddenUnits(x, [y], 0, 1, quietContext), /whole number of units/);
});
