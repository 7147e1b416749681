import { silently } from '../contract/context';
import { KernelscopeError } from '../contract/failure';
import { type Computing, full } from '../linalg/linalg';
import { invertLower } from './invertLower';
import { problemOn, type SearchProblem } from './searchProblem';

/**
 * For each of `parts`, ridge with the total ridge `ridge` on the rows `always` and those of the other parts predicts
 * its rows (0-based, each once), each target's in order. `gram`: S·K·S of all rows (n×n). One Cholesky factor for all
 * parts, n³/3 operations: with these last, the trailing block of P (ridgePoint.ts) needs only that of the factor, and
 * P_BB^-1·(P·y)_B are the errors of the fit without the rows B on them. The unpenalised features must be of full rank
 * without any part, as a constant is. Throws `numerics/failed` if K + ridge·I is not positive definite to rounding.
 */
export function predictOthers(
  problem: SearchProblem,
  gram: Float64Array,
  ridge: number,
  always: Uint32Array,
  parts: readonly Uint32Array[],
  context: Computing,
): Float64Array[][] {
  const { linalg } = context;
  const quiet = silently(context);
  return linalg.scope(() => {
    const order = Uint32Array.from([always, ...parts].flatMap((rows) => Array.from(rows)));
    const { y, features } = problemOn({ ...problem, x: { ...problem.x, columns: 0 } }, order);
    const [n, m, targets, p] = [order.length, order.length - always.length, y.length, features?.columns ?? 0];
    const l = linalg.allocate(n * n);
    pickSquare(gram, problem.x.rows, order, l);
    for (let i = 0; i < n; i++) l[i * (n + 1)] += ridge;
    factor(l, n, quiet);
    const sides = linalg.allocate(n * (targets + p));
    for (const [t, target] of y.entries()) sides.set(target, t * n);
    if (features) sides.set(features.values, targets * n);
    linalg.solveLower(l, n, false, sides, targets + p, quiet);
    const free = { values: sides, offset: targets * n, lead: n };
    if (p > 0) {
      // With A = L·L', L^-1·F gets orthonormal columns, and L^-1·y leaves their span.
      const inner = linalg.allocate(p * p);
      linalg.syrk(true, p, n, 1, free, 0, full(inner, p), quiet);
      factor(inner, p, quiet);
      linalg.solveLowerRight(inner, p, true, sides.subarray(targets * n), n, quiet);
      const along = linalg.allocate(p * targets);
      linalg.gemm(true, false, p, targets, n, 1, free, full(sides, n), 0, full(along, p), quiet);
      linalg.gemm(false, false, n, targets, p, -1, free, full(along, p), 1, full(sides, n), quiet);
    }
    const tail = linalg.allocate(m * m);
    for (let j = 0; j < m; j++) tail.set(l.subarray((n - m + j) * n + n - m, (n - m + j + 1) * n), j * m);
    invertLower(tail, m, quiet);
    const ends = linalg.allocate(m * (targets + p));
    linalg.gemm(
      true,
      false,
      m,
      targets + p,
      m,
      1,
      full(tail, m),
      { ...full(sides, n), offset: n - m },
      0,
      full(ends, m),
      quiet,
    );
    const ofP = linalg.allocate(m * m);
    linalg.syrk(true, m, m, 1, full(tail, m), 0, full(ofP, m), quiet);
    linalg.syrk(false, m, p, -1, { ...full(ends, m), offset: targets * m }, 1, full(ofP, m), quiet);
    let from = 0;
    return parts.map(({ length }) => {
      const [own, missed] = [linalg.allocate(length * length), linalg.allocate(length * targets)];
      for (let j = 0; j < length; j++)
        own.set(ofP.subarray((from + j) * m + from, (from + j) * m + from + length), j * length);
      for (let t = 0; t < targets; t++) missed.set(ends.subarray(t * m + from, t * m + from + length), t * length);
      factor(own, length, quiet);
      for (const transposed of [false, true]) linalg.solveLower(own, length, transposed, missed, targets, quiet);
      const at = n - m + from;
      from += length;
      // Values are times the root of the row's own weight; a row without weight does not count.
      return y.map((values, t) =>
        Float64Array.from(
          { length },
          (_, i) => (values[at + i] - missed[t * length + i]) / (problem.rootWeights?.[order[at + i]] || 1),
        ),
      );
    });
  });
}

/** The lower triangle of the rows and columns `order` of an n×n matrix. */
function pickSquare(from: Float64Array, n: number, order: Uint32Array, into: Float64Array): void {
  const { length } = order;
  for (let j = 0; j < length; j++)
    for (let i = j, column = order[j] * n; i < length; i++) into[j * length + i] = from[column + order[i]];
}

function factor(a: Float64Array, n: number, context: Computing): void {
  if (context.linalg.cholesky(a, n, context) !== undefined)
    throw new KernelscopeError('numerics/failed', 'The kernel matrix is not positive definite to rounding.');
}
