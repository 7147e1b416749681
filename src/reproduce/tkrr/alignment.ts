import { silently } from '../../engine/contract/context';
import { formOf, type ScaledShape } from '../../engine/kernels/formOf';
import type { Computing } from '../../engine/linalg/linalg';
import type { MeanEstimate } from '../statistics';
import draws from './draws.json';

/**
 * Eigenvalues of K/n, descending, for the Gaussian kernel exp(−||x − z||²/2h²) with the bandwidth h = sqrt(d/2) of TKRR
 * section 5, on n rows of d columns (column-major).
 */
export function alignmentSpectrum(rows: ArrayLike<number>, n: number, d: number, context: Computing): Float64Array {
  const centred = Float64Array.from(rows);
  for (let j = 0; j < d; j++) {
    const column = centred.subarray(j * n, (j + 1) * n);
    const mean = column.reduce((sum, v) => sum + v, 0) / n;
    for (let i = 0; i < n; i++) column[i] -= mean;
  }
  return gramEigenvalues({ kind: 'gaussian', lengthScale: Math.sqrt(d / 2) }, centred, n, silently(context));
}

/** Eigenvalues of K/n, descending, on n rows (column-major). */
export function gramEigenvalues(shape: ScaledShape, rows: Float64Array, n: number, context: Computing): Float64Array {
  const { linalg } = context;
  return linalg.scope(() => {
    const d = rows.length / n;
    const gram = linalg.kernelMatrix(formOf(shape), rows, n, rows, n, d, true, context, linalg.allocate(n * n));
    return linalg
      .symmetricEigenvalues(gram, n, context)
      .map((value) => Math.max(0, value / n))
      .reverse();
  });
}

/** The authors' own draws behind figures 1 and 2 of TKRR (section 5): the rest of their numbers follows from these. */
export const DRAWN_ROWS = 200;
export const DRAWN_COLUMNS = 4;

/** Rows in [0, 1]⁴, n×d and column-major. */
interface AuthorsDraw {
  readonly rows: readonly number[];
}

export interface AlignedDraw extends AuthorsDraw {
  /** Alignment scores xi_1 … xi_30; the others are 0, and the sum of squares is 1. */
  readonly scores: readonly number[];
  /**
   * Standard deviation (ddof 1) of the target on the rows, in units of which the figure counts noise. It depends on the signs of
   * the eigenvectors, which no definition fixes; this is the value with theirs.
   */
  readonly targetDeviation: number;
}

export const FIGURE_1: AlignedDraw = draws.figure1;

/** The numbers of figure 1, begun 80 draws earlier. */
export const FIGURE_2: AuthorsDraw = {
  rows: [...draws.figure2.firstRows, ...draws.figure1.rows.slice(0, 720)],
};

/** Simulated errors over the exact ones, the mean of all settings: theory has 1. */
export function meanRatio(ratios: readonly MeanEstimate[]): MeanEstimate {
  const mean = ratios.reduce((sum, ratio) => sum + ratio.mean / ratios.length, 0);
  return { mean, error: Math.sqrt(ratios.reduce((sum, ratio) => sum + ratio.error ** 2, 0)) / ratios.length };
}

/**
 * Exact mean squared error of truncated kernel ridge regression on a fixed design (TKRR Thm 1, (9)):
 * sum_{i≤r} lambda²/(mu_i + lambda)²·xi_i² + sum_{i>r} xi_i² + noise·sum_{i≤r} mu_i²/(mu_i + lambda)².
 * `mu` are eigenvalues of K/n, descending, at least r of them; `squares` holds xi_i² from the first on, 0 beyond its end;
 * `noise` = sigma²/n; all errors in units of the target squared.
 */
export function exactRisk(
  mu: ArrayLike<number>,
  squares: ArrayLike<number>,
  noise: number,
  r: number,
  lambda: number,
): number {
  let bias = 0;
  let squaredShares = 0;
  for (let i = 0; i < r; i++) {
    const scale = 1 / (mu[i] + lambda);
    if (i < squares.length) bias += (lambda * scale) ** 2 * squares[i];
    squaredShares += (mu[i] * scale) ** 2;
  }
  for (let i = r; i < squares.length; i++) bias += squares[i];
  return bias + noise * squaredShares;
}
