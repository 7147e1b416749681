import type { ParameterSchema, Parameters } from '../../contract/method';
import type { ScoreLoss, StrengthAxis } from '../../contract/robust';
import type { Computing } from '../../linalg/linalg';
import type { Gram } from '../../solvers/gram';
import type { PathSolver } from '../../solvers/path';
import type { MethodWords } from '../method';
import type { Reach } from './nearTargets';

/** The input that a solver is chosen by, once the rows of a path are known. */
export interface SolverInput {
  readonly parameters: Parameters;
  /** Robust standard deviation of the entire target, in units of y. */
  readonly spread: number;
  /** True if a constant is fitted inside the problem. */
  readonly intercept: boolean;
  /** The weights of this path's rows; absent if all are 1. */
  readonly weights?: Float64Array;
  /** The level that is solved for; 0.5 without quantiles. */
  readonly tau: number;
  /** Step size, for descents in steps. */
  readonly stepSize?: number;
}

/** The members of a solver's input that are the same for all parts and levels of a target. */
export type SharedInput = Omit<SolverInput, 'tau' | 'weights'>;

/** The rule by which a descent chooses its step size if it was not set. */
export interface StepRule {
  /** The step size in units of the coefficients, from the rows that are fitted; undefined if no steps are needed. */
  of(rows: StepRows, spread: number, context: Computing): number | undefined;
  /** The largest sensible step size. */
  limit(rows: StepRows, context: Computing): number;
  readonly rule: string;
  /**
   * The number of steps after which a path stops whatever its loss, provided some of it was followed; see `stepBound`.
   */
  most(gram: Pick<Gram, 'kind'>): number;
  /** True if a descent stores as many columns of the landmarks' kernel matrix as there are landmarks. */
  readonly keepsColumns?: boolean;
  /** Operations of one step on n rows, for the estimate of time. */
  operations(n: number): number;
  /** The largest t that steps will reach on n rows, guessed from some of them; Infinity if no steps are taken. */
  longest?(rows: StepRows, n: number, landmarks: number, context: Computing): number;
}

/** Factor on the usual most steps that gives the steps a path may take at all. */
const STRETCH = 10;

/** The number of steps that no path exceeds, whatever was set. */
export const stepBound = (steps: Pick<StepRule, 'most'>, gram: Pick<Gram, 'kind'>): number =>
  STRETCH * steps.most(gram);

export interface StepRows {
  readonly gram: Gram;
  /** The target, centred as the path sees it. */
  readonly y: Float64Array;
}

/** A penalised path, and the rule that matches its points with those of a descent. */
export interface Beside {
  readonly method: 'kl-inf' | 'kl1';
  solver(): PathSolver;
  /** Its strength is the largest of these, for the descent at the matching point. */
  readonly by: 'coefficient' | 'residual';
}

/** A robust, sparse or quantile method as a path solver: everything in which one differs from another. */
export interface RobustFamily extends MethodWords {
  readonly axis: StrengthAxis;
  /** The axis as a parameter: its name is the axis. */
  readonly strength: ParameterSchema;
  /** Parameters in addition to the kernel's and the common ones. */
  readonly parameters: readonly ParameterSchema[];
  /** The intercept is fitted inside the problem, or the median is subtracted before. */
  readonly interceptBy: 'problem' | 'median';
  /** True if the method can use row weights. */
  readonly weighted: boolean;
  /** The meaning of remainders: relative duality gaps, last relative changes, or none because the path is exact. */
  readonly measure: 'gap' | 'change' | 'exact';
  readonly tolerance: number;
  /** The shape of the loss near 0, which decides the scale of lambda. */
  readonly nearZero: 'squared' | 'absolute';
  /** The step rule of descents, whose time grows with t. */
  readonly steps?: StepRule;
  /**
   * The fraction by which the loss on rows left out must exceed its lowest value for a path to stop: sparse fits take
   * in the rows with the largest residuals first, so that their loss may rise for long before it falls.
   */
  readonly leaveAbove: number;
  /**
   * The distance from a first fit beyond which a target's distance does not count. A loss that is flat there gives the
   * same fit; sparse fits would spend all their coefficients on a few rows far out.
   */
  readonly reach: Reach;
  /** Losses to score by; the first is the default. */
  readonly losses: readonly ScoreLoss[];
  solver(input: SolverInput): PathSolver;
  /** True if residuals are measured by their robust scale, which has to come from the target. */
  scaled?(parameters: Parameters): boolean;
  /** Levels of a quantile fit, ascending; checked. */
  taus?(parameters: Parameters): readonly number[];
  /** Parameters other than the strength that the method fills in by rule, with their words. */
  chosen?(input: SolverInput): readonly { readonly name: string; readonly value: number; readonly rule: string }[];
  /** For descents that stop early, the penalised path that they resemble (SIGN section 5.1). */
  readonly beside?: Beside;
  /** Operations of one path on n rows with the full kernel matrix, for the estimate of time. */
  pathOperations(n: number): number;
}
