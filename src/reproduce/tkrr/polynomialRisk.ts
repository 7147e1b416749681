import { byUs, type Setting } from '../settings';
import { lineThrough, powersOfTen } from '../statistics';

/** TKRR appendix C: 1000 values between 10^-10 and 10². */
const LAMBDAS = powersOfTen(-10, 2, 1000);

export interface LeastRisks {
  readonly full: number;
  readonly truncated: number;
  /** The truncation of Theorem 2a. */
  readonly r: number;
}

/**
 * Least expected MSE over lambda of full and truncated ridge when mu_i = i^-alpha and xi_i² = i^(−2·gamma·alpha−1) exactly
 * (TKRR (12)), n of each, the truncated at r = (n/sigma²)^(1/(2·gamma·alpha+1)), rounded up. `check` may throw to cancel.
 */
export function leastRisks(alpha: number, gamma: number, sigma2: number, n: number, check: () => void): LeastRisks {
  const mu = Float64Array.from({ length: n }, (_, i) => (i + 1) ** -alpha);
  const squares = Float64Array.from({ length: n }, (_, i) => (i + 1) ** (-2 * gamma * alpha - 1));
  const r = Math.min(n, Math.max(1, Math.ceil((n / sigma2) ** (1 / (2 * gamma * alpha + 1)))));
  let beyond = 0;
  for (let i = n - 1; i >= r; i--) beyond += squares[i];
  let full = Number.POSITIVE_INFINITY;
  let truncated = Number.POSITIVE_INFINITY;
  for (const lambda of LAMBDAS) {
    check();
    let bias = 0;
    let squaredShares = 0;
    for (let i = 0; i < n; i++) {
      const scale = 1 / (mu[i] + lambda);
      bias += (lambda * scale) ** 2 * squares[i];
      squaredShares += (mu[i] * scale) ** 2;
      if (i + 1 === r) truncated = Math.min(truncated, bias + beyond + (sigma2 / n) * squaredShares);
    }
    full = Math.min(full, bias + (sigma2 / n) * squaredShares);
  }
  return { full, truncated, r };
}

/** Numbers of rows from 10^`from` to 10^`to`, whole, evenly spaced in their logarithm. */
export function rowCounts(from: number, to: number, count: number): Float64Array {
  return powersOfTen(from, to, count).map(Math.round);
}

/** Where the upper half of the numbers of rows begins: rates are asymptotic. */
export const upperHalf = (counts: Float64Array): number => counts.length >> 1;

/** Slope of `values` in log n over the upper half of the numbers of rows. */
export function slopeOverUpperHalf(counts: Float64Array, values: readonly number[]): number {
  const half = upperHalf(counts);
  return lineThrough(counts.subarray(half).map(Math.log), values.slice(half)).slope;
}

export const countsSetting = (counts: Float64Array): Setting =>
  byUs('n', `${counts.length} values from ${counts[0]} to ${counts[counts.length - 1]}; slopes over the upper half`);
