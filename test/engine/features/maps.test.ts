import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quietContext } from '../../../src/engine/contract/context';
import type { Matrix } from '../../../src/engine/contract/data';
import { type FeatureMap, featureCount, featureScale } from '../../../src/engine/contract/kernel';
import { drawFeatures } from '../../../src/engine/features/drawFeatures';
import { evaluateFeatures, firstFeatures } from '../../../src/engine/features/featureMaps';
import { FEATURE_MAPS } from '../../../src/engine/features/mapList';
import { recoveredKernel } from '../../../src/engine/features/recoveredKernel';
import { rowBlock } from '../../../src/engine/kernels/rows';
import { quietWith } from '../../../src/engine/linalg/linalg';
import oracle from '../../oracles/features.json';
import { matrixOf } from '../kernels/rowLists';
import { relativeError } from '../madeRows';
import { core } from '../testCore';
import { CASES, type MapCase, positiveRows, titleOf } from './mapCases';

const n = oracle.maps.x.length;

const rowsFor = ({ columns = 3 }: MapCase): Matrix => matrixOf(oracle.maps.x.map((row) => row.slice(0, columns)));
const made = ({ map, kernel, columns = 3 }: MapCase, count: number, seed: number): FeatureMap =>
  drawFeatures({ map, kernel, count, inputs: columns, seed }, quietContext);
const features = (map: FeatureMap, rows: Matrix) => evaluateFeatures(map, rows, quietWith(core));

/** scale²·φ(x_i)·φ(x_j), n×n. */
function approximated(map: FeatureMap, x: Matrix): Float64Array {
  const phi = features(map, x);
  const square = featureScale(map) ** 2;
  const gram = new Float64Array(n * n);
  for (let o = 0; o < phi.length; o += n)
    for (let j = 0; j < n; j++) for (let i = 0; i < n; i++) gram[j * n + i] += square * phi[o + i] * phi[o + j];
  return gram;
}

function exactOf(choice: MapCase): Float64Array {
  const x = rowsFor(choice);
  const kernel = recoveredKernel(made(choice, 4, 1), x, x, quietWith(core));
  assert.ok(kernel);
  return kernel;
}

test('every map is among the cases', () => {
  assert.deepEqual(new Set(FEATURE_MAPS.map(({ name }) => name)), new Set(CASES.map(({ map }) => map)));
});

for (const choice of CASES) {
  const title = titleOf(choice);
  const x = rowsFor(choice);

  if (choice.oracle !== undefined) {
    test(`${title}: its kernel as by scikit-learn or by integration`, () => {
      const expected = oracle.maps.kernels.find(({ name }) => name === choice.oracle);
      assert.ok(expected);
      assert.ok(relativeError(exactOf(choice), matrixOf(expected.values).values) < 1e-8);
    });
  }

  test(`${title}: without bias, wherever the features are cut`, (t) => {
    const exact = exactOf(choice);
    // 301 features: a cut pair, a cut block.
    const seeds = 400;
    const sums = new Float64Array(n * n);
    const squares = new Float64Array(n * n);
    for (let seed = 0; seed < seeds; seed++) {
      const gram = approximated(made(choice, seed % 2 === 0 ? 13 : 301, 1000 + seed), x);
      for (let o = 0; o < gram.length; o++) {
        const error = gram[o] - exact[o];
        sums[o] += error / seeds;
        squares[o] += error ** 2 / seeds;
      }
    }
    const worst = sums.reduce((most, mean, o) => {
      const standard = Math.sqrt((squares[o] - mean ** 2) / seeds);
      // The binary codes' own kernel is a sum cut off at 1e-8.
      return Math.abs(mean) <= 1e-8 ? most : Math.max(most, Math.abs(mean) / standard);
    }, 0);
    t.diagnostic(`${worst.toFixed(1)} standard errors`);
    assert.ok(worst < 4, `${worst} standard errors`);
  });

  test(`${title}: the error falls as M^-1/2`, (t) => {
    const exact = exactOf(choice);
    const [few, many] = [96, 1536].map((count) => {
      let squares = 0;
      for (let seed = 0; seed < 60; seed++) {
        const gram = approximated(made(choice, count, seed), x);
        for (let o = 0; o < gram.length; o++) squares += (gram[o] - exact[o]) ** 2;
      }
      return Math.sqrt(squares / (60 * n * n));
    });
    t.diagnostic(
      `${few.toExponential(1)} with 96, ${many.toExponential(1)} with 1536, ratio ${(few / many).toFixed(2)}`,
    );
    // Pairs of Hellinger features are the kernel itself.
    if (choice.map === 'hellinger') {
      assert.ok(many < 1e-12);
      return;
    }
    // 4, give or take what 60 draws leave to chance; points that fill the space evenly do better.
    assert.ok(few / many > 2.8, `${few / many}`);
    if (!['sobol', 'halton', 'chiSquaredEven', 'intersectionEven'].includes(choice.map))
      assert.ok(few / many < 5.6, `${few / many}`);
  });

  test(`${title}: repeatable, and fewer features are the first of more`, () => {
    const more = made(choice, 601, 5);
    assert.equal(featureCount(more), 601);
    for (const count of [1, 7, 256, 300]) {
      assert.deepEqual(firstFeatures(more, count), made(choice, count, 5));
      assert.ok(relativeError(features(firstFeatures(more, count), x), features(more, x).slice(0, count * n)) < 1e-14);
    }
    assert.deepEqual(firstFeatures(more, 601), more);
    assert.notDeepEqual(features(more, x), features(made(choice, 601, 6), x));
  });

  test(`${title}: a row's features are the same in any block`, () => {
    const rows = positiveRows(1100, x.columns, 4);
    const map = made(choice, 37, 2);
    const whole = features(map, rows);
    const size = Math.max(...whole.map(Math.abs));
    for (const block of [1, 7, 1024]) {
      for (let from = 0; from < (block === 1 ? 50 : rows.rows); from += block) {
        const count = Math.min(block, rows.rows - from);
        const part = features(map, rowBlock(rows, from, count));
        for (let j = 0; j < 37; j++)
          for (let i = 0; i < count; i++) {
            const [found, expected] = [part[j * count + i], whole[j * rows.rows + from + i]];
            assert.ok(Math.abs(found - expected) <= 1e-14 * size, `row ${from + i}: ${found} and ${expected}`);
          }
      }
    }
  });
}
