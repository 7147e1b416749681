import { LEAST_RESAMPLED } from './central95';
import { meanOf } from './mean';
import { NORMAL_DEGREES, studentQuantile } from './student';

/**
 * Fewer held-out rows than this may well lack the rare large errors that a mean of squares mostly consists of, and no
 * interval can know of them: where one error in twenty is ten times as large, every second dozen of rows has none.
 */
export const RARELY_HOLD = 100;

/**
 * The 95 % interval of a mean of values of at least 0 of which a few may be large, as squared errors are: Student's,
 * after Hall's monotone transformation (1992), which removes the skewness of the mean; its lower end is no less than 0.
 * Intervals from resampled means are too short for such values (docs/methods.md). NaN for fewer than ten rows. If
 * `designEffect` rows say as much as one (designEffect.ts), m/designEffect rows count.
 */
export function meanInterval(values: Float64Array, designEffect = 1): [number, number] {
  if (values.length < LEAST_RESAMPLED) return [Number.NaN, Number.NaN];
  // In units of the largest, as sums, and their powers even more, may leave the range of numbers.
  const size = values.reduce((most, v) => Math.max(most, v), 0) || 1;
  const { mean, error, skew, t } = meanLaw(
    values.map((v) => v / size),
    designEffect,
  );
  return [size * Math.max(0, mean - error * freed(skew, t)), size * (mean - error * freed(skew, -t))];
}

/** The same for the root of the mean of squares. */
export function rootInterval(squares: Float64Array, designEffect = 1): [number, number] {
  const [low, high] = meanInterval(squares, designEffect);
  return [Math.sqrt(low), Math.sqrt(high)];
}

/**
 * The 95 % intervals of R² and RMSE on such rows as these. That of R² is Student's on the scale of the logarithm of 1 −
 * R², the squared errors over the squares about the mean, with the scatter of what a row takes away when it is left out
 * (the jackknife); towards higher R² it also counts their skewness, as few rows tend to lack the far targets that most of
 * the variance comes from. NaN for fewer than ten rows, and of R² where all observed values are alike.
 */
export function heldOutIntervals(
  observed: Float64Array,
  predicted: Float64Array,
  designEffect = 1,
): { readonly r2: [number, number]; readonly rmse: [number, number] } {
  const squares = observed.map((v, j) => (v - predicted[j]) ** 2);
  return { r2: explainedInterval(observed, squares, designEffect), rmse: rootInterval(squares, designEffect) };
}

function explainedInterval(observed: Float64Array, squares: Float64Array, designEffect: number): [number, number] {
  const m = observed.length;
  const mean = meanOf(observed);
  const about = observed.map((v) => (v - mean) ** 2);
  const [left, whole] = [meanOf(squares), meanOf(about)];
  if (m < LEAST_RESAMPLED || !(whole > 0)) return [Number.NaN, Number.NaN];
  const { error, skew, t } = meanLaw(
    squares.map((v, j) => m * (withoutShare(v / left / m) - withoutShare(about[j] / whole / m))),
    designEffect,
  );
  const at = (q: number) => 1 - (left / whole) * Math.exp(error * q);
  return [at(t), at(-Math.max(t, freed(skew, t)))];
}

/** By how much the logarithm of a sum falls without a part of this share, −ln(1 − share), but finite for the whole of it. */
const withoutShare = (share: number): number => share / (1 - share / 2);

/** Degrees of freedom that far rows leave at least. */
const LEAST_DEGREES = 4;

/**
 * The mean of some values, its standard error and skewness, and Student's quantile for it: with as many degrees of
 * freedom as the variance of these values is certain, 2m/(kurtosis − 1), since a few that are far larger decide it.
 */
function meanLaw(values: Float64Array, designEffect: number) {
  const m = values.length;
  const rows = Math.max(2, m / designEffect);
  const mean = meanOf(values);
  const moment = (power: number) => values.reduce((sum, v) => sum + (v - mean) ** power, 0) / m;
  const spread = Math.sqrt(moment(2));
  // All alike, or shares of no error at all, 0/0.
  if (!(spread > 0)) return { mean, error: 0, skew: 0, t: 0 };
  const certain = Math.max(LEAST_DEGREES, (2 * rows) / Math.max(0, moment(4) / spread ** 4 - 1));
  const degrees = Math.round(Math.min(rows - 1, certain, NORMAL_DEGREES));
  return {
    mean,
    error: spread / Math.sqrt(rows - rows / m),
    skew: moment(3) / spread ** 3 / Math.sqrt(rows),
    t: studentQuantile(0.975, degrees),
  };
}

/** Hall's transformation of a quantile for a mean of this skewness. */
const freed = (skew: number, q: number): number =>
  Math.abs(skew) < 1e-6 ? q : (3 / skew) * (Math.cbrt(1 + skew * (q - skew / 6)) - 1);
