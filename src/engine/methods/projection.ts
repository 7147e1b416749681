import type { RunContext } from '../contract/context';
import type { LivePredictor } from '../contract/run';
import type { LinearAlgebra } from '../linalg/linalg';
import type { Eigenbasis } from '../spectrum/spectrum';

/**
 * P' = U'·k(X, points)/sqrt(n) for the first `rank` directions: rank×m, column-major. `cross` is n×m. With it,
 * f(x_j) = sum_i P_ji·c_i/(mu_i + lambda), at any lambda.
 */
export function projectKernel(
  basis: Eigenbasis,
  cross: Float64Array,
  m: number,
  linalg: LinearAlgebra,
  context: RunContext,
): Float64Array {
  const { n, rank, vectors } = basis;
  const projected = new Float64Array(rank * m);
  const u = { values: vectors, offset: 0, lead: n };
  const k = { values: cross, offset: 0, lead: n };
  linalg.gemm(
    true,
    false,
    rank,
    m,
    n,
    1 / Math.sqrt(n),
    u,
    k,
    0,
    { values: projected, offset: 0, lead: rank },
    context,
  );
  return projected;
}

/** Columns of P' are rows of P: the layouts agree, only the precision falls to what a figure needs. */
export function livePredictor(basis: Eigenbasis, projected: Float64Array, m: number): LivePredictor {
  return { rows: m, rank: basis.rank, p: Float32Array.from(projected) };
}
