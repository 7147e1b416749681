// Kernel matrices: tiles of inner products by the packed product, turned into kernel values while they are still in
// cache. For a symmetric matrix only tiles on and below the diagonal are computed, and mirrored.

import { FULL, productRange } from './gemm';
import { JOB_KERNEL } from './jobIds';
import { differenceTile } from './kernelMapsDifference';
import { mapTile } from './kernelMaps';
import { ARGUMENTS, checkpoint, claim, fork, stopped } from './pool';
import { entry } from './vectors';

/** A tile of 128 kB stays in the second-level cache between product, map and mirror. */
const TILE_ROWS: i32 = 256;
const TILE_COLUMNS: i32 = 64;
/** Factors of a tile of differences between two looks: a million numbers, each some ten times the work of a product's. */
const FACTORS: i32 = 64;

@unmanaged
class KernelMatrix {
  x: usize;
  z: usize;
  a: usize;
  b: usize;
  parameters: usize;
  c: usize;
  form: i32;
  n: i32;
  m: i32;
  d: i32;
  symmetric: i32;
  differences: i32;
}

/**
 * c (n×m, without gaps) ← k(x_i, z_j), rows x n×d and z m×d, column-major. a (n) and b (m): the numbers that mapTile
 * needs for rows and columns. `differences`: the form is a function of x_i − z_j. The caller must make the diagonal of
 * a symmetric matrix exact.
 */
export function kernelMatrix(
  form: i32, differences: i32, x: usize, n: i32, z: usize, m: i32, d: i32,
  a: usize, b: usize, parameters: usize, c: usize, symmetric: i32,
): void {
  const s = changetype<KernelMatrix>(ARGUMENTS);
  s.form = form;
  s.differences = differences;
  s.x = x;
  s.n = n;
  s.z = z;
  s.m = m;
  s.d = d;
  s.a = a;
  s.b = b;
  s.parameters = parameters;
  s.c = c;
  s.symmetric = symmetric;
  fork(JOB_KERNEL, n * m < 4096 ? 1 : (m + TILE_COLUMNS - 1) / TILE_COLUMNS);
}

export function kernelJob(thread: i32): void {
  const s = changetype<KernelMatrix>(ARGUMENTS);
  for (;;) {
    const j0 = claim() * TILE_COLUMNS;
    if (j0 >= s.m) return;
    const columns = min(TILE_COLUMNS, s.m - j0);
    for (let i0 = s.symmetric ? j0 : 0; i0 < s.n; i0 += TILE_ROWS) {
      checkpoint(thread);
      if (stopped()) return;
      const rows = min(TILE_ROWS, s.n - i0);
      const tile = entry(s.c, i0, j0, s.n);
      if (s.differences) {
        for (let l = 0; l < s.d; l += FACTORS) {
          if (l > 0) checkpoint(thread);
          if (stopped()) return;
          const x = s.x + (<usize>i0 << 3), z = s.z + (<usize>j0 << 3);
          differenceTile(s.form, tile, rows, columns, s.n, x, s.n, z, s.m, l, min(s.d, l + FACTORS), s.parameters);
        }
      } else {
        productRange(s.d, 1, s.x, 1, s.n, s.z, s.m, 1, 0, s.c, s.n, FULL, i0, i0 + rows, j0, j0 + columns, thread);
        mapTile(s.form, tile, rows, columns, s.n, s.a + (<usize>i0 << 3), s.b + (<usize>j0 << 3), s.parameters);
      }
      if (s.symmetric) mirror(s, i0, rows, j0, columns);
    }
  }
}

/** Copies the entries below the diagonal of a tile to their places above. */
function mirror(s: KernelMatrix, i0: i32, rows: i32, j0: i32, columns: i32): void {
  const side = <usize>s.n << 3;
  let i = i0;
  // Rows that cross the diagonal, one by one.
  for (const end = min(i0 + rows, j0 + columns); i < end; i++) {
    for (let j = j0; j < i; j++) store<f64>(entry(s.c, j, i, s.n), load<f64>(entry(s.c, i, j, s.n)));
  }
  for (const end = i0 + rows - 1; i < end; i += 2) {
    let from = entry(s.c, i, j0, s.n), to = entry(s.c, j0, i, s.n), j = 0;
    for (; j + 2 <= columns; j += 2, from += 2 * side, to += 16) {
      const left = v128.load(from), right = v128.load(from + side);
      v128.store(to, v128.shuffle<u64>(left, right, 0, 2));
      v128.store(to + side, v128.shuffle<u64>(left, right, 1, 3));
    }
    if (j < columns) {
      store<f64>(to, load<f64>(from));
      store<f64>(to + side, load<f64>(from, 8));
    }
  }
  if (i < i0 + rows) {
    for (let j = 0; j < columns; j++) store<f64>(entry(s.c, j0 + j, i, s.n), load<f64>(entry(s.c, i, j0 + j, s.n)));
  }
}

/** norms (n) ← ||x_i||², rows x n×d column-major. NaN where a row is not finite. */
export function squaredNorms(x: usize, n: i32, d: i32, norms: usize): void {
  memory.fill(norms, 0, <usize>n << 3);
  for (let c = 0; c < d; c++) {
    let from = entry(x, 0, c, n), to = norms, i = 0;
    for (; i + 2 <= n; i += 2, from += 16, to += 16) {
      const v = v128.load(from);
      v128.store(to, v128.add<f64>(v128.load(to), v128.mul<f64>(v, v)));
    }
    if (i < n) store<f64>(to, load<f64>(to) + load<f64>(from) * load<f64>(from));
  }
}
