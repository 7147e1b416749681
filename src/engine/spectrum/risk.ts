import type { Axis, FilterSpec } from '../contract/filter';
import type { NoiseEstimate, SpectrumData } from '../contract/run';
import { axisValue, filterAt, filterParts, filterRemainder, zonesAlong } from '../filters/anyFilter';
import { AXES } from '../filters/axes';
import { NORMAL_95 } from '../statistics/student';
import { type FilterSums, zoneSums } from './zoneSums';

/** Errors in units of y squared; degrees of freedom in directions. */
export interface Risk {
  readonly bias: number;
  readonly variance: number;
  /** bias + variance: estimated excess risk on the training inputs. */
  readonly total: number;
  readonly degreesOfFreedom: number;
  /** Residual sum of squares on the training rows. */
  readonly rss: number;
  readonly gcv: number;
  /** Mallows' rss/n + 2·sigma²·df/n. */
  readonly cp: number;
}

export interface RiskCurves {
  readonly bias: Float64Array;
  readonly variance: Float64Array;
  readonly total: Float64Array;
  readonly degreesOfFreedom: Float64Array;
  readonly gcv: Float64Array;
  readonly cp: Float64Array;
}

/**
 * Exact mean squared error of a filter on a fixed design (TKRR Thm 1) with estimated scores: bias = sum
 * (1−g_i)²·(c_i² − sigma²/n), variance = sigma²/n·(p + sum g_i²) with p unpenalised directions, and with them the
 * residual sum of squares, GCV = n·rss/(n − df)² and Cp. GCV is infinite if df = n.
 */
export function riskAt(spectrum: SpectrumData, sigma2: number, filter: FilterSpec): Risk {
  return riskOf(spectrum, sigma2, sumsAt(spectrum, filter));
}

/** The same with one parameter at each of `values`: for k and r one pass over the spectrum serves them all. */
export function riskPath(
  spectrum: SpectrumData,
  sigma2: number,
  filter: FilterSpec,
  axis: Axis,
  values: Float64Array,
): RiskCurves {
  const risks = Array.from(sumsAlong(spectrum, filter, axis, values), (sums) => riskOf(spectrum, sigma2, sums));
  const curve = (key: keyof Risk) => Float64Array.from(risks, (risk) => risk[key]);
  return {
    bias: curve('bias'),
    variance: curve('variance'),
    total: curve('total'),
    degreesOfFreedom: curve('degreesOfFreedom'),
    gcv: curve('gcv'),
    cp: curve('cp'),
  };
}

/**
 * Estimated excess risk over two axes, row-major, a row for each of `ys`; NaN if one changes the other, as k beyond r
 * does.
 */
export function riskSurface(
  spectrum: SpectrumData,
  sigma2: number,
  filter: FilterSpec,
  [axisX, xs]: readonly [Axis, Float64Array],
  [axisY, ys]: readonly [Axis, Float64Array],
): Float64Array {
  const total = new Float64Array(xs.length * ys.length);
  // Counts of directions are the inner loop, so that the sums of one pass over the spectrum serve an entire row or
  // column of them.
  const xIsOuter = !AXES[axisX].ofDirections;
  const [outer, outside, inner, inside] = xIsOuter ? [axisX, xs, axisY, ys] : [axisY, ys, axisX, xs];
  outside.forEach((value, o) => {
    const at = filterAt(filter, outer, value);
    sumsAlong(spectrum, at, inner, inside).forEach((sums, i) => {
      const crossed = axisValue(filterAt(at, inner, inside[i]), outer) !== value;
      const place = xIsOuter ? i * xs.length + o : o * xs.length + i;
      total[place] = crossed ? Number.NaN : riskOf(spectrum, sigma2, sums).total;
    });
  });
  return total;
}

/** An estimate of the noise with its standard error. */
export type NoiseErrors = Pick<NoiseEstimate, 'sigma2' | 'standardError' | 'tails'>;

/**
 * 95 % interval of the estimated total at each value, 1.96 standard errors to either side and never below 0: from the
 * scatter of the scores, Var[c_i²] = 4·xi_i²·sigma²/n + 2·sigma⁴/n² for normal noise with debiased scores for xi_i²,
 * and from that of sigma² itself, taken as independent of them. The part due to heavy tails makes all scores and
 * sigma², and so the variance, too large or too small together.
 */
export function riskBand(
  spectrum: SpectrumData,
  noise: NoiseErrors,
  filter: FilterSpec,
  axis: Axis,
  values: Float64Array,
): { readonly lower: Float64Array; readonly upper: Float64Array } {
  const { n, mu, rank, coordinates, unpenalised, beyond } = spectrum;
  const floor = noise.sigma2 / n;
  // 4·(c² − floor)·floor + 2·floor²: unbiased, so that only the sum must be kept from falling below 0.
  const scatter = coordinates.map((c) => 4 * c * c * floor - 2 * floor * floor);
  const rest = 4 * beyond.score * floor - 2 * floor * floor * beyond.count;
  const { total, variance: ofNoise } = riskPath(spectrum, noise.sigma2, filter, axis, values);
  const halfWidth = values.map((value, l) => {
    const left = filterRemainder(filterAt(filter, axis, value), mu, rank, n);
    let variance = rest;
    let slope = unpenalised - beyond.count; // n·d total/d sigma²
    for (let i = 0; i < left.length; i++) {
      const h2 = left[i] * left[i];
      variance += h2 * h2 * scatter[i];
      slope += (1 - left[i]) * (1 - left[i]) - h2;
    }
    const alike = ofNoise[l] * (noise.tails ?? 0);
    return NORMAL_95 * Math.hypot(Math.sqrt(Math.max(0, variance)), (slope * noise.standardError) / n, alike);
  });
  return {
    lower: total.map((v, l) => Math.max(0, v - halfWidth[l])),
    upper: total.map((v, l) => v + halfWidth[l]),
  };
}

/**
 * 95 % interval of the fraction of bias in the estimated risk: the bias sum (1−g_i)²·(c_i² − sigma²/n) ± 1.96 standard
 * errors, never below 0, from the scatter of the scores, Var[c_i²] as for `riskBand`, and from that of sigma²; the
 * variance as estimated. At a lambda chosen on the same rows both ends are too low.
 */
export function biasShare(
  spectrum: SpectrumData,
  noise: Pick<NoiseEstimate, 'sigma2' | 'standardError'>,
  filter: FilterSpec,
): readonly [number, number] {
  const { n, mu, rank, coordinates, beyond } = spectrum;
  const floor = noise.sigma2 / n;
  const left = filterRemainder(filter, mu, rank, n);
  let scatter = 4 * beyond.score * floor - 2 * floor * floor * beyond.count;
  let slope = beyond.count;
  for (let i = 0; i < left.length; i++) {
    const h2 = left[i] * left[i];
    const square = coordinates[i] * coordinates[i];
    scatter += h2 * h2 * (4 * square * floor - 2 * floor * floor);
    slope += h2;
  }
  const margin = NORMAL_95 * Math.hypot(Math.sqrt(Math.max(0, scatter)), (slope * noise.standardError) / n);
  const { squared, squaredRemainders, squaredShares } = sumsAt(spectrum, filter);
  const bias = squared - floor * squaredRemainders;
  const variance = floor * (spectrum.unpenalised + squaredShares);
  const share = (b: number) => (b > 0 ? b / (b + variance) : 0);
  return [share(bias - margin), share(bias + margin)];
}

function sumsAlong(spectrum: SpectrumData, filter: FilterSpec, axis: Axis, values: Float64Array): FilterSums[] {
  const zones = zonesAlong(filter, axis, values, spectrum.rank);
  if (zones === undefined || zones.length === 0)
    return Array.from(values, (value) => sumsAt(spectrum, filterAt(filter, axis, value)));
  const sums = zoneSums(spectrum, zones[0].lambda);
  return zones.map((at) => sums.at(at));
}

function sumsAt(spectrum: SpectrumData, filter: FilterSpec): FilterSums {
  const { n, mu, rank, coordinates, beyond } = spectrum;
  const { share, left } = filterParts(filter, mu, rank, n);
  let squared = beyond.score;
  let squaredRemainders = beyond.count;
  let remainders = beyond.count;
  let squaredShares = 0;
  let df = 0;
  for (let i = 0; i < mu.length; i++) {
    const h2 = left[i] * left[i];
    squared += h2 * coordinates[i] * coordinates[i];
    squaredRemainders += h2;
    remainders += left[i];
    squaredShares += share[i] * share[i];
    df += share[i];
  }
  return { squared, squaredRemainders, remainders, squaredShares, df };
}

function riskOf({ n, unpenalised }: SpectrumData, sigma2: number, sums: FilterSums): Risk {
  const { squared, squaredRemainders, remainders, squaredShares, df } = sums;
  const floor = sigma2 / n;
  // Only the sum is clipped: single terms c² − sigma²/n are rightly negative half the time, and clipping each inflates the bias.
  const bias = Math.max(0, squared - floor * squaredRemainders);
  const variance = floor * (unpenalised + squaredShares);
  const rss = n * squared;
  const degreesOfFreedom = unpenalised + df;
  return {
    bias,
    variance,
    total: bias + variance,
    degreesOfFreedom,
    rss,
    // With nothing left to judge by there is no score: its square would even be 0.
    gcv: remainders <= n * Number.EPSILON ? Number.POSITIVE_INFINITY : (n * rss) / (remainders * remainders),
    cp: rss / n + 2 * floor * degreesOfFreedom,
  };
}
