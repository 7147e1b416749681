import * as s from './schema';

/**
 * The strength of a robust, sparse or quantile fit, the one parameter along its path. t: time of the sign gradient or coordinate descent. c:
 * bound on every |alpha_i|. epsilon: half-width of the tube inside which a residual costs nothing, in units of y. lambda: ridge penalty per
 * sample, in (1/n)·sum loss + lambda·||f||² for M-estimators and with lambda/2 for the absolute, quantile and tube losses. Large lambda and
 * epsilon, small t and c are the regular end.
 */
export type StrengthAxis = s.Of<typeof STRENGTH_AXIS>;
export const STRENGTH_AXIS = s.oneOf(['t', 'c', 'epsilon', 'lambda']);

/** The cost of a residual in scores: |r|, r², or the quantile loss, averaged over several tau. */
export type ScoreLoss = s.Of<typeof SCORE_LOSS>;
const SCORE_LOSS = s.oneOf(['absolute', 'squared', 'pinball']);

/** The effect of one numeric column in a robust fit, or the fit's curve: values of f along the path, and of the ridge baseline. */
export interface RobustCurve extends s.Of<typeof ROBUST_CURVE> {}
const ROBUST_CURVE = s.struct({
  /** Values by level (taus in ascending order; one level otherwise), points × L with the path running fastest. */
  values: s.list(s.singles()),
  /** Values at the same points for the fitted strength in full precision, by level. */
  fitted: s.list(s.reals()),
  /** Values of kernel ridge regression with the same kernel. */
  squared: s.reals(),
});

/** A row whose error is large for the bulk of them, the most suspect first. */
export interface Suspect extends s.Of<typeof SUSPECT> {}
const SUSPECT = s.struct({
  /** 0-based position among the training rows. */
  at: s.natural(),
  /** The row's number in the data, from 1. */
  row: s.natural(),
  /** The row's line in the file, from 1. */
  line: s.natural(),
  observed: s.real,
  /** The prediction by a fit without this row if one was made, otherwise by the fit. */
  predicted: s.real,
  /** The signed distance of the error from the centre, in robust scales. */
  scaled: s.real,
});

/** The fits along the strengths: L values each, ordered as `values`. */
export interface RobustPath extends s.Of<typeof ROBUST_PATH> {}
const ROBUST_PATH = s.such(
  s.struct({
    axis: STRENGTH_AXIS,
    /** The strengths, ascending. */
    values: s.reals(),
    loss: SCORE_LOSS,
    /** The mean loss on rows left out, in units of y (y² if squared), and its standard error; NaN if it was not computed. */
    score: s.reals(),
    scoreStandardError: s.reals(),
    /** Mean loss on the training rows. */
    training: s.reals(),
    /** The number of rows with alpha ≠ 0 (for sums over several tau: for the middle one). */
    support: s.reals(),
    /** The largest |alpha_i|. */
    largest: s.reals(),
    /** The relative duality gap, or the last relative change, of each point; 0 if the path is exact. */
    remainder: s.reals(),
    /** The index of the lowest score, and of the most regular value within one standard error of their difference. */
    least: s.struct({ score: s.natural(), oneStandardError: s.natural() }),
    /** The alpha of the rows with the largest |alpha| anywhere on the path, at most 40 rows: rows × L, the path fastest. */
    coefficients: s.struct({ at: s.indices(), values: s.singles() }),
  }),
  ({ values, score, scoreStandardError, training, support, largest, remainder, least, coefficients }) =>
    s.agree(values, score, scoreStandardError, training, support, largest, remainder) &&
    Object.values(least).every((place) => s.isPlace(place, values)) &&
    coefficients.values.length === coefficients.at.length * values.length,
);

/** Another path compared with that of the fit, point by point: as many points as were followed, at most L. */
export interface BesidePath extends s.Of<typeof BESIDE> {}
const BESIDE = s.such(
  s.struct({
    method: s.oneOf(['kl-inf', 'kl1']),
    /** The strength of the other path at each point. */
    strengths: s.reals(),
    /** The squared distance of both fits on the training rows, ||f − f'||²/||y||², y as it is centred for the fit. */
    distance: s.reals(),
    /** Positions of the training rows that are drawn, and both predictions of each: rows × points, the path fastest. */
    at: s.indices(),
    own: s.singles(),
    other: s.singles(),
  }),
  ({ strengths, distance, at, own, other }) =>
    s.agree(strengths, distance) && s.agree(own, other) && own.length === at.length * strengths.length,
);

/** The method's own results for one target, beside the spectrum and the ridge baseline in `TargetResult`. In units of y. */
export interface RobustFit extends s.Of<typeof ROBUST_FIT> {}
export const ROBUST_FIT = s.struct({
  path: ROBUST_PATH,
  /** The fitted strength; if it was set, it need not be one of the path's values. */
  strength: s.real,
  /** The index of the path's value at the fitted strength (a set strength is among the values). */
  at: s.natural(),
  /** The quantile levels, ascending; absent unless quantiles are fitted. */
  taus: s.optional(s.list(s.real)),
  /** The level that serves as the prediction: the one with tau closest to 0.5; 0 without taus. */
  middle: s.natural(),
  /** Parameters of this target's solver in addition to the strength: step size, half-width of the tube. */
  solver: s.optional(s.struct({ stepSize: s.optional(s.real), epsilon: s.optional(s.real) })),
  /** By level, the amount that calibration on rows left out added to a quantile. */
  shifts: s.optional(s.list(s.real)),
  /** How the strength was chosen: "set", "least mean absolute error over 10 folds". */
  rule: s.text(),
  /** The source of the scores: folds, or one validation part of `rows` rows. */
  scored: s.struct({ by: s.oneOf(['folds', 'validation']), folds: s.natural(), rows: s.natural() }),
  /** The positions of the rows that were left out of a fit; absent if all were. */
  leftOut: s.optional(s.indices()),
  /** The training rows, n of them, as row numbers of the data from 1. */
  rows: s.indices(),
  lines: s.indices(),
  observed: s.reals(),
  /** Observed values as they are fitted and scored, with values far from a first robust fit moved closer to it; absent if there are none. */
  near: s.optional(s.reals()),
  /** Coefficients of the training rows at the fitted strength, by level. */
  alpha: s.list(s.reals()),
  /** Fitted values f of the training rows at the fitted strength, by level. */
  fitted: s.list(s.reals()),
  /** The weights of M-estimators, from 0 to 1. */
  weights: s.optional(s.reals()),
  /** The errors of the middle level, n of them: y − f of a fit without the row if it was left out, otherwise its residual. */
  errors: s.reals(),
  /**
   * The robust scale of the errors on rows left out (on all rows if fewer than 20 were): 1.4826 times their median distance from the median, and
   * no less than rounding.
   */
  scale: s.real,
  /** The centre of those errors. */
  centre: s.real,
  /** The number of rows with an error over 3.5 robust scales from the centre; above a tenth of all, tails are heavy and no row is suspect. */
  beyond: s.natural(),
  /** The suspect rows, the furthest first; at most 200 of `suspectCount`. */
  suspects: s.list(SUSPECT),
  suspectCount: s.natural(),
  /** The accuracy of the solution: the worst over the path. */
  convergence: s.struct({
    measure: s.oneOf(['gap', 'change', 'exact']),
    worst: s.real,
    tolerance: s.real,
    iterations: s.real,
  }),
  /** The fraction of held-out observed values below each level's prediction, with a 95 % Wilson interval; quantiles only. */
  calibration: s.optional(
    s.list(
      s.struct({ tau: s.real, below: s.real, interval: s.pair(), n: s.natural(), designEffect: s.optional(s.real) }),
    ),
  ),
  /** The fraction of held-out (or training) rows at which levels crossed before they were put in order; quantiles only. */
  crossed: s.optional(s.real),
  /** Kernel ridge regression with the same kernel, its lambda by leave-one-out: the fit of the squared loss to the same rows. */
  squared: s.struct({
    alpha: s.reals(),
    fitted: s.reals(),
    /** Its errors on rows left out in the same folds, n of them; omitted without folds, with row weights, and in runs of earlier versions. */
    errors: s.optional(s.reals()),
    holdout: s.optional(s.struct({ predicted: s.reals(), r2: s.real, rmse: s.real, mae: s.real })),
  }),
  /**
   * For a descent that stops early, the penalised path that it resembles, on the same rows: K-l_inf with the largest
   * coefficient that the descent has reached as its bound, K-l_1 with the largest residual as its penalty. Absent if it
   * would take too long.
   */
  beside: s.optional(BESIDE),
  /** Held-out predictions of every level at the fitted strength; `TargetResult.holdout` has the middle one. */
  holdout: s.optional(s.list(s.reals())),
  /** For sliders, values at every point of the path. Omitted if they would be too many. */
  live: s.optional(
    s.struct({
      /** Held-out predictions by level: rows × L, the path fastest. */
      holdout: s.optional(s.list(s.singles())),
      /** Fitted values of the training rows by level: rows × L, the path fastest. */
      fitted: s.list(s.singles()),
      /** Coefficients and errors of the middle level: training rows × L. */
      alpha: s.singles(),
      errors: s.singles(),
    }),
  ),
  /** Curves of the columns and of the fit, parallel to `TargetResult.live.partial` and `.curve`. */
  partial: s.list(ROBUST_CURVE),
  curve: s.optional(ROBUST_CURVE),
  /** The number of landmarks of a Nyström fit, and the fraction of the kernel's trace that they leave out. */
  landmarks: s.optional(s.struct({ count: s.natural(), traceLeft: s.real })),
});

/** True if lengths agree with each other, with the held-out rows, and with the points at which each numeric column and the curve are shown. */
export function robustSuits(fit: RobustFit, heldOut: number, columns: readonly Shown[], shown?: Shown): boolean {
  const { path, taus, rows, live, squared, partial, curve } = fit;
  const points = path.values.length;
  const levels = taus?.length ?? 1;
  const byLevel = (lists: readonly ArrayLike<number>[] | undefined, length: number) =>
    lists === undefined || (lists.length === levels && lists.every((list) => list.length === length));
  const isCurve = ({ values, fitted, squared: baseline }: RobustCurve, { grid = [] }: Partial<Shown> = {}) =>
    byLevel(values, grid.length * points) && byLevel(fitted, grid.length) && s.agree(grid, baseline);
  return (
    s.isPlace(fit.at, path.values) &&
    fit.middle < levels &&
    s.agree(
      rows,
      fit.lines,
      fit.observed,
      fit.near,
      fit.weights,
      fit.errors,
      squared.alpha,
      squared.fitted,
      squared.errors,
    ) &&
    byLevel(fit.alpha, rows.length) &&
    byLevel(fit.fitted, rows.length) &&
    (fit.calibration?.length ?? levels) === levels &&
    (fit.beside?.strengths.length ?? 0) <= points &&
    (fit.beside?.at.every((row) => row < rows.length) ?? true) &&
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
