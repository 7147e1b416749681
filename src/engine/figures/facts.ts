import type { LambdaPath, PartialDependence, RunResult } from '../contract/run';
import {
  alignmentScores,
  cumulativeShare,
  directionsCarrying,
  type LocalMean,
  localMeans,
  noiseFloorCrossing,
  type PolynomialAlignment,
  polynomialAlignment,
} from '../spectrum/alignment';
import { defaultDecayRange, fitPowerLaw, type PowerLaw } from '../spectrum/decay';
import { predictLive } from '../spectrum/livePrediction';

/** What the figures need of a run whatever the lambda under the slider: computed once, then handed to every view. */
export interface RunFacts {
  readonly run: RunResult;
  /** Training rows. */
  readonly n: number;
  readonly rank: number;
  /** The run's path with lambda ascending. */
  readonly path: LambdaPath;
  readonly lambdaDomain: readonly [number, number];
  /** Directions 1…n thinned evenly on the logarithmic axis: about 400 of them. */
  readonly directions: Float64Array;
  /** Alignment scores as shares of var(y), n of them, and their running sum. */
  readonly scores: Float64Array;
  readonly share: Float64Array;
  readonly half: number;
  readonly ninety: number;
  readonly means: readonly LocalMean[];
  /** sigma²/n as a share of var(y). */
  readonly noiseFloor: number;
  /** Last direction whose local mean stands above the floor; undefined when all do. */
  readonly lastAboveNoise: number | undefined;
  readonly decay: PowerLaw | undefined;
  readonly alignment: PolynomialAlignment | undefined;
  /** Partial dependences, widest span at the fitted lambda first; `values` are those at the fitted lambda. */
  readonly partial: readonly { readonly item: PartialDependence; readonly values: Float64Array }[];
}

export function factsOf(run: RunResult): RunFacts {
  const { spectrum } = run;
  const path = ascending(run.path);
  // Shares of the variance rather than squared units: comparable between targets and readable as they stand.
  const unit = run.variance > 0 ? run.variance : 1;
  const scores = alignmentScores(spectrum).map((v) => v / unit);
  const share = cumulativeShare(scores);
  const means = localMeans(scores);
  const noiseFloor = run.noise.sigma2 / spectrum.n / unit;
  const range = defaultDecayRange(spectrum.rank);
  return {
    run,
    n: spectrum.n,
    rank: spectrum.rank,
    path,
    lambdaDomain: [path.lambda[0], path.lambda[path.lambda.length - 1]],
    directions: logSpaced(spectrum.n, 400),
    scores,
    share,
    half: directionsCarrying(share, 0.5),
    ninety: directionsCarrying(share, 0.9),
    means,
    noiseFloor,
    lastAboveNoise: noiseFloorCrossing(means, noiseFloor),
    decay: spectrum.rank < 4 ? undefined : fitPowerLaw(spectrum.mu, range.from, range.to),
    alignment: polynomialAlignment(spectrum, run.noise.sigma2, range.from, range.to),
    partial: run.live.partial
      .map((item) => ({ item, values: predictLive(item.predictor, spectrum, run.centre, run.lambda) }))
      .sort((a, b) => span(b.values) - span(a.values)),
  };
}

/** Largest minus least. */
export function span(values: Float64Array): number {
  const [low, high] = extent(values);
  return high - low;
}

/** Least and largest of the finite values; [Infinity, −Infinity] when there are none. */
export function extent(...lists: readonly ArrayLike<number>[]): [number, number] {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const values of lists)
    for (let i = 0; i < values.length; i++) {
      if (!Number.isFinite(values[i])) continue;
      if (values[i] < low) low = values[i];
      if (values[i] > high) high = values[i];
    }
  return [low, high];
}

/** 1, 2, 3, … thinned so that about `steps` whole numbers lie evenly on a logarithmic axis; ends with n. */
export function logSpaced(n: number, steps: number): Float64Array {
  const found: number[] = [];
  for (let s = 0; s < steps; s++) {
    const i = Math.round(n ** (s / (steps - 1)));
    if (found.length === 0 || i > found[found.length - 1]) found.push(i);
  }
  return Float64Array.from(found);
}

function ascending(path: LambdaPath): LambdaPath {
  const last = path.lambda.length - 1;
  if (last < 1 || path.lambda[0] < path.lambda[last]) return path;
  const flip = (index: number) => last - index;
  const { least } = path;
  return {
    lambda: path.lambda.toReversed(),
    degreesOfFreedom: path.degreesOfFreedom.toReversed(),
    loo: path.loo.toReversed(),
    gcv: path.gcv.toReversed(),
    cv: path.cv.toReversed(),
    cvStandardError: path.cvStandardError.toReversed(),
    bias: path.bias.toReversed(),
    variance: path.variance.toReversed(),
    total: path.total.toReversed(),
    least: {
      loo: flip(least.loo),
      gcv: flip(least.gcv),
      cv: flip(least.cv),
      total: flip(least.total),
      oneStandardError: flip(least.oneStandardError),
    },
  };
}
