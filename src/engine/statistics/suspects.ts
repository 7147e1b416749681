import type { RobustFit, Suspect } from '../contract/robust';
import { type RobustScale, robustScale } from './robustScale';

/** Robust scales from the centre beyond which a row is suspect: one row in two thousand of normal errors. */
export const SUSPECT_SCALES = 3.5;
const LISTED = 200;

export interface ScaledResiduals extends RobustScale {
  /** The plain standard deviation about the mean. */
  readonly deviation: number;
}

export function scaledResiduals(residuals: Float64Array): ScaledResiduals {
  const n = residuals.length;
  let mean = 0;
  for (let i = 0; i < n; i++) mean += residuals[i] / n;
  let squares = 0;
  for (let i = 0; i < n; i++) squares += (residuals[i] - mean) ** 2;
  return { ...robustScale(residuals), deviation: Math.sqrt(squares / n) };
}

/** Training rows far from the bulk, the furthest first; none where the scale is 0. */
export function suspectsAmong(
  { rows, lines, observed }: Pick<RobustFit, 'rows' | 'lines' | 'observed'>,
  residuals: Float64Array,
  { centre, scale }: RobustScale,
): { readonly suspects: readonly Suspect[]; readonly suspectCount: number } {
  const outlying: { at: number; scaled: number }[] = [];
  for (let at = 0; at < residuals.length; at++) {
    const scaled = (residuals[at] - centre) / scale;
    if (scale > 0 && Math.abs(scaled) > SUSPECT_SCALES) outlying.push({ at, scaled });
  }
  outlying.sort((a, b) => Math.abs(b.scaled) - Math.abs(a.scaled) || a.at - b.at);
  const suspects = outlying.slice(0, LISTED).map(({ at, scaled }) => ({
    at,
    row: rows[at],
    line: lines[at],
    observed: observed[at],
    fitted: observed[at] - residuals[at],
    scaled,
  }));
  return { suspects, suspectCount: outlying.length };
}
