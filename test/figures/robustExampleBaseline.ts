import type { TargetResult } from '../../src/engine/contract/run';
import { filterShares } from '../../src/engine/filters/anyFilter';
import { predictLive } from '../../src/engine/spectrum/livePrediction';
import { estimateNoise } from '../../src/engine/spectrum/noise';
import { riskAt } from '../../src/engine/spectrum/risk';
import { coordinatesOf, exampleBasis } from './exampleBasis';
import { settingOf } from './exampleMethods';
import { exampleErrors, exampleFilter, examplePath } from './examplePath';
import type { RobustRows } from './robustExampleRows';

type Spectral = 'mean' | 'variance' | 'spectrum' | 'noise' | 'filter' | 'paths' | 'metrics';

export interface ExampleBaseline {
  /** The part of a target's result that describes its ridge baseline. */
  readonly result: Pick<TargetResult, Spectral>;
  readonly alpha: Float64Array;
  readonly at: (points: readonly (readonly number[])[]) => Float64Array;
}

/** Kernel ridge regression with an intercept, its lambda by leave-one-out. */
export function exampleBaseline({ y, xs, kernel }: RobustRows): ExampleBaseline {
  const n = y.length;
  const basis = exampleBasis(xs, kernel);
  const { mu, rank, clipped, vectors } = basis;
  const mean = y.reduce((s, v) => s + v, 0) / n;
  const coordinates = coordinatesOf(basis, y);
  const spectrum = { n, unpenalised: 1, mu, rank, clipped, coordinates, beyond: { count: 0, score: 0 } };
  const setting = settingOf('krr', basis);
  const filter = exampleFilter(basis, spectrum, [...y], setting);
  const noise = estimateNoise(spectrum, filter);
  const g = filterShares(filter, mu, rank, n);
  const errors = exampleErrors(basis, spectrum, [...y], 0, filter);
  const { gcv, degreesOfFreedom } = riskAt(spectrum, noise.sigma2, filter);
  return {
    result: {
      mean,
      variance: y.reduce((s, v) => s + (v - mean) ** 2, 0) / n,
      spectrum,
      noise,
      filter,
      paths: [examplePath(basis, spectrum, [...y], 0, noise.sigma2, filter, setting.axes[0])],
      metrics: { loo: errors.loo, gcv, cv: errors.cv, cvStandardError: errors.se, folds: 0, degreesOfFreedom },
    },
    alpha: Float64Array.from(
      vectors,
      (u) => coordinates.reduce((s, c, i) => (i < rank ? s + (u[i] * g[i] * c) / mu[i] : s), 0) / Math.sqrt(n),
    ),
    at(points) {
      const p = Float32Array.from(points.flatMap((point) => [...basis.at(point).p]));
      const base = new Float64Array(points.length).fill(mean);
      return predictLive({ rows: points.length, rank, p, base }, spectrum, filter);
    },
  };
}
