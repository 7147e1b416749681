import type { Matrix } from '../contract/data';
import { KernelscopeError } from '../contract/failure';
import { plain } from '../words/numbers';
import { mapEntry } from './mapList';
import type { FeatureMapName } from './table';

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
