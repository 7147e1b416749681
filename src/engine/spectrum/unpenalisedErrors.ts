import type { SpectrumData } from '../contract/run';
import type { ResidualKernel } from './spectrum';

/**
 * The number of strengths of the penalty that are averaged over, and the lowest as a fraction of the trace of the
 * residual kernel matrix over n; the largest is 10.
 */
const STRENGTHS = 48;
const LEAST = 1e-10;
/** More coefficients than this are too many to read, and would take as long as the fit. */
const MOST = 200;

/** Solves R·x = b for an upper triangular R (p×p), in place. */
export function solveUpper(r: Float64Array, p: number, b: Float64Array): void {
  for (let a = p - 1; a >= 0; a--) {
    for (let c = a + 1; c < p; c++) b[a] -= r[c * p + a] * b[c];
    b[a] /= r[a * p + a];
  }
}

/**
 * Standard errors of the p unpenalised coefficients beta of a ridge with penalty `lambda` per sample, for targets F·b +
 * g + noise with g a draw of a Gaussian field of covariance tau²·k: those of generalised least squares, tau²·(F'·(K +
 * n·lambda·I)^-1·F)^-1 = tau²·R^-1·S·R^-T with
 *
 *   S = n·lambda·I + Q'KQ − Q'KU·diag(1/(n·mu + n·lambda))·U'KQ,   tau² = sum_i n·c_i²/(n·mu_i + n·lambda)/(n − p),
 *
 * averaged over lambda by the restricted likelihood of each, plus the distances of its coefficients from those of
 * `lambda`: the effect of not knowing noise and signal. For one function g instead of many draws they are on the safe
 * side (test/engine/spectrum/unpenalisedErrors.test.ts). Where the features leave nothing of the kernel they are those of
 * ordinary least squares. Undefined without a coefficient, for more than 200 and for a
 * target that the unpenalised features fit exactly.
 */
export function unpenalisedErrors(
  { basis, r, coupling, inner }: Pick<ResidualKernel, 'basis' | 'r' | 'coupling' | 'inner'>,
  { mu, rank, coordinates, beyond }: SpectrumData,
  lambda: number,
): Float64Array | undefined {
  const { n, unpenalised: p } = basis;
  const trace = mu.reduce((sum, v) => sum + v, 0);
  if (p === 0 || p > MOST || !(trace > 0) || !(lambda > 0)) return undefined;
  // R^-1·Q'KU/√n, direction by direction, and the diagonals of R^-1·R^-T and R^-1·Q'KQ·R^-T.
  const along = new Float64Array(p * rank);
  for (let i = 0; i < rank; i++) {
    const column = along.subarray(i * p, (i + 1) * p);
    for (let a = 0; a < p; a++) column[a] = coupling[i + a * rank];
    solveUpper(r, p, column);
  }
  const inverse = Array.from({ length: p }, (_, b) => {
    const column = new Float64Array(p);
    column[b] = 1;
    solveUpper(r, p, column);
    return column;
  });
  const identity = new Float64Array(p);
  const kernel = new Float64Array(p);
  for (let a = 0; a < p; a++)
    for (let b = 0; b < p; b++) {
      identity[a] += inverse[b][a] ** 2;
      for (let c = 0; c < p; c++) kernel[a] += inverse[b][a] * inner[b + c * p] * inverse[c][a];
    }
  // All functions of the kernel are among the features: least squares.
  if (rank === 0) {
    const left = coordinates.reduce((sum, c) => sum + c ** 2, beyond.score);
    return identity.map((v) => Math.sqrt(((n * left) / (n - p)) * v));
  }
  const fits = Array.from({ length: STRENGTHS }, (_, s) => {
    const strength = trace * LEAST * (10 / LEAST) ** (s / (STRENGTHS - 1));
    let quadratic = beyond.score / strength;
    let logarithm = beyond.count * Math.log(strength);
    for (let i = 0; i < mu.length; i++) {
      quadratic += coordinates[i] ** 2 / (mu[i] + strength);
      logarithm += Math.log(mu[i] + strength);
    }
    const squares = new Float64Array(p);
    const apart = new Float64Array(p);
    for (let i = 0; i < rank; i++)
      for (let a = 0, o = i * p; a < p; a++, o++) {
        squares[a] += along[o] ** 2 / (mu[i] + strength);
        apart[a] += along[o] * coordinates[i] * (1 / (mu[i] + lambda) - 1 / (mu[i] + strength));
      }
    const scale = quadratic / (n - p);
    const variance = squares.map(
      (v, a) => scale * Math.max(0, n * strength * identity[a] + kernel[a] - v) + apart[a] ** 2,
    );
    return { likelihood: -0.5 * ((n - p) * Math.log(quadratic) + logarithm), variance };
  });
  const best = fits.reduce((most, { likelihood }) => Math.max(most, likelihood), Number.NEGATIVE_INFINITY);
  if (!Number.isFinite(best)) return undefined;
  const weights = fits.map(({ likelihood }) => Math.exp(likelihood - best));
  const total = weights.reduce((sum, v) => sum + v, 0);
  return identity.map((_, a) =>
    Math.sqrt(fits.reduce((sum, { variance }, s) => sum + weights[s] * variance[a], 0) / total),
  );
}
