import type { RunContext } from '../../contract/context';
import { Random } from '../../data/random';
import { type LinearAlgebra, whole } from '../../linalg/linalg';
import type { Eigenbasis } from '../../spectrum/spectrum';

/**
 * Coefficients a (n×count) of functions k(x, X)·a that are draws of the Gaussian field with covariance k at the rows of a basis (CKRR section
 * 5.2): a = S·U·diag(n·mu)^-1/2·z with standard normal z, S being the roots of the row weights. Up to the span of what the basis leaves
 * unpenalised, the values at the rows are U·diag(n·mu)^1/2·z, whose covariance is the residual kernel matrix; at other rows such a function is
 * the field's conditional mean. Directions below the numerical rank are left out. Fewer draws are the first ones of more.
 */
export function fieldDraws(
  { n, mu, rank, vectors }: Eigenbasis,
  rootWeights: Float64Array | undefined,
  count: number,
  seed: number,
  linalg: LinearAlgebra,
  context: RunContext,
): Float64Array {
  const random = new Random(seed, context);
  const z = Float64Array.from({ length: rank * count }, (_, o) => random.normal() / Math.sqrt(n * mu[o % rank]));
  const drawn = new Float64Array(n * count);
  if (rank > 0)
    linalg.gemm(false, false, n, count, rank, 1, whole(vectors, n), whole(z, rank), 0, whole(drawn, n), context);
  return rootWeights ? drawn.map((v, o) => v * rootWeights[o % n]) : drawn;
}
