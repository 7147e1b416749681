import { partOf, type RunContext } from '../contract/context';
import type { Matrix } from '../contract/data';
import { gaussianGram } from '../kernels/gaussian';
import type { LinearAlgebra } from '../linalg/linalg';
import { decompose, type Eigenbasis } from './spectrum';

/** K/n = U·diag(mu)·U' for the Gaussian kernel on the rows of x (n×d); K lives and dies in the core's own memory. */
export function gaussianBasis(x: Matrix, lengthScale: number, linalg: LinearAlgebra, context: RunContext): Eigenbasis {
  const n = x.rows;
  return linalg.scope(() => {
    const gram = gaussianGram(x, lengthScale, linalg, partOf(context, 0, 0.05), linalg.allocate(n * n));
    return decompose(gram, n, linalg, partOf(context, 0.05, 1));
  });
}
