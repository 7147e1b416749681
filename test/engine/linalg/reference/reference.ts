import type { Elementary, LinearAlgebra } from '../../../../src/engine/linalg/linalg';
import { cholesky, solveLower, solveLowerRight } from './cholesky';
import { symmetricEigen, symmetricEigenvalues } from './eigen';
import { erf } from './erf';
import { kernelMatrix } from './kernelMatrix';
import { gemm, gemv, syrk } from './products';

const ELEMENTARY: Readonly<Record<Elementary, (x: number) => number>> = {
  exp: Math.exp,
  sin: Math.sin,
  cos: Math.cos,
  tanh: Math.tanh,
  sqrt: Math.sqrt,
  erf,
};

/** The arrays allocated in each open scope, the innermost last. */
const scopes: Float64Array[][] = [];

/**
 * The primitives in the plainest TypeScript that is accurate: the oracle for small sizes, and a check on callers, since
 * memory comes filled with NaN and turns to NaN again when its scope ends.
 */
export const reference: LinearAlgebra = {
  core: { backEnd: 'embedded', name: 'reference', threads: 1 },
  allocate(length) {
    const array = new Float64Array(length).fill(Number.NaN);
    scopes.at(-1)?.push(array);
    return array;
  },
  scope(body) {
    scopes.push([]);
    try {
      return body();
    } finally {
      for (const array of scopes.pop() ?? []) array.fill(Number.NaN);
    }
  },
  gemm,
  syrk,
  gemv,
  cholesky,
  solveLower,
  solveLowerRight,
  symmetricEigen,
  symmetricEigenvalues,
  kernelMatrix,
  map(f, values, scale, shift, context) {
    context.check();
    for (let i = 0; i < values.length; i++) values[i] = ELEMENTARY[f](scale * values[i] + shift);
  },
};
