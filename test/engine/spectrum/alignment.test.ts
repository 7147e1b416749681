import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SpectrumData } from '../../../src/engine/contract/run';
import {
  alignmentScores,
  cumulativeShare,
  directionsCarrying,
  localMeans,
  noiseFloorCrossing,
  polynomialAlignment,
  rateExponent,
  regimeOf,
  suggestedChoice,
} from '../../../src/engine/spectrum/alignment';
import { riskAt } from '../../../src/engine/spectrum/risk';
import { gauss, generator } from '../../figures/exampleData';

function polynomial(n: number, alpha: number, gamma: number, sigma = 0): SpectrumData {
  const next = generator(5);
  const mu = Float64Array.from({ length: n }, (_, i) => (i + 1) ** -alpha);
  const coordinates = mu.map((_, i) => {
    const xi = (next() < 0.5 ? -1 : 1) * (i + 1) ** (-gamma * alpha - 0.5);
    return xi + (sigma / Math.sqrt(n)) * gauss(next);
  });
  return { n, unpenalised: 0, mu, rank: n, clipped: 0, coordinates, beyond: { count: 0, score: 0 } };
}

test('shares of the scores and the directions that carry them', () => {
  const scores = alignmentScores({
    n: 4,
    unpenalised: 0,
    mu: Float64Array.of(4, 3, 2, 1),
    rank: 4,
    clipped: 0,
    coordinates: Float64Array.of(-2, 1, 0, 1),
    beyond: { count: 0, score: 0 },
  });
  assert.deepEqual([...scores], [4, 1, 0, 1]);
  const share = cumulativeShare(scores);
  assert.deepEqual([...share], [4 / 6, 5 / 6, 5 / 6, 1]);
  assert.equal(directionsCarrying(share, 0.5), 1);
  assert.equal(directionsCarrying(share, 0.9), 4);
  assert.equal(directionsCarrying(share, 1), 4);
  assert.deepEqual([...cumulativeShare(new Float64Array(2))], [0, 0]);
  assert.deepEqual([...cumulativeShare(scores, 2)], [4 / 8, 5 / 8, 5 / 8, 6 / 8]);
});

test('local means cover every direction once and keep the total', () => {
  for (const n of [1, 2, 7, 100, 1202]) {
    const values = Float64Array.from({ length: n }, (_, i) => 1 / (i + 1));
    const means = localMeans(values);
    assert.equal(means[0].from, 1);
    assert.equal(means[means.length - 1].to, n);
    for (let k = 1; k < means.length; k++) assert.equal(means[k].from, means[k - 1].to + 1);
    const total = means.reduce((s, m) => s + m.mean * (m.to - m.from + 1), 0);
    assert.ok(Math.abs(total - values.reduce((s, v) => s + v, 0)) < 1e-12);
  }
});

test('the noise floor is crossed where the means sink below it', () => {
  const means = localMeans(Float64Array.from({ length: 1000 }, (_, i) => (i < 200 ? 1 : 0.01)));
  const last = noiseFloorCrossing(means, 0.1);
  assert.ok(last !== undefined && last >= 177 && last <= 240, `${last}`);
  assert.equal(noiseFloorCrossing(means, 0.001), undefined);
  assert.equal(noiseFloorCrossing(means, 2), 0, 'below from the start');
  const dip = localMeans(Float64Array.from({ length: 1000 }, (_, i) => (i === 2 || i >= 200 ? 0.01 : 1)));
  assert.equal(noiseFloorCrossing(dip, 0.1), last, 'a single low direction does not decide');
});

test('TKRR (12): alpha and gamma of a noiseless target are found again', () => {
  for (const [alpha, gamma] of [
    [1.5, 0.25],
    [1, 0.5],
    [2, 0.8],
    [1.2, 1.7],
  ]) {
    const fit = polynomialAlignment(polynomial(2000, alpha, gamma), 0, 20, 600);
    assert.ok(fit);
    assert.ok(Math.abs(fit.alpha - alpha) < 1e-9);
    assert.ok(Math.abs(fit.gamma - gamma) < 0.02, `gamma ${fit.gamma} for ${gamma}`);
    assert.equal(fit.regime, regimeOf(gamma));
  }
});

test('noise is taken out of the scores before gamma is fitted', () => {
  const sigma = 0.5;
  const spectrum = polynomial(4000, 1, 0.5, sigma);
  const debiased = polynomialAlignment(spectrum, sigma ** 2, 5, 200);
  const biased = polynomialAlignment(spectrum, 0, 5, 200);
  assert.ok(debiased && biased);
  assert.ok(Math.abs(debiased.gamma - 0.5) < 0.2, `${debiased.gamma}`);
  assert.ok(Math.abs(biased.gamma - 0.5) > Math.abs(debiased.gamma - 0.5));
});

test('regimes of TKRR Thm 2 and their rates (16)', () => {
  assert.deepEqual([0.2, 0.5, 0.7, 1, 1.3].map(regimeOf), [
    'under-aligned',
    'just-aligned',
    'weakly aligned',
    'weakly aligned',
    'over-aligned',
  ]);
  assert.equal(rateExponent(0.5, 2), 2 / 3, 'the minimax rate alpha/(alpha + 1) at gamma = 1/2');
  assert.equal(rateExponent(-1, 2), 0);
  const fit = polynomialAlignment(polynomial(2000, 1.2, 1.7), 0, 20, 600);
  assert.ok(fit && fit.rateTruncated > fit.rateRidge, 'over-aligned: truncation is faster than ridge');
  assert.ok(Math.abs((fit?.rateRidge ?? 0) - 2.4 / 3.4) < 1e-9);
});

test('a target of noise alone has no exponent', () => {
  const spectrum = polynomial(300, 1, 0.5);
  assert.equal(polynomialAlignment(spectrum, 1e6, 5, 100), undefined);
});

test('TKRR Thm 2: lambda and r in the rates of the paper, whatever the units', () => {
  const at = { alpha: 1.5, gamma: 2, scale: 1, signal: 1 };
  const found = suggestedChoice(at, 0.04, 400);
  assert.ok(found);
  assert.ok(Math.abs(found.lambda - 1e-4 ** (3 / 7)) < 1e-15);
  assert.equal(found.r, Math.round(1e4 ** (1 / 7)));
  const ridge = suggestedChoice({ ...at, gamma: 0.8 }, 0.04, 400);
  assert.ok(ridge && Math.abs(ridge.lambda - 1e-4 ** (1.5 / 3.4)) < 1e-15);
  assert.equal(ridge.r, 400, 'up to gamma = 1 full ridge is as fast');
  // y in other units and K multiplied: sigma² and signal by 100, mu by 7.
  const other = suggestedChoice({ ...at, scale: 7, signal: 100 }, 4, 400);
  assert.ok(other && Math.abs(other.lambda / found.lambda - 7) < 1e-12 && other.r === found.r);
  for (const gamma of [0, -0.3, Number.NaN]) assert.equal(suggestedChoice({ ...at, gamma }, 0.04, 400), undefined);
  assert.equal(suggestedChoice({ ...at, signal: 0 }, 0.04, 400), undefined);
});

test('TKRR Thm 2: with the suggested choice the exact risk falls at the stated rate', () => {
  for (const [alpha, gamma] of [
    [1.5, 2],
    [1.5, 0.7],
  ]) {
    const excess = [2000, 32_000].map((n) => {
      const spectrum = polynomial(n, alpha, gamma);
      const fit = polynomialAlignment(spectrum, 0, 1, 200);
      assert.ok(fit && Math.abs(fit.scale - 1) < 1e-9);
      const sigma2 = 0.1 * fit.signal;
      const { lambda, r } = suggestedChoice({ ...fit, gamma }, sigma2, n) ?? { lambda: Number.NaN, r: 0 };
      const noisy = { ...spectrum, coordinates: spectrum.coordinates.map((c) => Math.sqrt(c * c + sigma2 / n)) };
      return riskAt(noisy, sigma2, { kind: 'zones', lambda, k: 0, r }).total;
    });
    const slope = Math.log(excess[0] / excess[1]) / Math.log(16);
    const rate = rateExponent(gamma, alpha);
    assert.ok(Math.abs(slope - rate) < 0.05, `${slope} for ${rate} at gamma ${gamma}`);
  }
});
