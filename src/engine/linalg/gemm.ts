import type { RunContext } from '../contract/context';
import type { Block } from './linalg';

/** Depth and height of the packed panels, in entries: a panel of A (96×256) stays in the second-level cache. */
const DEPTH = 256;
const HEIGHT = 96;
const WIDTH = 512;

/**
 * C ← alpha·op(A)·op(B) + beta·C by packed panels and a 4×2 tile of running sums (after Goto and van de Geijn,
 * "Anatomy of high-performance matrix multiplication", 2008). Eight sums and six operands fit the 16 registers that
 * compiled JavaScript has; larger tiles spill.
 */
export function gemm(
  transposeA: boolean,
  transposeB: boolean,
  m: number,
  n: number,
  k: number,
  alpha: number,
  a: Block,
  b: Block,
  beta: number,
  c: Block,
  context: RunContext,
): void {
  scale(m, n, beta, c);
  if (m === 0 || n === 0 || k === 0 || alpha === 0) return;
  const depth = Math.min(DEPTH, k);
  const packedA = new Float64Array((Math.min(HEIGHT, m) + 3) * depth);
  const packedB = new Float64Array((Math.min(WIDTH, n) + 1) * depth);
  for (let j0 = 0; j0 < n; j0 += WIDTH) {
    const width = Math.min(WIDTH, n - j0);
    for (let p0 = 0; p0 < k; p0 += DEPTH) {
      const deep = Math.min(DEPTH, k - p0);
      packB(transposeB, b, p0, j0, deep, width, packedB);
      for (let i0 = 0; i0 < m; i0 += HEIGHT) {
        const height = Math.min(HEIGHT, m - i0);
        context.check();
        packA(transposeA, a, i0, p0, height, deep, alpha, packedA);
        multiplyPanels(height, width, deep, packedA, packedB, c.values, c.offset + i0 + j0 * c.lead, c.lead);
      }
    }
  }
}

function scale(m: number, n: number, beta: number, { values, offset, lead }: Block): void {
  if (beta === 1) return;
  for (let j = 0; j < n; j++) {
    const start = offset + j * lead;
    if (beta === 0) values.fill(0, start, start + m);
    else for (let i = start; i < start + m; i++) values[i] *= beta;
  }
}

/** alpha·op(A)[i0…, p0…] in strips of four rows, padded with zeros: four neighbours are used at once. */
function packA(
  transposed: boolean,
  { values, offset, lead }: Block,
  i0: number,
  p0: number,
  height: number,
  deep: number,
  alpha: number,
  packed: Float64Array,
): void {
  const rowStep = transposed ? lead : 1;
  const depthStep = transposed ? 1 : lead;
  let o = 0;
  for (let i = 0; i < height; i += 4) {
    const rows = Math.min(4, height - i);
    let from = offset + (i0 + i) * rowStep + p0 * depthStep;
    if (rows === 4) {
      for (let p = 0; p < deep; p++, o += 4, from += depthStep) {
        packed[o] = alpha * values[from];
        packed[o + 1] = alpha * values[from + rowStep];
        packed[o + 2] = alpha * values[from + 2 * rowStep];
        packed[o + 3] = alpha * values[from + 3 * rowStep];
      }
    } else {
      for (let p = 0; p < deep; p++, o += 4, from += depthStep)
        for (let r = 0; r < 4; r++) packed[o + r] = r < rows ? alpha * values[from + r * rowStep] : 0;
    }
  }
}

/** op(B)[p0…, j0…] in strips of two columns, the last padded with zeros. */
function packB(
  transposed: boolean,
  { values, offset, lead }: Block,
  p0: number,
  j0: number,
  deep: number,
  width: number,
  packed: Float64Array,
): void {
  const columnStep = transposed ? 1 : lead;
  const depthStep = transposed ? lead : 1;
  let o = 0;
  for (let j = 0; j < width; j += 2) {
    let from = offset + (j0 + j) * columnStep + p0 * depthStep;
    const second = j + 1 < width ? columnStep : 0;
    for (let p = 0; p < deep; p++, o += 2, from += depthStep) {
      packed[o] = values[from];
      packed[o + 1] = second > 0 ? values[from + second] : 0;
    }
  }
}

function multiplyPanels(
  height: number,
  width: number,
  deep: number,
  a: Float64Array,
  b: Float64Array,
  c: Float64Array,
  corner: number,
  lead: number,
): void {
  for (let j = 0; j < width; j += 2) {
    const columns = Math.min(2, width - j);
    for (let i = 0; i < height; i += 4) {
      let s00 = 0;
      let s10 = 0;
      let s20 = 0;
      let s30 = 0;
      let s01 = 0;
      let s11 = 0;
      let s21 = 0;
      let s31 = 0;
      let pa = i * deep;
      let pb = j * deep;
      for (const end = pa + 4 * deep; pa < end; pa += 4, pb += 2) {
        const b0 = b[pb];
        const b1 = b[pb + 1];
        const a0 = a[pa];
        const a1 = a[pa + 1];
        const a2 = a[pa + 2];
        const a3 = a[pa + 3];
        s00 += a0 * b0;
        s10 += a1 * b0;
        s20 += a2 * b0;
        s30 += a3 * b0;
        s01 += a0 * b1;
        s11 += a1 * b1;
        s21 += a2 * b1;
        s31 += a3 * b1;
      }
      const o = corner + i + j * lead;
      const rows = Math.min(4, height - i);
      c[o] += s00;
      if (rows > 1) c[o + 1] += s10;
      if (rows > 2) c[o + 2] += s20;
      if (rows > 3) c[o + 3] += s30;
      if (columns < 2) continue;
      c[o + lead] += s01;
      if (rows > 1) c[o + lead + 1] += s11;
      if (rows > 2) c[o + lead + 2] += s21;
      if (rows > 3) c[o + lead + 3] += s31;
    }
  }
}
