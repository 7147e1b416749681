import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contextWith, quietContext } from '../../src/engine/contract/context';
import { Random } from '../../src/engine/data/random';
import { decomposition, dimensionBound, explicit } from '../../src/reproduce/rf/bounds';
import {
  binomial,
  drawGridFeatures,
  drawGridRows,
  GRID_DIMENSION,
  gridDimensions,
  gridSetting,
  largestEigenvalue,
  ofMatrix,
  productInTurn,
} from '../../src/reproduce/rf/gridSetting';
import { core } from '../engine/testCore';

const computing = contextWith(quietContext, { linalg: core });
const close = (found: number, expected: number, share: number) =>
  assert.ok(Math.abs(found / expected - 1) < share, `${found} and ${expected}`);

test('binomial numbers have their mean and variance, however many are drawn', () => {
  const random = new Random(1);
  for (const [n, p] of [
    [10, 0.3],
    [1000, 0.02],
    [1e12, 0.4],
  ]) {
    const drawn = Array.from({ length: 4000 }, () => (binomial(n, p, random) - n * p) / Math.sqrt(n * p * (1 - p)));
    const mean = drawn.reduce((sum, v) => sum + v, 0) / 4000;
    const square = drawn.reduce((sum, v) => sum + v * v, 0) / 4000;
    assert.ok(Math.abs(mean) < 0.05 && Math.abs(square - 1) < 0.1, `${n}: ${mean}, ${square}`);
  }
});

test('rows and features tend to the identity and the kernel, whose dimensions and bound on psi are as stated', () => {
  const random = new Random(2);
  for (const features of ['basis', 'shifts'] as const) {
    const setting = gridSetting(features, 1, 0.5);
    const { gram, response } = drawGridRows(setting, 1e12, random);
    const l = drawGridFeatures(setting, 1e12, random);
    for (let j = 0; j < GRID_DIMENSION; j++) {
      assert.ok(Math.abs(response[j] - setting.target[j]) < 1e-5);
      for (let i = 0; i < GRID_DIMENSION; i++) {
        assert.ok(Math.abs(gram[j * GRID_DIMENSION + i] - Number(i === j)) < 1e-5);
        assert.ok(Math.abs(l[j * GRID_DIMENSION + i] - (i === j ? setting.eigenvalues[j] : 0)) < 1e-5);
      }
    }
    // A single feature: psi·psi', whose trace is ||psi||², at most kappa² = 1; and its leverage, at most F.
    const lambda = setting.eigenvalues[0] / 20;
    const { effective, maximal } = gridDimensions(setting, lambda);
    let most = 0;
    for (let draw = 0; draw < 2000; draw++) {
      const one = drawGridFeatures(setting, 1, random);
      let [trace, leverage] = [0, 0];
      setting.eigenvalues.forEach((v, j) => {
        trace += one[j * (GRID_DIMENSION + 1)];
        leverage += one[j * (GRID_DIMENSION + 1)] / (v + lambda);
      });
      assert.ok(trace <= 1 + 1e-12);
      most = Math.max(most, leverage);
    }
    assert.ok(most <= maximal * (1 + 1e-9) && most > 0.8 * maximal && effective <= maximal * (1 + 1e-12));
  }
});

test('constants are those printed: n₀, c₀ and c₁ of theorem 7, c and the number of features of proposition 10', () => {
  const setting = gridSetting('basis', 1, 0.5);
  const { n, m, lambda, bound } = explicit({ ...setting, name: '' }, 1, false);
  assert.equal(n, Math.ceil((176 * Math.log(5560 * Math.sqrt(2 / 3))) ** (5 / 3)));
  close(lambda, n ** -0.4, 1e-12);
  const norm = setting.eigenvalues[0];
  // Q² = sup N(lambda)·lambda^½, within the grid on which it is sought.
  let q = 0;
  for (let v = 1e-6; v < 10; v *= 1.001) q = Math.max(q, gridDimensions(setting, v).effective * Math.sqrt(v));
  q = Math.sqrt(q);
  close(m, 9 * (7 + 4 / norm + q / 4) * n ** 0.6 * Math.log(1080 / lambda), 0.02);
  const spread = 2 * setting.b + 2;
  close(bound, 64 * (spread + spread * q + 1) ** 2 * Math.log(180) ** 2 * n ** -0.8, 0.02);
  const { m: features, bound: c, lambda: at } = dimensionBound(setting, 10);
  const { effective, maximal } = gridDimensions(setting, at);
  assert.equal(features, Math.ceil((4 + 18 * maximal) * Math.log(120 / at)));
  const ratio = (4 * maximal * Math.log(60)) / 3 / features;
  close(
    c,
    ratio / effective +
      Math.sqrt((1.5 * ratio) / effective) +
      1.5 * ((3 * ratio) / Math.sqrt(effective) + Math.sqrt(3 * ratio)) ** 2,
    1e-12,
  );
  assert.ok(c <= 1.55);
});

test('functions of a matrix, and theorem 4 with all rows and features: the bias of ridge over lambda^r, below 1', () => {
  const random = new Random(3);
  const setting = gridSetting('shifts', 1, 0.5);
  const l = drawGridFeatures(setting, 1000, random);
  const root = ofMatrix(l, Math.sqrt, computing);
  assert.ok(productInTurn(root, root).every((v, o) => Math.abs(v - l[o]) < 1e-12));
  close(largestEigenvalue(productInTurn(root, root), computing), largestEigenvalue(root, computing) ** 2, 1e-9);
  const lambda = setting.eigenvalues[0] / 10;
  const run = Object.assign(contextWith(quietContext, { linalg: core }), { random });
  const share = decomposition({ ...setting, name: '' }, { n: 1e14, m: 1e14, lambda, bound: 1 }, run);
  const bias = Math.hypot(...setting.target.map((v, j) => (v * lambda) / (setting.eigenvalues[j] + lambda)));
  close(share, bias / lambda, 1e-3);
});
