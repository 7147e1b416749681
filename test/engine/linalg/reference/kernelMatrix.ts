import { KernelscopeError } from '../../../../src/engine/contract/failure';
import type { LinearAlgebra } from '../../../../src/engine/linalg/linalg';
import { kernelValue } from '../kernelReference';

/** Entry by entry from the definition of the kernel. */
export const kernelMatrix: LinearAlgebra['kernelMatrix'] = (form, x, n, z, m, d, symmetric, context, into) => {
  requireFinite(x, n, d);
  if (!symmetric) requireFinite(z, m, d);
  const k = into ?? new Float64Array(n * m);
  const left = rowsOf(x, n, d);
  const right = symmetric ? left : rowsOf(z, m, d);
  for (let j = 0; j < m; j++) {
    context.check();
    for (let i = symmetric ? j : 0; i < n; i++) {
      k[i + j * n] = kernelValue(form, left[i], right[j]);
      if (symmetric) k[j + i * n] = k[i + j * n];
    }
  }
  context.progress(1, 'computing the kernel matrix');
  return k;
};

function rowsOf(x: Float64Array, n: number, d: number): Float64Array[] {
  return Array.from({ length: n }, (_, i) => Float64Array.from({ length: d }, (_, c) => x[i + c * n]));
}

function requireFinite(x: Float64Array, n: number, d: number): void {
  const at = x.subarray(0, n * d).findIndex((v) => !Number.isFinite(v));
  if (at >= 0) throw new KernelscopeError('numerics/failed', `Row ${(at % n) + 1} is not finite.`);
}
