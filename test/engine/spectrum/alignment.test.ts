import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SpectrumData } from '../../../src/engine/contract/run';
import {
  alignmentScores,
  cumulativeShare,
  directionsCarrying,
  lastAboveFloor,
  localMeans,
  polynomialAlignment,
  rateExponent,
  regimeOf,
  suggestedChoice,
} from '../../../src/engine/spectrum/alignment';
import { riskAt } from '../../../src/engine/spectrum/risk';
import { scoreLaw } from '../../../src/engine/spectrum/scoreLaw';
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

test('the last stretch above the noise floor is found, and noise alone names one in 5 % of draws', () => {
  const means = localMeans(Float64Array.from({ length: 1000 }, (_, i) => (i < 200 ? 1 : 0.01)));
  const last = lastAboveFloor(means, 0.1);
  assert.ok(last >= 177 && last <= 240, `${last}`);
  assert.equal(lastAboveFloor(means, 0.001), 1000);
  assert.equal(lastAboveFloor(means, 2), 0, 'below from the start');
  const next = generator(11);
  for (const directions of [59, 199, 800]) {
    let named = 0;
    const draws = 2000;
    for (let d = 0; d < draws; d++) {
      const noise = Float64Array.from({ length: directions }, () => gauss(next) ** 2);
      if (lastAboveFloor(localMeans(noise), 1) > 0) named++;
    }
    assert.ok(named / draws < 0.05 + 3 * Math.sqrt(0.05 / draws), `${named} of ${draws} with ${directions}`);
    assert.ok(named > 0, 'a test that never names one would not be at 5 %');
  }
});

test('TKRR (12): alpha is found again, and the interval of gamma holds the truth', () => {
  for (const [alpha, gamma, regimes] of [
    [1.5, 0.25, ['under-aligned']],
    [1, 0.5, ['just-aligned', undefined]],
    [2, 0.8, ['weakly aligned', 'weakly or over-aligned']],
    [1.2, 1.7, ['over-aligned', 'weakly or over-aligned']],
  ] as const) {
    const fit = polynomialAlignment(polynomial(2000, alpha, gamma, 0.3), 20, 600);
    assert.ok(fit, `${gamma}`);
    assert.ok(Math.abs(fit.alpha.value - alpha) < 1e-9);
    const [low, high] = fit.gamma.interval;
    assert.ok(low < gamma && gamma < high, `gamma ${low} to ${high} for ${gamma}`);
    assert.ok((regimes as readonly unknown[]).includes(fit.regime), `${fit.regime} for ${gamma}`);
    assert.ok(fit.floor.interval[0] < 0.09 / 2000 && 0.09 / 2000 < fit.floor.interval[1]);
  }
});

test('regimes of TKRR Thm 2, where all of an interval lies in them, and their rates (16)', () => {
  const told = (low: number, high: number) => regimeOf([low, high]);
  assert.equal(told(0.1, 0.49), 'under-aligned');
  assert.equal(told(0.42, 0.58), 'just-aligned');
  assert.equal(told(0.55, 0.9), 'weakly aligned');
  assert.equal(told(0.7, 1.2), 'weakly or over-aligned');
  assert.equal(told(1.1, Number.POSITIVE_INFINITY), 'over-aligned');
  assert.equal(told(0.3, 0.7), undefined);
  assert.equal(told(Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY), undefined);
  assert.equal(rateExponent(0.5, 2), 2 / 3, 'the minimax rate alpha/(alpha + 1) at gamma = 1/2');
  assert.equal(rateExponent(-1, 2), 0);
  assert.equal(rateExponent(Number.POSITIVE_INFINITY, 2), 1);
  const fit = polynomialAlignment(polynomial(2000, 1.2, 1.7, 0.1), 20, 600);
  assert.ok(fit && fit.rateTruncated.value > fit.rateRidge.value, 'over-aligned: truncation is faster than ridge');
  assert.ok(Math.abs((fit?.rateRidge.value ?? 0) - 2.4 / 3.4) < 1e-9);
});

test('noise alone, and a target that fills every direction, show no law', () => {
  const next = generator(3);
  const spectrum = polynomial(300, 1, 0.5);
  let told = 0;
  for (let d = 0; d < 200; d++)
    if (polynomialAlignment({ ...spectrum, coordinates: spectrum.mu.map(() => gauss(next)) }, 5, 100)) told++;
  assert.ok(told <= 4, `${told} of 200 draws of noise`);
  assert.equal(polynomialAlignment(spectrum, 5, 100), undefined, 'no floor is seen without noise');
});

test('a law is found in the same place whatever the units and the order of size', () => {
  const spectrum = polynomial(600, 2, 0.75, 0.1);
  const law = scoreLaw(spectrum);
  const scaled = scoreLaw({
    ...spectrum,
    mu: spectrum.mu.map((v) => 7 * v),
    coordinates: spectrum.coordinates.map((c) => 1e6 * c),
  });
  assert.ok(law && scaled);
  assert.ok(Math.abs(law.gamma.value - scaled.gamma.value) < 1e-6);
  assert.ok(Math.abs(scaled.floor.value / law.floor.value - 1e12) < 1e6);
  assert.ok(Math.abs(law.gamma.interval[1] - scaled.gamma.interval[1]) < 1e-6);
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
      const signal = spectrum.coordinates.reduce((sum, c) => sum + c * c, 0);
      const sigma2 = 0.1 * signal;
      const { lambda, r } = suggestedChoice({ alpha, gamma, scale: 1, signal }, sigma2, n) ?? {
        lambda: Number.NaN,
        r: 0,
      };
      const noisy = { ...spectrum, coordinates: spectrum.coordinates.map((c) => Math.sqrt(c * c + sigma2 / n)) };
      return riskAt(noisy, sigma2, { kind: 'zones', lambda, k: 0, r }).total;
    });
    const slope = Math.log(excess[0] / excess[1]) / Math.log(16);
    const rate = rateExponent(gamma, alpha);
    assert.ok(Math.abs(slope - rate) < 0.05, `${slope} for ${rate} at gamma ${gamma}`);
  }
});
