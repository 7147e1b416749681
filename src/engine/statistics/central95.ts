import { NORMAL_DEGREES, studentBelow, studentQuantile } from './student';

/** Fewer rows than this are not resampled to estimate how far others would differ. */
export const LEAST_RESAMPLED = 10;

/**
 * The 95 % interval of a mean of `rows` rows from its values over resampled rows: their central part, expanded by the
 * amount by which resampling makes few rows too alike, √(n/(n − 1)) and Student's t instead of the normal law (the
 * expanded percentile interval; Hesterberg 2015). Quantiles of finite values, interpolated; NaN if there are none, and
 * for fewer than ten rows, whose resamples differ too little. If `designEffect` rows say as much as one (designEffect.ts),
 * its ends are as far from the middle as those of rows/designEffect rows.
 */
export function central95(values: Float64Array, rows: number, designEffect = 1): [number, number] {
  const sorted = values.filter(Number.isFinite).sort();
  const at = (share: number) => quantileBetween(sorted, share);
  if (sorted.length === 0 || rows < LEAST_RESAMPLED) return [Number.NaN, Number.NaN];
  const beyond = tail(rows);
  if (designEffect === 1) return [at(beyond), at(1 - beyond)];
  const some = Math.max(2, rows / designEffect);
  const [middle, wider] = [at(0.5), (Math.sqrt(designEffect) * expansion(some)) / expansion(rows)];
  return [middle - wider * (middle - at(beyond)), middle + wider * (at(1 - beyond) - middle)];
}

/** A quantile of ascending values, linear between order statistics, as numpy and R have it by default. */
export function quantileBetween(sorted: Float64Array, share: number): number {
  const place = share * (sorted.length - 1);
  const below = Math.floor(place);
  const above = Math.min(below + 1, sorted.length - 1);
  return sorted[below] + (place - below) * (sorted[above] - sorted[below]);
}

/** Student's t for so many rows, times the factor by which resamples of them are too alike. */
const expansion = (rows: number): number =>
  Math.sqrt(rows / (rows - 1)) * studentQuantile(0.975, Math.max(1, Math.round(rows) - 1));

/** The fraction of resamples that lies beyond each end. */
function tail(rows: number): number {
  if (rows > NORMAL_DEGREES) return 0.025;
  return 1 - studentBelow(expansion(rows), NORMAL_DEGREES);
}
