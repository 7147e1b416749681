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
  /** What errors and risks are divided by for show: the training variance of y. */
  readonly unit: number;
  /** The run's path with lambda ascending and errors as shares of var(y): readable whatever the units of y. */
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
  /** Points of curves that no slider moves, built once so that a drag need not compare them. */
  readonly curves: {
    readonly eigenvalues: Curve;
    readonly scores: Curve;
    readonly means: Curve;
    readonly share: Curve;
    readonly band: { readonly lower: Float64Array; readonly upper: Float64Array };
  };
  /** Partial dependences, widest span at the fitted lambda first; `values` are those at the fitted lambda. */
  readonly partial: readonly { readonly item: PartialDependence; readonly values: Float64Array }[];
}

export interface Curve {
  readonly x: Float64Array;
  readonly y: Float64Array;
}

export function factsOf(run: RunResult): RunFacts {
  const { spectrum } = run;
  const { n, rank, mu } = spectrum;
  const unit = run.variance > 0 ? run.variance : 1;
  const path = inShares(ascending(run.path), unit);
  const scores = alignmentScores(spectrum).map((v) => v / unit);
  const share = cumulativeShare(scores);
  const means = localMeans(scores);
  const noiseFloor = run.noise.sigma2 / n / unit;
  const range = defaultDecayRange(rank);
  const directions = logSpaced(n, 400);
  const kept = directions.filter((i) => i <= rank);
  const points = scorePoints(n);
  return {
    run,
    n,
    rank,
    unit,
    path,
    lambdaDomain: [path.lambda[0], path.lambda[path.lambda.length - 1]],
    directions,
    scores,
    share,
    half: directionsCarrying(share, 0.5),
    ninety: directionsCarrying(share, 0.9),
    means,
    noiseFloor,
    lastAboveNoise: noiseFloorCrossing(means, noiseFloor),
    decay: rank < 4 ? undefined : fitPowerLaw(mu, range.from, range.to),
    alignment: polynomialAlignment(spectrum, run.noise.sigma2, range.from, range.to),
    curves: {
      // The curve ends at the rank itself, also when the thinned directions step over it.
      eigenvalues: along(kept[kept.length - 1] === rank || rank === 0 ? kept : Float64Array.of(...kept, rank), mu),
      scores: along(points, scores),
      means: { x: Float64Array.from(means, (m) => m.centre), y: Float64Array.from(means, (m) => m.mean) },
      share: along(directions, share),
      band: {
        lower: path.cv.map((v, i) => v - path.cvStandardError[i]),
        upper: path.cv.map((v, i) => v + path.cvStandardError[i]),
      },
    },
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

/** Values of directions 1…n at some of them. */
function along(directions: Float64Array, values: Float64Array): Curve {
  return { x: directions, y: directions.map((i) => values[i - 1]) };
}

/** Every score while they can be told apart; then evenly fewer, because thousands of dots only make ink. */
function scorePoints(n: number): Float64Array {
  const step = Math.ceil(n / 2000);
  return Float64Array.from({ length: Math.min(n, 200) + Math.ceil(Math.max(0, n - 200) / step) }, (_, k) =>
    k < 200 ? k + 1 : 201 + (k - 200) * step,
  );
}

function inShares(path: LambdaPath, unit: number): LambdaPath {
  const share = (values: Float64Array) => values.map((v) => v / unit);
  return {
    ...path,
    loo: share(path.loo),
    gcv: share(path.gcv),
    cv: share(path.cv),
    cvStandardError: share(path.cvStandardError),
    bias: share(path.bias),
    variance: share(path.variance),
    total: share(path.total),
  };
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
