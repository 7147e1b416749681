import { type RunContext, silently } from '../contract/context';
import { KernelscopeError } from '../contract/failure';
import type { KernelTemplate } from '../kernels/kernelTemplate';
import type { LinearAlgebra } from '../linalg/linalg';
import { criterionAt } from './criterion';
import { predictOthers } from './predictOthers';
import { ridgePoint } from './ridgePoint';
import { problemOn, type SearchProblem, weightedGramAt } from './searchProblem';
import { firstGuess, oneScale, type ScaleGroups, scalesOf, type Tuned, tune } from './tune';

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
}

/** Tunes a kernel from nothing: with one scale for all columns, then from there with one for each group. */
export interface FirstTuning extends CandidateTrial {
  readonly kind: 'first';
  /** Where the search for a common scale begins. */
  readonly guess: number;
  /** Rows (0-based) whose leave-one-out errors choose the ridge: more than the likelihood needs, as more rows bear less of it. */
  readonly ridgeRows: Uint32Array;
  /** Left out where only a common scale is asked for. */
  readonly groups?: ScaleGroups;
}

export interface TunedCandidate extends Tuned {
  /** What the likelihood's ridge is multiplied by for the least leave-one-out error. */
  readonly ridgeFactor: number;
  readonly seconds: number;
}

export interface FirstTunings {
  readonly common: TunedCandidate | FailedTrial;
  readonly grouped?: TunedCandidate | FailedTrial;
}

/** Tunes a kernel on the rows outside a fold from where it was on all rows, fits them all and predicts the fold. */
export interface OnFold extends CandidateTrial {
  readonly kind: 'fold';
  readonly groups: ScaleGroups;
  /** The fold of every row (n). */
  readonly folds: Uint16Array;
  readonly fold: number;
  readonly start: Tuned & Pick<TunedCandidate, 'ridgeFactor'>;
  /** Whether leave-one-out residuals are wanted: what quantiles of new rows are told from. */
  readonly residuals: boolean;
}

export type OnFoldResult =
  | {
      /** Of the fold's rows, ascending, for each target. */
      readonly predicted: readonly Float64Array[];
      /** Leave-one-out, on the tuning's rows, for each target. */
      readonly residuals?: readonly Float64Array[];
      readonly seconds: number;
    }
  | FailedTrial;

/** Evaluations of the likelihood with its gradient: from nothing, and from where a search on nearly the same rows ended. */
const FIRST_COMMON = 15;
const FIRST_GROUPED = 30;
const AGAIN = 4;
export const AGAIN_ROWS = 300;
/** Powers of ten that the ridge may leave the likelihood's by. */
const MOST_POWERS = 5;
/** Operations that the evaluations of one search may cost, n² for each column beside n³: many columns get fewer of them. */
const OPERATIONS = 3e10;
const LEAST = 4;

export function computeFirstTuning(
  problem: SearchProblem,
  { template, rows, guess, ridgeRows, groups, lambda }: FirstTuning,
  linalg: LinearAlgebra,
  context: RunContext,
): FirstTunings {
  const sample = problemOn({ ...problem, template }, rows);
  const set = lambda === undefined ? {} : { lambda };
  const one = { ...oneScale(sample.x.columns), ...(template.kind === 'linear' && { count: 0 }) };
  const more = problemOn({ ...problem, template }, ridgeRows);
  const withFactor = (tuned: Tuned | undefined, of: ScaleGroups) =>
    tuned && {
      ...tuned,
      ridgeFactor:
        lambda === undefined ? bestFactor(more, scalesOf(of, tuned.scales), tuned.ridge, linalg, context) : 1,
    };
  const common = attempt(() => {
    const start = firstGuess(sample, one, guess, lambda, linalg, context);
    const rule = { groups: one, ...set, budget: affordable(sample, FIRST_COMMON) };
    return withFactor(tune(sample, rule, start, linalg, context), one);
  });
  if (groups === undefined || 'failed' in common) return { common };
  const { ridge } = common;
  const start = { scales: new Array<number>(groups.count).fill(common.scales[0]), ridge };
  const rule = { groups, ...set, budget: affordable(sample, FIRST_GROUPED) };
  return { common, grouped: attempt(() => withFactor(tune(sample, rule, start, linalg, context), groups)) };
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

export function computeOnFold(
  problem: SearchProblem,
  { template, rows, groups, folds, fold, start, lambda, residuals }: OnFold,
  linalg: LinearAlgebra,
  context: RunContext,
): OnFoldResult {
  const whole = { ...problem, template };
  const sample = problemOn(
    whole,
    rows.slice(0, AGAIN_ROWS).filter((row) => folds[row] !== fold),
  );
  const all = Uint32Array.from(folds.keys());
  const fitted = all.filter((row) => folds[row] !== fold);
  const others = all.filter((row) => folds[row] === fold);
  return attempt(() => {
    const rule = { groups, ...(lambda !== undefined && { lambda }), budget: affordable(sample, AGAIN) };
    const tuned = tune(sample, rule, start, linalg, context);
    if (tuned === undefined) return undefined;
    const scale = scalesOf(groups, tuned.scales);
    const ridge = lambda === undefined ? tuned.ridge * start.ridgeFactor : lambda * fitted.length;
    const predicted = predictOthers(whole, scale, ridge, fitted, others, linalg, context);
    return { predicted, ...(residuals && { residuals: leftOut(sample, scale, ridge, linalg, context) }) };
  });
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
function attempt<T extends object>(body: () => T | undefined): (T & { readonly seconds: number }) | FailedTrial {
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
