import type { RunContext } from '../../contract/context';
import type { ParameterSchema, Parameters } from '../../contract/method';
import type { ScoreLoss, StrengthAxis } from '../../contract/robust';
import type { LinearAlgebra } from '../../linalg/linalg';
import type { Gram } from '../../solvers/gram';
import type { PathSolver } from '../../solvers/path';
import type { MethodWords } from '../method';
import type { Reach } from './nearTargets';

/** What a solver is chosen by, once the rows of a path are known. */
export interface SolverInput {
  readonly parameters: Parameters;
  /** Training rows of this path. */
  readonly n: number;
  /** Robust standard deviation of the whole target, in units of y. */
  readonly spread: number;
  /** Whether a constant is fitted inside the problem. */
  readonly intercept: boolean;
  /** Row weights of this path's rows; absent when all are 1. */
  readonly weights?: Float64Array;
  /** Of the level that is solved for; 0.5 without quantiles. */
  readonly tau: number;
  /** For descents in steps: their size. */
  readonly stepSize?: number;
}

/** How a descent chooses its step size when it was not set. */
export interface StepRule {
  /** In units of the coefficients, from the rows that are fitted; undefined where no steps are needed. */
  of(rows: StepRows, spread: number, linalg: LinearAlgebra, context: RunContext): number | undefined;
  /** The largest that is sensible. */
  limit(rows: StepRows, linalg: LinearAlgebra, context: RunContext): number;
  readonly rule: string;
  /** Steps after which a path is left whatever its loss, where that leaves any of it; see `stepBound`. */
  most(gram: Pick<Gram, 'kind'>): number;
  /** Whether it keeps columns of the kernel matrix of landmarks, as many as these. */
  readonly keepsColumns?: boolean;
  /** Operations of one step on n rows, for the estimate of time. */
  operations(n: number): number;
  /** The largest t that steps will reach on n rows, guessed from some of them; Infinity where none are taken. */
  longest?(rows: StepRows, n: number, landmarks: number, linalg: LinearAlgebra, context: RunContext): number;
}

/** Times the usual most steps that a path may take at all. */
const STRETCH = 10;

/** Steps that no path goes beyond, whatever was set. */
export const stepBound = (steps: Pick<StepRule, 'most'>, gram: Pick<Gram, 'kind'>): number =>
  STRETCH * steps.most(gram);

export interface StepRows {
  readonly gram: Gram;
  /** Centred as the path sees it. */
  readonly y: Float64Array;
}

/** A robust, sparse or quantile method as a path solver: everything in which one differs from another. */
export interface RobustFamily extends MethodWords {
  readonly axis: StrengthAxis;
  /** The axis as a parameter: its name is the axis. */
  readonly strength: ParameterSchema;
  /** Beside the kernel's and the common ones. */
  readonly parameters: readonly ParameterSchema[];
  /** Inside the problem, or by taking the median away before. */
  readonly interceptBy: 'problem' | 'median';
  /** Whether row weights have a meaning for it. */
  readonly weighted: boolean;
  /** What remainders are: relative duality gaps, last relative changes, or nothing because the path is exact. */
  readonly measure: 'gap' | 'change' | 'exact';
  readonly tolerance: number;
  /** How its loss begins at 0, which says on what scale a lambda lies. */
  readonly nearZero: 'squared' | 'absolute';
  /** Descents whose path takes as long as t. */
  readonly steps?: StepRule;
  /**
   * Share by which the loss on rows left out must stand above its least for a path to be left: sparse fits take in the rows with the
   * largest residuals first, so that theirs may rise for long before it falls.
   */
  readonly leaveAbove: number;
  /**
   * Beyond which distance from a first fit a target's does not count. Where a loss does not feel that distance the fit is the same; sparse
   * fits would spend all they have on a few rows far out.
   */
  readonly reach: Reach;
  /** Losses to score by; the first is the default. */
  readonly losses: readonly ScoreLoss[];
  solver(input: SolverInput): PathSolver;
  /** Levels of a quantile fit, ascending; checked. */
  taus?(parameters: Parameters): readonly number[];
  /** Parameters that the method fills in by rule beside the strength, with their words. */
  chosen?(input: SolverInput): readonly { readonly name: string; readonly value: number; readonly rule: string }[];
  /** Operations of one path on n rows whose kernel matrix is used whole, for the estimate of time. */
  pathOperations(n: number): number;
}
