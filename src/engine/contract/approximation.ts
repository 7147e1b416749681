import {
  agree,
  anyOf,
  constant,
  count,
  indices,
  type Of,
  oneOf,
  optional,
  real,
  reals,
  struct,
  such,
  text,
} from './schema';

const KIND = oneOf(['randomFeatures', 'landmarks']);

export const APPROXIMATION_ERRORS = struct({
  kind: KIND,
  /** Features or landmarks, ascending. */
  counts: indices(),
  /** The best of each count, per sample. */
  lambda: reals(),
  degreesOfFreedom: reals(),
  gcv: reals(),
  /** Empty when nothing is held out. */
  holdout: reals(),
  /**
   * Standard error of the difference between each held-out error and the lowest of them, over the same rows. Left out when nothing is held
   * out, and in runs of earlier versions.
   */
  standardError: optional(reals()),
  /** Seconds that a fit with each number takes: measured for the largest, scaled by operations for the others. */
  seconds: reals(),
  /** Bytes that it takes, likewise. */
  bytes: reals(),
});

/** Errors in units of y squared, each at its own lowest leave-one-out lambda; by number of features. */
export interface ApproximationCurve extends Of<typeof APPROXIMATION_CURVE> {}
export const APPROXIMATION_CURVE = such(
  APPROXIMATION_ERRORS,
  ({ counts, lambda, degreesOfFreedom, gcv, holdout, standardError, seconds, bytes }) =>
    agree(counts, lambda, degreesOfFreedom, gcv, standardError, seconds, bytes) &&
    (holdout.length === 0 || agree(counts, holdout)),
);

/**
 * How well M random features or m landmarks approximate the kernel, and what more or fewer of them would give. The spectrum of the run is then
 * that of the kernel they make.
 */
export interface Approximation extends Of<typeof APPROXIMATION> {}
export const APPROXIMATION = struct({
  kind: KIND,
  /** M or m. */
  count: count(),
  /** "Fourier features", "uniform landmarks". */
  title: text(),
  /** Root mean square of scale²·φ(x)·φ(z) − k(x, z) over pairs of `rows` sampled rows, as a share of the mean of k(x, x). */
  kernelError: optional(struct({ value: real, rows: count() })),
  /** Landmarks: share of the kernel's trace that they leave out, over training rows. */
  traceLeft: optional(real),
  /** This fit with its first features alone, ascending to `count`, lambda chosen anew for each. */
  curve: APPROXIMATION_CURVE,
  /** The other kind on the same rows, up to a count that takes as long. */
  peer: optional(APPROXIMATION_CURVE),
  /**
   * Kernel ridge regression without approximation on a sample of `rows` training rows with the same kernel, where asked for; its mean squared
   * held-out error.
   */
  exact: optional(struct({ rows: count(), holdout: real, seconds: real })),
  /** How many the theory wants, its constants taken as 1, from the estimated exponents of effective dimension (g) and source (r). */
  recommended: struct({
    count: real,
    lambda: real,
    g: real,
    r: real,
    /** "RF theorem 2: n^0.61·log n". */
    rule: text(),
  }),
  /** How the features were drawn: evenly, or by leverage scores at this lambda, on a number of pilot rows. */
  sampling: optional(struct({ pilot: count(), lambda: real, effective: real })),
  /** One spectrum for all lambdas, or conjugate gradients at one. */
  solver: anyOf(
    struct({ kind: constant('spectrum') }),
    struct({
      kind: constant('conjugateGradient'),
      /** Norm of the preconditioned residual as a share of the first, by iteration, for the fitted lambda. */
      residuals: reals(),
      /** Landmarks of the fit whose spectrum, alignment and risk are shown. */
      spectrumCount: count(),
    }),
  ),
  /** Rows whose leave-one-out errors were computed; fewer than n where a sample of them tells enough. */
  looRows: count(),
});
