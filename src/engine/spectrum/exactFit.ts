import type { SpectrumData } from '../contract/run';

/** Eigenvalues that differ by more leave too few digits of a fit of every row exactly. */
const CONDITION = 1e10;
/** A lambda of this fraction of the smallest eigenvalue changes nothing visible. */
const NOTHING = 1e-6;

/**
 * A lambda so small that ridge fits every row exactly; undefined if an eigenvalue is too small for that, as when rows
 * are equal.
 */
export function exactLambda({
  n,
  unpenalised,
  mu,
}: Pick<SpectrumData, 'n' | 'unpenalised' | 'mu'>): number | undefined {
  const smallest = mu[n - unpenalised - 1];
  return smallest > mu[0] / CONDITION ? NOTHING * smallest : undefined;
}
