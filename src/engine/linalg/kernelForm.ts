/** The kernel between two rows as the core computes it; engine/kernels makes it from a kernel and its length scale. */
export type KernelForm = MappedForm | PeriodicForm | TanhNetworkForm;

/** A map of the core, named as the enum of its file in assembly/ names it. */
export type CoreMap = `${'Radial' | 'Angular' | 'Tanh' | 'Difference'}Map.${string}`;

/** A map of assembly/kernelMapsRadial.ts or kernelMapsAngular.ts: from the inner product and the squared norms of two rows to the kernel. */
export interface MappedForm {
  readonly kind: 'mapped';
  readonly map: CoreMap;
  /** The numbers in the order in which the map's comment lists them. */
  readonly numbers: readonly number[];
  /** k(x, x) from the squared norm of x: free of the rounding of expanded distances. */
  diagonal(squaredNorm: number): number;
}

/** The product over columns of 1 + factor·Σ_{j≥1} j^−order·cos(jθ), θ going once round in a period: 1 or 2π. */
export interface PeriodicForm {
  readonly kind: 'periodic';
  readonly map: `DifferenceMap.${'Spline' | 'Trigonometric'}`;
  readonly order: number;
  readonly factor: number;
}

/**
 * E[tanh u·tanh v], (u, v) jointly normal with variances and covariance weight·(x·x, z·z, x·z) + bias. Its maps need a table for each
 * row (core/tanhTables.ts).
 */
export interface TanhNetworkForm {
  readonly kind: 'tanhNetwork';
  readonly weight: number;
  readonly bias: number;
}
