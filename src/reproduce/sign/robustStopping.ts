import { dot } from '../../engine/linalg/dot';
import { type Computing, full } from '../../engine/linalg/linalg';
import type { Gram } from '../../engine/solvers/gram';
import type { PathSolver, Visit } from '../../engine/solvers/path';

export interface Schedule {
  /** Ascending times at which a path is looked at. */
  readonly times: Float64Array;
  /** Number of looks without a lower error after which the path is left. */
  readonly patience: number;
}

/** The point at which a path was best: 0 when that was before the first look. */
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

/** Follows a path until the error on the rows left out has not fallen at this many looks (SIGN section 6.2). */
export function stopEarly(
  { gram, y, cross, observed }: StoppedPath,
  solver: PathSolver,
  schedule: Schedule,
  cost: (residual: number) => number,
  context: Computing,
): Stopped {
  const { n } = gram;
  const m = observed.length;
  // Kernel values of one row left out side by side.
  const across = new Float64Array(m * n);
  for (let i = 0; i < n; i++) for (let j = 0; j < m; j++) across[j * n + i] = cross[i * m + j];
  const looks = looksAt(observed, schedule, cost);
  const visit: Visit = ({ index, alpha, intercept }) =>
    looks.goesOn(index, (j) => intercept + dot(across, j * n, alpha, 0, n));
  solver({ gram, y, strengths: schedule.times }, visit, context);
  return looks.best();
}

/** The looks at a path, one after the other: the best of them, and whether the path is followed further. */
function looksAt(observed: Float64Array, { times, patience }: Schedule, cost: (residual: number) => number) {
  let best = -1;
  // Before the first step the prediction is 0 everywhere.
  let least = observed.reduce((sum, v) => sum + cost(v), 0);
  return {
    goesOn(index: number, predicted: (j: number) => number): boolean {
      let error = 0;
      for (let j = 0; j < observed.length; j++) error += cost(observed[j] - predicted(j));
      if (error < least) [least, best] = [error, index];
      return index - best < patience;
    },
    best: (): Stopped => ({ time: best < 0 ? 0 : times[best], error: least }),
  };
}

/** Steps whose predictions are computed at once. */
const CHUNK = 128;

/**
 * `stopEarly` for kernel gradient descent, alpha += step·(y − K·alpha), of one step from each time to the next: in the eigenbasis
 * of K a step costs n operations in place of n², and the predictions of the rows left out are products of matrices.
 */
export function stopDescent(
  { gram, y, cross, observed }: StoppedPath,
  schedule: Schedule,
  cost: (residual: number) => number,
  context: Computing,
): Stopped {
  const { linalg } = context;
  const { times } = schedule;
  const { n } = gram;
  if (gram.kind !== 'dense') throw new RangeError('stopDescent takes a whole kernel matrix');
  const m = observed.length;
  return linalg.scope(() => {
    const work = linalg.allocate(n * n);
    work.set(gram.k.subarray(0, n * n));
    const { values, vectors } = linalg.symmetricEigen(work, n, context);
    const basis = full(vectors, n);
    const across = linalg.allocate(m * n);
    linalg.gemm(false, false, m, n, n, 1, full(cross, m), basis, 0, full(across, m), context);
    const left = linalg.allocate(n);
    linalg.gemv(true, n, n, 1, basis, y, 0, left, context);
    const step = times[0];
    const keep = values.map((v) => 1 - step * Math.max(0, v));
    const coefficients = new Float64Array(n);
    const chunk = linalg.allocate(n * CHUNK);
    const predicted = linalg.allocate(m * CHUNK);
    const looks = looksAt(observed, schedule, cost);
    for (let from = 0, goesOn = true; from < times.length && goesOn; from += CHUNK) {
      const size = Math.min(CHUNK, times.length - from);
      for (let s = 0, at = 0; s < size; s++)
        for (let j = 0; j < n; j++, at++) {
          coefficients[j] += step * left[j];
          left[j] *= keep[j];
          chunk[at] = coefficients[j];
        }
      linalg.gemm(false, false, m, size, n, 1, full(across, m), full(chunk, n), 0, full(predicted, m), context);
      for (let s = 0; s < size && goesOn; s++) goesOn = looks.goesOn(from + s, (j) => predicted[s * m + j]);
    }
    return looks.best();
  });
}
