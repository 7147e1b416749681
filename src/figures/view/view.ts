import type { Axis, FilterSpec } from '../../engine/contract/filter';
import type { RunResult, TargetResult } from '../../engine/contract/run';
import { axisValue, equivalentLambda, filterShares, zonesOf } from '../../engine/filters/anyFilter';
import { type Eigenlearning, eigenlearning } from '../../engine/spectrum/eigenlearning';
import { type HoldoutScores, predictLive, scoreHoldout } from '../../engine/spectrum/livePrediction';
import { type Risk, riskAt } from '../../engine/spectrum/risk';
import { type RobustView, robustViewOf } from '../robust/view';
import { coordinate, isCountAxis, sameValue } from '../words/filterWords';
import { factsOf, finiteLambda, type RunFacts } from './facts';
import { looAt } from './looSurface';
import type { LivePath } from './paths';
import type { Rates } from './rates';

/** The targets of a run in the order of its outputs: columns, or the levels of the column that is classified. */
export function targetsOf(run: RunResult): readonly string[] {
  if (run.classes !== undefined && run.others.length > 0) return run.classes.levels;
  return [run.target, ...run.others.map(({ target }) => target)];
}

/** The columns that a run predicts: the column that is classified, or the targets. */
export const predictedColumns = ({ model, target, others }: RunResult): readonly string[] =>
  model.classes ? [model.classes.column] : [target, ...others.map((other) => other.target)];

/** The run as it stands for another of its targets: 0 is the first, which the run stands for itself. The two change places. */
export function targetView(run: RunResult, index: number): RunResult {
  const other = index > 0 ? run.others[index - 1] : undefined;
  if (other === undefined) return run;
  const { importance, ...all } = run;
  // Members of one target alone must not stay behind where the other target has none.
  const some = (own: boolean) => Object.fromEntries(Object.entries(all).filter(([name]) => name in OF_TARGET === own));
  const first = some(true) as unknown as TargetResult;
  const shared = some(false) as unknown as Omit<RunResult, keyof TargetResult | 'importance'>;
  const together = run.classes && importance && { importance };
  return { ...shared, ...together, ...other, others: run.others.map((o) => (o === other ? first : o)) };
}

/** Every member that belongs to one target. */
const OF_TARGET: Readonly<Record<keyof TargetResult, true>> = {
  target: true,
  mean: true,
  variance: true,
  spectrum: true,
  noise: true,
  filter: true,
  paths: true,
  surface: true,
  metrics: true,
  holdout: true,
  coefficientErrors: true,
  live: true,
  robust: true,
};

/** Held-out rows at the view's filter, or at its strength on a robust fit's path. In units of y. */
export interface HoldoutView extends HoldoutScores {
  readonly predicted: Float64Array;
  /** False when the filter or strength moved but the run carries no way to predict without the engine. */
  readonly live: boolean;
}

/** The noise as a multiple of the estimated one, and gamma, as fitted where left out. */
export interface WhatIf {
  readonly sigma: number;
  readonly gamma?: number;
}

/** The choices of a person, besides the filter. */
export interface ViewOptions {
  /** Directions that decay and alignment are fitted on. */
  readonly range?: readonly [number, number];
  /** Axes of the risk map, x first. */
  readonly pair?: readonly [Axis, Axis];
  /** The assumptions that the risk is drawn for instead; not remembered. */
  readonly whatIf?: WhatIf;
  /** Index of the point shown on the path of a robust fit; absent for the fitted one. */
  readonly at?: number;
  /** For two classes: the probability of the second above which a row is predicted as it; absent for the fitted one. */
  readonly threshold?: number;
}

/**
 * A run seen at one filter. Values that several figures need are here; those of some tabs only are computed when first
 * asked for.
 */
export interface RunView {
  readonly run: RunResult;
  readonly facts: RunFacts;
  readonly options: ViewOptions;
  readonly filter: FilterSpec;
  /** Axes whose value differs from the fitted one, and whether there are any. */
  readonly movedAxes: readonly Axis[];
  readonly moved: boolean;
  /** The lambda that shrinks as much (engine/filters): for ridge, lambda itself. */
  readonly lambda: number;
  /** True when λ is a number of the filter and on a slider: the filter is ridge, complete or between two ends. */
  readonly hasLambda: boolean;
  readonly fittedLambda: () => number;
  readonly risk: Risk;
  /** Mean squared leave-one-out error as a fraction of var(y); NaN where the run does not have it. */
  readonly loo: number;
  /** Number of leading directions of which at least half is kept, 0…rank. */
  readonly crossing: number;
  readonly path: (axis: Axis) => LivePath;
  readonly rates: () => Rates;
  /** g at this filter and at the fitted one, one a direction. */
  readonly shares: Float64Array;
  readonly fittedShares: () => Float64Array;
  readonly learning: () => Eigenlearning;
  readonly holdout: () => HoldoutView | undefined;
  /** A robust fit at the strength shown; the filter is then that of its ridge baseline, and nothing moves it. */
  readonly robust?: RobustView;
}

/** Pass `facts` to every view of the same run: a drag then recomputes only what depends on the filter. */
export function deriveView(
  run: RunResult,
  filter: FilterSpec = run.filter,
  facts: RunFacts = factsOf(run),
  options: ViewOptions = {},
): RunView {
  const { mu, rank, n, unpenalised } = run.spectrum;
  const movedAxes = run.axes.filter((axis) => !sameValue(axis, axisValue(filter, axis), axisValue(run.filter, axis)));
  const moved = movedAxes.length > 0;
  const shares = filterShares(filter, mu, rank, n);
  const lambdaOf = (spec: FilterSpec) => finiteLambda(equivalentLambda(spec, mu, rank, n), mu);
  const lambda = lambdaOf(filter);
  const robust = robustViewOf(run, options.at);
  return {
    run,
    facts,
    options,
    filter,
    movedAxes,
    moved,
    lambda,
    hasLambda: run.axes.includes('lambda') && zonesOf(run.filter, rank) !== undefined,
    fittedLambda: lazy(() => lambdaOf(run.filter)),
    risk: riskAt(run.spectrum, run.noise.sigma2, filter),
    loo: looOf(run, facts, filter, movedAxes),
    crossing: halfKept(shares, rank),
    path: (axis) => facts.paths.at(axis, filter),
    rates: () => facts.rates(options.range),
    shares,
    fittedShares: lazy(() => (moved ? filterShares(run.filter, mu, rank, n) : shares)),
    learning: lazy(() => eigenlearning(mu, n, lambda, unpenalised)),
    holdout: lazy(() => (robust ? robust.heldOut : holdoutAt(run, filter, moved))),
    ...(robust && { robust }),
  };
}

/** The number of leading directions of which the filter keeps at least half, without a break. */
function halfKept(shares: Float64Array, rank: number): number {
  let count = 0;
  while (count < rank && shares[count] >= 0.5) count++;
  return count;
}

/** The run's own error at the fitted filter; along a path while one axis moves; from the surface while several do. */
function looOf(run: RunResult, facts: RunFacts, filter: FilterSpec, moved: readonly Axis[]): number {
  if (moved.length === 0) return run.metrics.loo / facts.unit;
  if (moved.length === 1) {
    const path = facts.paths.fittedPath(moved[0]);
    return pathAt(path.axis, path.values, path.loo, axisValue(filter, path.axis));
  }
  return run.surface ? looAt(run.surface, filter) / facts.unit : Number.NaN;
}

/** A curve of a path at any value of its axis, straight between grid points in log error; NaN outside the grid. */
export function pathAt(axis: Axis, grid: Float64Array, values: Float64Array, value: number): number {
  const last = grid.length - 1;
  if (values.length !== grid.length || last < 0) return Number.NaN;
  // A count beyond its grid's end means "all", which is the end.
  const at = isCountAxis(axis) ? Math.min(value, grid[last]) : value;
  let j = grid.findIndex((v) => v >= at * (1 - 1e-12));
  if (j < 0) return at <= grid[last] * (1 + 1e-9) ? values[last] : Number.NaN;
  if (grid[j] === at || Math.abs(grid[j] / at - 1) < 1e-9) return values[j];
  if (j === 0) return Number.NaN;
  j -= 1;
  const from = coordinate(axis, grid[j]);
  const t = (coordinate(axis, at) - from) / (coordinate(axis, grid[j + 1]) - from);
  return values[j] > 0 && values[j + 1] > 0
    ? values[j] ** (1 - t) * values[j + 1] ** t
    : values[j] * (1 - t) + values[j + 1] * t;
}

function holdoutAt(run: RunResult, filter: FilterSpec, moved: boolean): HoldoutView | undefined {
  const { holdout, live } = run;
  if (holdout === undefined || holdout.observed.length === 0) return undefined;
  const follow = moved && live.holdout !== undefined && live.holdout.rows === holdout.observed.length;
  const predicted = follow && live.holdout ? predictLive(live.holdout, run.spectrum, filter) : holdout.predicted;
  return { predicted, ...scoreHoldout(holdout.observed, predicted), live: follow || !moved };
}

function lazy<T>(compute: () => T): () => T {
  let result: { readonly value: T } | undefined;
  return () => {
    result ??= { value: compute() };
    return result.value;
  };
}
