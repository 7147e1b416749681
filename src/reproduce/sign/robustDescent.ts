import type { RunContext } from '../../engine/contract/context';
import { type LinearAlgebra, whole } from '../../engine/linalg/linalg';
import { costAtZero, type Schedule, type Stopped, type StoppedPath } from './robustStopping';

/** Steps whose predictions are computed at once. */
const CHUNK = 128;

/**
 * `stopEarly` for kernel gradient descent, alpha += step·(y − K·alpha), of one step from each time to the next: in the eigenbasis
 * of K a step costs n operations in place of n², and the predictions of the rows left out are products of matrices.
 */
export function stopDescent(
  { gram, y, cross, observed }: StoppedPath,
  { times, patience }: Schedule,
  cost: (residual: number) => number,
  linalg: LinearAlgebra,
  context: RunContext,
): Stopped {
  const { n } = gram;
  if (gram.kind !== 'dense') throw new RangeError('stopDescent takes a whole kernel matrix');
  const m = observed.length;
  return linalg.scope(() => {
    const work = linalg.allocate(n * n);
    work.set(gram.k.subarray(0, n * n));
    const { values, vectors } = linalg.symmetricEigen(work, n, context);
    const basis = whole(vectors, n);
    const across = linalg.allocate(m * n);
    linalg.gemm(false, false, m, n, n, 1, whole(cross, m), basis, 0, whole(across, m), context);
    const left = linalg.allocate(n);
    linalg.gemv(true, n, n, 1, basis, y, 0, left, context);
    const step = times[0];
    const keep = values.map((v) => 1 - step * Math.max(0, v));
    const coefficients = new Float64Array(n);
    const chunk = linalg.allocate(n * CHUNK);
    const predicted = linalg.allocate(m * CHUNK);
    let best = -1;
    let least = costAtZero(observed, cost);
    for (let from = 0; from < times.length && from - best <= patience; from += CHUNK) {
      const size = Math.min(CHUNK, times.length - from);
      for (let s = 0, at = 0; s < size; s++)
        for (let j = 0; j < n; j++, at++) {
          coefficients[j] += step * left[j];
          left[j] *= keep[j];
          chunk[at] = coefficients[j];
        }
      linalg.gemm(false, false, m, size, n, 1, whole(across, m), whole(chunk, n), 0, whole(predicted, m), context);
      for (let s = 0; s < size && from + s - best <= patience; s++) {
        let error = 0;
        for (let j = 0; j < m; j++) error += cost(observed[j] - predicted[s * m + j]);
        if (!(error < least)) continue;
        least = error;
        best = from + s;
      }
    }
    return { time: best < 0 ? 0 : times[best], error: least };
  });
}
