import type { Matrix } from '../contract/data';
import { KernelscopeError } from '../contract/failure';
import type { KernelSpec } from '../contract/kernel';
import { kernelText } from '../kernels/kernelWords';
import { leafNameOf } from '../kernels/leafNames';
import type { KernelName } from '../kernels/table';
import { plain } from '../words/numbers';
import type { DrawnMap } from './map';
import { DRAWN_MAPS, type FeatureMapName } from './table';

/** A way to draw features with its name, for forms and messages. */
export interface MapEntry extends DrawnMap {
  readonly name: FeatureMapName;
}

export const FEATURE_MAPS: readonly MapEntry[] = Object.entries<DrawnMap>(DRAWN_MAPS).map(([name, map]) => ({
  name: name as FeatureMapName,
  ...map,
}));

export function mapEntry(name: string): MapEntry {
  const entry = FEATURE_MAPS.find((candidate) => candidate.name === name);
  if (entry !== undefined) return entry;
  throw new KernelscopeError(
    'parameter/invalid',
    `There is no feature map "${name}". Choose one of ${FEATURE_MAPS.map((known) => known.name).join(', ')}.`,
    { name: 'featureMap', value: name },
  );
}

/**
 * The map that a kernel gets if none is requested; undefined for products, and for kernels without an integral over
 * random numbers.
 */
export function mapFor(kernel: KernelSpec): FeatureMapName | undefined {
  return FEATURE_MAPS.find((entry) => entry.kernels.length > 0 && isOf(entry, kernel))?.name;
}

/** True if the map is made for this kernel. */
export function hasMap(map: string, kernel: KernelSpec): boolean {
  const entry = mapEntry(map);
  return entry.kernels.length > 0 && isOf(entry, kernel);
}

function isOf({ kernels, sums }: MapEntry, kernel: KernelSpec): boolean {
  if (kernel.kind === 'sum' && !sums) return false;
  const named = kernel.kind === 'sum' ? kernel.terms.map((term) => nameOf(term.kernel)) : [nameOf(kernel)];
  return named.every((name) => name !== undefined && (kernels.length === 0 || kernels.includes(name)));
}

/** The same, but throws `parameter/invalid` for a kernel that has none. */
export function defaultMap(kernel: KernelSpec): FeatureMapName {
  const name = mapFor(kernel);
  if (name !== undefined) return name;
  const known = [...new Set(FEATURE_MAPS.flatMap(({ kernels }) => kernels))];
  throw new KernelscopeError(
    'parameter/invalid',
    `kernel: there are no random features of ${kernelText(kernel)}. Choose landmarks, which take every positive definite kernel, or one of ${known.join(', ')}.`,
    { name: 'kernel', value: kernelText(kernel) },
  );
}

/** Throws `parameter/invalid`, naming alternatives, if the map is not made for this kernel. */
export function checkKernelOf(entry: MapEntry, kernel: KernelSpec): void {
  if (isOf(entry, kernel)) return;
  // Says which map or method the kernel has instead.
  const other = entry.kernels.length === 0 ? undefined : defaultMap(kernel);
  const takes = entry.kernels.length === 0 ? 'a single kernel for its length scale' : entry.kernels.join(', ');
  const advice = other === undefined ? 'Leave sums and products out.' : `For this kernel, choose featureMap=${other}.`;
  throw new KernelscopeError(
    'parameter/invalid',
    `featureMap: ${entry.name} takes ${takes}, not ${kernelText(kernel)}. ${advice}`,
    { name: 'featureMap', value: entry.name, kernel: kernelText(kernel) },
  );
}

/** Its name in an expression; undefined for sums, products and random features. */
function nameOf(kernel: KernelSpec): KernelName | undefined {
  return kernel.kind === 'sum' || kernel.kind === 'product' ? undefined : leafNameOf(kernel)?.leaf.name;
}

/**
 * Throws `parameter/invalid`, naming the column and the row, if a map of histograms meets a negative value. `names` are
 * those of the encoded columns (d), `rows` the names of the rows of x (n×d); if omitted, 1, 2, …
 */
export function checkMapRows(map: FeatureMapName, x: Matrix, names: readonly string[], rows?: ArrayLike<number>): void {
  if (mapEntry(map).nonNegative === undefined) return;
  const at = x.values.subarray(0, x.rows * x.columns).findIndex((value) => value < 0);
  if (at < 0) return;
  const column = names[Math.floor(at / x.rows)];
  const row = rows?.[at % x.rows] ?? (at % x.rows) + 1;
  throw new KernelscopeError(
    'parameter/invalid',
    `featureMap: ${map} takes values of 0 or more, and row ${row} of "${column}" is ${plain(x.values[at], 4)} as the kernel sees it. Columns are standardised unless standardise=false is set, which makes half of their values negative: set it, or choose featureMap=orthogonal.`,
    { name: 'featureMap', value: map, column, row },
  );
}
