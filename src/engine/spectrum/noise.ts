import type { NoiseEstimate, SpectrumData } from '../contract/run';

/** Directions of which the fit keeps less than this share tell of noise alone, or of signal that no row count here resolves. */
const UNUSED = 0.05;

/**
 * The noise variance sigma² (y²), by one of two estimates:
 *
 * - spectral tail: the mean of (u_i'y)² over the directions of which ridge at `lambda` keeps less than 5 %. A smooth target
 *   has next to nothing there, and the estimate does not depend on how well the rest is fitted. Its standard error
 *   is that of the mean. Used when there are at least 30 such directions and a twentieth of n.
 * - residual variance RSS/(n − df) at `lambda`. Its standard error is that of a quadratic form in normal noise,
 *   sigma²·sqrt(2·sum (1−g)⁴)/sum (1−g)².
 */
export function estimateNoise(spectrum: SpectrumData, lambda: number): NoiseEstimate {
  const { n, mu, rank, coordinates } = spectrum;
  let first = rank;
  while (first > 0 && mu[first - 1] / (mu[first - 1] + lambda) < UNUSED) first--;
  const tail = n - first;
  return tail >= Math.max(30, n / 20) ? tailNoise(coordinates, first) : residualNoise(spectrum, lambda);
}

function tailNoise(coordinates: Float64Array, first: number): NoiseEstimate {
  const n = coordinates.length;
  const count = n - first;
  let sum = 0;
  let squares = 0;
  for (let i = first; i < n; i++) {
    const score = n * coordinates[i] * coordinates[i];
    sum += score;
    squares += score * score;
  }
  const sigma2 = sum / count;
  const spread = Math.max(0, squares / count - sigma2 * sigma2) * (count / (count - 1));
  return {
    sigma2,
    standardError: Math.sqrt(spread / count),
    rule: `from the last ${count} of ${n} directions`,
  };
}

export function residualNoise({ n, mu, rank, coordinates }: SpectrumData, lambda: number): NoiseEstimate {
  let rss = 0;
  let free = 0;
  let second = 0;
  let fourth = 0;
  for (let i = 0; i < n; i++) {
    const left = i < rank ? lambda / (mu[i] + lambda) : 1;
    rss += n * (left * coordinates[i]) ** 2;
    free += left;
    second += left ** 2;
    fourth += left ** 4;
  }
  const sigma2 = rss / free;
  return {
    sigma2,
    standardError: (sigma2 * Math.sqrt(2 * fourth)) / second,
    rule: 'from the residuals',
  };
}
