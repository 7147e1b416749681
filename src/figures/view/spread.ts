import type { PartialDependence } from '../../engine/contract/run';

/**
 * Standard deviation of a partial dependence (`values` on the grid of its column) over the rows: how much the column moves the prediction of
 * rows as they are. From the quantiles in the rug without the two ends, which may be one far row each.
 */
export function spreadOverRows({ grid, rug }: Pick<PartialDependence, 'grid' | 'rug'>, values: Float64Array): number {
  const rows = rug.length > 2 ? rug.subarray(1, -1) : rug;
  const at = rows.length > 0 ? rows.map((place) => valueAt(grid, values, place)) : values;
  const mean = at.reduce((sum, v) => sum + v, 0) / at.length;
  return Math.sqrt(at.reduce((sum, v) => sum + (v - mean) ** 2, 0) / at.length);
}

/** Straight between the points of the grid, level beyond its ends. */
function valueAt(grid: Float64Array, values: Float64Array, place: number): number {
  const above = grid.findIndex((point) => point >= place);
  if (above <= 0) return above === 0 ? values[0] : values[values.length - 1];
  const part = (place - grid[above - 1]) / (grid[above] - grid[above - 1]);
  return values[above - 1] * (1 - part) + values[above] * part;
}
