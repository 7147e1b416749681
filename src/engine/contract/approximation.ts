import * as s from './schema';

/** An estimate with its 95 % interval. */
const ESTIMATE = s.struct({ value: s.real, interval: s.span() });

const KIND = s.oneOf(['randomFeatures', 'landmarks']);

export const APPROXIMATION_ERRORS = s.struct({
  kind: KIND,
  /** Features or landmarks, ascending. */
  counts: s.indices(),
  /** The best lambda of each count, per sample. */
  lambda: s.reals(),
  degreesOfFreedom: s.reals(),
  gcv: s.reals(),
  /** Held-out error of each count; empty if nothing is held out. */
  holdout: s.reals(),
  /**
   * Standard error of the difference between each held-out error and the lowest of them, over the same rows. Omitted if nothing is held out, and
   * in runs of earlier versions.
   */
  standardError: s.optional(s.reals()),
  /** Seconds that a fit with each count takes: measured for the largest, scaled by operations for the others. */
  seconds: s.reals(),
  /** Bytes that a fit with each count takes, found in the same way. */
  bytes: s.reals(),
});

/** Errors in units of y squared, each at its own lowest leave-one-out lambda; by number of features. */
export interface ApproximationCurve extends s.Of<typeof APPROXIMATION_CURVE> {}
export const APPROXIMATION_CURVE = s.such(
  APPROXIMATION_ERRORS,
  ({ counts, lambda, degreesOfFreedom, gcv, holdout, standardError, seconds, bytes }) =>
    s.agree(counts, lambda, degreesOfFreedom, gcv, standardError, seconds, bytes) &&
    (holdout.length === 0 || s.agree(counts, holdout)),
);

/**
 * How well M random features or m landmarks approximate the kernel, and what more or fewer of them would give. The spectrum of the run is then
 * that of the kernel they make.
 */
export interface Approximation extends s.Of<typeof APPROXIMATION> {}
export const APPROXIMATION = s.struct({
  kind: KIND,
  /** The number of random features M or of landmarks m. */
  count: s.natural(),
  /** Their kind in words: "Fourier features", "uniform landmarks". */
  title: s.text(),
  /** Root mean square of scale²·φ(x)·φ(z) − k(x, z) over pairs of `rows` sampled rows, as a fraction of the mean of k(x, x). */
  kernelError: s.optional(s.struct({ value: s.real, rows: s.natural() })),
  /** For landmarks, the fraction of the kernel's trace that they leave out, over training rows. */
  traceLeft: s.optional(s.real),
  /** The errors of this fit with only its first features, ascending to `count`, lambda being chosen anew for each number. */
  curve: APPROXIMATION_CURVE,
  /** The errors of the other kind on the same rows, up to a count that takes as long. */
  peer: s.optional(APPROXIMATION_CURVE),
  /**
   * Kernel ridge regression without approximation and with the same kernel, on a sample of `rows` training rows, if it was asked for: its mean
   * squared held-out error, and its seconds.
   */
  exact: s.optional(s.struct({ rows: s.natural(), holdout: s.real, seconds: s.real })),
  /** The count that theory recommends, its constants taken as 1, from the estimated exponents of effective dimension (g) and source (r). */
  recommended: s.struct({
    count: s.real,
    lambda: s.real,
    g: s.real,
    r: s.real,
    /** The rule with its source: "RF theorem 3: n^0.61·log n". */
    rule: s.text(),
    /** The compatibility a of theorem 3, and the least and largest count over the intervals of all exponents; omitted in runs of earlier versions. */
    a: s.optional(s.real),
    interval: s.optional(s.span()),
  }),
  /**
   * Dimensions of the exact kernel on a pilot of rows between two lambdas, with 95 % intervals: effective N and maximal F, the largest leverage among the
   * features drawn (RF assumption 2) or the rows of the pilot, both at the lower lambda; and gamma and alpha of N ~ lambda^−gamma and F ~ lambda^−alpha
   * between the two. Leverage scores at the lower lambda, descending: of plain features (or of rows), and of as many drawn by leverage scores.
   * Omitted where the pilot cannot tell them, and in runs of earlier versions.
   */
  dimensions: s.optional(
    s.struct({
      rows: s.natural(),
      lambda: s.span(),
      effective: ESTIMATE,
      maximal: ESTIMATE,
      gamma: ESTIMATE,
      alpha: ESTIMATE,
      scores: s.reals(),
      sampled: s.optional(s.reals()),
    }),
  ),
  /** How the features were drawn: uniformly if omitted, otherwise by leverage scores at this lambda, on a number of pilot rows. */
  sampling: s.optional(s.struct({ pilot: s.natural(), lambda: s.real, effective: s.real })),
  /** One spectrum for all lambdas, or conjugate gradients at one. */
  solver: s.anyOf(
    s.struct({ kind: s.constant('spectrum') }),
    s.struct({
      kind: s.constant('conjugateGradient'),
      /** Norm of the preconditioned residual as a fraction of the first, by iteration, for the fitted lambda. */
      residuals: s.reals(),
      /** The number of landmarks of the fit whose spectrum, alignment and risk are shown. */
      spectrumCount: s.natural(),
    }),
  ),
  /** The number of rows whose leave-one-out errors were computed; less than n if a sample of the rows is enough. */
  looRows: s.natural(),
});
