import type { RaceLoss } from '../../contract/race';
import type { Output } from '../../fit/problem';
import { predictedLevels } from '../../statistics/classes';

/** The loss by which rows are judged. */
export interface Judging {
  readonly loss: RaceLoss;
  readonly outputs: readonly Output[];
  /**
   * The targets with those far out drawn in, if there are any and the loss is squared: a measure that these do not
   * decide.
   */
  readonly near?: readonly Float64Array[];
  /** Codes of the classes, n; for `misclassified`. */
  readonly codes?: Float64Array;
  /** Ascending; for `pinball`. */
  readonly taus: readonly number[];
}

/**
 * The losses of every row (n): by the loss itself, by the squared error of the outputs, which decides ties of the
 * first, and by the absolute error, which a few rows do not decide. If targets were drawn in, `drawn` is the absolute
 * error of the fit to these, and `errors`, for each output in its units, are the original targets minus that fit.
 */
export interface RowLosses {
  readonly main: Float64Array;
  readonly squared: Float64Array;
  readonly absolute: Float64Array;
  readonly drawn: Float64Array;
  readonly errors: readonly Float64Array[];
}
export type RowLoss = Exclude<keyof RowLosses, 'errors'>;

/** The quantile of a sample that leaves the fraction tau below it, on its order statistics. */
export function quantileOf(values: Float64Array, tau: number): number {
  const sorted = values.slice().sort();
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(tau * sorted.length) - 1))];
}

/**
 * Writes the losses of `rows` (0-based) predicted by `predicted`, values by output. `shifts` are the amounts added to
 * an output's prediction for each tau. Several targets count relative to their variances.
 */
export function addLosses(
  { loss, outputs, near, codes, taus }: Judging,
  rows: Uint32Array,
  predicted: readonly Float64Array[],
  shifts: readonly (readonly number[])[],
  into: RowLosses,
): void {
  const units = outputs.map(({ variance }) => (outputs.length === 1 || codes ? 1 : variance || 1));
  const levels = predictedLevels(predicted);
  rows.forEach((row, i) => {
    let [squared, absolute, drawn, pinball] = [0, 0, 0, 0];
    outputs.forEach(({ y }, o) => {
      const miss = y[row] - predicted[o][i];
      const byDrawn = (predicted[outputs.length + o] ?? predicted[o])[i];
      const target = near?.[o][row] ?? y[row];
      const share = 1 / Math.sqrt(units[o]) / outputs.length;
      into.errors[o][row] = y[row] - byDrawn;
      squared += miss ** 2 / units[o] / outputs.length;
      absolute += Math.abs(target - predicted[o][i]) * share;
      drawn += Math.abs(target - byDrawn) * share;
      taus.forEach((tau, q) => {
        const off = miss - (shifts[o]?.[q] ?? 0);
        pinball += (((off > 0 ? tau : tau - 1) * off) / taus.length) * share;
      });
    });
    into.squared[row] = squared;
    into.absolute[row] = absolute;
    into.drawn[row] = drawn;
    const misclassified = Number(codes !== undefined && levels[i] !== codes[row]);
    into.main[row] = { squared, absolute, pinball, misclassified }[loss];
  });
}
