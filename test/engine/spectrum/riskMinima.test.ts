import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SpectrumData } from '../../../src/engine/contract/run';
import { Random } from '../../../src/engine/data/random';
import { ridgeFilter } from '../../../src/engine/filters/zones';
import { riskMinima } from '../../../src/engine/spectrum/riskMinima';

const n = 200;
const cuts = Float64Array.from({ length: n }, (_, i) => i + 1);

function spectrum(squares: (i: number) => number, sigma: number, seed: number): SpectrumData {
  const random = new Random(seed);
  return {
    n,
    mu: Float64Array.from({ length: n }, (_, i) => (i + 1) ** -1.5),
    rank: n,
    clipped: 0,
    unpenalised: 0,
    coordinates: Float64Array.from(
      { length: n },
      (_, i) => Math.sqrt(squares(i)) + (sigma / Math.sqrt(n)) * random.normal(),
    ),
    beyond: { count: 0, score: 0 },
  } as SpectrumData;
}

const minimaOf = (squares: (i: number) => number, sigma: number, seed: number) =>
  riskMinima(
    spectrum(squares, sigma, seed),
    { sigma2: sigma ** 2, standardError: sigma ** 2 / 10 },
    ridgeFilter(1e-8, n),
    'r',
    cuts,
  );

test('two bands far above the noise are two minima, where they end', () => {
  const right = Array.from({ length: 10 }, (_, seed) => {
    const { told, minima } = minimaOf((i) => (i < 5 || (i >= 60 && i < 80) ? 0.04 : 0), 0.3, seed + 1);
    const holds = (m: number, v: number) => minima[m].from <= v && v <= minima[m].to;
    return told === 'several' && minima.length === 2 && holds(0, 5) && holds(1, 80);
  });
  assert.ok(right.filter(Boolean).length >= 8, right.join());
});

test('noise alone has no second minimum that is told, and without noise nothing is', () => {
  const told = Array.from({ length: 100 }, (_, seed) => minimaOf(() => 0, 1, seed).told);
  assert.ok(told.filter((one) => one === 'several').length <= 2, told.join());
  assert.equal(minimaOf(() => 0.01, 0, 1).told, undefined);
});

test('a target that counts as noise leaves it untold', () => {
  const rows = spectrum((i) => (i >= 110 && i < 120 ? 0.1 : 0), 0.05, 3);
  const noise = { sigma2: 1, standardError: 0.2 };
  assert.equal(riskMinima(rows, noise, ridgeFilter(1e-3, n), 'lambda', cuts.map((v) => 1 / v).sort()).told, undefined);
});
