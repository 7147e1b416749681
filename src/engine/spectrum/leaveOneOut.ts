import type { RunContext } from '../contract/context';
import type { Axis, FilterSpec } from '../contract/filter';
import type { LooSurface } from '../contract/run';
import { filterAt, filterRemainder, isCutoff } from '../filters/anyFilter';
import type { LinearAlgebra } from '../linalg/linalg';
import { looParts } from './looParts';
import { remainderErrors, remaindersAlong } from './looRemainders';
import { type ZonePoint, zoneErrors } from './looZones';
import type { Eigenbasis } from './spectrum';

export interface LeaveOneOut {
  /** n leave-one-out residuals y_i − f_{−i}(x_i), in units of y, times the roots of the row weights. */
  readonly residuals: Float64Array;
  /** 1 − H_ii, n of them. */
  readonly free: Float64Array;
}

/**
 * Leave-one-out residuals (y_i − yhat_i)/(1 − H_ii) without refitting: those of refits for ridge with fixed unpenalised
 * features, total ridge held; for other filters the eigenbasis, or the step, is held fixed too. Numerator and denominator are
 * sums over what the filter leaves, U·(1−g)·U'y and (U∘U)·(1−g), so that neither cancels when the fit nearly interpolates. A
 * row that an unpenalised feature fits alone has no error to tell: residual 0. Infinite where no direction is left to judge
 * by.
 */
export function leaveOneOut(basis: Eigenbasis, y: Float64Array, filter: FilterSpec): LeaveOneOut {
  const { n, mu, rank, vectors } = basis;
  const remainder = filterRemainder(filter, mu, rank, n);
  const { projected, rest, restFree } = looParts(basis, [y]);
  const residuals = rest[0] ?? new Float64Array(n);
  const free = restFree ?? new Float64Array(n);
  for (let j = 0; j < mu.length; j++) {
    const weight = remainder[j];
    if (weight === 0) continue;
    const shift = weight * projected[0][j];
    for (let i = 0, o = j * n; i < n; i++, o++) {
      residuals[i] += vectors[o] * shift;
      free[i] += vectors[o] * vectors[o] * weight;
    }
  }
  for (let i = 0; i < n; i++) {
    residuals[i] = free[i] === 0 ? Number.POSITIVE_INFINITY : residuals[i] / free[i];
    if (free[i] === Number.POSITIVE_INFINITY) free[i] = 0;
  }
  return { residuals, free };
}

/** Mean squared leave-one-out error (y²) with one parameter of the filter at each of `values`, in any order. */
export function leaveOneOutPath(
  basis: Eigenbasis,
  y: Float64Array,
  filter: FilterSpec,
  axis: Axis,
  values: Float64Array,
  linalg: LinearAlgebra,
  context: RunContext,
): Float64Array {
  return leaveOneOutPaths(basis, [y], filter, axis, values, linalg, context)[0];
}

/** The same for several targets, which share the denominators. */
export function leaveOneOutPaths(
  basis: Eigenbasis,
  ys: readonly Float64Array[],
  filter: FilterSpec,
  axis: Axis,
  values: Float64Array,
  linalg: LinearAlgebra,
  context: RunContext,
): Float64Array[] {
  const parts = looParts(basis, ys);
  if (filter.kind !== 'zones' || axis === 'lambda') {
    return remainderErrors(basis, parts, remaindersAlong(basis, filter, axis, values), linalg, context);
  }
  const points = Array.from(values, (value): ZonePoint => {
    const at = filterAt(filter, axis, value);
    return at.kind === 'zones' ? { k: at.k, r: at.r, l: 0 } : { k: 0, r: 0, l: 0 };
  });
  return zoneErrors(basis, parts, Float64Array.of(filter.lambda), points, linalg, context);
}

/**
 * Mean squared leave-one-out errors (y²) over a grid of any of k, r and lambda together, the last of `grids` running fastest;
 * NaN where k > r. Of flow and descent, over their one axis.
 */
export function looSurface(
  basis: Eigenbasis,
  y: Float64Array,
  filter: FilterSpec,
  grids: LooSurface['axes'],
  linalg: LinearAlgebra,
  context: RunContext,
): LooSurface {
  const has = (axis: Axis) => grids.some((grid) => grid.axis === axis);
  if (filter.kind !== 'zones' || grids.length === 1) {
    const [{ axis, values }] = grids;
    return { axes: grids, loo: leaveOneOutPath(basis, y, filter, axis, values, linalg, context) };
  }
  const lambdas = grids.find(({ axis }) => axis === 'lambda')?.values ?? Float64Array.of(filter.lambda);
  const cells = grids.reduce((count, { values }) => count * values.length, 1);
  const points = Array.from({ length: cells }, (_, cell): ZonePoint => {
    let rest = cell;
    const at: { k?: number; r?: number; lambda?: number } = {};
    for (const { axis, values } of grids.toReversed()) {
      const place = rest % values.length;
      rest = (rest - place) / values.length;
      if (axis === 'lambda') at.lambda = place;
      else if (axis === 'k' || axis === 'r') at[axis] = values[place];
    }
    const { k = filter.k, r = filter.r, lambda = 0 } = at;
    // An end that has no grid of its own follows the other, as it does when a slider moves.
    if (!has('r')) return { k, r: Math.max(k, r), l: lambda };
    return { k: has('k') ? k : isCutoff(filter) ? r : Math.min(k, r), r, l: lambda };
  });
  return { axes: grids, loo: zoneErrors(basis, looParts(basis, [y]), lambdas, points, linalg, context)[0] };
}
