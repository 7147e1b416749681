/** Eigenvalues take three sweeps on average. Clusters at rounding level, once deflation may ignore it, take few more. */
const SWEEPS = 60;
const PATIENCE = 15;

/**
 * Eigenpairs of a symmetric tridiagonal matrix by QL sweeps with implicit Wilkinson shifts (Dubrulle, Martin and Wilkinson
 * 1968). `diagonal` becomes the eigenvalues in no particular order, `offDiagonal` (entry j couples j and j + 1) is
 * overwritten, and the rotations are applied to the columns of `q` (rows×n) when it is given. False: no convergence.
 */
export function implicitQl(diagonal: Float64Array, offDiagonal: Float64Array, q?: Float64Array): boolean {
  const n = diagonal.length;
  const largest = diagonal.reduce((m, v, i) => Math.max(m, Math.abs(v), Math.abs(offDiagonal[i] ?? 0)), 0);
  for (let l = 0; l < n; l++) {
    for (let sweep = 0; ; sweep++) {
      // Rounding of the large entries may keep the small ones from ever being negligible beside their own neighbours.
      const floor = sweep < PATIENCE ? 1e-300 : Number.EPSILON * largest;
      const m = firstSplit(diagonal, offDiagonal, l, floor);
      if (m === l) break;
      if (sweep === SWEEPS) return false;
      // Small eigenvalues come out first and exactly when the large entries stand at the lower end.
      if (sweep === 0 && Math.abs(diagonal[l]) > Math.abs(diagonal[m])) turnRound(diagonal, offDiagonal, l, m, q);
      sweepOnce(diagonal, offDiagonal, l, m, q);
    }
  }
  return true;
}

/** The first m ≥ l whose off-diagonal entry is negligible beside its neighbours. */
function firstSplit(d: Float64Array, e: Float64Array, l: number, floor: number): number {
  for (let m = l; m < d.length - 1; m++) {
    const size = Math.abs(d[m]) + Math.abs(d[m + 1]);
    if (Math.abs(e[m]) <= Number.EPSILON * size || Math.abs(e[m]) <= floor) return m;
  }
  return d.length - 1;
}

/** Rows l…m in reverse order: the same eigenvalues, the columns of `q` moving along. */
function turnRound(d: Float64Array, e: Float64Array, l: number, m: number, q?: Float64Array): void {
  d.subarray(l, m + 1).reverse();
  e.subarray(l, m).reverse();
  if (q === undefined) return;
  const n = d.length;
  for (let i = l, j = m; i < j; i++, j--) {
    const kept = q.slice(i * n, (i + 1) * n);
    q.copyWithin(i * n, j * n, (j + 1) * n);
    q.set(kept, j * n);
  }
}

/** Chases the bulge from row m up to row l; the shift is the eigenvalue of the leading 2×2 block nearer to d_l. */
function sweepOnce(d: Float64Array, e: Float64Array, l: number, m: number, q?: Float64Array): void {
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
    if (q !== undefined) rotate(q, d.length, i, sine, cosine);
  }
  d[l] -= shift;
  e[l] = g;
  e[m] = 0;
}

function rotate(q: Float64Array, n: number, i: number, sine: number, cosine: number): void {
  const left = i * n;
  const right = left + n;
  for (let k = 0; k < n; k++) {
    const x = q[right + k];
    const y = q[left + k];
    q[right + k] = sine * y + cosine * x;
    q[left + k] = cosine * y - sine * x;
  }
}
