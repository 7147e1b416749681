import type { ScoreLoss, StrengthAxis } from '../../src/engine/contract/robust';
import { meanLossOf } from '../../src/figures/robust/strength';
import { coefficientsAlong, product, quantileOf, type RobustExampleMethod } from './robustExamplePath';
import type { RobustRows } from './robustExampleRows';

export const POINTS = 14;
export const FOLDS = 4;

/** One level along the path. */
export interface LevelFit {
  /** The constant that was subtracted from y. */
  readonly base: number;
  readonly xs: readonly (readonly number[])[];
  /** Coefficients and weights by strength. */
  readonly alpha: readonly Float64Array[];
  readonly weights: readonly Float64Array[];
}

export interface ExampleFits {
  readonly values: Float64Array;
  /** The fits by level. */
  readonly fits: readonly LevelFit[];
  readonly score: Float64Array;
  readonly standardError: Float64Array;
  /** Indices of the least score, and of the most regular within one standard error of it. */
  readonly at: number;
  readonly oneStandardError: number;
}

/** The path on all rows, and its losses on each of four folds left out. */
export function exampleFits(
  { y, xs, kernel }: RobustRows,
  method: RobustExampleMethod,
  axis: StrengthAxis,
  scale: number,
  loss: ScoreLoss,
  taus: readonly number[] | undefined,
): ExampleFits {
  const [low, high] = rangeOf(axis, scale);
  const values = Float64Array.from({ length: POINTS }, (_, l) =>
    Number((low * (high / low) ** (l / (POINTS - 1))).toPrecision(5)),
  );
  const fitOn = (rows: readonly number[]): LevelFit[] => {
    const own = rows.map((i) => xs[i]);
    const target = Float64Array.from(rows, (i) => y[i]);
    const k = own.map((a) => Float64Array.from(own, (b) => kernel(a, b)));
    return (taus ?? [0.5]).map((tau) => {
      const base = quantileOf(target, tau);
      const centred = target.map((v) => v - base);
      return { base, xs: own, ...coefficientsAlong(method, k, centred, values, tau) };
    });
  };
  const rows = Array.from(y.keys());
  const byFold = Array.from({ length: FOLDS }, (_, f) => {
    const left = rows.filter((i) => i % FOLDS === f);
    const fits = fitOn(rows.filter((i) => i % FOLDS !== f));
    const points = left.map((i) => xs[i]);
    const levels = alongPath(fits, points, kernel);
    const truth = Float64Array.from(left, (i) => y[i]);
    return values.map((_, l) => meanLossOf(loss, truth, at(levels, l), taus));
  });
  const score = values.map((_, l) => byFold.reduce((s, fold) => s + fold[l] / FOLDS, 0));
  const standardError = values.map((_, l) =>
    Math.sqrt(byFold.reduce((s, fold) => s + (fold[l] - score[l]) ** 2, 0) / (FOLDS * (FOLDS - 1))),
  );
  const least = score.indexOf(Math.min(...score));
  const bound = score[least] + standardError[least];
  const step = axis === 't' || axis === 'c' ? -1 : 1;
  let oneStandardError = least;
  while (score[oneStandardError + step] <= bound) oneStandardError += step;
  return { values, fits: fitOn(rows), score, standardError, at: least, oneStandardError };
}

/** Values at points, by level and strength, levels in order at every point. */
export function alongPath(
  fits: readonly LevelFit[],
  points: readonly (readonly number[])[],
  kernel: RobustRows['kernel'],
): Float64Array[][] {
  const found = unsorted(fits, points, kernel);
  for (let l = 0; l < POINTS; l++)
    for (let j = 0; j < points.length; j++)
      Float64Array.from(found, (level) => level[l][j])
        .sort()
        .forEach((v, i) => {
          found[i][l][j] = v;
        });
  return found;
}

/** Share of points at which the levels of one strength are out of order. */
export function crossedShare(
  fits: readonly LevelFit[],
  points: readonly (readonly number[])[],
  kernel: RobustRows['kernel'],
  l: number,
): number {
  const levels = at(unsorted(fits, points, kernel), l);
  const crossed = points.filter((_, j) => levels.some((level, i) => i > 0 && level[j] < levels[i - 1][j]));
  return crossed.length / Math.max(1, points.length);
}

/** The predictions of all levels at one strength. */
export const at = (levels: readonly Float64Array[][], l: number): Float64Array[] => levels.map((level) => level[l]);

function unsorted(
  fits: readonly LevelFit[],
  points: readonly (readonly number[])[],
  kernel: RobustRows['kernel'],
): Float64Array[][] {
  return fits.map(({ base, xs, alpha }) => {
    const cross = points.map((p) => Float64Array.from(xs, (x) => kernel(p, x)));
    return alpha.map((a) => product(cross, a).map((v) => v + base));
  });
}

/**
 * The strengths from hardly any row to nearly every row met, for a kernel with 1 on the diagonal and a target of this
 * scale.
 */
function rangeOf(axis: StrengthAxis, scale: number): readonly [number, number] {
  if (axis === 't' || axis === 'c') return [0.06 * scale, 6 * scale];
  if (axis === 'epsilon') return [0.05 * scale, 7 * scale];
  return [3e-5, 1];
}
