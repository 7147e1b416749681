import type { RunContext } from '../contract/context';
import { gemm } from './gemm';

/** Columns of the result formed at once. */
const STRIP = 64;

/** See LinearAlgebra.gaussianKernel. Products by gemm, then one pass for the distances and the exponential. */
export function gaussianKernel(
  x: Float64Array,
  n: number,
  z: Float64Array,
  m: number,
  d: number,
  lengthScale: number,
  symmetric: boolean,
  context: RunContext,
): Float64Array {
  const k = new Float64Array(n * m);
  const normX = squaredNorms(x, n, d);
  const normZ = symmetric ? normX : squaredNorms(z, m, d);
  const rate = -1 / (2 * lengthScale * lengthScale);
  for (let j0 = 0; j0 < m; j0 += STRIP) {
    const width = Math.min(STRIP, m - j0);
    // By symmetry the rows above the strip are already known.
    const top = symmetric ? j0 : 0;
    const left = { values: x, offset: top, lead: n };
    const right = { values: z, offset: j0, lead: m };
    const target = { values: k, offset: j0 * n + top, lead: n };
    gemm(false, true, n - top, width, d, 1, left, right, 0, target, context);
    for (let j = j0; j < j0 + width; j++) {
      const first = symmetric ? j + 1 : 0;
      if (symmetric) k[j * n + j] = 1;
      for (let i = first; i < n; i++) {
        const squared = Math.max(0, normX[i] + normZ[j] - 2 * k[j * n + i]);
        k[j * n + i] = Math.exp(rate * squared);
      }
      if (symmetric) for (let i = first; i < n; i++) k[i * n + j] = k[j * n + i];
    }
    context.check();
    context.progress((j0 + width) / m, 'computing the kernel matrix');
  }
  return k;
}

function squaredNorms(x: Float64Array, n: number, d: number): Float64Array {
  const norms = new Float64Array(n);
  for (let c = 0; c < d; c++) for (let i = 0; i < n; i++) norms[i] += x[c * n + i] * x[c * n + i];
  return norms;
}
