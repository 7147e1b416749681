/**
 * The dual of regression with an absolute, quantile or tube loss (SIGN eqs. 13 and 14; METHODS section 4):
 *
 *     min ½a'Ka − y'a + epsilon·||a||_1   over lower ≤ a ≤ upper, with sum(a) = 0 where there is an intercept.
 *
 * Row i costs loss_i(r) = max(upper_i·(r − epsilon), lower_i·(r + epsilon), 0) at the residual r = y_i − b − (K·a)_i, and the
 * primal is ½a'Ka + the sum of these.
 * These are its bounds and the half-width of its tube.
 */
export interface BoxLimits {
  /** n values, at most 0; −Infinity where there is no bound. */
  readonly lower: Float64Array;
  /** n values, at least 0; Infinity where there is no bound. */
  readonly upper: Float64Array;
  /** At least 0, in units of y. */
  readonly epsilon: number;
}

export interface BoxSolution {
  /** n, within its bounds exactly. */
  readonly alpha: Float64Array;
  readonly intercept: number;
  /** y − intercept − K·alpha, n. */
  readonly residuals: Float64Array;
  /**
   * (primal − dual)/max(|primal|, |dual|), 0 if both are: the most by which the objective can exceed its minimum, for
   * any point within the bounds and any intercept. Missing bounds count as twice the largest |alpha_i|, which does not
   * change the solution; residuals smaller than their own rounding error cost nothing. No coefficient grows beyond
   * where rounding in K·a would reach 1e-6 of the largest |y|: beyond that, rounding decides.
   */
  readonly gap: number;
  /** Moves of one coordinate or a pair, and solves for all free ones. */
  readonly iterations: number;
}
