import { LEAST_RESAMPLED } from './central95';
import { NORMAL_95, NORMAL_DEGREES, studentQuantile } from './student';

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
  const m = values.length;
  if (m < LEAST_RESAMPLED) return [Number.NaN, Number.NaN];
  const rows = Math.max(2, m / designEffect);
  // In units of the largest, as sums, and their powers even more, may leave the range of numbers.
  const size = values.reduce((most, v) => Math.max(most, v), 0) || 1;
  const mean = values.reduce((sum, v) => sum + v / size, 0) / m;
  const moment = (power: number) => values.reduce((sum, v) => sum + (v / size - mean) ** power, 0) / m;
  const spread = Math.sqrt(moment(2));
  if (!(spread > 0)) return [size * mean, size * mean];
  const skew = moment(3) / spread ** 3 / Math.sqrt(rows);
  const t = rows > NORMAL_DEGREES ? NORMAL_95 : studentQuantile(0.975, Math.max(1, Math.round(rows) - 1));
  const freed = (q: number) => (Math.abs(skew) < 1e-6 ? q : (3 / skew) * (Math.cbrt(1 + skew * (q - skew / 6)) - 1));
  const error = spread / Math.sqrt(rows - rows / m);
  return [size * Math.max(0, mean - error * freed(t)), size * (mean - error * freed(-t))];
}

/** The same for the root of the mean of squares. */
export function rootInterval(squares: Float64Array, designEffect = 1): [number, number] {
  const [low, high] = meanInterval(squares, designEffect);
  return [Math.sqrt(low), Math.sqrt(high)];
}
