/**
 * A kernel with every parameter fixed: plain data, stored with a run and saved with a model. Rows are divided by `lengthScale` before the formula
 * is applied: one value for all columns, or one for each (ARD). Formulas: docs/methods.md.
 */
export type KernelSpec =
  | LeafKernel
  /** sum_i weight_i·k_i(x, z), weights above 0. */
  | { readonly kind: 'sum'; readonly terms: readonly { readonly weight: number; readonly kernel: KernelSpec }[] }
  | { readonly kind: 'product'; readonly factors: readonly KernelSpec[] };

export type LeafKernel = LeafShape & {
  /** One length scale, or d of them, one per encoded column. For the periodic kernels they are the periods. */
  readonly lengthScale: readonly number[];
} & OfColumns;

/** The columns that a kernel is a function of. */
export interface OfColumns {
  /** The encoded columns (0-based), if the kernel does not use all; d is then their number. Never for random features. */
  readonly columns?: readonly number[];
}

/**
 * A kernel with one formula, without its length scale. Each has an object in engine/kernels/families with its
 * properties.
 */
export type LeafShape =
  /** Functions of the distance after division. */
  | { readonly kind: 'gaussian' | 'laplace' | 'matern32' | 'matern52' | 'cauchy' }
  | { readonly kind: 'linear' }
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
  /** Conditionally positive definite kernels: a fit with one needs its polynomials unpenalised. */
  | { readonly kind: 'thinPlate' | 'negativeDistance' }
  | { readonly kind: 'polyharmonic'; readonly exponent: number }
  | { readonly kind: 'multiquadric'; readonly offset: number }
  /** φ(x)·φ(z)/M for M random features φ: the kernel of a fit on only random features. */
  | { readonly kind: 'features'; readonly map: RandomFeatureMap };

/**
 * Features φ_1 … φ_M of a row. scale²·φ(x)·φ(z) recovers the map's kernel, scale being `featureScale` of features/featureMaps.ts:
 * M^-1/2 for random features, 1 for landmarks. Formulas and sources: docs/features.md.
 */
export type FeatureMap =
  | RandomFeatureMap
  | MaclaurinMap
  | SketchMap
  | TaylorMap
  | HistogramMap
  | AdditiveMap
  | SplineMap
  | LandmarkMap
  | FieldMap;

/**
 * M features activation(x·w_j + b_j)·scale with fixed weights: `weights` is d×M column-major, `bias` has M entries. step is
 * 1{u > 0}, sign 1 or −1, reluSquared max(u, 0)², sign(cos(u) + threshold_j) is binary, identity u itself. Rows are taken as they are.
 */
export interface RandomFeatureMap {
  readonly kind?: undefined;
  readonly activation: 'cos' | 'relu' | 'tanh' | 'erf' | 'step' | 'sign' | 'reluSquared' | 'binary' | 'identity';
  /** The number d of encoded columns. */
  readonly inputs: number;
  readonly weights: Float64Array;
  readonly bias: Float64Array;
  readonly scale: number;
  /** Thresholds, M of them; binary only. */
  readonly thresholds?: Float64Array;
  /** The factor of each feature beside `scale`, M of them: importance weights of leverage-score sampling. 1 if omitted. */
  readonly factors?: Float64Array;
  /** The kernel that the features were drawn for (binary: the one it is made of). Omitted if there is none, as for trained units. */
  readonly recovers?: KernelSpec;
}

/**
 * φ_j(x) = coefficient_j·prod_t (x·w_jt), Rademacher w, for dot-product kernels sum a_N·(scale·x·z + offset)^N of rows divided by
 * `lengthScale` (RF appendix E).
 */
export interface MaclaurinMap {
  readonly kind: 'maclaurin';
  readonly inputs: number;
  /** The number of factors of each feature, M entries. */
  readonly degrees: Uint8Array;
  readonly coefficients: Float64Array;
  /** Signs ±1, d + 1 for each factor of each feature in turn, the last of them for a constant column that carries `offset`. */
  readonly signs: Int8Array;
  /** The offset of the kernel if the coefficients include it; `offset` is then 0. */
  readonly constant?: number;
  /** The degree of the kernel (scale·x·z + offset)^degree. If omitted, the kernel is exp(scale·x·z + offset). */
  readonly degree?: number;
  readonly lengthScale: readonly number[];
  readonly scale: number;
  readonly offset: number;
}

/**
 * TensorSketch of (scale·x·z + offset)^degree of rows divided by `lengthScale`: count sketches of each factor convolved by FFT, in
 * blocks of `width` features.
 */
export interface SketchMap {
  readonly kind: 'tensorSketch';
  readonly inputs: number;
  readonly count: number;
  readonly width: number;
  readonly degree: number;
  readonly lengthScale: readonly number[];
  readonly scale: number;
  readonly offset: number;
  /** The bucket and the sign of each of d + 1 columns, by block, then factor. */
  readonly buckets: Uint16Array;
  readonly signs: Int8Array;
}

/** φ_j(x) = c·exp(−||x/s||²/2)·prod_t (x/s)_(index_jt): Taylor features of the Gaussian kernel, which lie in its space (RF appendix E). */
export interface TaylorMap {
  readonly kind: 'taylor';
  readonly inputs: number;
  readonly lengthScale: readonly number[];
  readonly scale: number;
  /** The positions at which each feature's indices begin, M + 1 of them; and the indices. */
  readonly starts: Uint32Array;
  readonly indices: Uint16Array;
  /** The factor of each feature, M of them. */
  readonly factors: Float64Array;
}

/** φ_j(x) = exp(−w_j·x), w ≥ 0: Laplace features of semigroup kernels on histograms (x ≥ 0). `weights` d×M. */
export interface HistogramMap {
  readonly kind: 'histogram';
  readonly inputs: number;
  readonly weights: Float64Array;
  /** The length scale of the kernel prod_c exp(−sqrt((x_c + z_c)/lengthScale_c)); the weights already include it. */
  readonly lengthScale: readonly number[];
}

/** φ_j(x) = factor_j·sqrt(x_c)·cos(w_j·log x_c + b_j) on one column c = column_j (0 where x_c = 0): additive homogeneous kernels, x ≥ 0. */
export interface AdditiveMap {
  readonly kind: 'additive';
  readonly inputs: number;
  readonly kernel: 'chiSquared' | 'intersection' | 'jensenShannon' | 'hellinger';
  readonly columns: Uint16Array;
  readonly frequencies: Float64Array;
  readonly phases: Float64Array;
  readonly factors: Float64Array;
  /** The length scale of the kernel sum_c k(x_c, z_c)/lengthScale_c; the factors already include it. */
  readonly lengthScale: readonly number[];
}

/** φ_j(x) = prod over columns of Λ_order(x_c/lengthScale, w_jc), w uniform on [0, 1]: the spline kernel of twice the order (RF section 4). */
export interface SplineMap {
  readonly kind: 'spline';
  readonly inputs: number;
  readonly order: number;
  readonly lengthScale: readonly number[];
  /** The points w, d×M. */
  readonly points: Float64Array;
}

/** φ(x) = L^-1·k(points, x) with L·L' = k(points, points): Nyström. The first m' features are those of the first m' points. */
export interface LandmarkMap {
  readonly kind: 'landmarks';
  readonly inputs: number;
  readonly kernel: KernelSpec;
  /** The landmarks, m×d, column-major. */
  readonly points: Float64Array;
  /** The factor L, m×m lower triangular, column-major. */
  readonly factor: Float64Array;
}

/**
 * φ_j(x) = sum_i coefficients_ij·k(x, points_i): draws of the Gaussian field with covariance k, each the function of
 * lowest norm that has the draw's values at the points (CKRR section 5.2).
 */
export interface FieldMap {
  readonly kind: 'field';
  readonly inputs: number;
  readonly kernel: KernelSpec;
  /** The training rows, n×d, column-major. */
  readonly points: Float64Array;
  /** n×M, column-major. */
  readonly coefficients: Float64Array;
}

/** One unpenalised feature, or a block of them, as a function of the encoded columns. */
export type FeatureBlock =
  | { readonly kind: 'constant' }
  /** The product over encoded columns of column^power: polynomial terms. `name` is the term as a person wrote or would write it. */
  | {
      readonly kind: 'monomial';
      readonly powers: readonly { readonly column: number; readonly power: number }[];
      readonly name: string;
    }
  /** Random features, landmarks, or the hidden units of a trained network; `name` is their kind in words: "random ReLU feature". */
  | { readonly kind: 'units'; readonly map: FeatureMap; readonly name: string };

/** The number of features M. */
export function featureCount(map: FeatureMap): number {
  switch (map.kind) {
    case undefined:
      return map.bias.length;
    case 'maclaurin':
      return map.degrees.length;
    case 'tensorSketch':
      return map.count;
    case 'taylor':
    case 'additive':
      return map.factors.length;
    case 'histogram':
      return map.weights.length / map.inputs;
    case 'field':
      return map.coefficients.length / (map.points.length / map.inputs);
    case 'spline':
    case 'landmarks':
      return map.points.length / map.inputs;
  }
}

/** The scale that makes the features' inner product the kernel: K ≈ scale²·φφ'. */
export function featureScale(map: FeatureMap): number {
  return map.kind === 'landmarks' ? 1 : 1 / Math.sqrt(featureCount(map));
}
