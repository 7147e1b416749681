import type { SpectrumData } from '../contract/run';
import { normalLimit } from '../statistics/student';
import { fitPowerLaw } from './decay';
import { type Profiled, type ScoreLaw, steadyLaw } from './scoreLaw';

/** Alignment scores c_i² in units of y squared (TKRR §3); E[c_i²] = xi_i² + sigma²/n. */
export function alignmentScores(spectrum: SpectrumData): Float64Array {
  return spectrum.coordinates.map((c) => c * c);
}

/**
 * The running sum of the scores as a fraction of their total, which includes the scores `beyond` them; all 0 if the
 * total is 0.
 */
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

/** The fewest leading directions that carry this fraction of the target; all of them if none reaches it. */
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

/**
 * Means over stretches of equal length on the logarithmic axis; each of the first directions is a stretch by itself.
 */
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
 * The last direction of the last stretch whose mean score is farther above the noise floor sigma²/n than chance alone
 * would raise it; 0 if there is none. `floor` is the upper end of its interval; every stretch is tried, so that noise
 * alone is named in 5 % of draws at most (Šidák).
 */
export function lastAboveFloor(means: readonly LocalMean[], floor: number): number {
  const z = normalLimit(0.95 ** (1 / Math.max(1, means.length)));
  // The quantile of chi² over its degrees of freedom, after Wilson and Hilferty.
  const quantile = (m: number) => (1 - 2 / (9 * m) + z * Math.sqrt(2 / (9 * m))) ** 3;
  return means.findLast(({ from, to, mean }) => mean > floor * quantile(to - from + 1))?.to ?? 0;
}

export type Regime = 'under-aligned' | 'just-aligned' | 'weakly aligned' | 'over-aligned' | 'weakly or over-aligned';

type Interval = readonly [number, number];

/** TKRR (12): mu_i ~ i^−alpha on directions from…to, and xi_i² ~ mu_i^(2·gamma)/i on all of them. */
export interface PolynomialAlignment {
  /** The exponent, with those of the two halves of its stretch, and of all of it, as an interval. */
  readonly alpha: Profiled;
  readonly gamma: Profiled;
  /** The noise floor sigma²/n. */
  readonly floor: Profiled;
  /** Undefined if the interval of gamma lies on both sides of 1/2, or if the eigenvalues follow no power law. */
  readonly regime: Regime | undefined;
  /** s(gamma), reached by truncated ridge, and s(min(1, gamma)), reached by full ridge: the risk falls like (sigma²/n)^s. */
  readonly rateTruncated: Profiled;
  readonly rateRidge: Profiled;
  /** Value of the eigenvalues' power law at i = 1, and the target's mean square above the floor: (12) takes both as 1. */
  readonly scale: number;
  readonly signal: number;
  readonly from: number;
  readonly to: number;
}

/**
 * Fits alpha to the eigenvalues on directions from…to (1-based), in log-log; `law`, that of the scores on all
 * directions, is added to it. Undefined if the eigenvalues do not decay there or the scores show no law.
 */
export function polynomialAlignment(
  spectrum: SpectrumData,
  from: number,
  to: number,
  law: ScoreLaw | undefined = steadyLaw(spectrum),
): PolynomialAlignment | undefined {
  const end = Math.min(to, spectrum.rank);
  const decay = fitPowerLaw(spectrum.mu, from, end);
  if (law === undefined || decay === undefined || !(decay.exponent > 0)) return undefined;
  const middle = Math.round(Math.sqrt(from * end));
  const halves = [fitPowerLaw(spectrum.mu, from, middle), fitPowerLaw(spectrum.mu, middle, end)];
  const exponents = [decay, ...halves].flatMap((part) => (part && part.exponent > 0 ? [part.exponent] : []));
  const alpha = { value: decay.exponent, interval: [Math.min(...exponents), Math.max(...exponents)] as Interval };
  const { gamma, floor } = law;
  const rate = (most: number): Profiled => {
    const at = (which: 0 | 1) => rateExponent(Math.min(most, gamma.interval[which]), alpha.interval[which]);
    return { value: rateExponent(Math.min(most, gamma.value), alpha.value), interval: [at(0), at(1)] };
  };
  return {
    alpha,
    gamma,
    floor,
    regime: isPower(alpha.interval) ? regimeOf(gamma.interval) : undefined,
    rateTruncated: rate(Number.POSITIVE_INFINITY),
    rateRidge: rate(1),
    scale: decay.at(1),
    signal: debiasedTotal(spectrum, floor.value),
    from,
    to,
  };
}

/**
 * True if the two halves of a stretch fall alike: eigenvalues of a Gaussian kernel fall ever faster, and the theory is
 * about powers.
 */
export const isPower = ([low, high]: Interval): boolean => high <= 1.6 * low;

/**
 * The distance from 1/2 up to which a gamma counts as just-aligned, which the paper has at 1/2 alone: an interval shows
 * no single number.
 */
const JUST = 0.1;

/** The regimes of TKRR Thm 2 that the entire interval of gamma lies in. */
export function regimeOf([low, high]: Interval): Regime | undefined {
  if (high < 0.5) return 'under-aligned';
  if (low >= 0.5 - JUST && high <= 0.5 + JUST) return 'just-aligned';
  if (low <= 0.5) return undefined;
  if (high <= 1) return 'weakly aligned';
  return low > 1 ? 'over-aligned' : 'weakly or over-aligned';
}

/** s(gamma) = 2·gamma·alpha/(2·gamma·alpha + 1) (TKRR (16)); 0 where gamma ≤ 0, outside the theorem. */
export function rateExponent(gamma: number, alpha: number): number {
  const product = 2 * Math.max(0, gamma) * alpha;
  return product === Number.POSITIVE_INFINITY ? 1 : product / (product + 1);
}

/**
 * lambda (per sample) and r in the rates of TKRR Thm 2 with its constants taken as 1: for gamma > 1 those of truncated
 * ridge (a), lambda = (sigma²/n)^(gamma·alpha/(2·gamma·alpha + 1)) and r = (n/sigma²)^(1/(2·gamma·alpha + 1)); up to 1
 * those of full ridge (b), lambda = (sigma²/n)^(alpha/(2·gamma·alpha + 1)) and r = n, which is as fast. The theorem's
 * units are restored: sigma² counts as a fraction of the target's mean square, lambda as a multiple of the power law's
 * value at 1. Undefined if gamma ≤ 0, outside the theorem, or without signal or noise.
 */
export function suggestedChoice(
  { alpha, gamma, scale, signal }: Readonly<Record<'alpha' | 'gamma' | 'scale' | 'signal', number>>,
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
function debiasedTotal({ coordinates, beyond }: SpectrumData, floor: number): number {
  const total = coordinates.reduce((sum, c) => sum + c * c, beyond.score);
  return Math.max(0, total - floor * (coordinates.length + beyond.count));
}
