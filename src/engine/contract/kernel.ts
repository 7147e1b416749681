/**
 * A kernel with every parameter fixed: plain data, stored with a run and saved with a model. Rows are divided by `lengthScale`
 * before the formula sees them: one value for all columns, or one for each (ARD). Formulas: docs/methods.md.
 */
export type KernelSpec =
  | LeafKernel
  /** sum_i weight_i·k_i(x, z), weights above 0. */
  | { readonly kind: 'sum'; readonly terms: readonly { readonly weight: number; readonly kernel: KernelSpec }[] }
  | { readonly kind: 'product'; readonly factors: readonly KernelSpec[] };

export type LeafKernel = LeafShape & {
  /** Length 1, or d: one per encoded column. For the periodic kernels it is the period. */
  readonly lengthScale: readonly number[];
};

/** A kernel of one formula, without its length scale. */
export type LeafShape =
  /** Functions of the distance r after division: exp(−r²/2), exp(−r), Matérn 3/2 and 5/2, 1/(1 + r²). */
  | { readonly kind: 'gaussian' | 'laplace' | 'matern32' | 'matern52' | 'cauchy' }
  | { readonly kind: 'linear' }
  /** (scale·x·z + offset)^degree. */
  | { readonly kind: 'polynomial'; readonly degree: number; readonly scale: number; readonly offset: number }
  | { readonly kind: 'arcCosine'; readonly order: 0 | 1 | 2 }
  /** One hidden layer of infinite width with weight variance `weight` and bias variance `bias`. */
  | {
      readonly kind: 'network';
      readonly activation: 'relu' | 'erf' | 'tanh';
      readonly weight: number;
      readonly bias: number;
    }
  /** Products over columns of periodic kernels: Λ_order (RF), and the trigonometric kernel of CKRR section 6. */
  | { readonly kind: 'spline'; readonly order: number }
  | { readonly kind: 'trigonometric'; readonly smoothness: number }
  /** Conditionally positive definite: a fit with one needs its polynomials unpenalised. */
  | { readonly kind: 'thinPlate' | 'negativeDistance' }
  | { readonly kind: 'polyharmonic'; readonly exponent: number }
  | { readonly kind: 'multiquadric'; readonly offset: number }
  /** φ(x)·φ(z)/M for M random features φ: the kernel of a fit on random features alone. */
  | { readonly kind: 'features'; readonly map: RandomFeatureMap };

/** M features activation(x·w_j + b_j)·scale with fixed weights: `weights` is d×M column-major, `bias` has M entries. */
export interface RandomFeatureMap {
  readonly activation: 'cos' | 'relu' | 'tanh' | 'erf';
  /** Encoded columns d. */
  readonly inputs: number;
  readonly weights: Float64Array;
  readonly bias: Float64Array;
  readonly scale: number;
}

/** One unpenalised feature, or a block of them, as a function of the encoded columns. */
export type FeatureBlock =
  | { readonly kind: 'constant' }
  /** The product over encoded columns of column^power: polynomial terms. `name` as a person wrote or would write it. */
  | {
      readonly kind: 'monomial';
      readonly powers: readonly { readonly column: number; readonly power: number }[];
      readonly name: string;
    }
  /** Random features, or the hidden units of a trained network; `name` for words: "random ReLU feature". */
  | { readonly kind: 'units'; readonly map: RandomFeatureMap; readonly name: string };
