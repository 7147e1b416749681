import type { Suspect } from '../../contract/robust';
import { robustScale } from '../../solvers/robustScale';

/** Robust scales from the centre beyond which a residual is suspect: one row in two thousand of normal errors. */
export const SUSPECT = 3.5;
const LISTED = 200;

export interface SuspectRows {
  readonly scale: number;
  readonly centre: number;
  readonly suspects: readonly Suspect[];
  readonly suspectCount: number;
}

/** Rows whose residual lies far from the bulk, the furthest first and among equals the first in the file. */
export function suspectRows(
  observed: Float64Array,
  residuals: Float64Array,
  rows: Uint32Array,
  lines: Uint32Array,
): SuspectRows {
  const { centre, scale } = robustScale(residuals);
  if (!(scale > 0)) return { scale: 0, centre, suspects: [], suspectCount: 0 };
  const scaled = (i: number) => (residuals[i] - centre) / scale;
  const found = Array.from(residuals.keys()).filter((i) => Math.abs(scaled(i)) > SUSPECT);
  found.sort((a, b) => Math.abs(scaled(b)) - Math.abs(scaled(a)) || a - b);
  const suspects = found.slice(0, LISTED).map((at) => ({
    at,
    row: rows[at],
    line: lines[at],
    observed: observed[at],
    fitted: observed[at] - residuals[at],
    scaled: scaled(at),
  }));
  return { scale, centre, suspects, suspectCount: found.length };
}
