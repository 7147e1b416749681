/**
 * Systems (ridge·I + D·K)·X = E with a diagonal D, one after another, as in reweighted kernel ridge regression. Rows
 * with D = 0 are ignored: their x is e/ridge, and nothing is divided by D. Negative entries of D are taken as far as
 * x'·(ridge·K + K·D·K)·x stays convex, as 0 otherwise: the system is then that of a step which still descends. A matrix
 * that is singular to rounding, because the ridge is less than about n·eps times K's entries, is factored with the
 * lowest jitter that makes it definite, and the solutions are off by as much.
 */
export interface WeightedRidge {
  /** Factors the system of D (n) and ridge > 0. Throws `numerics/failed` when K or D is not finite. */
  prepare(d: Float64Array, ridge: number): void;
  /** E (n×columns) ← X, in place. */
  solve(e: Float64Array, columns: number): void;
}
