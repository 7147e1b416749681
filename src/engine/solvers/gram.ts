/**
 * The kernel matrix of n rows as the solvers use it: complete, or as a product of features. `dense`: k is n×n,
 * column-major and symmetric. `factor`: K = Z·Z' with z holding Z' column-major, so that the m features of row i are
 * adjacent at i·m.
 */
export type Gram =
  | { readonly kind: 'dense'; readonly n: number; readonly k: Float64Array }
  | { readonly kind: 'factor'; readonly n: number; readonly m: number; readonly z: Float64Array };
