import type { RunResult } from '../contract/run';
import { type Eigenlearning, eigenlearning } from '../spectrum/eigenlearning';
import { directionsAbove, ridgeFilter } from '../spectrum/filters';
import { predictLive, scoreHoldout } from '../spectrum/livePrediction';
import { type Risk, riskAt } from '../spectrum/risk';
import { factsOf, type RunFacts } from './facts';

/** Held-out rows at the view's lambda, in units of y. */
export interface HoldoutView {
  readonly predicted: Float64Array;
  readonly r2: number;
  readonly rmse: number;
  readonly mae: number;
  /** False when the lambda moved but the run carries no way to predict without the engine. */
  readonly live: boolean;
}

/** A run seen at one lambda. What several figures need is here; what only some tabs need is computed when first asked for. */
export interface RunView {
  readonly run: RunResult;
  readonly facts: RunFacts;
  readonly lambda: number;
  /** Whether lambda differs from the fitted one. */
  readonly moved: boolean;
  readonly risk: Risk;
  /** Number of eigenvalues above lambda, 0…rank. */
  readonly crossing: number;
  /** g at this lambda and at the fitted one, n each. */
  readonly filter: () => Float64Array;
  readonly fittedFilter: () => Float64Array;
  readonly learning: () => Eigenlearning;
  readonly holdout: () => HoldoutView | undefined;
}

/** Pass `facts` to every view of the same run: a drag then recomputes only what depends on lambda. */
export function deriveView(run: RunResult, lambda: number, facts: RunFacts = factsOf(run)): RunView {
  const { spectrum } = run;
  const moved = Math.abs(Math.log(lambda / run.lambda)) > 1e-6;
  return {
    run,
    facts,
    lambda,
    moved,
    risk: riskAt(spectrum, run.noise.sigma2, lambda),
    crossing: directionsAbove(spectrum.mu, spectrum.rank, lambda),
    filter: once(() => ridgeFilter(spectrum.mu, spectrum.rank, lambda)),
    fittedFilter: once(() => ridgeFilter(spectrum.mu, spectrum.rank, run.lambda)),
    learning: once(() => eigenlearning(spectrum.mu, spectrum.n, lambda)),
    holdout: once(() => holdoutAt(run, lambda, moved)),
  };
}

/** A curve of the path at any lambda, between grid points straight in log-log; NaN outside the grid. */
export function pathAt(lambdas: Float64Array, values: Float64Array, lambda: number): number {
  const last = lambdas.length - 1;
  if (values.length !== lambdas.length || last < 0) return Number.NaN;
  let j = lambdas.findIndex((v) => v >= lambda * (1 - 1e-12));
  if (j < 0) return lambda <= lambdas[last] * (1 + 1e-9) ? values[last] : Number.NaN;
  if (Math.abs(lambdas[j] / lambda - 1) < 1e-9) return values[j];
  if (j === 0) return Number.NaN;
  j -= 1;
  const t = Math.log(lambda / lambdas[j]) / Math.log(lambdas[j + 1] / lambdas[j]);
  return values[j] > 0 && values[j + 1] > 0
    ? values[j] ** (1 - t) * values[j + 1] ** t
    : values[j] * (1 - t) + values[j + 1] * t;
}

function holdoutAt(run: RunResult, lambda: number, moved: boolean): HoldoutView | undefined {
  const { holdout, live } = run;
  if (holdout === undefined || holdout.observed.length === 0) return undefined;
  const follow = moved && live.holdout !== undefined && live.holdout.rows === holdout.observed.length;
  const predicted =
    follow && live.holdout ? predictLive(live.holdout, run.spectrum, run.centre, lambda) : holdout.predicted;
  return { predicted, ...scoreHoldout(holdout.observed, predicted), live: follow || !moved };
}

function once<T>(compute: () => T): () => T {
  let kept: { readonly value: T } | undefined;
  return () => {
    kept ??= { value: compute() };
    return kept.value;
  };
}
