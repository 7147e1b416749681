import type { Calibration } from '../contract/classes';
import { probabilitiesOf } from './calibration';
import { NORMAL_95, normalLimit } from './student';

/** With fewer rows on one side, the variation of an area under a curve cannot be estimated. */
export const LEAST_SIDE = 10;

/** The probability of the second of two classes above which a row is predicted as it, when nothing else was set. */
export const THRESHOLD = 0.5;

/** The rule by which scores become a level. */
export interface Decision {
  readonly calibration?: Calibration;
  /** The threshold for two classes. */
  readonly threshold?: number;
}

/**
 * The level predicted for each row, −1 where there is none. With two classes, the second one if its probability is
 * above the threshold or, without a calibration, if the score is above 0; with several, the one with the largest score.
 */
export function decidedLevels(
  scores: readonly ArrayLike<number>[],
  { calibration, threshold = THRESHOLD }: Decision,
): Int32Array {
  if (scores.length > 1 || calibration === undefined) return predictedLevels(scores);
  const [probability] = probabilitiesOf(calibration, scores);
  return Int32Array.from(probability, (p) => (Number.isNaN(p) ? -1 : Number(p > threshold)));
}

/** The level with the largest score for each row, −1 where there is none; with two levels there is one score, and its sign decides. */
export function predictedLevels(scores: readonly ArrayLike<number>[]): Int32Array {
  const m = scores[0].length;
  const levels = new Int32Array(m);
  for (let j = 0; j < m; j++) {
    if (scores.length === 1) levels[j] = Number.isNaN(scores[0][j]) ? -1 : Number(scores[0][j] > 0);
    else {
      let best = 0;
      for (let c = 1; c < scores.length; c++) if (scores[c][j] > scores[best][j]) best = c;
      levels[j] = Number.isNaN(scores[best][j]) ? -1 : best;
    }
  }
  return levels;
}

/**
 * The value that most rows have, counted by their weights if these differ, and its fraction; of several such values the
 * first.
 */
export function mostCommon(
  codes: ArrayLike<number>,
  weights?: Float64Array,
): { readonly level: number; readonly share: number } {
  const of = new Map<number, number>();
  let all = 0;
  for (let i = 0; i < codes.length; i++) {
    const weight = weights?.[i] ?? 1;
    all += weight;
    of.set(codes[i], (of.get(codes[i]) ?? 0) + weight);
  }
  const [level, most] = [...of].reduce((a, b) => (b[1] > a[1] ? b : a));
  return { level, share: most / all };
}

/** Counts of rows by true level (rows) and predicted level (columns), row-major. Both hold positions among `count` levels. */
export function confusionOf(observed: ArrayLike<number>, predicted: ArrayLike<number>, count: number): Uint32Array {
  const confusion = new Uint32Array(count * count);
  for (let j = 0; j < observed.length; j++) confusion[observed[j] * count + predicted[j]]++;
  return confusion;
}

/**
 * 95 % interval of a fraction (Wilson 1927): within 0 and 1 even if all or none are right. Of `designEffect` rows that
 * are right or wrong alike (designEffect.ts) one counts.
 */
export const wilson = (right: number, rows: number, designEffect = 1): [number, number] =>
  shareInterval(right / rows, rows / designEffect, NORMAL_95);

/** The same at z standard errors; the number of independent rows need not be an integer. */
export function shareInterval(share: number, rows: number, z: number): [number, number] {
  const middle = (share + (z * z) / (2 * rows)) / (1 + (z * z) / rows);
  const half = (z * Math.sqrt((share * (1 - share)) / rows + (z * z) / (4 * rows * rows))) / (1 + (z * z) / rows);
  return [Math.max(0, middle - half), Math.min(1, middle + half)];
}

/**
 * True if a fraction of rows differs from the expected one. Among `shares` fractions examined together, all as
 * expected, one is found to differ in at most 5 % of cases.
 */
export function clearlyApart(expected: number, share: number, rows: number, shares: number): boolean {
  const [low, high] = shareInterval(share, rows, normalLimit(1 - 0.025 / Math.min(200, shares)));
  return expected < low || expected > high;
}
