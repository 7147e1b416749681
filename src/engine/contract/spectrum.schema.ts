import { agree, count, real, reals, struct, such } from './schema';

// Of SpectrumData in run.ts: models are solved with it too, which know nothing else of a run.

export const SPECTRUM = struct({
  /** Training rows n. */
  n: count(),
  /** Unpenalised directions p: rank of F, the intercept included. */
  unpenalised: count(),
  /** Eigenvalues, descending, at most n − p of them; those below the numerical rank are kept as computed but never negative. */
  mu: reals(),
  /** Eigenvalues that stand above rounding, n·eps times the larger of mu_1 and ||Q'KQ||/n. */
  rank: count(),
  /** How many eigenvalues came out negative and were clipped to 0. */
  clipped: count(),
  /** c_i = u_i'y/sqrt(n), signed, one for each of mu, in units of y. The alignment scores are c_i². */
  coordinates: reals(),
  /** Directions that were not computed, n − p − mu.length of them, and the target's mean square there: 0 and 0 for a full decomposition. */
  beyond: struct({ count: count(), score: real }),
});
export const SPECTRUM_DATA = such(SPECTRUM, ({ mu, rank, coordinates }) => agree(mu, coordinates) && rank <= mu.length);
