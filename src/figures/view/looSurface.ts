import type { Axis, FilterSpec } from '../../engine/contract/filter';
import type { LooSurface } from '../../engine/contract/run';
import { axisValue } from '../../engine/filters/anyFilter';
import { coordinate } from '../words/filterWords';

/** Leave-one-out error at any filter: between the points of the surface straight in log error over the axes' coordinates. */
export function looAt(surface: LooSurface, filter: FilterSpec): number {
  return interpolated(
    surface,
    surface.axes.map(({ axis, values }) => bracket(axis, values, axisValue(filter, axis))),
  );
}

/** The same along one axis, the others at the filter's values. */
export function looAlong(surface: LooSurface, filter: FilterSpec, axis: Axis, values: ArrayLike<number>): Float64Array {
  const brackets = surface.axes.map((a) => bracket(a.axis, a.values, axisValue(filter, a.axis)));
  const moving = surface.axes.findIndex((a) => a.axis === axis);
  if (moving < 0) return new Float64Array(values.length).fill(Number.NaN);
  return Float64Array.from(values, (value) => {
    brackets[moving] = bracket(axis, surface.axes[moving].values, value);
    return interpolated(surface, brackets);
  });
}

/** Over a grid of two axes, y by x, the others at the filter's values. */
export function looOver(
  surface: LooSurface,
  filter: FilterSpec,
  [axisX, xs]: readonly [Axis, ArrayLike<number>],
  [axisY, ys]: readonly [Axis, ArrayLike<number>],
): Float64Array {
  const brackets = surface.axes.map((a) => bracket(a.axis, a.values, axisValue(filter, a.axis)));
  const ix = surface.axes.findIndex((a) => a.axis === axisX);
  const iy = surface.axes.findIndex((a) => a.axis === axisY);
  const over = new Float64Array(xs.length * ys.length).fill(Number.NaN);
  if (ix < 0 || iy < 0) return over;
  const across = Array.from(xs, (x) => bracket(axisX, surface.axes[ix].values, x));
  for (let j = 0; j < ys.length; j++) {
    brackets[iy] = bracket(axisY, surface.axes[iy].values, ys[j]);
    for (let i = 0; i < xs.length; i++) {
      brackets[ix] = across[i];
      over[j * xs.length + i] = interpolated(surface, brackets);
    }
  }
  return over;
}

/** The grid point at or before a value, and how far it is on the way to the next. */
interface Bracket {
  readonly index: number;
  readonly part: number;
}

/** Values beyond the grid's ends stand at its ends. */
function bracket(axis: Axis, grid: Float64Array, value: number): Bracket {
  const last = grid.length - 1;
  const at = Math.min(grid[last], Math.max(grid[0], value));
  let low = 0;
  let high = last;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (grid[middle] <= at) low = middle;
    else high = middle;
  }
  const from = coordinate(axis, grid[low]);
  const to = coordinate(axis, grid[high]);
  const part = to > from ? (coordinate(axis, at) - from) / (to - from) : 0;
  return { index: low, part: Math.abs(part) < 1e-9 ? 0 : Math.abs(part - 1) < 1e-9 ? 1 : part };
}

/** Corners without a value (k above r) give their weight to the others; NaN when most of it is theirs. */
function interpolated({ axes, loo }: LooSurface, brackets: readonly Bracket[]): number {
  let weights = 0;
  let sum = 0;
  for (let corner = 0; corner < 1 << axes.length; corner++) {
    let weight = 1;
    let index = 0;
    for (let a = 0; a < axes.length; a++) {
      const upper = (corner >> a) & 1;
      weight *= upper ? brackets[a].part : 1 - brackets[a].part;
      index = index * axes[a].values.length + Math.min(axes[a].values.length - 1, brackets[a].index + upper);
    }
    if (weight === 0 || !(loo[index] >= 0)) continue;
    weights += weight;
    sum += weight * Math.log(Math.max(loo[index], Number.MIN_VALUE));
  }
  return weights > 0.5 ? Math.exp(sum / weights) : Number.NaN;
}
