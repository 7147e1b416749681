import type { Axis, FilterSpec } from '../../contract/filter';
import type { NoiseEstimate, RiskPath, SpectrumData } from '../../contract/run';
import { AXES } from '../../filters/axes';
import { indexOfLeast } from '../../spectrum/indexOfLeast';
import { riskPath } from '../../spectrum/risk';

export interface FoldCurve {
  readonly cv: Float64Array;
  readonly cvStandardError: Float64Array;
  /** Weight times squared error of each row at each value, for the first curve if folds are refitted. */
  readonly losses?: readonly Float64Array[];
}

/** Every curve along one axis, the others of the filter held. Without folds the curves of `folds` are empty. */
export function pathAlong(
  axis: Axis,
  values: Float64Array,
  filter: FilterSpec,
  spectrum: SpectrumData,
  noise: NoiseEstimate,
  loo: Float64Array,
  folds: FoldCurve | undefined,
): RiskPath {
  const risk = riskPath(spectrum, noise.sigma2, filter, axis, values);
  const least = indexOfLeast(loo);
  const cv = folds?.cv ?? new Float64Array(0);
  const cvStandardError = folds?.cvStandardError ?? new Float64Array(0);
  return {
    axis,
    values,
    loo,
    cv,
    cvStandardError,
    degreesOfFreedom: risk.degreesOfFreedom,
    gcv: risk.gcv,
    bias: risk.bias,
    variance: risk.variance,
    total: risk.total,
    least: {
      loo: least,
      gcv: indexOfLeast(risk.gcv),
      // Without folds there is nothing to point at; readers look at the length of `cv` first.
      cv: folds ? indexOfLeast(cv) : least,
      total: indexOfLeast(risk.total),
      oneStandardError: folds ? mostRegular(axis, cv, cvStandardError) : least,
    },
  };
}

/**
 * The most regular value within one standard error of the lowest: the largest lambda, the smallest k, r, t or number of
 * steps.
 */
export function mostRegular(axis: Axis, cv: Float64Array, standardError: Float64Array): number {
  const least = indexOfLeast(cv);
  const limit = cv[least] + standardError[least];
  if (AXES[axis].regular === 'high') return cv.findLastIndex((v) => v <= limit);
  return cv.findIndex((v) => v <= limit);
}
