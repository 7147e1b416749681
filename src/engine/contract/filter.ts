import {
  anyOf,
  byHand,
  constant,
  count,
  finite,
  holds,
  named,
  type Of,
  oneOf,
  optional,
  positive,
  struct,
  such,
} from './schema';

const amount = such(finite(), (value) => value >= 0);
const momentum = such(amount, (value) => value < 1);

/** 1 for the first k directions, mu/(mu + lambda) up to direction r, 0 beyond. */
const ZONES = struct({
  kind: constant('zones'),
  /** The ridge penalty, per sample. */
  lambda: amount,
  /** The number of directions that are not shrunk. */
  k: count(),
  /** The number of directions beyond which all are dropped; null in JSON, or a number beyond the rank, if none are. */
  r: {
    ...byHand<number>(
      { type: ['integer', 'null'] },
      (r) => r === null || r === Number.POSITIVE_INFINITY || holds(count(), r),
    ),
    known: (r) => r ?? Number.POSITIVE_INFINITY,
  },
});

/** Gradient flow 1 − exp(−t/(1 − momentum)·n·mu). */
const FLOW = struct({ kind: constant('flow'), t: positive(), momentum });

/** Gradient descent, `steps` steps of size `stepSize`, momentum from 0 to below 1. */
const DESCENT = struct({
  kind: constant('descent'),
  steps: count(),
  stepSize: positive(),
  momentum,
  /** 1 where gradients are taken at the point that momentum leads to (Nesterov); 0, or omitted, for the heavy ball. */
  nesterov: optional(such(count(), (value) => value <= 1)),
});

/**
 * A spectral filter g: (i, mu_i) → [0, 1] with its parameters: the effect of a squared-loss method on direction i of the spectrum. n is the
 * number of training rows, mu_i eigenvalues of K/n, so that n·mu_i are those of K. Formulas: engine/filters. Ridge is the zones with k = 0, r =
 * all; truncated ridge k = 0; conditional ridge with hard thresholding r = all; spectral cut-off k = r and lambda = 0.
 */
export type FilterSpec = Of<typeof FILTER_SPEC>;
export const FILTER_SPEC = named('filter', anyOf(ZONES, FLOW, DESCENT));

/** The parameter that a slider moves. lambda is per sample, t is time (1/(n·lambda) corresponds to it), k, r and steps are counts. */
export type Axis = Of<typeof AXIS>;
export const AXIS = oneOf(['lambda', 'k', 'r', 't', 'steps']);
