import { agree, natural, real, reals, struct, such } from './schema';

// The schema of SpectrumData in run.ts, in its own file because models are solved with it that use nothing else of a run.

export const SPECTRUM = struct({
  /** The number n of training rows. */
  n: natural(),
  /** The number p of unpenalised directions: the rank of F, the intercept included. */
  unpenalised: natural(),
  /** The eigenvalues, descending, at most n − p of them; those below the numerical rank are as computed but never negative. */
  mu: reals(),
  /** The number of eigenvalues above rounding, n·eps times the larger of mu_1 and ||Q'KQ||/n. */
  rank: natural(),
  /** The number of eigenvalues that were computed as negative and set to 0. */
  clipped: natural(),
  /** The coordinates c_i = u_i'y/sqrt(n), signed, one for each of mu, in units of y. The alignment scores are c_i². */
  coordinates: reals(),
  /** The number n − p − mu.length of directions that were not computed, and the target's mean square there: 0 and 0 for a full decomposition. */
  beyond: struct({ count: natural(), score: real }),
});
export const SPECTRUM_DATA = such(SPECTRUM, ({ mu, rank, coordinates }) => agree(mu, coordinates) && rank <= mu.length);
