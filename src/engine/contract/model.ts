import type { Calibration, ClassSets } from './classes';
import type { ComponentsModel } from './components';
import type { Matrix, ReadRules, Transform } from './data';
import type { FilterSpec } from './filter';
import type { FitRecord } from './fitRecord';
import type { FeatureBlock, KernelSpec } from './kernel';

/** Everything `predict` needs; saved by --save and with each run. */
export interface Model {
  readonly version: string;
  readonly method: string;
  /** One for each target; with classes one for each class, or one in all when there are two. */
  readonly outputs: readonly ModelOutput[];
  /**
   * Levels of a categorical target. With two, output 0 is larger for the second, which is predicted where its probability is above
   * `threshold` (0.5 where it is left out), or without a calibration where the output is positive; otherwise the largest output decides.
   */
  readonly classes?: {
    readonly column: string;
    readonly levels: readonly string[];
    readonly calibration?: Calibration;
    readonly threshold?: number;
    /** Of the calibrated probabilities; left out by versions before. */
    readonly sets?: ClassSets;
  };
  /** Quantiles, ascending: the outputs of each target follow one another, one for each tau, and are sorted at every row. */
  readonly taus?: readonly number[];
  readonly transform: Transform;
  readonly kernel: KernelSpec;
  /** Training rows after the transform, n×d; the landmarks alone for a Nyström fit. */
  readonly x: Matrix;
  /** Square roots of the training rows' weights (mean weight 1); left out when all are 1. */
  readonly rootWeights?: Float64Array;
  /** The unpenalised features that were kept, in the order of `beta`. */
  readonly unpenalised: readonly FeatureBlock[];
  /** Columns of the features' matrix that were kept, by position. */
  readonly kept: Uint32Array;
  readonly read: ReadRules;
  /** Of principal components; `outputs` is then empty. */
  readonly components?: ComponentsModel;
  /** Left out by versions before. */
  readonly fitted?: FitRecord;
  /** Left out by versions before. */
  readonly quality?: FitQuality;
}

/** What a fit has found out that its predictions are to be seen beside. */
export interface FitQuality {
  /** One for each target of which it is known. */
  readonly errors: readonly FitError[];
  /** Whether its intervals hold fewer or more of the held-out rows than they say. */
  readonly unreliableIntervals: boolean;
  /** Of inputs whose gaps were filled: the share of the rows that have one, and of the rows of the file that have what cannot be read. */
  readonly gaps: readonly { readonly column: string; readonly share: number; readonly unread: number }[];
}

/** Of numbers `rmse`, of classes `accuracy`. */
export interface ErrorMeasures {
  readonly rmse?: number;
  /** Left out where all values are the same. */
  readonly r2?: number;
  readonly accuracy?: number;
  /** Left out where it is not finite, and for a model that is not calibrated. */
  readonly logLoss?: number;
}

/** The error of a fit on rows that it did not train on: held-out rows, or training rows by fits without them. */
export interface FitError extends ErrorMeasures {
  readonly target: string;
  readonly rows: number;
  readonly heldOut: boolean;
}

/** f(x) = sum_j alpha_j·k(x, x_j) + F(x)·beta. */
export interface ModelOutput {
  /** Name of the target column, or of the class; that of its target for each quantile. */
  readonly name: string;
  readonly alpha: Float64Array;
  readonly beta: Float64Array;
  /** Left out for fits that are no spectral filter. */
  readonly filter?: FilterSpec;
  /** w of 95 % prediction intervals (model/halfWidths.ts). */
  readonly intervalWidth: number;
  /**
   * Left out: intervals are f(x) ± w·deviation(x) (spectrum/deviation.ts), the deviation being 1 without a filter. So are those of
   * classes, of fits without a filter for which one width does as well, and of models before format 4.
   */
  readonly spread?: IntervalSpread;
}

/**
 * Where prediction intervals are wide and where narrow (spectrum/intervalSpread.ts), s(x) of the half-width w·s(x): alike everywhere, as
 * the posterior deviation, or exp h(x) with h(x) = sum_j alpha_j·k(x, x_j) + F(x)·beta kept within `range`.
 */
export type IntervalSpread = {
  /** The largest error (units of y) and deviation of any training row left out. */
  readonly largest: { readonly error: number; readonly deviation: number };
} & (
  | { readonly kind: 'constant' | 'posterior' }
  | {
      readonly kind: 'fitted';
      readonly alpha: Float64Array;
      readonly beta: Float64Array;
      readonly range: readonly [number, number];
    }
);
