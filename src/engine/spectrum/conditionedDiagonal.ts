import { type Computing, full } from '../linalg/linalg';
import type { Eigenbasis } from './spectrum';

/**
 * The part of each direction of a basis that further unpenalised features leave: mu'_i = u_i'·(I − QQ')·K·(I −
 * QQ')·u_i/n for the first `rank` directions (CKRR Thm 5.2 for one draw of the features). `free` is Q, n×p with
 * orthonormal columns, whose span includes the directions that the basis itself leaves unpenalised. With W = U'Q it is
 * mu_i − 2·mu_i·||w_i||² + w_i'·(W'·diag(mu)·W)·w_i.
 */
export function conditionedDiagonal(
  { n, mu, rank, vectors }: Eigenbasis,
  free: Float64Array,
  p: number,
  context: Computing,
): Float64Array {
  const { linalg } = context;
  if (p === 0 || rank === 0) return mu.slice(0, rank);
  return linalg.scope(() => {
    const w = linalg.allocate(rank * p);
    const weighted = linalg.allocate(rank * p);
    const inner = linalg.allocate(p * p);
    const image = linalg.allocate(rank * p);
    linalg.gemm(true, false, rank, p, n, 1, full(vectors, n), full(free, n), 0, full(w, rank), context);
    for (let o = 0; o < rank * p; o++) weighted[o] = w[o] * mu[o % rank];
    linalg.gemm(true, false, p, p, rank, 1, full(w, rank), full(weighted, rank), 0, full(inner, p), context);
    linalg.gemm(false, false, rank, p, p, 1, full(w, rank), full(inner, p), 0, full(image, rank), context);
    const left = mu.slice(0, rank);
    for (let a = 0; a < p; a++)
      for (let i = 0, o = a * rank; i < rank; i++, o++) left[i] += w[o] * image[o] - 2 * mu[i] * w[o] * w[o];
    return left.map((v) => Math.max(0, v));
  });
}
