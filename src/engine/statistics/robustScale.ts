import { KernelscopeError } from '../contract/failure';

/** Makes the median absolute deviation of normal noise its standard deviation: 1/Phi^-1(3/4), as customary rounded. */
const NORMAL = 1.4826;

export interface RobustScale {
  /** The median. */
  readonly centre: number;
  /** 1.4826 times the median distance from the median; 0 when more than half of the values are equal. */
  readonly scale: number;
}

/**
 * The middle value, or the mean of the two middle ones; NaN for no values and if one of them is NaN. `values` stays as
 * it is: the work is done in `scratch`, at least as long, whose content is lost.
 */
export function median(values: Float64Array, scratch = new Float64Array(values.length)): number {
  const work = scratch.subarray(0, values.length);
  work.set(values);
  return medianInPlace(work);
}

/**
 * Centre and scale of residuals as Huber's and Tukey's losses need them; half the rows may be arbitrary. Units of the
 * residuals.
 */
export function robustScale(residuals: Float64Array, scratch = new Float64Array(residuals.length)): RobustScale {
  const n = residuals.length;
  const centre = median(residuals, scratch);
  const work = scratch.subarray(0, n);
  for (let i = 0; i < n; i++) work[i] = Math.abs(residuals[i] - centre);
  return { centre, scale: NORMAL * medianInPlace(work) };
}

/**
 * The robust scale; if more than half of the values are equal, that of the distances of the others. 0 if all are equal.
 */
export function robustSpread(values: Float64Array): number {
  const { centre, scale } = robustScale(values);
  if (scale > 0) return scale;
  const others = values.map((v) => Math.abs(v - centre)).filter((distance) => distance > 0);
  return others.length > 0 ? scaleOfDistances(others) : 0;
}

/** Reorders `values`. */
function medianInPlace(values: Float64Array): number {
  const n = values.length;
  let checked = 0;
  for (let i = 0; i < n; i++) checked += values[i];
  // Infinities may cancel to NaN without one among the values, which the loop below would never end for.
  if (n === 0 || (Number.isNaN(checked) && values.some(Number.isNaN))) return Number.NaN;
  const half = n >>> 1;
  const upper = select(values, half);
  if (n % 2 === 1) return upper;
  let lower = values[0];
  for (let i = 1; i < half; i++) if (values[i] > lower) lower = values[i];
  return lower + (upper - lower) / 2;
}

/**
 * The value that would be at `k` if they were sorted; smaller ones come before it afterwards, larger ones behind it.
 * Quickselect (Hoare 1961) with the middle of three as pivot.
 */
function select(a: Float64Array, k: number): number {
  let left = 0;
  let right = a.length - 1;
  while (left < right) {
    const pivot = middleOf(a[left], a[(left + right) >>> 1], a[right]);
    let i = left;
    let j = right;
    while (i <= j) {
      while (a[i] < pivot) i++;
      while (a[j] > pivot) j--;
      if (i > j) break;
      const swapped = a[i];
      a[i++] = a[j];
      a[j--] = swapped;
    }
    if (k <= j) right = j;
    else if (k >= i) left = i;
    else return a[k];
  }
  return a[k];
}

function middleOf(a: number, b: number, c: number): number {
  return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
}

/** The robust scale of which these are distances from the centre. */
export const scaleOfDistances = (distances: Float64Array): number => NORMAL * median(distances);

/**
 * Throws `data/target-constant` if more than half of a whole target (n), but not all of it, is one value: its robust scale
 * is 0, and no cutoff can be derived from it.
 */
export function requireRobustScale(y: Float64Array): void {
  const { centre, scale } = robustScale(y);
  if (scale > 0 || y.every((v) => v === centre)) return;
  const equal = y.reduce((count, v) => count + (v === centre ? 1 : 0), 0);
  throw new KernelscopeError(
    'data/target-constant',
    `${equal} of ${y.length} training rows have the same target, so its robust scale is 0 and outliers cannot be identified. Fit quantiles or kernel ridge regression instead.`,
    { rows: y.length, equal },
  );
}
