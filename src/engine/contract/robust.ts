/**
 * The strength of a robust, sparse or quantile fit, the one parameter that its path runs along. t: time of the sign gradient or
 * coordinate descent. c: bound on every |alpha_i|. epsilon: half-width of the tube inside which a residual costs nothing, in
 * units of y. lambda: ridge penalty per sample, in (1/n)·sum loss + lambda·||f||² for M-estimators and with lambda/2 for the
 * absolute, quantile and tube losses. Large lambda and epsilon, small t and c are the regular end.
 */
export type StrengthAxis = 't' | 'c' | 'epsilon' | 'lambda';

/** What a residual costs in scores: |r|, r², or the quantile loss, mean over several tau. */
export type ScoreLoss = 'absolute' | 'squared' | 'pinball';

/** One numeric column of a robust fit moved, or the fit's curve: values of f along the path, and of the ridge baseline. */
export interface RobustCurve {
  /** By level (taus in ascending order; one level otherwise), points × L with the path running fastest. */
  readonly values: readonly Float32Array[];
  /** The same points at the fitted strength in full precision, by level. */
  readonly fitted: readonly Float64Array[];
  /** Kernel ridge regression with the same kernel. */
  readonly squared: Float64Array;
}

/** A row whose error is large for the bulk of them, the most suspect first. */
export interface Suspect {
  /** 0-based position among the training rows. */
  readonly at: number;
  /** 1-based data row and line of the file. */
  readonly row: number;
  readonly line: number;
  readonly observed: number;
  /** By a fit without this row where one was left out, otherwise by the fit. */
  readonly predicted: number;
  /** Error from the centre over the robust scale, signed. */
  readonly scaled: number;
}

/** Along the strengths: L values each, ordered as `values`. */
export interface RobustPath {
  readonly axis: StrengthAxis;
  /** Ascending. */
  readonly values: Float64Array;
  readonly loss: ScoreLoss;
  /** Mean loss on rows left out, in units of y (y² when squared), and its standard error; NaN where it was not computed. */
  readonly score: Float64Array;
  readonly scoreStandardError: Float64Array;
  /** Mean loss on the training rows. */
  readonly training: Float64Array;
  /** Rows with alpha ≠ 0 (for sums over several tau: of the middle one), and the largest |alpha_i|. */
  readonly support: Float64Array;
  readonly largest: Float64Array;
  /** Relative duality gap, or last relative change, of each point; 0 where the path is exact. */
  readonly remainder: Float64Array;
  /** Index of the least score, and of the most regular value within one standard error of it. */
  readonly least: { readonly score: number; readonly oneStandardError: number };
  /** alpha of the rows with the largest |alpha| anywhere on the path, at most 40 of them: rows × L, the path fastest. */
  readonly coefficients: { readonly at: Uint32Array; readonly values: Float32Array };
}

/** What is the method's own of one target, beside the spectrum and the ridge baseline in `TargetResult`. In units of y. */
export interface RobustFit {
  readonly path: RobustPath;
  /** The fitted strength; need not lie on the path's values when it was set. */
  readonly strength: number;
  /** Index of the path's value at the fitted strength (a set strength is among the values). */
  readonly at: number;
  /** Ascending; absent unless quantiles are fitted. */
  readonly taus?: readonly number[];
  /** Level that serves as the prediction: the one with tau closest to 0.5; 0 without taus. */
  readonly middle: number;
  /** What this target's solver took beside the strength: step size, half-width of the tube. */
  readonly solver?: { readonly stepSize?: number; readonly epsilon?: number };
  /** By level: what its calibration on rows left out added to a quantile. */
  readonly shifts?: readonly number[];
  /** How the strength was chosen: "set", "least mean absolute error over 10 folds". */
  readonly rule: string;
  /** Where scores come from: folds, or one validation part of `rows` rows. */
  readonly scored: { readonly by: 'folds' | 'validation'; readonly folds: number; readonly rows: number };
  /** Positions of the rows that were left out of a fit; absent when all were. */
  readonly leftOut?: Uint32Array;
  /** Training rows, n each: data rows, file lines, observed values, alpha, residuals y − f and (M-estimators) weights from 0 to 1. */
  readonly rows: Uint32Array;
  readonly lines: Uint32Array;
  readonly observed: Float64Array;
  /** Observed values as they are fitted and scored, those far from a first robust fit drawn in; absent where none is. */
  readonly near?: Float64Array;
  /** By level. */
  readonly alpha: readonly Float64Array[];
  readonly fitted: readonly Float64Array[];
  readonly weights?: Float64Array;
  /** Of the middle level: y − f of a fit without the row where it was left out, otherwise its residual; n. */
  readonly errors: Float64Array;
  /**
   * Robust scale of the errors on rows left out (of all where fewer than 20 were): 1.4826 times their median distance from the median, at
   * least rounding; and where they are centred.
   */
  readonly scale: number;
  readonly centre: number;
  /** Rows whose error lies further than 3.5 robust scales from the centre; more than a tenth of all are heavy tails, and none is suspect. */
  readonly beyond: number;
  /** The furthest first; at most 200 of `suspectCount`. */
  readonly suspects: readonly Suspect[];
  readonly suspectCount: number;
  /** How sure the solution is: the worst over the path. */
  readonly convergence: {
    readonly measure: 'gap' | 'change' | 'exact';
    readonly worst: number;
    readonly tolerance: number;
    readonly iterations: number;
  };
  /** Held-out share of observed values below each level's prediction, with a 95 % Wilson interval; quantiles only. */
  readonly calibration?: readonly {
    readonly tau: number;
    readonly below: number;
    readonly interval: readonly [number, number];
    readonly n: number;
  }[];
  /** Share of held-out (or training) rows at which levels crossed before they were put in order; quantiles only. */
  readonly crossed?: number;
  /** Kernel ridge regression with the same kernel, its lambda by leave-one-out: what the squared loss makes of the same rows. */
  readonly squared: {
    readonly alpha: Float64Array;
    readonly fitted: Float64Array;
    readonly holdout?: {
      readonly predicted: Float64Array;
      readonly r2: number;
      readonly rmse: number;
      readonly mae: number;
    };
  };
  /** Held-out predictions of every level at the fitted strength; `TargetResult.holdout` has the middle one. */
  readonly holdout?: readonly Float64Array[];
  /** For sliders: values at every point of the path. Left out where they would be too many. */
  readonly live?: {
    /** By level: held-out rows × L, training rows × L; the path fastest. */
    readonly holdout?: readonly Float32Array[];
    readonly fitted: readonly Float32Array[];
    /** Training rows × L, of the middle level. */
    readonly alpha: Float32Array;
    readonly errors: Float32Array;
  };
  /** Parallel to `TargetResult.live.partial` and `.curve`. */
  readonly partial: readonly RobustCurve[];
  readonly curve?: RobustCurve;
  /** Landmarks of a Nyström fit, and the share of the kernel's trace that they leave out. */
  readonly landmarks?: { readonly count: number; readonly traceLeft: number };
}
