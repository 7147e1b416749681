import type { SpectrumData } from '../contract/run';
import { fitLine, fitPowerLaw } from './decay';

/** Alignment scores c_i² in units of y squared (TKRR §3); E[c_i²] = xi_i² + sigma²/n. */
export function alignmentScores(spectrum: SpectrumData): Float64Array {
  return spectrum.coordinates.map((c) => c * c);
}

/** Running sum of the scores as a share of the whole, with what lies `beyond` them; all 0 when the whole is 0. */
export function cumulativeShare(scores: Float64Array, beyond = 0): Float64Array {
  const share = new Float64Array(scores.length);
  let sum = 0;
  for (let i = 0; i < scores.length; i++) {
    sum += scores[i];
    share[i] = sum;
  }
  const whole = sum + beyond;
  for (let i = 0; i < scores.length; i++) share[i] = whole > 0 ? share[i] / whole : 0;
  return share;
}

/** The fewest leading directions that carry this share of the target; all of them when none reach it. */
export function directionsCarrying(share: Float64Array, part: number): number {
  // A hair of slack: the running sum of the last direction may round to just under 1.
  const at = share.findIndex((v) => v >= part - 1e-12);
  return at < 0 ? share.length : at + 1;
}

/** Directions from…to (1-based, both included), their geometric middle and the mean of the values there. */
export interface LocalMean {
  readonly from: number;
  readonly to: number;
  readonly centre: number;
  readonly mean: number;
}

/** Means over stretches of equal length on the logarithmic axis; the first directions stand alone. */
export function localMeans(values: ArrayLike<number>, perDecade = 8): LocalMean[] {
  const means: LocalMean[] = [];
  for (let from = 1; from <= values.length; ) {
    const next = Math.min(values.length + 1, Math.max(from + 1, Math.round(from * 10 ** (1 / perDecade))));
    let sum = 0;
    for (let i = from; i < next; i++) sum += values[i - 1];
    means.push({ from, to: next - 1, centre: Math.sqrt(from * (next - 1)), mean: sum / (next - from) });
    from = next;
  }
  return means;
}

/**
 * The last direction before the local means sink below the noise floor sigma²/n, where the target begins to look like
 * noise to the kernel; undefined when they never do. Means over fewer than four directions are too rough to decide alone.
 */
export function noiseFloorCrossing(means: readonly LocalMean[], floor: number): number | undefined {
  const last = means.length - 1;
  let first = means.findIndex((m, k) => m.mean < floor && (m.to - m.from >= 3 || k === last));
  if (first < 0) return undefined;
  while (first > 0 && means[first - 1].mean < floor) first--;
  return means[first].from - 1;
}

export type Regime = 'under-aligned' | 'just-aligned' | 'weakly aligned' | 'over-aligned';

/** TKRR (12): mu_i ~ i^−alpha and xi_i² ~ i^(−2·gamma·alpha−1) on directions from…to. */
export interface PolynomialAlignment {
  readonly alpha: number;
  readonly gamma: number;
  /** From the scatter of the local means about the fitted line. */
  readonly gammaStandardError: number;
  readonly regime: Regime;
  /** s(gamma), reached by truncated ridge, and s(min(1, gamma)), reached by full ridge: the risk falls like (sigma²/n)^s. */
  readonly rateTruncated: number;
  readonly rateRidge: number;
  /** Value of the eigenvalues' power law at i = 1, and the target's debiased mean square: (12) takes both as 1. */
  readonly scale: number;
  readonly signal: number;
  readonly from: number;
  readonly to: number;
}

/**
 * Fits alpha to the eigenvalues and gamma to the local means of the debiased scores c_i² − sigma²/n, both in log-log on
 * directions from…to (1-based). Undefined when the eigenvalues do not decay there or fewer than four means there
 * rise above the noise.
 */
export function polynomialAlignment(
  spectrum: SpectrumData,
  sigma2: number,
  from: number,
  to: number,
): PolynomialAlignment | undefined {
  const decay = fitPowerLaw(spectrum.mu, from, Math.min(to, spectrum.rank));
  if (decay === undefined || !(decay.exponent > 0)) return undefined;
  const floor = sigma2 / spectrum.n;
  // Means before logarithms: single debiased scores are negative half the time, and their logarithm scatters without bound.
  const points = localMeans(alignmentScores(spectrum))
    .filter((m) => m.from >= from && m.to <= to && m.mean > floor)
    .map((m) => ({ x: Math.log(m.centre), y: Math.log(m.mean - floor), weight: 1 }));
  const line = points.length < 4 ? undefined : fitLine(points);
  if (line === undefined) return undefined;
  const alpha = decay.exponent;
  const gamma = (-line.slope - 1) / (2 * alpha);
  return {
    alpha,
    gamma,
    gammaStandardError: line.standardError / (2 * alpha),
    regime: regimeOf(gamma),
    rateTruncated: rateExponent(gamma, alpha),
    rateRidge: rateExponent(Math.min(1, gamma), alpha),
    scale: decay.at(1),
    signal: debiasedTotal(spectrum, sigma2),
    from,
    to,
  };
}

/** The four regimes after TKRR Thm 2. The paper's just-aligned is the limit gamma = 1/2; here within 0.05 of it. */
export function regimeOf(gamma: number): Regime {
  if (Math.abs(gamma - 0.5) <= 0.05) return 'just-aligned';
  if (gamma < 0.5) return 'under-aligned';
  return gamma <= 1 ? 'weakly aligned' : 'over-aligned';
}

/** s(gamma) = 2·gamma·alpha/(2·gamma·alpha + 1) (TKRR (16)); 0 where gamma ≤ 0, outside the theorem. */
export function rateExponent(gamma: number, alpha: number): number {
  const product = 2 * Math.max(0, gamma) * alpha;
  return product / (product + 1);
}

/**
 * lambda (per sample) and r in the rates of TKRR Thm 2 with its constants taken as 1: for gamma > 1 those of truncated ridge
 * (a), lambda = (sigma²/n)^(gamma·alpha/(2·gamma·alpha + 1)) and r = (n/sigma²)^(1/(2·gamma·alpha + 1)); up to 1 those of
 * full ridge (b), lambda = (sigma²/n)^(alpha/(2·gamma·alpha + 1)) and r = n, which is as fast. The theorem's units are
 * restored: sigma² counts as a share of the target's mean square, lambda as a multiple of the power law's value at 1.
 * Undefined where gamma ≤ 0, outside the theorem, or without signal or noise.
 */
export function suggestedChoice(
  { alpha, gamma, scale, signal }: Pick<PolynomialAlignment, 'alpha' | 'gamma' | 'scale' | 'signal'>,
  sigma2: number,
  n: number,
): { readonly lambda: number; readonly r: number } | undefined {
  if (!(gamma > 0 && signal > 0 && sigma2 > 0)) return undefined;
  const noise = sigma2 / signal / n;
  const spread = 2 * gamma * alpha + 1;
  if (gamma <= 1) return { lambda: scale * noise ** (alpha / spread), r: n };
  const r = Math.min(n, Math.max(1, Math.round(noise ** (-1 / spread))));
  return { lambda: scale * noise ** ((gamma * alpha) / spread), r };
}

/** sum_i (c_i² − sigma²/n), never below 0. */
function debiasedTotal({ n, coordinates, beyond }: SpectrumData, sigma2: number): number {
  const total = coordinates.reduce((sum, c) => sum + c * c, beyond.score);
  return Math.max(0, total - (sigma2 / n) * (coordinates.length + beyond.count));
}
