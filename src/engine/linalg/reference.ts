import { cholesky, solveLower } from './cholesky';
import { symmetricEigen } from './eigen/symmetricEigen';
import { gaussianKernel } from './gaussianKernel';
import { gemm } from './gemm';
import type { LinearAlgebra } from './linalg';

/** Plain TypeScript on one thread: runs everywhere, and is what a faster core is checked against. */
export const reference: LinearAlgebra = {
  name: 'plain TypeScript',
  threads: 1,
  gemm,
  symmetricEigen,
  cholesky,
  solveLower,
  gaussianKernel,
};
