// The rank-one part of divide and conquer: D + rho·z·z' = S·X·S'. Its eigenvectors are formed from the z of which the computed
// roots are the exact roots (Gu and Eisenstat 1995), which makes them orthogonal to working accuracy however close the roots lie.

import { JOB_ROOTS, JOB_VECTORS, JOB_WEIGHTS } from './jobIds';
import { ARGUMENTS, checkpoint, claim, fork, scratchOf, stopped } from './pool';
import { secularRoot } from './secular';
import { laneSum } from './fma';

/** Roots or columns of one piece, and rows of one piece of the weights. */
const COLUMNS: i32 = 8;
const ROWS: i32 = 128;
/** Below this many entries one thread is faster. */
const ALONE: i32 = 2_000;

/** Column j of S lies at vectors + columns[j]·lead, in the place of a vector that it will replace. */
@unmanaged
class Join {
  d: usize;
  z: usize;
  roots: usize;
  weights: usize;
  vectors: usize;
  columns: usize;
  positions: usize;
  k: i32;
  lead: i32;
  rho: f64;
}

/**
 * d, z (k): ascending distinct values and non-zero weights, rho > 0. Fills roots (k) and the k columns of S; row i of S goes to
 * row positions[i]. `weights`: k numbers of workspace; columns, positions: int32.
 */
export function joinHalves(
  k: i32, rho: f64, d: usize, z: usize, roots: usize, weights: usize,
  vectors: usize, lead: i32, columns: usize, positions: usize,
): void {
  const s = changetype<Join>(ARGUMENTS);
  s.d = d;
  s.z = z;
  s.roots = roots;
  s.weights = weights;
  s.vectors = vectors;
  s.columns = columns;
  s.positions = positions;
  s.k = k;
  s.lead = lead;
  s.rho = rho;
  const alone = k * k < ALONE;
  const byColumns = alone ? 1 : (k + COLUMNS - 1) / COLUMNS;
  fork(JOB_ROOTS, byColumns);
  fork(JOB_WEIGHTS, alone ? 1 : (k + ROWS - 1) / ROWS);
  fork(JOB_VECTORS, byColumns);
}

@inline
function columnOf(s: Join, j: i32): usize {
  return s.vectors + ((<usize>load<i32>(s.columns + (<usize>j << 2)) * <usize>s.lead) << 3);
}

export function rootsJob(thread: i32): void {
  const s = changetype<Join>(ARGUMENTS);
  for (;;) {
    const from = claim() * COLUMNS;
    checkpoint(thread);
    if (from >= s.k || stopped()) return;
    for (let j = from, to = min(from + COLUMNS, s.k); j < to; j++) {
      store<f64>(s.roots + (<usize>j << 3), secularRoot(s.k, s.d, s.z, s.rho, j, columnOf(s, j)));
    }
  }
}

/** |z_i|² = prod_j (x_j − d_i)/prod_{j≠i} (d_j − d_i), up to rho, with the sign of z_i; the columns hold d_i − x_j. */
export function weightsJob(thread: i32): void {
  const s = changetype<Join>(ARGUMENTS);
  const one = f64x2.splat(1), zero = f64x2.splat(0);
  for (;;) {
    const from = claim() * ROWS;
    checkpoint(thread);
    if (from >= s.k || stopped()) return;
    const to = min(from + ROWS, s.k);
    for (let i = from; i < to; i++) store<f64>(s.weights + (<usize>i << 3), 1);
    for (let j = 0; j < s.k; j++) {
      const column = columnOf(s, j);
      const dj = load<f64>(s.d + (<usize>j << 3));
      const pole = f64x2.splat(dj);
      let i = from;
      for (; i + 2 <= to; i += 2) {
        const at = <usize>i << 3;
        const gap = v128.sub<f64>(v128.load(s.d + at), pole);
        // i = j has no such factor: its gap of 0 counts as 1.
        const factor = v128.div<f64>(v128.load(column + at), v128.bitselect(one, gap, v128.eq<f64>(gap, zero)));
        v128.store(s.weights + at, v128.mul<f64>(v128.load(s.weights + at), factor));
      }
      if (i < to) {
        const at = <usize>i << 3;
        const gap = load<f64>(s.d + at) - dj;
        store<f64>(s.weights + at, (load<f64>(s.weights + at) * load<f64>(column + at)) / (gap == 0 ? 1 : gap));
      }
    }
    for (let i = from; i < to; i++) {
      const at = <usize>i << 3;
      const size = sqrt(abs(load<f64>(s.weights + at)));
      store<f64>(s.weights + at, load<f64>(s.z + at) < 0 ? -size : size);
    }
  }
}

export function vectorsJob(thread: i32): void {
  const s = changetype<Join>(ARGUMENTS);
  const vector = scratchOf(thread);
  for (;;) {
    const from = claim() * COLUMNS;
    checkpoint(thread);
    if (from >= s.k || stopped()) return;
    for (let j = from, to = min(from + COLUMNS, s.k); j < to; j++) {
      const column = columnOf(s, j);
      let squares = f64x2.splat(0), i = 0;
      for (; i + 2 <= s.k; i += 2) {
        const at = <usize>i << 3;
        const v = v128.div<f64>(v128.load(s.weights + at), v128.load(column + at));
        v128.store(vector + at, v);
        squares = v128.add<f64>(squares, v128.mul<f64>(v, v));
      }
      let square = laneSum(squares);
      if (i < s.k) {
        const at = <usize>i << 3;
        const v = load<f64>(s.weights + at) / load<f64>(column + at);
        store<f64>(vector + at, v);
        square += v * v;
      }
      const by = 1 / sqrt(square);
      for (i = 0; i < s.k; i++) {
        const position = load<i32>(s.positions + (<usize>i << 2));
        store<f64>(column + (<usize>position << 3), by * load<f64>(vector + (<usize>i << 3)));
      }
    }
  }
}
