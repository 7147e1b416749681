/** Kernel principal components (NYPCA): everything centred, covariances with the factor 1/(n(n − 1)) of the U-statistic. */
export interface Components {
  readonly kind: 'empirical' | 'nystrom' | 'randomFeatures';
  /** Training rows. */
  readonly n: number;
  /** Landmarks m or features M; n for the empirical form. */
  readonly count: number;
  /** "uniform landmarks", "Fourier features"; '' for the empirical form. */
  readonly title: string;
  /** Eigenvalues of the empirical covariance, descending, l of them. */
  readonly eigenvalues: Float64Array;
  /** Its trace: eigenvalue/total is the share of variance. */
  readonly total: number;
  /** All pairs, or the leading ones by Lanczos with the largest residual relative to the first eigenvalue. */
  readonly solver: { readonly kind: 'all' | 'lanczos'; readonly residual: number; readonly iterations: number };
  readonly train: ScoredRows;
  readonly holdout?: ScoredRows;
  /** What points can be coloured by: columns of the file over the scored rows, those of `train` first, then of `holdout`. */
  readonly colours: readonly ColourColumn[];
  /** Correlation of each encoded column with each component over the training rows: names × l, row-major. */
  readonly loadings: { readonly names: readonly string[]; readonly values: Float64Array };
  /** This fit first; then others on the same rows: fewer and more landmarks or features, the other forms. */
  readonly reconstruction: readonly ReconstructionCurve[];
  /** Rows on which `reconstruction` was measured, and whether they were held out. */
  readonly tested: { readonly rows: number; readonly heldOut: boolean };
}

export interface ScoredRows {
  /** 1-based rows and lines of the file. At most `SCORED_ROWS` of them are kept, drawn evenly. */
  readonly rows: Uint32Array;
  readonly lines: Uint32Array;
  /** rows × l, row-major. */
  readonly scores: Float32Array;
  /** ||(k(·, x) − m) − P(k(·, x) − m)||² by row: what the l components leave of it, at least 0. For random features in their own space. */
  readonly error: Float64Array;
}

/** Rows whose scores a run keeps for its figures; all others are computed again when they are saved. */
export const SCORED_ROWS = 20_000;

export type ColourColumn =
  | { readonly column: string; readonly kind: 'number'; readonly values: Float32Array }
  /** Codes −1 where the cell is empty; at most 12 levels, the commonest, and "other". */
  | {
      readonly column: string;
      readonly kind: 'category';
      readonly codes: Int16Array;
      readonly levels: readonly string[];
    };

/** Reconstruction errors on rows that the components have not seen, by number of components l. */
export interface ReconstructionCurve {
  readonly kind: Components['kind'];
  readonly count: number;
  /** 0 first, ascending. */
  readonly components: Uint32Array;
  /** R^l in the norm of H; absent for random features, where it is not defined (NYPCA section 4.2). */
  readonly h?: Float64Array;
  /** T^l in L2, reconstruct and embed. */
  readonly l2: Float64Array;
  /** Of the fit, measured. */
  readonly seconds: number;
  readonly bytes: number;
}

/**
 * What projects new rows: score_i(x) = sum_j coefficient_ji·φ_j(x) − offset_i, with φ_j(x) = k(x, x_j) over the model's rows, or, where the
 * model has no rows, the features of its only unpenalised block. The error that is left is k(x, x) − 2·sum_j meanWeight_j·φ_j(x) +
 * constant − sum_i score_i(x)², with k(x, x) = φ(x)·φ(x)·ownScale for features.
 */
export interface ComponentsModel {
  /** points or features × l, column-major. */
  readonly coefficients: Float64Array;
  readonly offset: Float64Array;
  readonly eigenvalues: Float64Array;
  readonly meanWeights: Float64Array;
  readonly constant: number;
  readonly ownScale: number;
}
