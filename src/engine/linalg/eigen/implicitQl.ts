import { KernelscopeError } from '../../contract/failure';
import type { Block } from '../linalg';

/** More sweeps than any eigenvalue has been seen to need (three on average). */
const SWEEPS = 60;

/**
 * Eigenpairs of a small symmetric tridiagonal matrix by QL sweeps with implicit Wilkinson shifts (Dubrulle, Martin and
 * Wilkinson 1968). Rows from…from+size−1 of `diagonal` become the eigenvalues in no particular order, `offDiagonal` is
 * overwritten, and the rotations are applied to columns of `q`, whose size×size block holds the identity at first.
 */
export function implicitQl(
  diagonal: Float64Array,
  offDiagonal: Float64Array,
  from: number,
  size: number,
  q: Block,
): void {
  const end = from + size - 1;
  for (let l = from; l <= end; l++) {
    for (let sweep = 0; ; sweep++) {
      const m = firstSplit(diagonal, offDiagonal, l, end);
      if (m === l) break;
      if (sweep === SWEEPS)
        throw new KernelscopeError('numerics/failed', 'The eigenvalues did not converge. Please report this file.');
      sweepOnce(diagonal, offDiagonal, l, m, from, size, q);
    }
  }
}

/** The first m ≥ l whose off-diagonal entry is negligible beside its neighbours. */
function firstSplit(diagonal: Float64Array, offDiagonal: Float64Array, l: number, end: number): number {
  for (let m = l; m < end; m++) {
    const size = Math.abs(diagonal[m]) + Math.abs(diagonal[m + 1]);
    if (Math.abs(offDiagonal[m]) <= Number.EPSILON * size || Math.abs(offDiagonal[m]) < 1e-300) return m;
  }
  return end;
}

/** Chases the bulge from row m up to row l; the shift is the eigenvalue of the leading 2×2 block nearer to d_l. */
function sweepOnce(
  d: Float64Array,
  e: Float64Array,
  l: number,
  m: number,
  from: number,
  size: number,
  { values, offset, lead }: Block,
): void {
  const half = (d[l + 1] - d[l]) / (2 * e[l]);
  const root = Math.hypot(half, 1);
  let g = d[m] - d[l] + e[l] / (half + (half < 0 ? -root : root));
  let sine = 1;
  let cosine = 1;
  let shift = 0;
  for (let i = m - 1; i >= l; i--) {
    const f = sine * e[i];
    const b = cosine * e[i];
    const r = Math.hypot(f, g);
    e[i + 1] = r;
    if (r === 0) {
      // The bulge vanished on the way: the matrix splits here.
      d[i + 1] -= shift;
      e[m] = 0;
      return;
    }
    sine = f / r;
    cosine = g / r;
    g = d[i + 1] - shift;
    const t = (d[i] - g) * sine + 2 * cosine * b;
    shift = sine * t;
    d[i + 1] = g + shift;
    g = cosine * t - b;
    const left = offset + (i - from) * lead;
    const right = left + lead;
    for (let k = 0; k < size; k++) {
      const x = values[right + k];
      const y = values[left + k];
      values[right + k] = sine * y + cosine * x;
      values[left + k] = cosine * y - sine * x;
    }
  }
  d[l] -= shift;
  e[l] = g;
  e[m] = 0;
}
