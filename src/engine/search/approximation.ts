import { silently } from '../contract/context';
import { type FeatureMap, featureCount, featureScale, type KernelSpec } from '../contract/kernel';
import type { ApproximateLane } from '../contract/race';
import { drawFeatures } from '../features/drawFeatures';
import { evaluateFeatures } from '../features/featureMaps';
import { landmarkMap } from '../features/landmarks/landmarkMap';
import { uniformRows } from '../features/landmarks/uniformRows';
import { leverageFeatures, leveragePilot } from '../features/leverageFeatures';
import { hasMap, mapEntry, mapFor } from '../features/mapList';
import { pickRows } from '../kernels/rows';
import { type Computing, full } from '../linalg/linalg';
import type { WeightedRows } from '../spectrum/weighted';

/** Landmarks or random features that a method fits with in the kernel's place, as plain data: their number, and the seed they are drawn by. */
export interface KernelApproximation {
  readonly kind: ApproximateLane;
  readonly count: number;
  readonly seed: number;
  /** The map of random features; if left out, the kernel's own. */
  readonly map?: string;
}

/**
 * The map of the kernel; landmarks are drawn among the rows `among` of x (0-based). Undefined if all of these would be
 * landmarks, which gives the kernel itself, and if there are no such features of the kernel.
 */
export function approximatingMap(
  { kind, count, seed, map }: KernelApproximation,
  kernel: KernelSpec,
  { x }: Pick<WeightedRows, 'x'>,
  among: Uint32Array,
  context: Computing,
): FeatureMap | undefined {
  const quiet = silently(context);
  if (kind !== 'landmarks') {
    const name = map === undefined ? mapFor(kernel) : mapEntry(map).name;
    if (name === undefined || !hasMap(name, kernel)) return undefined;
    const drawn = { map: name, kernel, count, inputs: x.columns, seed };
    if (kind === 'features') return drawFeatures(drawn, quiet);
    const pilot = leveragePilot(x, seed, quiet, among);
    return leverageFeatures({ ...drawn, lambda: 1 / Math.sqrt(x.rows) }, pilot, quiet).map;
  }
  if (count >= among.length) return undefined;
  const points = uniformRows(among.length, count, seed, quiet).map((i) => among[i]);
  return landmarkMap(kernel, pickRows(x, points), quiet);
}

/** S·Z·Z'·S (n×n) of the features Z of the rows in the place of S·K·S, in the core's memory within the caller's scope. */
export function weightedGramOf({ x, rootWeights }: WeightedRows, map: FeatureMap, context: Computing): Float64Array {
  const { linalg } = context;
  const [n, m] = [x.rows, featureCount(map)];
  const gram = linalg.allocate(n * n);
  linalg.scope(() => {
    const z = evaluateFeatures(map, x, silently(context), linalg.allocate(n * m));
    if (rootWeights) for (let o = 0; o < z.length; o++) z[o] *= rootWeights[o % n];
    linalg.syrk(false, n, m, featureScale(map) ** 2, full(z, n), 0, full(gram, n), silently(context));
  });
  for (let j = 0; j < n; j++) for (let i = j + 1; i < n; i++) gram[i * n + j] = gram[j * n + i];
  return gram;
}
