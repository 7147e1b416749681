import type { Computing } from '../linalg/linalg';
import type { Gram } from './gram';

/** One point of a path. Its arrays are the solver's own and change after the visit: copy those to be stored. */
export interface PathPoint {
  /** The position among the strengths requested. */
  readonly index: number;
  /** n coefficients, f = K·alpha + intercept. */
  readonly alpha: Float64Array;
  /** 0 for solvers without one. */
  readonly intercept: number;
  /** y − intercept − K·alpha, n. */
  readonly residuals: Float64Array;
  /** M-estimators: the weight of each row, from 0 to 1. */
  readonly weights?: Float64Array;
  /** The relative duality gap, or last relative change; 0 if the point is exact. */
  readonly remainder: number;
  /** Steps, pivots or iterations since the point before. */
  readonly iterations: number;
}

export interface PathTask {
  readonly gram: Gram;
  /** The targets, n; already centred if the method needs it. */
  readonly y: Float64Array;
  /** The strengths from the most regular on: ascending t and c, descending lambda and epsilon. At least one. */
  readonly strengths: Float64Array;
}

/** Returns true to go on to the next strength. */
export type Visit = (point: PathPoint) => boolean;

/**
 * Follows a path from its most regular end, warm-started, and visits every strength in turn until the last or until a
 * visit returns false. Polls `context.check()` at least every 100 ms; reports no progress.
 */
export type PathSolver = (task: PathTask, visit: Visit, context: Computing) => void;
