import type { Axis, FilterSpec } from '../contract/filter';
import type { NoiseEstimate, SpectrumData } from '../contract/run';
import { filterAt, filterParts } from '../filters/anyFilter';
import { median } from '../statistics/robustScale';

/**
 * The number of standard errors by which one place of the curve must exceed another to differ from it: every pair of
 * places is tried.
 */
const TOLD = 2.5;
/** The number of standard errors by which a rise may be higher than it seems. */
const ALLOWED = 2;
/** A second minimum is ruled out if no rise on the way to it may be as high as this fraction of the lowest risk. */
const SHALLOW = 0.5;

/** A minimum, and the range in which it may lie: places of its dip that are not significantly higher. */
export interface RiskMinimum {
  readonly at: number;
  readonly from: number;
  readonly to: number;
}

export interface RiskMinima {
  /** Undefined if the scores cannot tell; `one` if any others are shallow. */
  readonly told: 'one' | 'several' | undefined;
  /** The minima in the order of the axis, each separated from the next by a rise beyond chance. */
  readonly minima: readonly RiskMinimum[];
}

/** Differences of the risk between places of an axis, and their standard errors (y²), both length×length row-major. */
interface Differences {
  readonly length: number;
  readonly above: (a: number, b: number) => number;
  readonly error: (a: number, b: number) => number;
}

/**
 * The local minima of the exact risk (TKRR Thm 1) along an axis, their number and places, as far as noisy scores tell.
 * A difference of the risk between two places is linear in the scores c_i², with Var[c_i²] = 4·xi_i²·sigma²/n +
 * 2·sigma⁴/n² for normal noise: a rise and a fall count if they are 2.5 standard errors high, that of sigma² included.
 * O(places²·directions).
 */
export function riskMinima(
  spectrum: SpectrumData,
  noise: Pick<NoiseEstimate, 'sigma2' | 'standardError'>,
  filter: FilterSpec,
  axis: Axis,
  values: Float64Array,
): RiskMinima {
  if (!(noise.sigma2 > 0) || saysLittle(spectrum, noise.sigma2)) return { told: undefined, minima: [] };
  const differences = differencesOf(spectrum, noise, filter, axis, values);
  const turns = turnsOf(differences);
  const minima = turns.flatMap((at, t) => {
    if (t % 2 === 1) return [];
    const [left, right] = [turns[t - 1] ?? 0, turns[t + 1] ?? values.length - 1];
    const near = Array.from({ length: right - left + 1 }, (_, i) => left + i).filter((v) => !told(differences, v, at));
    return [{ at: values[at], from: values[near[0]], to: values[near[near.length - 1]] }];
  });
  const one = highestRise(differences) <= SHALLOW ? 'one' : undefined;
  return { told: minima.length > 1 ? 'several' : one, minima };
}

/**
 * The median of chi² with one degree of freedom, and the standard error of a sample's median as a fraction of it, times
 * the root of the sample's size.
 */
const MEDIAN = 0.4549;
const OF_MEDIAN = 2.33;

/** A score this far below the mean one is rounding: no noise is as small. */
const ROUNDING = 1e-16;

/**
 * True if sigma² counts a band of the target among the last directions that stands out above half of them, so that
 * their median implies less; or if it counts differences of copies with one target, which hold no noise.
 */
function saysLittle({ n, coordinates, beyond }: SpectrumData, sigma2: number): boolean {
  const sum = coordinates.reduce((total, c) => total + n * c * c, 0);
  if (coordinates.some((c) => n * c * c < (ROUNDING * sum) / coordinates.length)) return true;
  const last = coordinates.slice(coordinates.length >> 1).map((c) => n * c * c);
  const most = 1 + (TOLD * OF_MEDIAN) / Math.sqrt(last.length);
  return beyond.count <= coordinates.length && sigma2 > (median(last) / MEDIAN) * most;
}

/** True if the risk at `a` is above that at `b` beyond chance. */
const told = ({ above, error }: Differences, a: number, b: number): boolean => above(a, b) > TOLD * error(a, b);

/** The indices of minima and of the peaks between them, alternating, beginning and ending with a minimum. */
function turnsOf(differences: Differences): number[] {
  const { length, above } = differences;
  const turns: number[] = [];
  let [least, most] = [0, 0];
  for (let v = 0; v < length; v++) {
    const falling = turns.length % 2 === 0;
    if (falling) {
      if (above(v, least) < 0) least = v;
      else if (told(differences, v, least)) {
        turns.push(least);
        most = v;
      }
    } else if (above(v, most) > 0) most = v;
    else if (told(differences, most, v)) {
      turns.push(most);
      least = v;
    }
  }
  return turns.length % 2 === 0 ? [...turns, least] : turns;
}

/** The highest rise on the way between two places that the scores allow, as a fraction of the lowest risk. */
function highestRise({ length, above, error }: Differences): number {
  const most = (v: number, from: number, to: number) => {
    let rise = 0;
    for (let a = from; a < to; a++) rise = Math.max(rise, above(v, a) + ALLOWED * error(v, a));
    return rise;
  };
  let highest = 0;
  for (let v = 1; v < length - 1; v++) highest = Math.max(highest, Math.min(most(v, 0, v), most(v, v + 1, length)));
  return highest;
}

function differencesOf(
  { n, mu, rank, coordinates }: SpectrumData,
  { sigma2, standardError }: Pick<NoiseEstimate, 'sigma2' | 'standardError'>,
  filter: FilterSpec,
  axis: Axis,
  values: Float64Array,
): Differences {
  const { length } = values;
  const floor = sigma2 / n;
  const debiased = coordinates.map((c) => c * c - floor);
  // Never below the scatter of noise alone: a value that chance made small is no more certain for it.
  const scatter = debiased.map((b) => 4 * Math.max(0, b) * floor + 2 * floor * floor);
  const parts = Array.from(values, (value) => {
    const { share, left } = filterParts(filterAt(filter, axis, value), mu, rank, n);
    const squares = left.map((h) => h * h);
    const bias = squares.reduce((sum, h2, i) => sum + h2 * debiased[i], 0);
    const kept = share.reduce((sum, g) => sum + g * g, 0);
    return { squares, risk: bias + floor * kept, slope: kept - squares.reduce((sum, h2) => sum + h2, 0) };
  });
  const lowest = Math.max(Number.MIN_VALUE, Math.min(...parts.map(({ risk }) => risk)));
  const errors = new Float64Array(length * length);
  for (let a = 0; a < length; a++) {
    for (let b = 0; b < a; b++) {
      let variance = 0;
      const [x, y] = [parts[a].squares, parts[b].squares];
      for (let i = 0; i < x.length; i++) variance += (x[i] - y[i]) ** 2 * scatter[i];
      const slope = ((parts[a].slope - parts[b].slope) * standardError) / n;
      errors[a * length + b] = errors[b * length + a] = Math.hypot(Math.sqrt(variance), slope) / lowest;
    }
  }
  return {
    length,
    above: (a, b) => (parts[a].risk - parts[b].risk) / lowest,
    error: (a, b) => errors[a * length + b],
  };
}
