// Tiles of inner products become tiles of kernel values, in place.

import { AngularMap, angularMap } from './kernelMapsAngular';
import { radialMap } from './kernelMapsRadial';
import { TanhMap, tanhMap } from './kernelMapsTanh';

/**
 * c (rows×columns, column-major, entry (i, j) at c + (i + j·lead)·8) holds inner products and receives kernel values.
 * a and b: the squared norms of the tile's rows and columns (for the maps of the tanh network the tables of tanhTables.ts, of which
 * the squared norms are the first column, from the tile's first row on). p: the parameters, as kernelParameters.ts lays them out.
 */
export function mapTile(map: i32, c: usize, rows: i32, columns: i32, lead: i32, a: usize, b: usize, p: usize): void {
  if (map < AngularMap.Linear) radialMap(map, c, rows, columns, lead, a, b, p);
  else if (map < TanhMap.Series) angularMap(map, c, rows, columns, lead, a, b, p);
  else tanhMap(map, c, rows, columns, lead, a, b, p);
}
