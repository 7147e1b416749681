import type { Scores } from '../contract/run';
import { studentQuantile } from './student';

/** The fraction of new rows that an interval should cover. */
const COVERED = 0.95;
/** Narrow and wide intervals that differ by less than this factor are alike. */
const ALIKE = 1 + 1e-6;

/**
 * Half-width of a 95 % prediction interval from sizes of errors on rows left out, exact in finite samples when rows are
 * exchangeable (split conformal: Lei et al. 2018): the ⌈0.95·(n + 1)⌉-th smallest. The largest of fewer than 19 covers
 * too few new rows: it is then at least Student's, exact for the mean of normal numbers. Errors that are not numbers do
 * not count; infinite if there are none to judge by.
 */
export function conformalQuantile(errors: Float64Array): number {
  const sizes = errors
    .filter((e) => !Number.isNaN(e))
    .map(Math.abs)
    .sort();
  const n = sizes.length;
  if (n === 0) return Number.POSITIVE_INFINITY;
  const place = Math.ceil(COVERED * (n + 1));
  const largest = sizes[n - 1];
  if (place <= n) return sizes[place - 1];
  if (n === 1 || !(largest > 0 && Number.isFinite(largest))) return largest;
  // In units of the largest, so that no square overflows.
  const squares = sizes.reduce((sum, e) => sum + (e / largest) ** 2, 0);
  return largest * Math.max(1, studentQuantile((1 + COVERED) / 2, n - 1) * Math.sqrt(squares / n));
}

/**
 * Interval score of f ± half at one row, in its units: the width, and 2/0.05 times the distance of the error beyond it.
 * Its mean is lowest for the true quantiles, so that neither wide nor wrong intervals pay (Winkler 1972; Gneiting and
 * Raftery 2007, §6.2).
 */
export function intervalScore(error: number, half: number): number {
  return 2 * half + (2 / (1 - COVERED)) * Math.max(0, Math.abs(error) - half);
}

/** The probability with which chance may leave so few rows inside before intervals are reported to miss. */
const BY_CHANCE = 0.001;

/**
 * True if more of the rows are outside their 95 % intervals than chance explains. The number of n other rows inside
 * intervals calibrated by N exchangeable rows is beta-binomial (Vovk 2012), with a = 0.95·(N + 1) and b = 0.05·(N + 1).
 * If `designEffect` of them, inside or outside alike, say as much as one (designEffect.ts), as many fewer count.
 */
export function missesNominal(share: number, rows: number, calibrated: number, designEffect = 1): boolean {
  const n = Math.max(1, Math.floor(rows / designEffect));
  const [a, b] = [COVERED, 1 - COVERED].map((part) => part * (calibrated / designEffect + 1));
  let exactly = 1;
  for (let i = 0; i < n; i++) exactly *= (a + i) / (a + b + i);
  let above = 0;
  for (let j = n; j > Math.round(share * n); j--) {
    above += exactly;
    exactly *= (j * (b + n - j)) / ((n - j + 1) * (a + j - 1));
  }
  return 1 - above < BY_CHANCE;
}

/**
 * All rows by the width of their intervals, and the narrowest, the middle and the widest third; no thirds if there are
 * fewer than three rows or widths hardly differ.
 */
export function rowsByWidth(
  lower: Float64Array,
  upper: Float64Array,
): { readonly all: Uint32Array; readonly thirds: readonly Uint32Array[] } {
  const m = lower.length;
  const width = upper.map((v, j) => v - lower[j]);
  const all = Uint32Array.from(width, (_, j) => j).sort((a, b) => width[a] - width[b] || a - b);
  const [first, second] = [Math.floor(m / 3), Math.ceil((2 * m) / 3)];
  if (m < 3 || !(width[all[second]] > ALIKE * width[all[first - 1]])) return { all, thirds: [] };
  return { all, thirds: [all.subarray(0, first), all.subarray(first, second), all.subarray(second)] };
}

/**
 * The fraction of rows inside their intervals, and that among the narrowest, the middle and the widest third of the
 * intervals: one fraction for all may hide that narrow ones miss. Thirds are omitted if there are fewer than three rows
 * or widths hardly differ.
 */
export function coverageOf(
  observed: Float64Array,
  lower: Float64Array,
  upper: Float64Array,
): Pick<Scores, 'coverage' | 'coverageByWidth'> {
  const inside = (rows: Uint32Array) => rows.filter((j) => observed[j] >= lower[j] && observed[j] <= upper[j]).length;
  const { all, thirds } = rowsByWidth(lower, upper);
  const coverage = inside(all) / all.length;
  if (thirds.length === 0) return { coverage };
  return {
    coverage,
    coverageByWidth: thirds.map((rows) => ({ coverage: inside(rows) / rows.length, n: rows.length })),
  };
}
