/**
 * A spectral filter g: (i, mu_i) → [0, 1] with its parameters: what a squared-loss method does to direction i of the spectrum.
 * n is the number of training rows, mu_i eigenvalues of K/n, so that n·mu_i are those of K. Formulas: engine/filters.
 */
export type FilterSpec =
  /**
   * 1 for the first k directions, mu/(mu + lambda) up to direction r, 0 beyond. Ridge is k = 0, r = all; truncated ridge k = 0;
   * conditional ridge with hard thresholding r = all; spectral cut-off k = r and lambda = 0. `r` beyond the rank means all.
   */
  | { readonly kind: 'zones'; readonly lambda: number; readonly k: number; readonly r: number }
  /** Gradient flow 1 − exp(−t/(1 − momentum)·n·mu). */
  | { readonly kind: 'flow'; readonly t: number; readonly momentum: number }
  /** Gradient descent, `steps` steps of size `stepSize`, heavy-ball momentum from 0 to below 1. */
  | { readonly kind: 'descent'; readonly steps: number; readonly stepSize: number; readonly momentum: number };

/** What a slider moves. lambda is per sample, t is time (1/(n·lambda) corresponds to it), k, r and steps are counts. */
export type Axis = 'lambda' | 'k' | 'r' | 't' | 'steps';
