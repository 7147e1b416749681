import type { RunContext } from '../../contract/context';
import { featureCount, featureScale } from '../../contract/featureCount';
import type { LinearAlgebra } from '../../linalg/linalg';
import type { SpectrumCache } from '../../spectrum/cache';
import type { FeatureRows } from './featureRows';
import { type FeatureSums, featureSums, leadingSums, rescaledSums } from './featureSums';

export interface KeptSums {
  readonly sums: FeatureSums;
  /** What adding up all of `sums` takes, measured when it was done and scaled to its number. */
  readonly seconds: number;
  /** Of the features as they were added up: random ones are scaled by their number. */
  readonly scale: number;
}

/**
 * The sums over all rows. What the last fit added up is used again: fewer features are its first ones, and for more only what is new is
 * computed. `key` tells rows, kernel and draw apart, but not how many.
 */
export function recalledSums(
  cache: SpectrumCache,
  key: string,
  rows: FeatureRows,
  right: Float64Array,
  linalg: LinearAlgebra,
  context: RunContext,
): KeptSums {
  const slot = cache.recall<{ last?: KeptSums }>('featureSums', key, () => ({}));
  const count = featureCount(rows.map);
  const columns = right.length / rows.x.rows;
  const scale = featureScale(rows.map);
  const before = slot.last;
  const factor = before ? scale / before.scale : 1;
  if (before && before.sums.count >= count) {
    const share = (count / before.sums.count) ** 2;
    return {
      sums: rescaledSums(leadingSums(before.sums, count, columns), factor),
      seconds: before.seconds * share,
      scale,
    };
  }
  const started = performance.now();
  const sums = featureSums(rows, right, before && rescaledSums(before.sums, factor), linalg, context);
  slot.last = { sums, seconds: (before?.seconds ?? 0) + (performance.now() - started) / 1000, scale };
  return slot.last;
}
