import type { FilterSpec } from '../contract/filter';
import type { NoiseEstimate, SpectrumData } from '../contract/run';
import { filterRemainder, filterShares } from '../filters/anyFilter';
import { NORMAL_95 } from '../statistics/student';

/**
 * Directions of which the fit keeps less than this fraction show noise alone, or signal that no row count here
 * resolves.
 */
const UNUSED = 0.05;

/** Normal quantiles of 97.5 and 99.5 %. */
const NORMAL_99 = 2.575829;

/**
 * The noise variance sigma² (y²), by one of two estimates:
 *
 * - spectral tail: the mean of (u_i'y)² over the last directions, of each of which the filter keeps less than 5 %. A smooth target
 *   has next to nothing there, and the estimate does not depend on how well the rest is fitted. Its standard error
 *   is that of the mean. Used when there are at least 30 such directions and a twentieth of all.
 * - residual variance RSS/(n − df). Its standard error is that of a quadratic form in normal noise,
 *   sigma²·sqrt(2·sum (1−g)⁴)/sum (1−g)².
 */
export function estimateNoise(spectrum: SpectrumData, filter: FilterSpec): NoiseEstimate {
  const { n, mu, rank, unpenalised } = spectrum;
  const share = filterShares(filter, mu, rank, n);
  let first = rank;
  while (first > 0 && share[first - 1] < UNUSED) first--;
  const all = n - unpenalised;
  return all - first >= Math.max(30, all / 20) ? tailNoise(spectrum, first) : residualNoise(spectrum, filter);
}

function tailNoise({ n, unpenalised, coordinates, beyond }: SpectrumData, first: number): NoiseEstimate {
  const all = n - unpenalised;
  const count = all - first;
  const q = coordinates.length;
  let sum = n * beyond.score;
  let squares = 0;
  for (let i = first; i < q; i++) {
    const score = n * coordinates[i] * coordinates[i];
    sum += score;
    squares += score * score;
  }
  const sigma2 = sum / count;
  // For directions that were not computed only the total is known: they scatter as normal noise would.
  squares += beyond.count * 3 * sigma2 * sigma2;
  const spread = Math.max(0, squares / count - sigma2 * sigma2) * (count / (count - 1));
  return {
    sigma2,
    standardError: Math.sqrt(spread / count),
    rule: `from the last ${count} of ${all} directions`,
    by: 'lastDirections',
  };
}

/** Zero if nothing is left over: a filter that keeps every direction in full says nothing about the noise. */
export function residualNoise(spectrum: SpectrumData, filter: FilterSpec): NoiseEstimate {
  const { n, mu, rank, coordinates, beyond } = spectrum;
  const left = filterRemainder(filter, mu, rank, n);
  let rss = n * beyond.score;
  let free = beyond.count;
  let second = beyond.count;
  let fourth = beyond.count;
  for (let i = 0; i < left.length; i++) {
    rss += n * (left[i] * coordinates[i]) ** 2;
    free += left[i];
    second += left[i] ** 2;
    fourth += left[i] ** 4;
  }
  const how = { rule: 'from the residuals', by: 'residuals' } as const;
  if (!(free > 0) || second === 0) return { sigma2: 0, standardError: 0, ...how };
  const sigma2 = rss / free;
  return { sigma2, standardError: (sigma2 * Math.sqrt(2 * fourth)) / second, ...how };
}

/** The 95 % interval; for a mean of squares in logarithms, since a mean of few is skewed. */
export function noiseInterval({ sigma2, standardError, by }: NoiseEstimate): readonly [number, number] {
  const margin = NORMAL_95 * standardError;
  if (by !== 'lastDirections' || !(sigma2 > 0)) return [Math.max(0, sigma2 - margin), sigma2 + margin];
  const ratio = Math.exp(margin / sigma2);
  return [sigma2 / ratio, sigma2 * ratio];
}

/**
 * Adds the evidence of rows left out to an estimate, by their errors (y). Noise with heavier tails than normal ones
 * makes a mean of squares scatter more: its variance is sigma⁴·(2 + excess)/n, where excess is the kurtosis of these
 * errors beyond that of normal ones.
 *
 * Residuals underestimate the noise once the filter was chosen on the same rows, and errors on rows left out,
 * `optimism` times their squares, overestimate it: the estimate becomes the middle of both, with an interval from the
 * lower end of one to the upper end of the other. The last directions need none of this.
 */
export function besideLeftOut(noise: NoiseEstimate, errors: Float64Array, optimism = 1): NoiseEstimate {
  const n = errors.length;
  const { square: leftOut, excess } = tailsOf(errors);
  const { sigma2 } = noise;
  const tails = Math.sqrt(excess / n);
  const own = { ...noise, standardError: Math.hypot(noise.standardError, sigma2 * tails), ...(tails > 0 && { tails }) };
  if (noise.by !== 'residuals' || !Number.isFinite(leftOut)) return own;
  const [low, residuals] = noiseInterval(own);
  // These errors were the lowest of many, which a wider margin than one of 95 % compensates.
  const high = Math.max(residuals, optimism * leftOut * (1 + NORMAL_99 * Math.sqrt((2 + excess) / n)));
  return {
    ...own,
    sigma2: (low + high) / 2,
    standardError: (high - low) / 2 / NORMAL_95,
    rule: 'from the residuals and the rows left out',
  };
}

/** The mean square of errors, and their kurtosis beyond the 3 of a normal law if it is above; 0 if it is not known. */
function tailsOf(errors: Float64Array): { readonly square: number; readonly excess: number } {
  const n = errors.length;
  let [square, fourth] = [0, 0];
  for (const error of errors) {
    square += error ** 2 / n;
    fourth += error ** 4 / n;
  }
  const excess = fourth / square ** 2 - 3;
  return { square, excess: excess > 0 && excess < n ? excess : 0 };
}
