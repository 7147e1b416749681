import * as s from './schema';

const amount = s.such(s.finite(), (value) => value >= 0);
const momentum = s.such(amount, (value) => value < 1);

/** 1 for the first k directions, mu/(mu + lambda) up to direction r, 0 beyond. */
const ZONES = s.struct({
  kind: s.constant('zones'),
  /** The ridge penalty, per sample. */
  lambda: amount,
  /** The number of directions that are not shrunk. */
  k: s.natural(),
  /** The number of directions beyond which all are dropped; null in JSON, or a number beyond the rank, if none are. */
  r: {
    ...s.byHand<number>(
      { type: ['integer', 'null'] },
      (r) => r === null || r === Number.POSITIVE_INFINITY || s.holds(s.natural(), r),
    ),
    known: (r) => r ?? Number.POSITIVE_INFINITY,
  },
});

/** Gradient flow 1 − exp(−t/(1 − momentum)·n·mu). */
const FLOW = s.struct({ kind: s.constant('flow'), t: s.positive(), momentum });

/** Gradient descent, `steps` steps of size `stepSize`, momentum from 0 to below 1. */
const DESCENT = s.struct({
  kind: s.constant('descent'),
  steps: s.natural(),
  stepSize: s.positive(),
  momentum,
  /** 1 where gradients are taken at the point that momentum leads to (Nesterov); 0, or omitted, for the heavy ball. */
  nesterov: s.optional(s.such(s.natural(), (value) => value <= 1)),
});

/**
 * A spectral filter g: (i, mu_i) → [0, 1] with its parameters: the effect of a squared-loss method on direction i of the spectrum. n is the
 * number of training rows, mu_i eigenvalues of K/n, so that n·mu_i are those of K. Formulas: engine/filters. Ridge is the zones with k = 0, r =
 * all; truncated ridge k = 0; conditional ridge with hard thresholding r = all; spectral cut-off k = r and lambda = 0.
 */
export type FilterSpec = s.Of<typeof FILTER_SPEC>;
export const FILTER_SPEC = s.named('filter', s.anyOf(ZONES, FLOW, DESCENT));

/** The parameter that a slider moves. lambda is per sample, t is time (1/(n·lambda) corresponds to it), k, r and steps are counts. */
export type Axis = s.Of<typeof AXIS>;
export const AXIS = s.oneOf(['lambda', 'k', 'r', 't', 'steps']);
