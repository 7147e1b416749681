/**
 * A kernel as the core computes it: a function of ||x − z|| =: r, of the inner product p = x·z and the norms, or of the
 * differences column by column. One length scale per column (ARD) is a scaling of the rows before they come here.
 * Formulas: METHODS §1; sources beside each.
 */
export type KernelForm =
  /** gaussian exp(−r²/2s²), laplace exp(−r/s), matern32, matern52 (SIGN Table 6), cauchy 1/(1 + r²/s²). */
  | { readonly kind: 'gaussian' | 'laplace' | 'matern32' | 'matern52' | 'cauchy'; readonly lengthScale: number }
  /** p. */
  | { readonly kind: 'linear' }
  /** (scale·p + offset)^degree, degree 1, 2, 3, … */
  | { readonly kind: 'polynomial'; readonly degree: number; readonly scale: number; readonly offset: number }
  /** RF appendix E: (1/π)·||x||^q·||z||^q·J_q(angle), order q of 0, 1, 2. */
  | { readonly kind: 'arcCosine'; readonly order: 0 | 1 | 2 }
  /**
   * E[f(u)·f(v)], (u, v) jointly normal with variances and covariance weight·(x·x, z·z, x·z) + bias: one hidden layer of
   * infinite width. erf and relu in closed form, tanh by its Hermite series.
   */
  | {
      readonly kind: 'network';
      readonly activation: 'relu' | 'erf' | 'tanh';
      readonly weight: number;
      readonly bias: number;
    }
  /** r²·log r, conditionally positive definite of order 2. */
  | { readonly kind: 'thinPlate' }
  /** Polyharmonic splines: (−1)^⌈e/2⌉·r^e for odd e, (−1)^(e/2+1)·r^e·log r for even e. */
  | { readonly kind: 'polyharmonic'; readonly exponent: number }
  /** −r, conditionally positive definite of order 1. */
  | { readonly kind: 'negativeDistance' }
  /** −sqrt(c² + r²), conditionally positive definite of order 1. */
  | { readonly kind: 'multiquadric'; readonly offset: number }
  /** RF: the product over columns of Λ_q(x − z) on [0, 1] with period 1: 1 + Σ_{j≠0} |j|^−q·exp(2πij(x − z)). */
  | { readonly kind: 'spline'; readonly order: number }
  /** CKRR section 6: the product over columns of 1 + Σ_{j≥1} j^−2s·cos(j(x − z)), period 2π. */
  | { readonly kind: 'trigonometric'; readonly smoothness: number };
