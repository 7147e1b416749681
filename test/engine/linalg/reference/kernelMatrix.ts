import { KernelscopeError } from '../../../../src/engine/contract/failure';
import type { KernelForm } from '../../../../src/engine/linalg/kernelForm';
import type { LinearAlgebra } from '../../../../src/engine/linalg/linalg';

/** Entry by entry. */
export const kernelMatrix: LinearAlgebra['kernelMatrix'] = (form, x, n, z, m, d, symmetric, context, into) => {
  requireFinite(x, n, d);
  if (!symmetric) requireFinite(z, m, d);
  const k = into ?? new Float64Array(n * m);
  const left = rowsOf(x, n, d);
  const right = symmetric ? left : rowsOf(z, m, d);
  for (let j = 0; j < m; j++) {
    context.check();
    for (let i = symmetric ? j : 0; i < n; i++) {
      k[i + j * n] = value(form, left[i], right[j]);
      if (symmetric) k[j + i * n] = k[i + j * n];
    }
  }
  context.progress(1, 'computing the kernel matrix');
  return k;
};

/** The Gaussian, which is all that the primitives are compared on; every form: kernelMaps.test.ts. */
function value(form: KernelForm, x: Float64Array, z: Float64Array): number {
  if (form.kind !== 'mapped' || form.map !== 'RadialMap.Gaussian')
    throw new RangeError('the reference knows the Gaussian alone');
  return 2 ** (form.numbers[0] * x.reduce((sum, v, c) => sum + (v - z[c]) ** 2, 0));
}

function rowsOf(x: Float64Array, n: number, d: number): Float64Array[] {
  return Array.from({ length: n }, (_, i) => Float64Array.from({ length: d }, (_, c) => x[i + c * n]));
}

function requireFinite(x: Float64Array, n: number, d: number): void {
  const at = x.subarray(0, n * d).findIndex((v) => !Number.isFinite(v));
  if (at >= 0) throw new KernelscopeError('numerics/failed', `Row ${(at % n) + 1} is not finite.`);
}
