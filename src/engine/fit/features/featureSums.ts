import { featureCount, featureScale } from '../../contract/kernel';
import { type Computing, full } from '../../linalg/linalg';
import type { SpectrumCache } from '../../spectrum/cache';
import { eachFeatureBlock, type FeatureRows } from './featureRows';

/**
 * Sums over the training rows that are enough for a ridge fit on M features: with Z the features (n×M, times the root
 * weights) and `right` = [Q Y] the unpenalised directions and the targets (n×R).
 */
export interface FeatureSums {
  /** M. */
  readonly count: number;
  /** Z'Z, M×M; only the lower triangle is valid. */
  readonly squares: Float64Array;
  /** Z'·right, M×R. */
  readonly products: Float64Array;
}

/**
 * Adds up Z'Z and Z'·right block by block: memory 8·M² + one block, n·M² operations. With `before`, the sums of the
 * first features of the same map over the same rows, only the new part is computed: n·(M² − M0²).
 */
export function featureSums(
  rows: FeatureRows,
  right: Float64Array,
  before: FeatureSums | undefined,
  context: Computing,
): FeatureSums {
  const { linalg } = context;
  const count = featureCount(rows.map);
  const n = rows.rows?.length ?? rows.x.rows;
  const columns = right.length / n;
  const first = Math.min(before?.count ?? 0, count);
  const fresh = count - first;
  if (before && fresh === 0) return leadingSums(before, count, columns);
  return linalg.scope(() => {
    const squares = linalg.allocate(count * count).fill(0);
    const products = linalg.allocate(fresh * columns).fill(0);
    eachFeatureBlock(rows, context, 'adding up the features', (z, size, from) => {
      const added = { values: z, offset: first * size, lead: size };
      const corner = { values: squares, offset: first * (count + 1), lead: count };
      linalg.syrk(true, fresh, size, 1, added, 1, corner, context);
      if (first > 0) {
        const below = { values: squares, offset: first, lead: count };
        linalg.gemm(true, false, fresh, first, size, 1, added, full(z, size), 1, below, context);
      }
      const block = { values: right, offset: from, lead: n };
      linalg.gemm(true, false, fresh, columns, size, 1, added, block, 1, full(products, fresh), context);
    });
    if (before) copyLeading(before.squares, before.count, squares, count, first);
    const all = new Float64Array(count * columns);
    for (let c = 0; c < columns; c++) {
      if (before) all.set(before.products.subarray(c * before.count, c * before.count + first), c * count);
      all.set(products.subarray(c * fresh, (c + 1) * fresh), c * count + first);
    }
    return { count, squares: squares.slice(), products: all };
  });
}

/** The sums of the first `count` features. */
export function leadingSums(sums: FeatureSums, count: number, columns: number): FeatureSums {
  if (count === sums.count) return sums;
  const squares = new Float64Array(count * count);
  copyLeading(sums.squares, sums.count, squares, count, count);
  const products = new Float64Array(count * columns);
  for (let c = 0; c < columns; c++)
    products.set(sums.products.subarray(c * sums.count, c * sums.count + count), c * count);
  return { count, squares, products };
}

/** The sums of the features times one factor. */
function rescaledSums(sums: FeatureSums, factor: number): FeatureSums {
  if (factor === 1) return sums;
  const { count, squares, products } = sums;
  return { count, squares: squares.map((v) => v * factor * factor), products: products.map((v) => v * factor) };
}

/** The first `size` columns of the lower triangle, down to row `size`. */
function copyLeading(from: Float64Array, fromLead: number, to: Float64Array, toLead: number, size: number): void {
  for (let j = 0; j < size; j++) to.set(from.subarray(j * fromLead + j, j * fromLead + size), j * toLead + j);
}

export interface KeptSums {
  readonly sums: FeatureSums;
  /** Seconds of adding up all of `sums`, measured when it was done and scaled to its number of features. */
  readonly seconds: number;
  /** Scale of the features as they were added up: random ones are scaled by their number. */
  readonly scale: number;
}

/**
 * The sums over all rows. Sums of the last fit are used again: fewer features are its first ones, and for more only the new ones are
 * computed. `key` identifies rows, kernel and draw, but not the number of features.
 */
export function recalledSums(
  cache: SpectrumCache,
  key: string,
  rows: FeatureRows,
  right: Float64Array,
  context: Computing,
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
  const sums = featureSums(rows, right, before && rescaledSums(before.sums, factor), context);
  slot.last = { sums, seconds: (before?.seconds ?? 0) + (performance.now() - started) / 1000, scale };
  return slot.last;
}
