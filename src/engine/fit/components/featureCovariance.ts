import { type RunContext, silently } from '../../contract/context';
import type { Matrix } from '../../contract/data';
import { featureCount } from '../../contract/featureCount';
import type { FeatureMap } from '../../contract/kernel';
import { type LinearAlgebra, whole } from '../../linalg/linalg';
import { eachFeatureBlock } from '../features/featureRows';

/** Rows whose mean serves as that of all while sums are made. */
const PILOT = 256;

export interface FeatureCovariance {
  /** Mean of z = scale·φ over the rows, M. */
  readonly mean: Float64Array;
  /** sum (z − mean)(z − mean)'/(n − 1), M×M, in both triangles; in the core's memory, until the caller's scope ends. */
  readonly covariance: Float64Array;
}

/**
 * The covariance of M features over n rows with the factor 1/(n − 1) of the U-statistic (NYPCA eq. 1), the rows in blocks: memory
 * M² + block·M whatever n, time n·M² beside the features themselves. Sums are made of z less the mean of a few rows, so that they do not
 * cancel where features hardly vary about their mean; that mean is the same whatever the block. `block`: rows at once.
 */
export function featureCovariance(
  map: FeatureMap,
  x: Matrix,
  linalg: LinearAlgebra,
  context: RunContext,
  block?: number,
): FeatureCovariance {
  const n = x.rows;
  const count = featureCount(map);
  const pilot = new Float64Array(count);
  const few = Uint32Array.from({ length: Math.min(n, PILOT) }, (_, i) => Math.floor((i * n) / Math.min(n, PILOT)));
  eachFeatureBlock({ map, x, rows: few }, linalg, silently(context), '', (z, rows) => {
    for (let j = 0; j < count; j++) for (let i = 0; i < rows; i++) pilot[j] += z[j * rows + i] / few.length;
  });

  const sum = new Float64Array(count);
  const products = linalg.allocate(count * count).fill(0);
  eachFeatureBlock({ map, x, ...(block && { block }) }, linalg, context, 'covariance of the features', (z, rows) => {
    for (let j = 0, o = 0; j < count; j++) {
      for (let i = 0; i < rows; i++, o++) {
        z[o] -= pilot[j];
        sum[j] += z[o];
      }
    }
    linalg.syrk(true, count, rows, 1, whole(z, rows), 1, whole(products, count), context);
  });
  for (let j = 0; j < count; j++) {
    for (let i = j; i < count; i++) {
      const value = (products[i + j * count] - (sum[i] * sum[j]) / n) / (n - 1);
      products[i + j * count] = value;
      products[j + i * count] = value;
    }
  }
  return { mean: pilot.map((v, j) => v + sum[j] / n), covariance: products };
}
