import type { RobustFit, Suspect } from '../contract/robust';

/** Robust scales from the centre beyond which a row is suspect. */
export const SUSPECT_SCALES = 3.5;
/** Makes the median distance of normal noise from its median its standard deviation, as customary rounded. */
const NORMAL = 1.4826;
const LISTED = 200;

export interface ScaledResiduals {
  /** The median, 1.4826 times the median distance from it, and the plain standard deviation about the mean. */
  readonly centre: number;
  readonly scale: number;
  readonly deviation: number;
}

export function residualScale(residuals: Float64Array): ScaledResiduals {
  const n = residuals.length;
  const centre = median(residuals);
  const scale = NORMAL * median(residuals.map((r) => Math.abs(r - centre)));
  let mean = 0;
  for (let i = 0; i < n; i++) mean += residuals[i] / n;
  let squares = 0;
  for (let i = 0; i < n; i++) squares += (residuals[i] - mean) ** 2;
  return { centre, scale, deviation: Math.sqrt(squares / n) };
}

/** Training rows far from the bulk, the furthest first; none where the scale is 0. */
export function suspectsAmong(
  { rows, lines, observed }: Pick<RobustFit, 'rows' | 'lines' | 'observed'>,
  residuals: Float64Array,
  { centre, scale }: Pick<ScaledResiduals, 'centre' | 'scale'>,
): { readonly suspects: readonly Suspect[]; readonly suspectCount: number } {
  const found: { at: number; scaled: number }[] = [];
  for (let at = 0; at < residuals.length; at++) {
    const scaled = (residuals[at] - centre) / scale;
    if (scale > 0 && Math.abs(scaled) > SUSPECT_SCALES) found.push({ at, scaled });
  }
  found.sort((a, b) => Math.abs(b.scaled) - Math.abs(a.scaled) || a.at - b.at);
  const suspects = found.slice(0, LISTED).map(({ at, scaled }) => ({
    at,
    row: rows[at],
    line: lines[at],
    observed: observed[at],
    fitted: observed[at] - residuals[at],
    scaled,
  }));
  return { suspects, suspectCount: found.length };
}

function median(values: Float64Array): number {
  const sorted = values.slice().sort();
  const half = sorted.length >>> 1;
  return sorted.length % 2 === 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
}
