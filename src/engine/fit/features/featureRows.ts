import { silently } from '../../contract/context';
import type { Matrix } from '../../contract/data';
import { type FeatureMap, featureCount, featureScale } from '../../contract/kernel';
import { evaluateFeatures } from '../../features/featureMaps';
import { landmarkKernel } from '../../features/maps/landmarkFeatures';
import { pickRows, rowBlock } from '../../kernels/rows';
import type { Computing } from '../../linalg/linalg';

/** The most feature values held at once: 8 MB. */
const BLOCK = 2 ** 20;
/** Fewer rows make short products, and more gain nothing. */
const LEAST_ROWS = 256;
const MOST_ROWS = 8192;

/**
 * The number of rows whose M features are held at once; if `rows` is given, at most a quarter of them, so that progress
 * is reported between one product and the next.
 */
export function blockRows(count: number, rows = Number.POSITIVE_INFINITY): number {
  return Math.max(LEAST_ROWS, Math.min(MOST_ROWS, Math.floor(BLOCK / Math.max(1, count)), Math.ceil(rows / 4)));
}

export interface FeatureRows {
  readonly map: FeatureMap;
  readonly x: Matrix;
  /** Roots of the row weights, by row of x. */
  readonly rootWeights?: Float64Array;
  /** Only these rows of x (0-based), in this order; all if omitted. */
  readonly rows?: Uint32Array;
  /** Rows at once; `blockRows` of the map by default. */
  readonly block?: number;
  /** Fills `into` (m·M) from some rows (m×d); with φ by default. */
  readonly evaluate?: (rows: Matrix, into: Float64Array) => void;
}

/**
 * Visits the rows in blocks: z holds Z = scale·φ of `count` rows times their root weights, count×M column-major in the core's
 * memory, and is overwritten by the next block. `from` counts visited rows. Memory is that of one block, whatever n.
 */
export function eachFeatureBlock(
  { map, x, rootWeights, rows, block = blockRows(featureCount(map)), evaluate }: FeatureRows,
  context: Computing,
  stage: string,
  visit: (z: Float64Array, count: number, from: number) => void,
): void {
  const { linalg } = context;
  const n = rows?.length ?? x.rows;
  const features = featureCount(map);
  // The scale of random features is merged into their own factor, which saves a pass over the block.
  const rescaled = map.kind === undefined && { ...map, scale: map.scale * featureScale(map) };
  const scale = rescaled ? 1 : featureScale(map);
  linalg.scope(() => {
    const held = linalg.allocate(Math.min(block, n) * features);
    for (let from = 0; from < n; from += block) {
      context.check();
      const count = Math.min(block, n - from);
      const part = rows ? pickRows(x, rows.subarray(from, from + count)) : rowBlock(x, from, count);
      const z = held.subarray(0, count * features);
      linalg.scope(() =>
        evaluate ? evaluate(part, z) : evaluateFeatures(rescaled || map, part, silently(context), z),
      );
      if (rootWeights) {
        const factors = Float64Array.from(
          { length: count },
          (_, i) => scale * rootWeights[rows ? rows[from + i] : from + i],
        );
        for (let j = 0, o = 0; j < features; j++) for (let i = 0; i < count; i++, o++) z[o] *= factors[i];
      } else if (scale !== 1) for (let o = 0; o < z.length; o++) z[o] *= scale;
      visit(z, count, from);
      context.progress((from + count) / n, stage);
    }
  });
}

/** The rows with landmarks' kernel values k(x, points) in place of their features: for sums that L^-T is folded into. Rows of other maps are unchanged. */
export function unwhitenedRows<T extends FeatureRows>(rows: T, context: Computing): T {
  const { map } = rows;
  if (map.kind !== 'landmarks') return rows;
  return {
    ...rows,
    evaluate: (x: Matrix, into: Float64Array) => landmarkKernel(map, x, silently(context), into),
  };
}
