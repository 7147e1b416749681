import type { RunContext } from '../../engine/contract/context';
import { type LinearAlgebra, whole } from '../../engine/linalg/linalg';

/** Expected squared distance between k(·, X) and its reconstruction, in H (R^l) and in L² (T^l). */
export interface ReconstructionErrors {
  readonly inH: number;
  readonly inL2: number;
}

/** R^l(Sigma) = sum_{i>l} lambda_i and T^l(Sigma) = sum_{i>l} lambda_i² (NYPCA theorems 3(i) and 8(i)). */
export function populationErrors(eigenvalues: Float64Array, l: number): ReconstructionErrors {
  let inH = 0;
  let inL2 = 0;
  // From the smallest on, so that no digit is lost.
  for (let i = eigenvalues.length - 1; i >= l; i--) {
    inH += eigenvalues[i];
    inL2 += eigenvalues[i] ** 2;
  }
  return { inH, inL2 };
}

/**
 * Errors of the projection P = V·V' onto l orthonormal directions of H (V: D×l) after centring by the empirical mean m̂ (NYPCA (13), (14)
 * and section 4.2), Sigma = diag(lambda) and the true mean 0:
 * R = tr Sigma − tr V'Sigma·V + ||V'm̂||² and T = tr Sigma² − 2·tr V'Sigma²V + ||V'Sigma·V||²_F + m̂'P·Sigma·P·m̂.
 * Exact over a new row X; no sample of it is drawn. `mean` holds the means of the e_i.
 */
export function projectionErrors(
  v: Float64Array,
  l: number,
  eigenvalues: Float64Array,
  mean: Float64Array,
  linalg: LinearAlgebra,
  context: RunContext,
): ReconstructionErrors {
  const d = eigenvalues.length;
  return linalg.scope(() => {
    const scaled = linalg.allocate(d * l);
    let captured = 0;
    let capturedSquared = 0;
    for (let j = 0; j < l; j++)
      for (let i = 0; i < d; i++) {
        const at = i + j * d;
        scaled[at] = eigenvalues[i] * v[at];
        captured += scaled[at] * v[at];
        capturedSquared += scaled[at] ** 2;
      }
    const inner = linalg.allocate(l * l);
    linalg.gemm(true, false, l, l, d, 1, whole(v, d), whole(scaled, d), 0, whole(inner, l), context);
    const scores = new Float64Array(l);
    const centre = mean.map((m, i) => Math.sqrt(eigenvalues[i]) * m);
    linalg.gemv(true, d, l, 1, whole(v, d), centre, 0, scores, context);
    const image = new Float64Array(l);
    linalg.gemv(false, l, l, 1, whole(inner, l), scores, 0, image, context);
    const all = populationErrors(eigenvalues, 0);
    return {
      inH: all.inH - captured + squares(scores),
      inL2: all.inL2 - 2 * capturedSquared + squares(inner) + scores.reduce((sum, s, i) => sum + s * image[i], 0),
    };
  });
}

/**
 * T of the reconstruction whose embedding in L² maps e(X) − m̂ to H·H'(e(X) − m̂), H: D×l (random features; NYPCA section 4.2):
 * ||diag(lambda) − H·H'||²_F + ||H·H'm̂||².
 */
export function embeddedError(
  h: Float64Array,
  l: number,
  eigenvalues: Float64Array,
  mean: Float64Array,
  linalg: LinearAlgebra,
  context: RunContext,
): number {
  const d = eigenvalues.length;
  return linalg.scope(() => {
    const inner = linalg.allocate(l * l);
    linalg.gemm(true, false, l, l, d, 1, whole(h, d), whole(h, d), 0, whole(inner, l), context);
    let captured = 0;
    for (let j = 0; j < l; j++) for (let i = 0; i < d; i++) captured += eigenvalues[i] * h[i + j * d] ** 2;
    const scores = new Float64Array(l);
    linalg.gemv(true, d, l, 1, whole(h, d), mean, 0, scores, context);
    const image = new Float64Array(l);
    linalg.gemv(false, l, l, 1, whole(inner, l), scores, 0, image, context);
    return (
      populationErrors(eigenvalues, 0).inL2 -
      2 * captured +
      squares(inner) +
      scores.reduce((sum, s, i) => sum + s * image[i], 0)
    );
  });
}

const squares = (values: Float64Array): number => values.reduce((sum, v) => sum + v * v, 0);
