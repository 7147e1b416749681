import { partOf, type RunContext } from '../contract/context';
import type { LambdaPath, NoiseEstimate, SpectrumData } from '../contract/run';
import { assignFolds } from '../data/folds';
import type { LinearAlgebra } from '../linalg/linalg';
import { foldPath } from '../spectrum/foldPath';
import { leaveOneOutPath } from '../spectrum/leaveOneOut';
import { estimateNoise } from '../spectrum/noise';
import { riskAt } from '../spectrum/risk';
import type { Eigenbasis } from '../spectrum/spectrum';

/** What of the path does not depend on the lambda that is chosen from it. */
export interface FullPath {
  readonly path: LambdaPath;
  readonly noise: NoiseEstimate;
  /** 1 at grid points where the fold errors were computed, 0 where they are interpolated; empty without folds. */
  readonly foldsExact: Uint8Array;
}

/**
 * Every curve over the lambda grid (ascending): leave-one-out, GCV, K-fold, degrees of freedom, and the estimated excess
 * risk with the noise taken at the lambda of least leave-one-out error. `y` (n) is centred; `folds` = 0 leaves folds out.
 */
export function lambdaPath(
  basis: Eigenbasis,
  spectrum: SpectrumData,
  y: Float64Array,
  lambda: Float64Array,
  folds: number,
  seed: number,
  linalg: LinearAlgebra,
  context: RunContext,
): FullPath {
  const loo = leaveOneOutPath(basis, y, lambda, linalg, partOf(context, 0, folds > 0 ? 0.2 : 1));
  const least = indexOfLeast(loo);
  const noise = estimateNoise(spectrum, lambda[least]);
  const risks = Array.from(lambda, (value) => riskAt(spectrum, noise.sigma2, value));
  const gcv = Float64Array.from(risks, (risk) => risk.gcv);
  const total = Float64Array.from(risks, (risk) => risk.total);
  const fold =
    folds > 0
      ? foldPath(basis, y, assignFolds(basis.n, folds, seed), folds, lambda, loo, linalg, partOf(context, 0.2, 1))
      : undefined;
  return {
    path: {
      lambda,
      degreesOfFreedom: Float64Array.from(risks, (risk) => risk.degreesOfFreedom),
      loo,
      gcv,
      cv: fold?.cv ?? new Float64Array(0),
      cvStandardError: fold?.cvStandardError ?? new Float64Array(0),
      bias: Float64Array.from(risks, (risk) => risk.bias),
      variance: Float64Array.from(risks, (risk) => risk.variance),
      total,
      least: {
        loo: least,
        gcv: indexOfLeast(gcv),
        // Without folds there is nothing to point at; readers look at the length of `cv` first.
        cv: fold?.least ?? least,
        total: indexOfLeast(total),
        oneStandardError: fold?.oneStandardError ?? least,
      },
    },
    noise,
    foldsExact: fold?.exact ?? new Uint8Array(0),
  };
}

/** The first of the least values. */
function indexOfLeast(values: Float64Array): number {
  let best = 0;
  for (let i = 1; i < values.length; i++) if (values[i] < values[best]) best = i;
  return best;
}
