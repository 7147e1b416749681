import type { Axis } from '../../engine/contract/filter';
import type { PartialDependence, RunResult } from '../../engine/contract/run';
import { axisValue, equivalentLambda, filterAt } from '../../engine/filters/anyFilter';
import { AXES } from '../../engine/filters/axes';
import {
  alignmentScores,
  cumulativeShare,
  directionsCarrying,
  type LocalMean,
  lastAboveFloor,
  localMeans,
} from '../../engine/spectrum/alignment';
import { effectiveDimension } from '../../engine/spectrum/decay';
import { predictLive, scoreHoldout } from '../../engine/spectrum/livePrediction';
import { noiseInterval } from '../../engine/spectrum/noise';
import { frameAround, frameOf } from '../layout/domains';
import { type RobustRunFacts, robustFactsOf } from '../robust/facts';
import { extent, logSpaced, spreadOverRows } from './extent';
import { RunLearning } from './learning';
import { RunPaths } from './paths';
import { type Rates, RunRates } from './rates';
import { type ResidualRows, residualRows } from './residualRows';

/**
 * The facts of a run that figures need whatever the filter under the sliders: computed once, then handed to every view.
 */
export interface RunFacts {
  readonly run: RunResult;
  /** Training rows. */
  readonly n: number;
  /** Directions of the spectrum (those of the unpenalised features are not among them), and how many stand above rounding. */
  readonly count: number;
  readonly rank: number;
  /** The divisor of errors and risks for show: the training variance of y. */
  readonly unit: number;
  readonly paths: RunPaths;
  /** From the least to the greatest value of an axis on its grid, widened to hold the fitted one. */
  readonly domains: ReadonlyMap<Axis, readonly [number, number]>;
  /** Directions 1…count thinned evenly on the logarithmic axis: about 400 of them. */
  readonly directions: Float64Array;
  /** Alignment scores as fractions of var(y), one a direction, and their running share of the target. */
  readonly scores: Float64Array;
  readonly share: Float64Array;
  readonly half: number;
  readonly ninety: number;
  readonly means: readonly LocalMean[];
  /** sigma²/n as a fraction of var(y). */
  readonly noiseFloor: number;
  /**
   * Last direction of a stretch whose mean lies further above the floor than chance would raise it; 0 where there is
   * none.
   */
  readonly lastAboveNoise: number;
  /** Decay and alignment on a stretch of directions; the default stretch when none is given. */
  readonly rates: (range?: readonly [number, number]) => Rates;
  /** Predictions for other numbers of rows, and for conditioning on the first directions. */
  readonly learning: RunLearning;
  /** N(λ) over the stretch of λ that the method's grid stands for. */
  readonly dimension: Curve;
  /** Points of curves that no slider moves, built once so that a drag need not compare them. */
  readonly curves: {
    readonly eigenvalues: Curve;
    readonly scores: Curve;
    readonly means: Curve;
    readonly share: Curve;
    /** The noise floor's 95 % interval across the plot: no sharper than the noise is known. */
    readonly floor: { readonly x: Float64Array; readonly y: Float64Array; readonly upper: Float64Array };
  };
  /**
   * Partial dependences, the largest spread over the rows at the fitted filter first; `values` are those at the fitted
   * filter, for classes probabilities.
   */
  readonly partial: readonly { readonly item: PartialDependence; readonly values: Float64Array }[];
  /** Held-out rows as fitted, found when first asked for; undefined where there are none. */
  readonly fittedRows: () => ResidualRows | undefined;
  /**
   * Frames of the axes of the target and of residuals: around held-out rows as fitted, around training rows of a robust
   * fit where none are held out.
   */
  readonly frames: () => { readonly target: [number, number]; readonly residual: [number, number] };
  /** The facts of a robust fit that do not depend on the strength shown; undefined for other fits. */
  readonly robust: RobustRunFacts | undefined;
}

export interface Curve {
  readonly x: Float64Array;
  readonly y: Float64Array;
}

export function factsOf(run: RunResult): RunFacts {
  const { spectrum, noise } = run;
  const { n, rank, mu } = spectrum;
  const unit = run.variance > 0 ? run.variance : 1;
  const scores = alignmentScores(spectrum).map((v) => v / unit);
  const share = cumulativeShare(scores, spectrum.beyond.score / unit);
  const means = localMeans(scores);
  const floorOf = (sigma2: number) => Math.max(0, sigma2) / n / unit;
  const noiseFloor = floorOf(noise.sigma2);
  const [low, high] = Number.isFinite(noise.standardError) ? noiseInterval(noise) : [noise.sigma2, noise.sigma2];
  const directions = logSpaced(mu.length, 400);
  const aboveRounding = directions.filter((i) => i <= rank);
  const rates = new RunRates(run, unit);
  return {
    run,
    n,
    count: mu.length,
    rank,
    unit,
    paths: new RunPaths(run, unit),
    domains: new Map(run.paths.map(({ axis, values }) => [axis, domainOf(run, axis, values)])),
    directions,
    scores,
    share,
    half: directionsCarrying(share, 0.5),
    ninety: directionsCarrying(share, 0.9),
    means,
    noiseFloor,
    lastAboveNoise: lastAboveFloor(means, floorOf(high)),
    rates: (range) => rates.on(range),
    learning: new RunLearning(run, unit, finiteLambda(equivalentLambda(run.filter, mu, rank, n), mu)),
    dimension: dimensionOf(run),
    curves: {
      // The curve ends at the rank itself, also when the thinned directions step over it.
      eigenvalues: along(
        aboveRounding[aboveRounding.length - 1] === rank || rank === 0
          ? aboveRounding
          : Float64Array.of(...aboveRounding, rank),
        mu,
      ),
      scores: along(scorePoints(mu.length), scores),
      means: { x: Float64Array.from(means, (m) => m.centre), y: Float64Array.from(means, (m) => m.mean) },
      share: along(directions, share),
      floor: {
        x: Float64Array.of(1, Math.max(2, mu.length)),
        y: new Float64Array(2).fill(floorOf(low)),
        upper: new Float64Array(2).fill(floorOf(high)),
      },
    },
    partial: run.live.partial
      .map((item) => ({ item, values: item.probability ?? predictLive(item.predictor, spectrum, run.filter) }))
      .sort((a, b) => spreadOverRows(b.item, b.values) - spreadOverRows(a.item, a.values)),
    fittedRows: fittedRowsOf(run),
    frames: framesOf(run),
    robust: robustFactsOf(run, unit),
  };
}

/** Stored once found: while the rows stay as fitted, a drag must not go through all of them again. */
function fittedRowsOf({ holdout }: RunResult): () => ResidualRows | undefined {
  let rows: ResidualRows | undefined;
  return () => {
    if (holdout === undefined || holdout.observed.length === 0) return undefined;
    const { observed, predicted } = holdout;
    rows ??= residualRows(holdout, predicted, scoreHoldout(observed, predicted).rmse);
    return rows;
  };
}

/** Found when first asked for and stored, like those rows: it takes a sort. */
function framesOf({ holdout, robust }: RunResult): RunFacts['frames'] {
  let frames: ReturnType<RunFacts['frames']> | undefined;
  return () => {
    const { observed, predicted } = holdout?.observed.length
      ? holdout
      : { observed: robust?.observed ?? NONE, predicted: robust?.fitted[robust.middle] ?? NONE };
    frames ??= {
      target: frameAround(observed, predicted),
      residual: frameOf(observed.map((v, j) => v - predicted[j])),
    };
    return frames;
  };
}

const NONE = new Float64Array();

/** At 101 places, evenly in log λ; a method without λ stands at the λ that shrinks as much. */
function dimensionOf(run: RunResult): Curve {
  const { mu, rank, n } = run.spectrum;
  const { axis, values } = run.paths.find((path) => path.axis === 'lambda') ?? run.paths[0];
  const ends = [values[0], values[values.length - 1], axisValue(run.filter, axis)]
    .map((value) =>
      finiteLambda(equivalentLambda(filterAt(run.filter, axis, Math.max(value, Number.MIN_VALUE)), mu, rank, n), mu),
    )
    .filter((lambda) => lambda > 0);
  const low = Math.min(...ends);
  const high = Math.max(...ends, low * 10);
  const x = Float64Array.from({ length: 101 }, (_, j) => low * (high / low) ** (j / 100));
  return { x, y: x.map((lambda) => effectiveDimension(mu, rank, lambda)) };
}

/** A filter that keeps nothing shrinks like no λ: far above every eigenvalue stands for it. */
export function finiteLambda(lambda: number, mu: Float64Array): number {
  return Number.isFinite(lambda) && lambda > 0 ? lambda : 1e3 * (mu[0] > 0 ? mu[0] : 1);
}

/** Counts are told apart by whole numbers: a fitted r beyond the grid means "all" and stands at its end. */
function domainOf(run: RunResult, axis: Axis, values: Float64Array): [number, number] {
  const fitted = axisValue(run.filter, axis);
  const [low, high] = extent(values, [AXES[axis].ofDirections ? Math.min(fitted, run.spectrum.rank) : fitted]);
  return high > low ? [low, high] : [low > 0 ? low / 2 : 0, Math.max(2 * high, 1)];
}

/** Values of directions 1…n at some of them. */
function along(directions: Float64Array, values: Float64Array): Curve {
  return { x: directions, y: directions.map((i) => values[i - 1]) };
}

/** Every score while they can be distinguished; then evenly fewer, because thousands of dots only make ink. */
function scorePoints(n: number): Float64Array {
  const step = Math.ceil(n / 2000);
  return Float64Array.from({ length: Math.min(n, 200) + Math.ceil(Math.max(0, n - 200) / step) }, (_, k) =>
    k < 200 ? k + 1 : 201 + (k - 200) * step,
  );
}
