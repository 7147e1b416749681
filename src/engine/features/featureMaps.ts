import type { Matrix } from '../contract/data';
import { type FeatureMap, featureCount } from '../contract/kernel';
import { checkInputCount } from '../kernels/featureMatrix';
import type { Computing } from '../linalg/linalg';
import { mapKind } from './table';

/**
 * φ of the rows of `x` (n×d) as an n×M matrix, written into `into` (n·M entries, best from `linalg.allocate`) if given.
 * A row's features do not depend on the other rows, except for rounding. Throws `model/columns` if d is not what the
 * map was made for.
 */
export function evaluateFeatures(
  map: FeatureMap,
  x: Matrix,
  context: Computing,
  into: Float64Array = new Float64Array(x.rows * featureCount(map)),
): Float64Array {
  checkInputCount(map.inputs, x.columns);
  mapKind(map.kind).evaluate(map, x, context, into);
  return into;
}

/** The first `count` features, from 1 to all of them: the same as drawing that many with the same seed. */
export function firstFeatures<T extends FeatureMap>(map: T, count: number): T {
  return mapKind(map.kind).first(map, count) as T;
}
