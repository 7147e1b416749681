import type { RobustFit } from '../contract/robust';
import { spreadAboutMean } from './mean';
import { median, type RobustScale, robustScale, robustSpread } from './robustScale';

/** Robust scales from the centre beyond which a row is suspect: one row in two thousand of normal errors. */
export const SUSPECT_SCALES = 3.5;
/** The fraction of the rows up to which all that are far out are suspect. */
const FEW = 0.1;
/**
 * With more rows, the fraction of them that heavy tails have within twice that distance; even Cauchy tails have half.
 * If fewer are so near, the others lie apart, beyond a gap that no tail leaves.
 */
const NEAR = 0.25;
/** The number of errors on rows left out that suffice to estimate a scale. */
const ENOUGH = 20;
const LISTED = 200;
/**
 * The fraction of the rows, and the number of them at least, beyond which tails are heavier than normal ones, which
 * have one row in two thousand.
 */
const MANY = 0.02;
const FEWEST = 3;
/** The fraction of all squared errors from which on any number of rows decides them. */
const MOST_SQUARES = 0.5;

export interface ScaledErrors extends RobustScale {
  /** The plain standard deviation about the mean. */
  readonly deviation: number;
}

/**
 * Centre and scale of the errors (n) of predictions of `observed` on the rows left out, by default all; on all rows if
 * these are few. Units of the errors. The scale is no less than rounding; nothing in it is decided by a few rows.
 */
export function scaledErrors(errors: Float64Array, observed: Float64Array, leftOut?: Uint32Array): ScaledErrors {
  const known = leftOut && leftOut.length >= ENOUGH ? Float64Array.from(leftOut, (i) => errors[i]) : errors;
  const { centre, scale } = robustScale(known);
  const largest = observed.reduce((most, v) => Math.max(most, Math.abs(v)), 0);
  return { centre, scale: Math.max(scale, Number.EPSILON * largest), deviation: spreadAboutMean(known) };
}

/**
 * Training rows far from the others, the furthest first; none if the scale is 0, or if too many are far to tell outliers
 * from heavy tails, or from the rows of a target whose other values are all the same.
 */
export function suspectsAmong(
  { rows, lines, observed }: Pick<RobustFit, 'rows' | 'lines' | 'observed'>,
  errors: Float64Array,
  { centre, scale }: RobustScale,
): Pick<RobustFit, 'beyond' | 'suspects' | 'suspectCount'> {
  const outlying: { at: number; scaled: number }[] = [];
  for (let at = 0; at < errors.length; at++) {
    const scaled = scaledBeyond(errors[at], { centre, scale });
    if (scaled !== undefined) outlying.push({ at, scaled });
  }
  const beyond = outlying.length;
  const near = outlying.filter(({ scaled }) => Math.abs(scaled) < 2 * SUSPECT_SCALES).length;
  // Beside a target of mostly one value the scale is that of rounding, and a gap shows nothing.
  const apart = near < NEAR * beyond && robustScale(observed).scale > 0;
  if (beyond > FEW * errors.length && !apart) return { beyond, suspects: [], suspectCount: 0 };
  outlying.sort((a, b) => Math.abs(b.scaled) - Math.abs(a.scaled) || a.at - b.at);
  const suspects = outlying.slice(0, LISTED).map(({ at, scaled }) => ({
    at,
    row: rows[at],
    line: lines[at],
    observed: observed[at],
    predicted: observed[at] - errors[at],
    scaled,
  }));
  return { beyond, suspects, suspectCount: beyond };
}

/** The distance in robust scales from the centre, if it is more than 3.5. */
function scaledBeyond(error: number, { centre, scale }: RobustScale): number | undefined {
  const scaled = (error - centre) / scale;
  return scale > 0 && Math.abs(scaled) > SUSPECT_SCALES ? scaled : undefined;
}

/**
 * Beyond this many robust scales from the median, rows that hold most of the squares leave them little else to measure.
 */
const FAR_OUT = 10;

/** The positions of values so far out that they decide all squares about the median; none if they do not. */
export function decisive(values: Float64Array): readonly number[] {
  const centre = median(values);
  const most = FAR_OUT * robustSpread(values);
  const far: number[] = [];
  let [beyond, all] = [0, 0];
  values.forEach((value, i) => {
    const square = (value - centre) ** 2;
    all += square;
    if (!(Math.abs(value - centre) > most)) return;
    far.push(i);
    beyond += square;
  });
  return beyond > MOST_SQUARES * all ? far : [];
}

/**
 * The positions of errors on rows left out that are beyond 3.5 robust scales, the furthest first, if there are more
 * than with normal noise: over one in fifty, and at least three; or, however few, if they have most of all squared
 * errors. Otherwise none.
 */
export function heavyTail(errors: Float64Array, observed: Float64Array): readonly number[] {
  const scale = scaledErrors(errors, observed);
  const size = (i: number) => Math.abs(errors[i] - scale.centre);
  const beyond = Array.from(errors.keys())
    .filter((i) => scaledBeyond(errors[i], scale) !== undefined)
    .sort((a, b) => size(b) - size(a) || a - b);
  const squares = (rows: Iterable<number>) => Array.from(rows).reduce((sum, i) => sum + size(i) ** 2, 0);
  const many = beyond.length >= FEWEST && beyond.length > MANY * errors.length;
  return many || squares(beyond) > MOST_SQUARES * squares(errors.keys()) ? beyond : [];
}
