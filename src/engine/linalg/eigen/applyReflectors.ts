import type { RunContext } from '../../contract/context';
import { gemm } from '../gemm';

/** Reflectors applied together. */
const GROUP = 48;

/**
 * Q ← H_0·H_1·…·H_{n−2}·Q with the reflectors that `tridiagonalise` left in `a` and `tau`, in groups of the compact form
 * I − V·T·V' (Schreiber and Van Loan 1989), so that the work is matrix products.
 */
export function applyReflectors(
  a: Float64Array,
  tau: Float64Array,
  n: number,
  q: Float64Array,
  context: RunContext,
): void {
  const count = n - 1;
  const v = new Float64Array(n * GROUP);
  const t = new Float64Array(GROUP * GROUP);
  const product = new Float64Array(n * GROUP);
  const scaled = new Float64Array(n * GROUP);
  for (let j1 = count; j1 > 0; j1 -= GROUP) {
    const j0 = Math.max(0, j1 - GROUP);
    const width = j1 - j0;
    const rows = n - 1 - j0;
    for (let j = 0; j < width; j++) {
      const start = j * rows;
      v.fill(0, start, start + j);
      v.set(a.subarray((j0 + j) * n + j0 + j + 1, (j0 + j + 1) * n), start + j);
      v[start + j] = 1;
    }
    triangle(v, tau.subarray(j0, j1), rows, width, t);
    const vBlock = { values: v, offset: 0, lead: rows };
    const qBlock = { values: q, offset: j0 + 1, lead: n };
    const pBlock = { values: product, offset: 0, lead: width };
    const sBlock = { values: scaled, offset: 0, lead: width };
    gemm(true, false, width, n, rows, 1, vBlock, qBlock, 0, pBlock, context);
    gemm(false, false, width, n, width, 1, { values: t, offset: 0, lead: GROUP }, pBlock, 0, sBlock, context);
    gemm(false, false, rows, n, width, -1, vBlock, sBlock, 1, qBlock, context);
    context.progress(1 - (j0 / count) ** 2, 'forming the eigenvectors');
  }
}

/** Upper triangular T with H_0·…·H_{w−1} = I − V·T·V'. */
function triangle(v: Float64Array, tau: Float64Array, rows: number, width: number, t: Float64Array): void {
  t.fill(0);
  const inner = new Float64Array(width);
  for (let j = 0; j < width; j++) {
    for (let i = 0; i < j; i++) {
      let sum = 0;
      for (let r = j; r < rows; r++) sum += v[i * rows + r] * v[j * rows + r];
      inner[i] = sum;
    }
    for (let i = 0; i < j; i++) {
      let sum = 0;
      for (let l = i; l < j; l++) sum += t[l * GROUP + i] * inner[l];
      t[j * GROUP + i] = -tau[j] * sum;
    }
    t[j * GROUP + j] = tau[j];
  }
}
