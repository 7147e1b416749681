import type { RunContext } from '../../engine/contract/context';
import { choleskyWithJitter } from '../../engine/linalg/choleskyWithJitter';
import { type LinearAlgebra, whole } from '../../engine/linalg/linalg';
import { tallQr } from '../../engine/linalg/tallQr';

/** Coefficients of f(x) = k(x, X)·alpha + F(x)·beta. */
export interface ConditionalCoefficients {
  readonly alpha: Float64Array;
  readonly beta: Float64Array;
}

/** A column whose part orthogonal to those before it is below this share of its length adds nothing but rounding. */
const DEPENDENT = 1e-11;

/**
 * Conditional ridge with the first k columns of F unpenalised, for any k ≤ p at the cost of one factorisation: the saddle
 * system of CKRR (METHODS §3) as least squares. With L·L' = K + n·lambda·I, G = L^-1·F = Q·R and z = L^-1·y,
 * beta = R_k^-1·Q_k'·z and alpha = L^-T·(z − Q_k·Q_k'·z). Columns that are combinations of those before them, such as a ReLU
 * that no row activates, get the coefficient 0. Lives in the caller's scope.
 */
export class ConditionalPath {
  private readonly factor: Float64Array;
  private readonly z: Float64Array;
  private readonly q: Float64Array;
  private readonly r: Float64Array;
  private readonly scores: Float64Array;
  /** Columns of F in use, ascending: column j of Q and R belongs to independent[j]. */
  private readonly independent: readonly number[];

  private readonly n: number;

  /** `gram` (n×n) is overwritten; `features` (n×p, p ≤ n) is not. y has n entries. lambda ≥ 0 is per sample. */
  constructor(
    gram: Float64Array,
    features: Float64Array,
    p: number,
    y: Float64Array,
    lambda: number,
    private readonly linalg: LinearAlgebra,
    private readonly context: RunContext,
  ) {
    const n = y.length;
    this.n = n;
    for (let i = 0; i < n; i++) gram[i + i * n] += n * lambda;
    choleskyWithJitter(gram, n, linalg, context);
    this.factor = gram;
    this.z = linalg.allocate(n);
    this.z.set(y);
    linalg.solveLower(gram, n, false, this.z, 1, context);
    this.q = linalg.allocate(n * p);
    let independent = Array.from({ length: p }, (_, j) => j);
    for (;;) {
      this.r = this.factored(features, independent);
      const width = independent.length;
      const remaining = independent.filter((_, j) => {
        let length = 0;
        for (let i = 0; i <= j; i++) length = Math.hypot(length, this.r[i + j * width]);
        return Math.abs(this.r[j + j * width]) > DEPENDENT * length;
      });
      if (remaining.length === width) break;
      independent = remaining;
    }
    this.independent = independent;
    this.scores = new Float64Array(independent.length);
    if (independent.length > 0)
      linalg.gemv(true, n, independent.length, 1, whole(this.q, n), this.z, 0, this.scores, context);
  }

  at(k: number): ConditionalCoefficients {
    const { n, independent, linalg, context } = this;
    const width = independent.length;
    const used = independent.filter((column) => column < k).length;
    const alpha = linalg.allocate(n);
    alpha.set(this.z);
    if (used > 0) linalg.gemv(false, n, used, -1, whole(this.q, n), this.scores.slice(0, used), 1, alpha, context);
    linalg.solveLower(this.factor, n, true, alpha, 1, context);
    const beta = new Float64Array(k);
    for (let i = used - 1; i >= 0; i--) {
      let rest = this.scores[i];
      for (let j = i + 1; j < used; j++) rest -= this.r[i + j * width] * beta[independent[j]];
      beta[independent[i]] = rest / this.r[i + i * width];
    }
    return { alpha, beta };
  }

  /** Q ← the orthonormal factor of L^-1·F[:, columns]; returns R. */
  private factored(features: Float64Array, columns: readonly number[]): Float64Array {
    const { n, q, linalg, context } = this;
    columns.forEach((column, j) => {
      q.set(features.subarray(column * n, (column + 1) * n), j * n);
    });
    const width = columns.length;
    if (width === 0) return new Float64Array(0);
    linalg.solveLower(this.factor, n, false, q.subarray(0, n * width), width, context);
    return tallQr(q.subarray(0, n * width), n, width, linalg, context);
  }
}

/** k(x, X)·alpha + F(x)·beta for m rows: `cross` is m×n, `features` m×p of which the first beta.length columns count. */
export function predictConditional(
  cross: Float64Array,
  m: number,
  features: Float64Array,
  { alpha, beta }: ConditionalCoefficients,
  linalg: LinearAlgebra,
  context: RunContext,
): Float64Array {
  const predicted = new Float64Array(m);
  linalg.gemv(false, m, alpha.length, 1, whole(cross, m), alpha, 0, predicted, context);
  if (beta.length > 0) linalg.gemv(false, m, beta.length, 1, whole(features, m), beta, 1, predicted, context);
  return predicted;
}

export function meanSquare(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i] - b[i]) ** 2;
  return sum / a.length;
}
