import { silently } from '../contract/context';
import { dot } from '../linalg/dot';
import { type Computing, full } from '../linalg/linalg';
import { pivotedQr } from '../linalg/pivotedQr';
import { invertLower } from './invertLower';
import type { SearchProblem } from './searchProblem';

/** The number of columns up to which products with L^-1 are made one vector at a time. */
const FEW = 4;

/**
 * A ridge fit at one kernel and lambda without eigenvectors. With A = K + n·lambda·I and the unpenalised features F,
 * P = A^-1 − A^-1·F·(F'A^-1·F)^-1·F'A^-1 is all there is: P·y are the coefficients, (P·y)_i/P_ii the leave-one-out residuals.
 */
export interface RidgePoint {
  /** L^-1 for A = L·L', n×n in the core's memory within the caller's scope, zeros above the diagonal. */
  readonly inverse: Float64Array;
  /** W = A^-1·F·C^-T with C·C' = F'A^-1·F, n×p: P = A^-1 − W·W'. F is replaced by an orthonormal basis of its columns. */
  readonly w: Float64Array;
  readonly p: number;
  /** P·y for each target, n values. */
  readonly coefficients: readonly Float64Array[];
  /** The diagonal of P, n values. */
  readonly diagonal: Float64Array;
  /** log det of U'AU with U an orthonormal basis of the complement of F, n − p rows. */
  readonly logDeterminant: number;
}

/**
 * Solves for `gram` (n×n, weighted, positive semidefinite; unchanged). About n³ operations, nearly all of them matrix
 * products: a decomposition costs five times as much. Undefined if A is not positive definite to rounding.
 */
export function ridgePoint(
  gram: Float64Array,
  { x, y, features }: SearchProblem,
  lambda: number,
  context: Computing,
): RidgePoint | undefined {
  const { linalg } = context;
  const n = x.rows;
  const l = linalg.allocate(n * n);
  l.set(gram.subarray(0, n * n));
  for (let i = 0; i < n; i++) l[i * (n + 1)] += n * lambda;
  if (linalg.cholesky(l, n, context) !== undefined) return undefined;
  let logDeterminant = 0;
  for (let i = 0; i < n; i++) logDeterminant += 2 * Math.log(l[i * (n + 1)]);
  invertLower(l, n, context);
  const diagonal = Float64Array.from({ length: n }, (_, j) => dot(l, j * (n + 1), l, j * (n + 1), n - j));
  const qr = features && pivotedQr(features.values, n, features.columns, silently(context));
  const p = qr?.rank ?? 0;
  const columns = y.length;
  // Targets and unpenalised features side by side: L^-1 is read once for all.
  const sides = linalg.allocate(n * (columns + p));
  for (let t = 0; t < columns; t++) sides.set(y[t], t * n);
  if (qr) sides.set(qr.q.subarray(0, n * p), columns * n);
  const solved = linalg.allocate(n * (columns + p));
  linalg.scope(() => {
    const half = linalg.allocate(n * (columns + p));
    multiply(false, l, n, sides, half, context);
    multiply(true, l, n, half, solved, context);
  });
  const w = solved.subarray(columns * n, (columns + p) * n);
  if (p > 0) {
    const inner = linalg.allocate(p * p);
    const free = { values: sides, offset: columns * n, lead: n };
    linalg.gemm(true, false, p, p, n, 1, free, full(w, n), 0, full(inner, p), context);
    if (linalg.cholesky(inner, p, context) !== undefined) return undefined;
    for (let i = 0; i < p; i++) logDeterminant += 2 * Math.log(inner[i * (p + 1)]);
    linalg.solveLowerRight(inner, p, true, w, n, context);
    for (let j = 0; j < p; j++) for (let i = 0; i < n; i++) diagonal[i] -= w[i + j * n] ** 2;
    // W'y, then A^-1·y − W·W'y.
    const along = linalg.allocate(p * columns);
    linalg.gemm(true, false, p, columns, n, 1, full(w, n), full(sides, n), 0, full(along, p), context);
    linalg.gemm(false, false, n, columns, p, -1, full(w, n), full(along, p), 1, full(solved, n), context);
  }
  const coefficients = y.map((_, t) => solved.slice(t * n, (t + 1) * n));
  return { inverse: l, w, p, coefficients, diagonal, logDeterminant };
}

/**
 * C (n×columns) ← op(L^-1)·B: by vectors if there are few columns, since a product of matrices packs all of L^-1 first.
 */
function multiply(
  transposed: boolean,
  inverse: Float64Array,
  n: number,
  b: Float64Array,
  c: Float64Array,
  context: Computing,
): void {
  const columns = b.length / n;
  if (columns > FEW) {
    context.linalg.gemm(transposed, false, n, columns, n, 1, full(inverse, n), full(b, n), 0, full(c, n), context);
    return;
  }
  for (let t = 0; t < columns; t++) {
    const [from, to] = [b.subarray(t * n, (t + 1) * n), c.subarray(t * n, (t + 1) * n)];
    context.linalg.gemv(transposed, n, n, 1, full(inverse, n), from, 0, to, context);
  }
}

/** Mean squared leave-one-out error of each target (y²). */
export function looOf({ coefficients, diagonal }: RidgePoint): number[] {
  const n = diagonal.length;
  return coefficients.map((values) => {
    let sum = 0;
    for (let i = 0; i < n; i++) sum += (values[i] / diagonal[i]) ** 2;
    return sum / n;
  });
}

/**
 * Minus the restricted log likelihood per row of each target as a Gaussian process of covariance sigma²·A/(n·lambda), at the
 * best sigma² (Patterson and Thompson 1971): ½·[(n − p)·(log(2π·y'Py/(n − p)) + 1) + log det U'AU]/n.
 */
export function evidenceOf({ coefficients, p, logDeterminant }: RidgePoint, y: readonly Float64Array[]): number[] {
  return y.map((values, t) => {
    const n = values.length;
    let quadratic = 0;
    for (let i = 0; i < n; i++) quadratic += values[i] * coefficients[t][i];
    return (0.5 * ((n - p) * (Math.log((2 * Math.PI * quadratic) / (n - p)) + 1) + logDeterminant)) / n;
  });
}
