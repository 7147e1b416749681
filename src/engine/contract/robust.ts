import {
  agree,
  count,
  indices,
  isPlace,
  list,
  type Of,
  oneOf,
  optional,
  pair,
  real,
  reals,
  singles,
  struct,
  such,
  text,
} from './schema';

/**
 * The strength of a robust, sparse or quantile fit, the one parameter that its path runs along. t: time of the sign gradient or
 * coordinate descent. c: bound on every |alpha_i|. epsilon: half-width of the tube inside which a residual costs nothing, in
 * units of y. lambda: ridge penalty per sample, in (1/n)·sum loss + lambda·||f||² for M-estimators and with lambda/2 for the
 * absolute, quantile and tube losses. Large lambda and epsilon, small t and c are the regular end.
 */
export type StrengthAxis = Of<typeof STRENGTH_AXIS>;
export const STRENGTH_AXIS = oneOf(['t', 'c', 'epsilon', 'lambda']);

/** What a residual costs in scores: |r|, r², or the quantile loss, mean over several tau. */
export type ScoreLoss = Of<typeof SCORE_LOSS>;
const SCORE_LOSS = oneOf(['absolute', 'squared', 'pinball']);

/** One numeric column of a robust fit moved, or the fit's curve: values of f along the path, and of the ridge baseline. */
export interface RobustCurve extends Of<typeof ROBUST_CURVE> {}
const ROBUST_CURVE = struct({
  /** By level (taus in ascending order; one level otherwise), points × L with the path running fastest. */
  values: list(singles()),
  /** The same points at the fitted strength in full precision, by level. */
  fitted: list(reals()),
  /** Kernel ridge regression with the same kernel. */
  squared: reals(),
});

/** A row whose error is large for the bulk of them, the most suspect first. */
export interface Suspect extends Of<typeof SUSPECT> {}
const SUSPECT = struct({
  /** 0-based position among the training rows. */
  at: count(),
  /** Of the data, from 1. */
  row: count(),
  /** Of the file, from 1. */
  line: count(),
  observed: real,
  /** By a fit without this row where one was left out, otherwise by the fit. */
  predicted: real,
  /** Error from the centre over the robust scale, signed. */
  scaled: real,
});

/** Along the strengths: L values each, ordered as `values`. */
export interface RobustPath extends Of<typeof ROBUST_PATH> {}
const ROBUST_PATH = such(
  struct({
    axis: STRENGTH_AXIS,
    /** Ascending. */
    values: reals(),
    loss: SCORE_LOSS,
    /** Mean loss on rows left out, in units of y (y² when squared), and its standard error; NaN where it was not computed. */
    score: reals(),
    scoreStandardError: reals(),
    /** Mean loss on the training rows. */
    training: reals(),
    /** Rows with alpha ≠ 0 (for sums over several tau: of the middle one). */
    support: reals(),
    /** The largest |alpha_i|. */
    largest: reals(),
    /** Relative duality gap, or last relative change, of each point; 0 where the path is exact. */
    remainder: reals(),
    /** Index of the least score, and of the most regular value within one standard error of it. */
    least: struct({ score: count(), oneStandardError: count() }),
    /** alpha of the rows with the largest |alpha| anywhere on the path, at most 40 of them: rows × L, the path fastest. */
    coefficients: struct({ at: indices(), values: singles() }),
  }),
  ({ values, score, scoreStandardError, training, support, largest, remainder, least, coefficients }) =>
    agree(values, score, scoreStandardError, training, support, largest, remainder) &&
    Object.values(least).every((place) => isPlace(place, values)) &&
    coefficients.values.length === coefficients.at.length * values.length,
);

/** What is the method's own of one target, beside the spectrum and the ridge baseline in `TargetResult`. In units of y. */
export interface RobustFit extends Of<typeof ROBUST_FIT> {}
export const ROBUST_FIT = struct({
  path: ROBUST_PATH,
  /** The fitted strength; need not lie on the path's values when it was set. */
  strength: real,
  /** Index of the path's value at the fitted strength (a set strength is among the values). */
  at: count(),
  /** Ascending; absent unless quantiles are fitted. */
  taus: optional(list(real)),
  /** Level that serves as the prediction: the one with tau closest to 0.5; 0 without taus. */
  middle: count(),
  /** What this target's solver took beside the strength: step size, half-width of the tube. */
  solver: optional(struct({ stepSize: optional(real), epsilon: optional(real) })),
  /** By level: what its calibration on rows left out added to a quantile. */
  shifts: optional(list(real)),
  /** How the strength was chosen: "set", "least mean absolute error over 10 folds". */
  rule: text(),
  /** Where scores come from: folds, or one validation part of `rows` rows. */
  scored: struct({ by: oneOf(['folds', 'validation']), folds: count(), rows: count() }),
  /** Positions of the rows that were left out of a fit; absent when all were. */
  leftOut: optional(indices()),
  /** Training rows, n: data rows, from 1. */
  rows: indices(),
  lines: indices(),
  observed: reals(),
  /** Observed values as they are fitted and scored, those far from a first robust fit drawn in; absent where none is. */
  near: optional(reals()),
  /** Coefficients of the training rows at the fitted strength, by level. */
  alpha: list(reals()),
  /** Residuals y − f, by level. */
  fitted: list(reals()),
  /** Of M-estimators, from 0 to 1. */
  weights: optional(reals()),
  /** Of the middle level: y − f of a fit without the row where it was left out, otherwise its residual; n. */
  errors: reals(),
  /**
   * Robust scale of the errors on rows left out (of all where fewer than 20 were): 1.4826 times their median distance from the median, at
   * least rounding.
   */
  scale: real,
  /** Where they are centred. */
  centre: real,
  /** Rows whose error lies further than 3.5 robust scales from the centre; more than a tenth of all are heavy tails, and none is suspect. */
  beyond: count(),
  /** The furthest first; at most 200 of `suspectCount`. */
  suspects: list(SUSPECT),
  suspectCount: count(),
  /** How sure the solution is: the worst over the path. */
  convergence: struct({
    measure: oneOf(['gap', 'change', 'exact']),
    worst: real,
    tolerance: real,
    iterations: real,
  }),
  /** Held-out share of observed values below each level's prediction, with a 95 % Wilson interval; quantiles only. */
  calibration: optional(list(struct({ tau: real, below: real, interval: pair(), n: count() }))),
  /** Share of held-out (or training) rows at which levels crossed before they were put in order; quantiles only. */
  crossed: optional(real),
  /** Kernel ridge regression with the same kernel, its lambda by leave-one-out: what the squared loss makes of the same rows. */
  squared: struct({
    alpha: reals(),
    fitted: reals(),
    holdout: optional(struct({ predicted: reals(), r2: real, rmse: real, mae: real })),
  }),
  /** Held-out predictions of every level at the fitted strength; `TargetResult.holdout` has the middle one. */
  holdout: optional(list(reals())),
  /** For sliders: values at every point of the path. Left out where they would be too many. */
  live: optional(
    struct({
      /** By level: held-out rows × L, the path fastest. */
      holdout: optional(list(singles())),
      /** By level: training rows × L, the path fastest. */
      fitted: list(singles()),
      /** Training rows × L, of the middle level. */
      alpha: singles(),
      errors: singles(),
    }),
  ),
  /** Parallel to `TargetResult.live.partial` and `.curve`. */
  partial: list(ROBUST_CURVE),
  curve: optional(ROBUST_CURVE),
  /** Landmarks of a Nyström fit, and the share of the kernel's trace that they leave out. */
  landmarks: optional(struct({ count: count(), traceLeft: real })),
});

/** Whether lengths agree with each other, with held-out rows, and with the points at which each numeric column and the curve are shown. */
export function robustSuits(fit: RobustFit, heldOut: number, columns: readonly Shown[], shown?: Shown): boolean {
  const { path, taus, rows, live, squared, partial, curve } = fit;
  const points = path.values.length;
  const levels = taus?.length ?? 1;
  const byLevel = (lists: readonly ArrayLike<number>[] | undefined, length: number) =>
    lists === undefined || (lists.length === levels && lists.every((list) => list.length === length));
  const isCurve = ({ values, fitted, squared: baseline }: RobustCurve, { grid = [] }: Partial<Shown> = {}) =>
    byLevel(values, grid.length * points) && byLevel(fitted, grid.length) && agree(grid, baseline);
  return (
    isPlace(fit.at, path.values) &&
    fit.middle < levels &&
    agree(rows, fit.lines, fit.observed, fit.near, fit.weights, fit.errors, squared.alpha, squared.fitted) &&
    byLevel(fit.alpha, rows.length) &&
    byLevel(fit.fitted, rows.length) &&
    (fit.calibration?.length ?? levels) === levels &&
    (squared.holdout?.predicted.length ?? heldOut) === heldOut &&
    byLevel(fit.holdout, heldOut) &&
    byLevel(live?.holdout, heldOut * points) &&
    byLevel(live?.fitted, rows.length * points) &&
    [live?.alpha, live?.errors].every((values) => (values?.length ?? rows.length * points) === rows.length * points) &&
    partial.length === columns.length &&
    partial.every((of, i) => isCurve(of, columns[i])) &&
    (curve === undefined || isCurve(curve, shown))
  );
}

interface Shown {
  readonly grid: ArrayLike<number>;
}
