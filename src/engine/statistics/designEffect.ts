import type { RowDivision } from '../contract/data';
import { meanOf } from './mean';
import { NORMAL_95, studentQuantile } from './student';

/**
 * The number of rows, each left out in its turn, that say as much as one new row: fits that leave rows out share most of
 * the others, and the kernel is chosen by the same rows. In simulations the accuracy of 24 left-out rows in four and two
 * classes scatters about that on new rows as the accuracy of 2.6 and 1.6 times fewer new rows, of 48 rows 1.5 and 1.4 times:
 * Wilson's interval by rows misses it in 25 and 15 of 100 draws, and 6 and 4 of 60; by this in 4 and 1, and 2 and 1.
 */
export const rowsPerLeftOut = (rows: number): number => 1 + 40 / rows;

/** Autocorrelations at longer lags than this are left out. */
const FARTHEST = 2000;
/**
 * Neighbours are alike if their autocorrelation exceeds this multiple of its standard error in independent rows, 1/√m.
 */
const ALIKE = 2;

/**
 * The number of rows (m, in order) that are worth as much as one row whose error is independent of the others': 1 +
 * 2·sum of the autocorrelations of their errors, taken about 0 as for a fit that is right on average, in pairs of lags
 * that fall, up to the first that is not positive (Geyer 1992). A mean over these rows scatters as one over m divided
 * by this. 1 if neighbours are not alike beyond chance.
 */
export function rowsPerError(errors: Float64Array): number {
  const m = errors.length;
  const at = (lag: number) => {
    let sum = 0;
    for (let i = lag; i < m; i++) sum += errors[i] * errors[i - lag];
    return sum;
  };
  const whole = at(0);
  if (!(at(1) > (ALIKE * whole) / Math.sqrt(m))) return 1;
  let [rows, last] = [-1, Number.POSITIVE_INFINITY];
  for (let lag = 0; lag < Math.min(m, FARTHEST); lag += 2) {
    last = Math.min(last, (at(lag) + at(lag + 1)) / whole);
    if (last <= 0) break;
    rows += 2 * last;
  }
  return Math.min(m, Math.max(1, rows));
}

/**
 * The same for rows in groups (`unit`, m), which may be missed alike: by how much the variance of the sum of their
 * errors, taken about 0, exceeds that of independent rows (the design effect; Kish 1965).
 */
export function rowsPerGroupError(errors: Float64Array, unit: Int32Array): number {
  const sums = new Map<number, number>();
  let [together, alone] = [0, 0];
  errors.forEach((error, i) => {
    sums.set(unit[i], (sums.get(unit[i]) ?? 0) + error);
    alone += error * error;
  });
  for (const sum of sums.values()) together += sum * sum;
  return alone > 0 ? Math.min(errors.length, Math.max(1, together / alone)) : 1;
}

/**
 * The same for rows in groups that are right (1) or wrong (0), less their mean: with m divided by this, a normal interval
 * of their fraction is one by Student's t for the groups, whose fractions scatter about that of all rows. A single group
 * is worth one row.
 */
function rowsPerGroupFraction(errors: Float64Array, unit: Int32Array): number {
  const groups = new Set(unit).size;
  if (groups === 1) return errors.length;
  const alike = rowsPerGroupError(errors, unit);
  if (alike === 1) return 1;
  const fewGroups = (groups / (groups - 1)) * (studentQuantile(0.975, groups - 1) / NORMAL_95) ** 2;
  return Math.min(errors.length, alike * fewGroups);
}

/**
 * The number of held-out rows that are worth one row whose error is independent of the others': more than 1 for the last
 * rows in order and for whole groups, if they are missed alike.
 */
export const missedAlike = (division: RowDivision, errors: Float64Array): number =>
  worth(division, errors, rowsPerGroupError);

/** The same for rows that are predicted right (1) or wrong (0), or for some of them, by their positions. */
export function rightAlike(division: RowDivision, right: Float64Array, some?: Uint32Array): number {
  const mean = meanOf(right);
  return worth(
    division,
    right.map((one) => one - mean),
    rowsPerGroupFraction,
    some,
  );
}

function worth(
  division: RowDivision,
  errors: Float64Array,
  inGroups: typeof rowsPerGroupError,
  some?: Uint32Array,
): number {
  if (division.kind === 'blocks') return rowsPerError(errors);
  const all = division.kind === 'together' ? division.heldOut : undefined;
  const unit = some && all ? Int32Array.from(some, (i) => all[i]) : all;
  return unit?.length === errors.length ? inGroups(errors, unit) : 1;
}
