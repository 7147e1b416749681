import type { PartialDependence } from '../../engine/contract/run';
import { meanOf } from '../../engine/statistics/mean';

/** Least and largest of the finite values; [Infinity, −Infinity] when there are none. */
export function extent(...lists: readonly ArrayLike<number>[]): [number, number] {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const values of lists)
    for (let i = 0; i < values.length; i++) {
      if (!Number.isFinite(values[i])) continue;
      if (values[i] < low) low = values[i];
      if (values[i] > high) high = values[i];
    }
  return [low, high];
}

/** Largest minus least. */
export function extentWidth(values: Float64Array): number {
  const [low, high] = extent(values);
  return high - low;
}

/** Places of a list of this length, or `most` of them evenly from the first to the last: no eye tells more steps of a curve apart. */
export function evenPlaces(length: number, most: number): readonly number[] {
  const count = Math.min(length, most);
  return Array.from({ length: count }, (_, k) => (count === length ? k : Math.round((k * (length - 1)) / (count - 1))));
}

/** 1, 2, 3, … thinned so that about `steps` integers lie evenly on a logarithmic axis; ends with n. */
export function logSpaced(n: number, steps: number): Float64Array {
  const places: number[] = [];
  for (let s = 0; s < steps; s++) {
    const i = Math.round(n ** (s / (steps - 1)));
    if (places.length === 0 || i > places[places.length - 1]) places.push(i);
  }
  return Float64Array.from(places);
}

/**
 * Standard deviation of a partial dependence (`values` on the grid of its column) over the rows: how much the column moves the prediction of
 * rows as they are. From the quantiles in the rug without the two ends, which may be one far row each.
 */
export function spreadOverRows({ grid, rug }: Pick<PartialDependence, 'grid' | 'rug'>, values: Float64Array): number {
  const rows = rug.length > 2 ? rug.subarray(1, -1) : rug;
  const at = rows.length > 0 ? rows.map((place) => valueAt(grid, values, place)) : values;
  const mean = meanOf(at);
  return Math.sqrt(meanOf(at.map((v) => (v - mean) ** 2)));
}

/** Straight between the points of the grid, level beyond its ends. */
function valueAt(grid: Float64Array, values: Float64Array, place: number): number {
  const above = grid.findIndex((point) => point >= place);
  if (above <= 0) return above === 0 ? values[0] : values[values.length - 1];
  const part = (place - grid[above - 1]) / (grid[above] - grid[above - 1]);
  return values[above - 1] * (1 - part) + values[above] * part;
}
