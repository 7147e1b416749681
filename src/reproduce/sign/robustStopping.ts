import type { RunContext } from '../../engine/contract/context';
import type { LinearAlgebra } from '../../engine/linalg/linalg';
import type { Gram } from '../../engine/solvers/gram';
import type { PathSolver } from '../../engine/solvers/path';

export interface Schedule {
  /** Ascending times at which a path is looked at. */
  readonly times: Float64Array;
  /** Looks without a lower error after which it is left. */
  readonly patience: number;
}

/** Where a path was at its best: 0 when it was before the first look. */
export interface Stopped {
  readonly time: number;
  /** Summed cost of the rows left out. */
  readonly error: number;
}

export interface StoppedPath {
  readonly gram: Gram;
  readonly y: Float64Array;
  /** Kernel values of rows left out (m) with the n trained on, m×n column-major, and their targets. */
  readonly cross: Float64Array;
  readonly observed: Float64Array;
}

/** Follows a path until the error on the rows left out has not fallen for so many looks (SIGN section 6.2). */
export function stopEarly(
  { gram, y, cross, observed }: StoppedPath,
  solver: PathSolver,
  { times, patience }: Schedule,
  cost: (residual: number) => number,
  linalg: LinearAlgebra,
  context: RunContext,
): Stopped {
  const { n } = gram;
  const m = observed.length;
  // Kernel values of one row left out side by side.
  const across = new Float64Array(m * n);
  for (let i = 0; i < n; i++) for (let j = 0; j < m; j++) across[j * n + i] = cross[i * m + j];
  let best = -1;
  let least = costAtZero(observed, cost);
  const visit: Parameters<PathSolver>[1] = ({ index, alpha, intercept }) => {
    let error = 0;
    for (let j = 0; j < m; j++) error += cost(observed[j] - intercept - inner(across, j * n, alpha));
    if (error < least) {
      least = error;
      best = index;
    }
    return index - best < patience;
  };
  solver({ gram, y, strengths: times }, visit, linalg, context);
  return { time: best < 0 ? 0 : times[best], error: least };
}

/** Before the first step the prediction is 0 everywhere. */
export function costAtZero(observed: Float64Array, cost: (residual: number) => number): number {
  return observed.reduce((sum, v) => sum + cost(v), 0);
}

/** Inner product of x with as many entries of `values` from `at` on, in four sums: it is most of what a step costs. */
function inner(values: Float64Array, at: number, x: Float64Array): number {
  const n = x.length;
  let s0 = 0;
  let s1 = 0;
  let s2 = 0;
  let s3 = 0;
  let i = 0;
  for (; i + 3 < n; i += 4, at += 4) {
    s0 += values[at] * x[i];
    s1 += values[at + 1] * x[i + 1];
    s2 += values[at + 2] * x[i + 2];
    s3 += values[at + 3] * x[i + 3];
  }
  for (; i < n; i++, at++) s0 += values[at] * x[i];
  return s0 + s1 + (s2 + s3);
}
