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
