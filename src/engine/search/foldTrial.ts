import { type RunContext, silently } from '../contract/context';
import { KernelscopeError } from '../contract/failure';
import type { KernelTemplate } from '../kernels/kernelTemplate';
import type { LinearAlgebra } from '../linalg/linalg';
import { criterionAt } from './criterion';
import { drawnIn } from './drawnIn';
import { predictOthers } from './predictOthers';
import { ridgePoint } from './ridgePoint';
import { problemOn, type SearchProblem, weightedGramAt } from './searchProblem';
import { firstGuess, type Hyperparameters, oneScale, type ScaleGroups, scalesOf, type Tuned, tune } from './tune';

/** A trial that came to nothing, in words. */
export interface FailedTrial {
  readonly failed: string;
}

interface CandidateTrial {
  readonly template: KernelTemplate;
  /** Rows (0-based) on which the likelihood is computed. */
  readonly rows: Uint32Array;
  /** Per sample, where the person has set it. */
  readonly lambda?: number;
  /** Targets are numbers, of which some may lie far out: these are drawn in while the kernel is tuned. */
  readonly drawsIn: boolean;
}

/** Tunes a kernel from nothing, with one scale for all columns. */
export interface FirstTuning extends CandidateTrial {
  readonly kind: 'first';
  /** Where the search for a common scale begins. */
  readonly guess: number;
  /** Rows (0-based) whose leave-one-out errors choose the ridge: more than the likelihood needs, as more rows bear less of it. */
  readonly ridgeRows: Uint32Array;
}

export interface TunedCandidate extends Tuned {
  /** What the likelihood's ridge is multiplied by for the least leave-one-out error. */
  readonly ridgeFactor: number;
  readonly seconds: number;
}

export type FirstTuningResult = TunedCandidate | FailedTrial;

/**
 * Tunes a kernel on the rows outside some folds, then for each of them fits all rows outside it and predicts its rows. One length scale for all
 * columns is tuned on from where it stands with all rows; several are tuned from the common one, since where they stand with all rows
 * tells of the rows that are predicted.
 */
export interface OnFolds extends CandidateTrial {
  readonly kind: 'folds';
  /** Where one scale for each group is asked for. */
  readonly groups?: ScaleGroups;
  /** The fold of every row (n). */
  readonly folds: Uint16Array;
  /** From the first of them to before the second. */
  readonly block: readonly [number, number];
  /** Of the common scale. */
  readonly start: Tuned;
  /** What the likelihood's ridge is multiplied by. */
  readonly ridgeFactor: number;
  /** Whether leave-one-out residuals are wanted: what quantiles of new rows are told from. */
  readonly residuals: boolean;
}

export type OnFoldsResult =
  | {
      /** By fold of the block: of its rows, ascending, for each target; then by a fit of each target with those far out drawn in, where there are such. */
      readonly predicted: readonly (readonly Float64Array[])[];
      readonly tuned: Hyperparameters;
      /** Leave-one-out, on the tuning's rows, for each target. */
      readonly residuals?: readonly Float64Array[];
      readonly seconds: number;
    }
  | FailedTrial;

/** Evaluations of the likelihood with its gradient: from nothing, and from where a search on nearly the same rows ended. */
const FIRST_COMMON = 15;
const GROUPED = 20;
const AGAIN = 4;
/** Candidates are told apart before the last digits of their likelihoods are. */
const RACE_TOLERANCE = 1e-4;
export const AGAIN_ROWS = 300;
/** Powers of ten that the ridge may leave the likelihood's by. */
const MOST_POWERS = 5;
/** Operations that the evaluations of one search may cost, n² for each column beside n³: many columns get fewer of them. */
const OPERATIONS = 3e10;
const LEAST = 4;

export function computeFirstTuning(
  problem: SearchProblem,
  { template, rows, guess, ridgeRows, lambda, drawsIn }: FirstTuning,
  linalg: LinearAlgebra,
  context: RunContext,
): FirstTuningResult {
  return attempt(() => {
    const searched = { ...problem, y: problem.near ?? problem.y, template };
    const sample = problemOn(searched, rows);
    const one = commonGroups(sample);
    const set = lambda === undefined ? {} : { lambda };
    const start = firstGuess(sample, one, guess, lambda, linalg, context);
    const rule = { groups: one, ...set, budget: affordable(sample, FIRST_COMMON), tolerance: RACE_TOLERANCE };
    const near = drawsIn ? drawnIn(sample, one, start, linalg, context) : sample;
    const tuned = tune(near, rule, start, linalg, context);
    if (tuned === undefined) return undefined;
    if (lambda !== undefined) return { ...tuned, ridgeFactor: 1 };
    const more = problemOn(searched, ridgeRows);
    const judged = drawsIn ? drawnIn(more, one, tuned, linalg, context) : more;
    return { ...tuned, ridgeFactor: bestFactor(judged, scalesOf(one, tuned.scales), tuned.ridge, linalg, context) };
  });
}

/**
 * The power of ten by which a ridge is multiplied for the least leave-one-out error, downhill from 1. The likelihood may take for noise what
 * rows that lie close together would resolve.
 */
function bestFactor(
  problem: SearchProblem,
  lengthScale: readonly number[],
  ridge: number,
  linalg: LinearAlgebra,
  context: RunContext,
): number {
  return linalg.scope(() => {
    const gram = weightedGramAt(problem, lengthScale, linalg, context);
    const errorAt = (power: number) => {
      context.check();
      const lambda = (ridge * 10 ** power) / problem.x.rows;
      const error = criterionAt(gram, problem, 'loo', lambda, linalg, context);
      return Number.isFinite(error) ? error : Number.POSITIVE_INFINITY;
    };
    let [best, least] = [0, errorAt(0)];
    for (const direction of [-1, 1]) {
      for (let power = direction; Math.abs(power) <= MOST_POWERS; power += direction) {
        const error = errorAt(power);
        if (!(error < least)) break;
        [best, least] = [power, error];
      }
      if (best !== 0) break;
    }
    return 10 ** best;
  });
}

export function computeOnFolds(
  problem: SearchProblem,
  { template, rows, groups, folds, block: [from, to], start, ridgeFactor, lambda, drawsIn, residuals }: OnFolds,
  linalg: LinearAlgebra,
  context: RunContext,
): OnFoldsResult {
  const { y, near: drawn } = problem;
  const whole = { ...problem, template, y: [...y, ...(drawn ?? [])] };
  const sample = problemOn(
    { ...whole, y: drawn ?? y },
    rows.slice(0, AGAIN_ROWS).filter((row) => folds[row] < from || folds[row] >= to),
  );
  const all = Uint32Array.from(folds.keys());
  const set = lambda === undefined ? {} : { lambda };
  return attempt(() => {
    const one = commonGroups(sample);
    const near = drawsIn ? drawnIn(sample, one, start, linalg, context) : sample;
    const common = tune(
      near,
      { groups: one, ...set, budget: affordable(near, AGAIN), tolerance: RACE_TOLERANCE },
      start,
      linalg,
      context,
    );
    const tuned = common && groups ? tuneGrouped(near, groups, set, common, linalg, context) : common;
    if (tuned === undefined) return undefined;
    const scale = scalesOf(groups ?? one, tuned.scales);
    const predicted = Array.from({ length: to - from }, (_, f) => {
      const fitted = all.filter((row) => folds[row] !== from + f);
      const others = all.filter((row) => folds[row] === from + f);
      const ridge = lambda === undefined ? tuned.ridge * ridgeFactor : lambda * fitted.length;
      return predictOthers(whole, scale, ridge, fitted, others, linalg, context);
    });
    const total = lambda === undefined ? tuned.ridge * ridgeFactor : lambda * sample.x.rows;
    return {
      predicted,
      tuned: { scales: tuned.scales, ridge: lambda === undefined ? tuned.ridge * ridgeFactor : lambda * all.length },
      ...(residuals && { residuals: leftOut(sample, scale, total, linalg, context) }),
    };
  });
}

/** One scale for all columns, or none where the kernel has none. */
const commonGroups = ({ x, template }: SearchProblem): ScaleGroups => ({
  ...oneScale(x.columns),
  ...(template.kind === 'linear' && { count: 0 }),
});

/** One scale for each group, from a common one. */
function tuneGrouped(
  sample: SearchProblem,
  groups: ScaleGroups,
  set: { readonly lambda?: number },
  { scales: [common], ridge }: Hyperparameters,
  linalg: LinearAlgebra,
  context: RunContext,
): Tuned | undefined {
  const rule = { groups, ...set, budget: affordable(sample, GROUPED), tolerance: RACE_TOLERANCE, reference: common };
  return tune(sample, rule, { scales: new Array<number>(groups.count).fill(common), ridge }, linalg, context);
}

/** Leave-one-out residuals of each target, weights undone. */
function leftOut(
  problem: SearchProblem,
  lengthScale: readonly number[],
  ridge: number,
  linalg: LinearAlgebra,
  context: RunContext,
): Float64Array[] {
  const { rootWeights, x } = problem;
  return linalg.scope(() => {
    const gram = weightedGramAt(problem, lengthScale, linalg, context);
    const point = ridgePoint(gram, problem, ridge / x.rows, linalg, silently(context));
    return (point?.coefficients ?? []).map((values) =>
      values.map((v, i) => v / (point?.diagonal[i] ?? 1) / (rootWeights?.[i] || 1)),
    );
  });
}

function affordable({ x }: SearchProblem, wanted: number): number {
  const each = 4 * x.rows ** 3 + 6 * x.rows ** 2 * x.columns;
  return Math.max(LEAST, Math.min(wanted, Math.floor(OPERATIONS / each)));
}

/** What goes wrong in one candidate is told of that candidate; a cancellation and a defect end the race. */
export function attempt<T extends object>(body: () => T | undefined): (T & { readonly seconds: number }) | FailedTrial {
  const started = performance.now();
  try {
    const result = body();
    return result
      ? { ...result, seconds: (performance.now() - started) / 1000 }
      : { failed: 'The kernel matrix is not positive definite to rounding.' };
  } catch (error) {
    if (!(error instanceof KernelscopeError) || error.failure.code === 'run/cancelled') throw error;
    return { failed: error.message };
  }
}
