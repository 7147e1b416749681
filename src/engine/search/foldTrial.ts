import { silently } from '../contract/context';
import { KernelscopeError } from '../contract/failure';
import { fillKernel } from '../kernels/expression';
import type { KernelTemplate } from '../kernels/kernel';
import type { Computing } from '../linalg/linalg';
import { approximatingMap, type KernelApproximation, weightedGramOf } from './approximation';
import { type ColumnSum, chosenOn, isColumnSum, type KernelNumbers, specOfSum, startOfSum } from './columnSum';
import { criterionAt } from './criterion';
import { drawnIn } from './drawnIn';
import { predictOthers } from './predictOthers';
import { ridgePoint } from './ridgePoint';
import { problemOn, type SearchProblem, weightedGramAt } from './searchProblem';
import { firstGuess, type Hyperparameters, oneScale, type ScaleGroups, scalesOf, type Tuned, tune } from './tune';
import { tuneColumnSum } from './tuneColumnSum';

/** A trial that failed, in words. */
export interface FailedTrial {
  readonly failed: string;
}

interface CandidateTrial {
  readonly kernel: KernelTemplate | ColumnSum;
  /** Rows (0-based) on which the likelihood is computed. */
  readonly rows: Uint32Array;
  /** The lambda per sample, if the person has set it. */
  readonly lambda?: number;
  /** Targets are numbers, of which some may lie far out: these are drawn in while the kernel is tuned. */
  readonly drawsIn: boolean;
}

/** Tunes a kernel from scratch, with one scale for all columns. */
export interface FirstTuning extends CandidateTrial {
  readonly kind: 'first';
  /** The search for a common scale begins here. */
  readonly guess: number;
  /**
   * Rows (0-based) whose leave-one-out errors choose the ridge: more than the likelihood needs, since each row says
   * less about it.
   */
  readonly ridgeRows: Uint32Array;
}

export interface TunedCandidate extends Tuned {
  /** The factor for the likelihood's ridge that gives the lowest leave-one-out error. */
  readonly ridgeFactor: number;
  readonly seconds: number;
}

export type FirstTuningResult = TunedCandidate | FailedTrial;

/**
 * Tunes a kernel on the rows outside some folds, then for each of them fits all rows outside it and predicts its rows.
 * One length scale for all columns is tuned further from its value for all rows; several are tuned from the common one,
 * since their values for all rows would reveal something about the rows that are predicted.
 */
export interface OnFolds extends CandidateTrial {
  readonly kind: 'folds';
  /** Given if one scale for each group is requested. */
  readonly groups?: ScaleGroups;
  /** The fold of every row (n). */
  readonly folds: Uint16Array;
  /** The folds from the first number to before the second. */
  readonly block: readonly [number, number];
  /** The start of the common scale. */
  readonly start: Tuned;
  /** The factor of the likelihood's ridge. */
  readonly ridgeFactor: number;
  /** True if leave-one-out residuals are wanted, from which quantiles of new rows are estimated. */
  readonly residuals: boolean;
  /**
   * The approximation that replaces the kernel in the fit, with the ridge of the lowest leave-one-out error on the rows
   * of the tuning.
   */
  readonly approximation?: KernelApproximation;
}

export type OnFoldsResult =
  | {
      /**
       * By fold of the block: the predictions of its rows, ascending, for each target; then, if there are targets far
       * out, those by a fit of each target with these drawn in.
       */
      readonly predicted: readonly (readonly Float64Array[])[];
      readonly tuned: KernelNumbers;
      /** Leave-one-out, on the tuning's rows, for each target. */
      readonly residuals?: readonly Float64Array[];
      readonly seconds: number;
    }
  | FailedTrial;

/**
 * The numbers of evaluations of the likelihood with its gradient: from scratch, and from where a search on nearly the
 * same rows ended.
 */
const FIRST_COMMON = 15;
const GROUPED = 20;
/**
 * The evaluations for each number of a sum: from its start, and with the curvature of a search on nearly the same rows;
 * then the most of both.
 */
const FIRST_EACH = 0.5;
const EACH = 0.3;
const FIRST_SUM = 32;
const SUM = 18;
const LEAST_SUM = 10;
const AGAIN = 4;
/** Candidates can be told apart before the last digits of their likelihoods are known. */
const RACE_TOLERANCE = 1e-4;
/** Powers of ten that the ridge may leave the likelihood's by. */
const MOST_POWERS = 5;
/**
 * The most operations of the evaluations of one search, n² for each column in addition to n³: with many columns fewer
 * evaluations are made.
 */
const OPERATIONS = 3e10;
const LEAST = 4;

export function computeFirstTuning(
  problem: SearchProblem,
  { kernel, rows, guess, ridgeRows, lambda, drawsIn }: FirstTuning,
  context: Computing,
): FirstTuningResult {
  return attempt(() => {
    const searched = { ...problem, y: problem.near ?? problem.y };
    const sample = problemOn(searched, rows);
    const one = commonGroups(sample, kernel);
    const set = lambda === undefined ? {} : { lambda };
    const start = isColumnSum(kernel)
      ? startOfSum(kernel)
      : firstGuess({ ...sample, template: kernel }, one, guess, lambda, context);
    const near = (of: SearchProblem, at: Hyperparameters) => {
      const { problem: known, groups } = settled(of, kernel, one, at);
      return drawsIn ? drawnIn(known, groups, at, context) : known;
    };
    const rule = { groups: one, ...set, tolerance: RACE_TOLERANCE };
    const tuned = isColumnSum(kernel)
      ? tuneColumnSum(
          near(sample, start),
          kernel,
          { ...rule, rows: problem.x.rows, budget: affordable(sample, evaluationsOf(kernel, FIRST_EACH, FIRST_SUM)) },
          context,
        )
      : tune(near(sample, start), { ...rule, budget: affordable(sample, FIRST_COMMON) }, start, context);
    if (tuned === undefined) return undefined;
    if (lambda !== undefined) return { ...tuned, ridgeFactor: 1 };
    const more = near(problemOn(searched, ridgeRows), tuned);
    const { lengthScale } = settled(more, kernel, one, tuned);
    const ridgeFactor = context.linalg.scope(() =>
      bestFactor(more, weightedGramAt(more, lengthScale, context), tuned.ridge, context),
    );
    return { ...tuned, ridgeFactor };
  });
}

/** The problem with a kernel whose numbers are known, and those that remain to be filled in: length scales by group. */
function settled(
  problem: SearchProblem,
  kernel: CandidateTrial['kernel'],
  groups: ScaleGroups,
  at: Hyperparameters,
  rows = problem.x.rows,
): { readonly problem: SearchProblem; readonly groups: ScaleGroups; readonly lengthScale: readonly number[] } {
  if (!isColumnSum(kernel))
    return { problem: { ...problem, template: kernel }, groups, lengthScale: scalesOf(groups, at.scales) };
  const none = { ...groups, count: 0 };
  return { problem: { ...problem, template: specOfSum(kernel, at, problem.x, rows) }, groups: none, lengthScale: [1] };
}

/**
 * The power of ten by which a ridge is multiplied for the lowest leave-one-out error, downhill from 1. The likelihood
 * may take for noise what rows that lie close together would resolve.
 */
function bestFactor(problem: SearchProblem, gram: Float64Array, ridge: number, context: Computing): number {
  const errorAt = (power: number) => {
    context.check();
    const lambda = (ridge * 10 ** power) / problem.x.rows;
    const error = criterionAt(gram, problem, 'loo', lambda, context);
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
}

export function computeOnFolds(problem: SearchProblem, trial: OnFolds, context: Computing): OnFoldsResult {
  const { kernel, rows, groups, folds, block, start, lambda, drawsIn, residuals } = trial;
  const [from, to] = block;
  const outside = (row: number) => folds[row] < from || folds[row] >= to;
  const { y, near: drawn = [] } = problem;
  const targets = drawn.length > 0 ? drawn : y;
  const sample = problemOn({ ...problem, y: targets }, rows.filter(outside));
  const all = Uint32Array.from(folds.keys());
  const set = { rows: all.length, ...(lambda !== undefined && { lambda }) };
  return attempt(() =>
    context.linalg.scope(() => {
      const one = commonGroups(sample, kernel);
      const known = settled(sample, kernel, one, start);
      const near = drawsIn ? drawnIn(known.problem, known.groups, start, context) : known.problem;
      const open = isColumnSum(kernel) ? chosenOn(kernel, sample.x, sample.y) : kernel;
      const tuned = tuneOutside(near, open, { one, groups }, set, start, context);
      if (tuned === undefined) return undefined;
      const { problem: judged, lengthScale } = settled(sample, open, groups ?? one, tuned, all.length);
      const { template } = judged;
      const whole = { ...problem, template, y: [...y, ...drawn] };
      const at = { scales: lengthScale, ridge: tuned.ridge };
      const fitted = asFitted(whole, { ...near, template }, trial, all.filter(outside), at, context);
      const { gram, ridge } = fitted;
      const parts = Array.from({ length: to - from }, (_, f) => all.filter((row) => folds[row] === from + f));
      const predicted =
        lambda === undefined
          ? predictOthers(whole, gram, ridge, all.filter(outside), parts, context)
          : parts.flatMap((others, f) => {
              const rest = all.filter((row) => folds[row] !== from + f);
              return predictOthers(whole, gram, lambda * rest.length, rest, [others], context);
            });
      const total = lambda === undefined ? ridge : lambda * sample.x.rows;
      return {
        predicted,
        tuned: {
          scales: tuned.scales,
          ridge: lambda === undefined ? ridge : lambda * all.length,
          ...(isColumnSum(open) && open !== kernel && { sum: open }),
        },
        ...(residuals && { residuals: leftOut(judged, lengthScale, total, context) }),
      };
    }),
  );
}

/** S·K·S of all rows as the method fits them, with the kernel itself or with its features, and the total ridge. */
function asFitted(
  whole: SearchProblem,
  near: SearchProblem,
  { ridgeFactor, approximation, lambda }: OnFolds,
  outside: Uint32Array,
  { scales, ridge }: Hyperparameters,
  context: Computing,
): { readonly gram: Float64Array; readonly ridge: number } {
  const kernel = fillKernel(whole.template, scales);
  const map = approximation && approximatingMap(approximation, kernel, whole, outside, context);
  if (map === undefined) return { gram: weightedGramAt(whole, scales, context), ridge: ridge * ridgeFactor };
  const gram = weightedGramOf(whole, map, context);
  if (lambda !== undefined) return { gram, ridge };
  const factor = context.linalg.scope(() => bestFactor(near, weightedGramOf(near, map, context), ridge, context));
  return { gram, ridge: ridge * factor };
}

/** One scale for all columns, or none if the kernel has none. */
const commonGroups = ({ x }: SearchProblem, { kind }: CandidateTrial['kernel']): ScaleGroups => ({
  ...oneScale(x.columns),
  ...(kind === 'linear' && { count: 0 }),
});

/**
 * Tunes on the rows outside a block of folds. The numbers that a sum reached on all rows would reveal something about
 * the rows that are predicted; the curvature there does not.
 */
function tuneOutside(
  near: SearchProblem,
  kernel: CandidateTrial['kernel'],
  { one, groups }: { readonly one: ScaleGroups; readonly groups: ScaleGroups | undefined },
  set: { readonly lambda?: number; readonly rows: number },
  start: Tuned,
  context: Computing,
): Tuned | undefined {
  const rule = { groups: one, ...set, tolerance: RACE_TOLERANCE };
  if (isColumnSum(kernel)) {
    const from = startOfSum(kernel);
    // A sum of other columns may have more or fewer numbers.
    const alike = start.curvature.length === (kernel.start.length + 1) ** 2;
    return tuneColumnSum(
      near,
      kernel,
      { ...rule, budget: affordable(near, evaluationsOf(kernel, EACH, SUM)) },
      context,
      { ...from, ...(alike && { curvature: start.curvature }) },
    );
  }
  const common = tune(near, { ...rule, budget: affordable(near, AGAIN) }, start, context);
  return common && groups ? tuneGrouped(near, groups, set, common, context) : common;
}

/** One scale for each group, from a common one. */
function tuneGrouped(
  sample: SearchProblem,
  groups: ScaleGroups,
  set: { readonly lambda?: number },
  { scales: [common], ridge }: Hyperparameters,
  context: Computing,
): Tuned | undefined {
  const rule = { groups, ...set, budget: affordable(sample, GROUPED), tolerance: RACE_TOLERANCE, reference: common };
  return tune(sample, rule, { scales: new Array<number>(groups.count).fill(common), ridge }, context);
}

/** Leave-one-out residuals of each target, weights undone. */
function leftOut(
  problem: SearchProblem,
  lengthScale: readonly number[],
  ridge: number,
  context: Computing,
): Float64Array[] {
  const { rootWeights, x } = problem;
  return context.linalg.scope(() => {
    const gram = weightedGramAt(problem, lengthScale, context);
    const point = ridgePoint(gram, problem, ridge / x.rows, silently(context));
    return (point?.coefficients ?? []).map((values) =>
      values.map((v, i) => v / (point?.diagonal[i] ?? 1) / (rootWeights?.[i] || 1)),
    );
  });
}

function affordable({ x }: SearchProblem, wanted: number): number {
  const each = 4 * x.rows ** 3 + 6 * x.rows ** 2 * x.columns;
  return Math.max(LEAST, Math.min(wanted, Math.floor(OPERATIONS / each)));
}

const evaluationsOf = ({ start }: ColumnSum, each: number, most: number): number =>
  Math.min(most, LEAST_SUM + Math.round(each * start.length));

/** An error of one candidate becomes that candidate's reason; a cancellation or a defect ends the race. */
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
