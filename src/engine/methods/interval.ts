import type { LeaveOneOut } from '../spectrum/leaveOneOut';

/** The share of new rows that an interval is to cover. */
const COVERED = 0.95;

/**
 * Half-width of the 95 % interval in units of the local deviation sqrt(n·lambda + k(x,x) − k(x,X)(K + n·lambda·I)^-1 k(X,x)):
 * a quantile of the leave-one-out residuals, each divided by that deviation at its own row with the row left out,
 * sd_i² = 1/[(K + n·lambda·I)^-1]_ii = n·lambda/(1 − H_ii) (Rasmussen and Williams 2006, §5.4.2). The ⌈0.95·(n + 1)⌉-th smallest
 * is taken, as in conformal prediction, so that as many new rows fall inside as left-out rows did.
 */
export function intervalWidth({ residuals, free }: LeaveOneOut, lambda: number): number {
  const n = residuals.length;
  const scaled = residuals.map((e, i) => Math.abs(e) / Math.sqrt((n * lambda) / free[i])).sort();
  return scaled[Math.min(n, Math.ceil(COVERED * (n + 1))) - 1];
}
