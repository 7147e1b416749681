import { type RunContext, silently } from '../../engine/contract/context';
import { formOf } from '../../engine/kernels/formOf';
import type { LinearAlgebra } from '../../engine/linalg/linalg';

/**
 * Eigenvalues of K/n, descending, for the Gaussian kernel exp(−||x − z||²/2h²) with the bandwidth h = sqrt(d/2) of TKRR
 * section 5, on n rows of d columns (column-major).
 */
export function alignmentSpectrum(
  rows: ArrayLike<number>,
  n: number,
  d: number,
  linalg: LinearAlgebra,
  context: RunContext,
): Float64Array {
  const inner = silently(context);
  const centred = Float64Array.from(rows);
  for (let j = 0; j < d; j++) {
    const column = centred.subarray(j * n, (j + 1) * n);
    const mean = column.reduce((sum, v) => sum + v, 0) / n;
    for (let i = 0; i < n; i++) column[i] -= mean;
  }
  return linalg.scope(() => {
    const form = { kind: 'gaussian', lengthScale: Math.sqrt(d / 2) } as const;
    const gram = linalg.kernelMatrix(formOf(form), centred, n, centred, n, d, true, inner, linalg.allocate(n * n));
    return linalg
      .symmetricEigenvalues(gram, n, inner)
      .map((value) => Math.max(0, value / n))
      .reverse();
  });
}
