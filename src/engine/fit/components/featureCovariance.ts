import { silently } from '../../contract/context';
import type { Matrix } from '../../contract/data';
import { type FeatureMap, featureCount } from '../../contract/kernel';
import { type Computing, full } from '../../linalg/linalg';
import { blockRows, eachFeatureBlock, type FeatureRows } from '../features/featureRows';

/** The number of rows whose mean approximates that of all while sums are made. */
const PILOT = 256;

export interface FeatureCovariance {
  /** Mean of z = scale·φ over the rows, M. */
  readonly mean: Float64Array;
  /** sum (z − mean)(z − mean)'/(n − 1), or sum z·z'/n if not centred, M×M, in both triangles; in the core's memory, until the caller's scope ends. */
  readonly covariance: Float64Array;
}

/** Sums over rows of z minus a point near their mean; added up over parts, they are those of all rows. */
export interface FeatureMoments {
  readonly rows: number;
  /** Sums of z, M. */
  readonly sum: Float64Array;
  /** Sums of the products of z, M×M; only the lower triangle is valid. */
  readonly squares: Float64Array;
}

/**
 * The covariance of M features over n rows with the factor 1/(n − 1) of the U-statistic (NYPCA eq. 1), the rows in
 * blocks: memory M² + block·M for any n, time n·M² in addition to the features themselves. Sums are made of z minus the
 * mean of a few rows, so that they do not cancel if features hardly vary about their mean; that mean is the same for
 * any block. If not `centre`d, the second moment with the factor 1/n instead. `block`: the number of rows at once.
 */
export function featureCovariance(
  map: FeatureMap,
  x: Matrix,
  centre: boolean,
  context: Computing,
  block = blockRows(featureCount(map), x.rows),
): FeatureCovariance {
  const count = featureCount(map);
  const pilot = featurePilot(map, x, context);
  const squares = context.linalg.allocate(count * count).fill(0);
  const sum = addUp({ map, x, block }, pilot, squares, context);
  return covarianceOf({ rows: x.rows, sum, squares }, pilot, centre);
}

/** The mean of z over a few of these rows, M. */
export function featurePilot(map: FeatureMap, x: Matrix, context: Computing): Float64Array {
  const n = x.rows;
  const count = featureCount(map);
  const pilot = new Float64Array(count);
  const few = Uint32Array.from({ length: Math.min(n, PILOT) }, (_, i) => Math.floor((i * n) / Math.min(n, PILOT)));
  eachFeatureBlock({ map, x, rows: few }, silently(context), '', (z, rows) => {
    for (let j = 0; j < count; j++) for (let i = 0; i < rows; i++) pilot[j] += z[j * rows + i] / few.length;
  });
  return pilot;
}

/** The sums over these rows of z less `pilot`. */
export function featureMoments(map: FeatureMap, x: Matrix, pilot: Float64Array, context: Computing): FeatureMoments {
  const count = featureCount(map);
  return context.linalg.scope(() => {
    const squares = context.linalg.allocate(count * count).fill(0);
    const sum = addUp({ map, x }, pilot, squares, context);
    return { rows: x.rows, sum, squares: squares.slice() };
  });
}

/** An entry (i, j), i ≥ j, of the covariance, or of the second moment, from moments about `pilot`. */
export function momentAt(
  { rows: n, sum, squares }: FeatureMoments,
  pilot: Float64Array,
  centre: boolean,
  i: number,
  j: number,
): number {
  const square = squares[i + j * sum.length];
  if (centre) return (square - (sum[i] * sum[j]) / n) / (n - 1);
  return (square + pilot[i] * sum[j] + sum[i] * pilot[j]) / n + pilot[i] * pilot[j];
}

/** The covariance, or the second moment, from moments about `pilot`; it takes the place of their squares. */
export function covarianceOf(moments: FeatureMoments, pilot: Float64Array, centre: boolean): FeatureCovariance {
  const { rows: n, sum, squares } = moments;
  const count = sum.length;
  for (let j = 0; j < count; j++) {
    for (let i = j; i < count; i++) {
      const value = momentAt(moments, pilot, centre, i, j);
      squares[i + j * count] = value;
      squares[j + i * count] = value;
    }
  }
  return { mean: pilot.map((v, j) => v + sum[j] / n), covariance: squares };
}

/** Adds the products of z less `pilot` to `squares`, and gives its sums. */
function addUp(rows: FeatureRows, pilot: Float64Array, squares: Float64Array, context: Computing): Float64Array {
  const count = pilot.length;
  const sum = new Float64Array(count);
  eachFeatureBlock(rows, context, 'covariance of the features', (z, size) => {
    for (let j = 0, o = 0; j < count; j++) {
      for (let i = 0; i < size; i++, o++) {
        z[o] -= pilot[j];
        sum[j] += z[o];
      }
    }
    context.linalg.syrk(true, count, size, 1, full(z, size), 1, full(squares, count), context);
  });
  return sum;
}
