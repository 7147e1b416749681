/** How well M random features or m landmarks approximate the kernel, and what more or fewer of them would give. */
export interface Approximation {
  readonly kind: 'randomFeatures' | 'landmarks';
  /** M or m. */
  readonly count: number;
  /** "Fourier features", "uniform landmarks". */
  readonly title: string;
  /** Root mean square of scale²·φ(x)·φ(z) − k(x, z) over pairs of `rows` sampled rows, as a share of the mean of k(x, x). */
  readonly kernelError?: { readonly value: number; readonly rows: number };
  /** Landmarks: share of the kernel's trace that they leave out, over training rows. */
  readonly traceLeft?: number;
  /** This fit with its first features alone, ascending to `count`, lambda chosen anew for each. */
  readonly curve: ApproximationCurve;
  /** The other kind on the same rows, up to a count that takes as long. */
  readonly peer?: ApproximationCurve;
  /** Kernel ridge regression without approximation on a sample of `rows` training rows with the same kernel, where asked for. */
  readonly exact?: { readonly rows: number; readonly holdout: number; readonly seconds: number };
  /** How many the theory wants, from the estimated exponents of effective dimension (g) and source (r). */
  readonly recommended: {
    readonly count: number;
    readonly lambda: number;
    readonly g: number;
    readonly r: number;
    /** "RF theorem 2: n^0.61·log n". */
    readonly rule: string;
  };
  /** How the features were drawn: evenly, or by leverage scores at this lambda, on a number of pilot rows. */
  readonly sampling?: { readonly pilot: number; readonly lambda: number; readonly effective: number };
  /** One spectrum for all lambdas, or conjugate gradients at one. */
  readonly solver:
    | { readonly kind: 'spectrum' }
    | {
        readonly kind: 'conjugateGradient';
        /** Norm of the preconditioned residual as a share of the first, by iteration, for the fitted lambda. */
        readonly residuals: Float64Array;
        /** Landmarks of the fit whose spectrum, alignment and risk are shown. */
        readonly spectrumCount: number;
      };
  /** Rows whose leave-one-out errors were computed; fewer than n where a sample of them tells enough. */
  readonly looRows: number;
}

/** Errors in units of y squared, each at its own lowest leave-one-out lambda; by number of features. */
export interface ApproximationCurve {
  readonly kind: Approximation['kind'];
  readonly counts: Uint32Array;
  readonly lambda: Float64Array;
  readonly degreesOfFreedom: Float64Array;
  readonly gcv: Float64Array;
  /** Empty when nothing is held out. */
  readonly holdout: Float64Array;
  /**
   * Standard error of the difference between each held-out error and the lowest of them, over the same rows. Left out when nothing is held
   * out, and in runs of earlier versions.
   */
  readonly standardError?: Float64Array;
  /** Seconds and bytes that a fit with each number takes: measured for the largest, scaled by operations for the others. */
  readonly seconds: Float64Array;
  readonly bytes: Float64Array;
}
