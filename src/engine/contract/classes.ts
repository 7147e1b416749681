/**
 * How the outputs of a classification become probabilities, learnt on `rows` training rows that were left out of the fits that scored
 * them. Two classes have one score s, and p is that of the second. platt: p = 1/(1 + exp(−slope·s − intercept)). isotonic: straight
 * between knots, of which both lists ascend, and level beyond them. temperature: p_k in proportion to exp(s_k/temperature + offset_k);
 * `offsets`, one a class, take class weights back and are 0 where they are left out.
 */
export type Calibration =
  | { readonly kind: 'platt'; readonly slope: number; readonly intercept: number; readonly rows: number }
  | {
      readonly kind: 'isotonic';
      readonly scores: Float64Array;
      readonly probabilities: Float64Array;
      readonly rows: number;
    }
  | {
      readonly kind: 'temperature';
      readonly temperature: number;
      readonly offsets?: readonly number[];
      readonly rows: number;
    };

/** Which classes the 95 % set of a row holds: all that are at least so probable, and the most probable one always. */
export interface ClassSets {
  readonly least: number;
  /** Training rows left out that it was learnt from. */
  readonly rows: number;
}

/** Training rows by fits without them: where they are, the position of their level, and by output scores and probabilities. */
export interface LeftOutRows extends Pick<ProbabilityQuality, 'observed' | 'scores' | 'probabilities'> {
  /** Counted from 1. */
  readonly rows: Uint32Array;
  readonly lines: Uint32Array;
}

/** A number with its 95 % interval. */
export interface Estimated {
  readonly value: number;
  readonly interval: readonly [number, number];
}

/** One class against the rest; what no row tells is left out. */
export interface LevelQuality {
  readonly level: string;
  /** Rows of this class among those judged. */
  readonly rows: number;
  /** Of the rows predicted as this class, the share that is; of the rows of this class, the share predicted as it. Wilson intervals. */
  readonly precision?: Estimated;
  readonly recall?: Estimated;
  /** Area under the ROC curve of its score (DeLong et al. 1988), and the step-wise one under precision over recall. */
  readonly rocArea?: Estimated;
  readonly averagePrecision?: number;
}

/** How good the probabilities are, on the rows of the confusion matrix. */
export interface ProbabilityQuality {
  /** Of each row judged: the position of its level, and by output its scores and probabilities. */
  readonly observed: Uint16Array;
  readonly scores: readonly Float64Array[];
  /** Of training rows left out, by calibrations that have not seen the row either. */
  readonly probabilities: readonly Float64Array[];
  /** Mean of −ln p of the true class. */
  readonly logLoss: Estimated;
  /** Mean squared distance of the probabilities from 0 and 1: of the second of two classes, or summed over several. */
  readonly brier: Estimated;
  /** One for each level. */
  readonly levels: readonly LevelQuality[];
}
