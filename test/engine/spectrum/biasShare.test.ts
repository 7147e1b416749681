import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SpectrumData } from '../../../src/engine/contract/run';
import { filterShares } from '../../../src/engine/filters/anyFilter';
import { ridgeFilter } from '../../../src/engine/filters/zones';
import { biasShare } from '../../../src/engine/spectrum/risk';
import { normals } from '../madeRows';

test('the interval of the bias share holds the true share in 95 % of draws, at a given lambda', () => {
  const n = 200;
  const mu = Float64Array.from({ length: n }, (_, i) => (i + 1) ** -2);
  const truth = mu.map((_, i) => (i + 1) ** -1.2);
  const draws = 400;
  for (const [sigma, lambda] of [
    [0.5, 1e-3],
    [1, 1e-2],
  ]) {
    const filter = ridgeFilter(lambda, n);
    const share = filterShares(filter, mu, n, n);
    const bias = truth.reduce((sum, b, i) => sum + ((1 - share[i]) * b) ** 2, 0);
    const variance = share.reduce((sum, g) => sum + (g * sigma) ** 2 / n, 0);
    const noise = normals(7);
    // A variance estimated from 100 directions of noise alone.
    const standardError = sigma ** 2 * Math.sqrt(2 / 100);
    let inside = 0;
    for (let d = 0; d < draws; d++) {
      const coordinates = truth.map((b) => b + (sigma / Math.sqrt(n)) * noise());
      const spectrum: SpectrumData = {
        n,
        unpenalised: 0,
        mu,
        rank: n,
        clipped: 0,
        coordinates,
        beyond: { count: 0, score: 0 },
      };
      const sigma2 = sigma ** 2 + standardError * noise();
      const [low, high] = biasShare(spectrum, { sigma2, standardError }, filter);
      const held = bias / (bias + variance);
      if (low <= held && held <= high) inside++;
    }
    // Three standard errors of 400 draws are 0.033.
    assert.ok(inside / draws > 0.95 - 0.033, `${inside} of ${draws} at sigma ${sigma}`);
    assert.ok(inside / draws <= 0.985, `${inside} of ${draws}: wider than it says`);
  }
});
