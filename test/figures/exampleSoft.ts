import type { SoftThresholding } from '../../src/engine/contract/run';

/** Shaped like soft thresholding on this spectrum: the predicted ratio (CKRR eq. 4) with a ripple, and a shallow search over k. */
export function exampleSoft(mu: Float64Array, n: number, loo: number): SoftThresholding {
  const k = Math.max(1, Math.round(n / 10));
  let low = mu[mu.length - 1] * 1e-3;
  let high = mu[0] * n;
  for (let step = 0; step < 200; step++) {
    const kappa = Math.sqrt(low * high);
    const dimension = mu.reduce((s, v) => s + v / (v + kappa), 0);
    if (dimension > k) low = kappa;
    else high = kappa;
  }
  const kappa = Math.sqrt(low * high);
  const after = mu.map((v, i) => ((1.5 + 0.3 * Math.sin(i)) * v * kappa * kappa) / (v + kappa) ** 2);
  const tried = Float64Array.from([0, 1, 2, 4, 8, 16, 32].filter((v) => v < n / 2));
  return {
    k,
    kappa,
    before: mu,
    after,
    tried: { k: tried, loo: tried.map((v) => loo * (1 + 0.05 * Math.log((1 + v) / (1 + k)) ** 2)) },
  };
}
