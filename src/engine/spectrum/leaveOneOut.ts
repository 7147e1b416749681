import { partOf } from '../contract/context';
import type { Axis, FilterSpec } from '../contract/filter';
import type { LooSurface } from '../contract/run';
import { axisValue, filterAt, filterRemainder, zonesAlong, zonesOf } from '../filters/anyFilter';
import type { Computing } from '../linalg/linalg';
import { type LooParts, looParts } from './looParts';
import { remainderErrors, remaindersAlong } from './looRemainders';
import { zoneErrors } from './looZones';
import { alongNodes } from './smoothPath';
import type { Eigenbasis } from './spectrum';

export interface LeaveOneOut {
  /** n leave-one-out residuals y_i − f_{−i}(x_i), in units of y, times the roots of the row weights. */
  readonly residuals: Float64Array;
  /** 1 − H_ii, n of them. */
  readonly free: Float64Array;
}

/**
 * Leave-one-out residuals (y_i − yhat_i)/(1 − H_ii) without refitting: they equal those of refits for ridge with fixed
 * unpenalised features, total ridge held; for other filters the eigenbasis, or the step, is held fixed too. Numerator
 * and denominator are sums over the remainders of the filter, U·(1−g)·U'y and (U∘U)·(1−g), so that neither cancels when
 * the fit nearly interpolates. A row that an unpenalised feature fits alone has no known error: residual 0. Infinite if
 * no direction is left to judge by. `parts` are those of y, for callers that try several filters, and `free` those of
 * the filter, for callers that try several targets.
 */
export function leaveOneOut(
  basis: Eigenbasis,
  y: Float64Array,
  filter: FilterSpec,
  parts: LooParts = looParts(basis, [y]),
  free: Float64Array = freeUnder(basis, filter, parts),
): LeaveOneOut {
  const { n, mu, rank, vectors } = basis;
  const [rest] = parts.rest;
  const [projected] = parts.projected;
  const shifts = filterRemainder(filter, mu, rank, n).map((weight, j) => weight * projected[j]);
  const residuals = rest?.slice() ?? new Float64Array(n);
  // Four directions at a time, each added in its turn, take half the time.
  const fours = shifts.length - (shifts.length % 4);
  for (let j = 0; j < fours; j += 4) {
    const [s0, s1, s2, s3] = shifts.subarray(j, j + 4);
    for (let i = 0, o = j * n; i < n; i++, o++)
      residuals[i] =
        residuals[i] + vectors[o] * s0 + vectors[o + n] * s1 + vectors[o + 2 * n] * s2 + vectors[o + 3 * n] * s3;
  }
  for (let j = fours; j < shifts.length; j++)
    for (let i = 0, o = j * n; i < n; i++, o++) residuals[i] += vectors[o] * shifts[j];
  for (let i = 0; i < n; i++) residuals[i] = free[i] === 0 ? Number.POSITIVE_INFINITY : residuals[i] / free[i];
  return { residuals, free: free.map((v) => (v === Number.POSITIVE_INFINITY ? 0 : v)) };
}

/** 1 − H_ii under a filter, which does not depend on the target: n values, infinite where `parts` are. */
export function freeUnder(
  { n, mu, rank, vectors }: Eigenbasis,
  filter: FilterSpec,
  { restFree }: Pick<LooParts, 'restFree'>,
): Float64Array {
  const remainder = filterRemainder(filter, mu, rank, n);
  const free = restFree?.slice() ?? new Float64Array(n);
  for (let j = 0; j < mu.length; j++) {
    const weight = remainder[j];
    if (weight === 0) continue;
    for (let i = 0, o = j * n; i < n; i++, o++) free[i] += vectors[o] * vectors[o] * weight;
  }
  return free;
}

/**
 * The same with the copies of a row left out with it: rows of the same number in `units`, of equal weights. As H is the
 * same on m copies, the error is (y_i − yhat_i)/(1 − m·H_ii), and 1 − H_ii is replaced by its value if the row were
 * there once: 1 − H_ii/(1 − (m − 1)·H_ii).
 */
export function leftOutTogether({ residuals, free }: LeaveOneOut, units: Int32Array): LeaveOneOut {
  const sizes = new Map<number, number>();
  for (const unit of units) sizes.set(unit, (sizes.get(unit) ?? 0) + 1);
  const left = free.map((v, i) => (v === 0 ? 0 : Math.max(0, 1 - (sizes.get(units[i]) ?? 1) * (1 - v))));
  return {
    residuals: residuals.map((e, i) => (left[i] > 0 ? (e * free[i]) / left[i] : e)),
    free: left.map((v, i) => (v > 0 ? v / (v + 1 - free[i]) : 0)),
  };
}

/** Mean squared leave-one-out error (y²) with one parameter of the filter at each of `values`, in any order. */
export function leaveOneOutPath(
  basis: Eigenbasis,
  y: Float64Array,
  filter: FilterSpec,
  axis: Axis,
  values: Float64Array,
  context: Computing,
): Float64Array {
  return leaveOneOutPaths(basis, [y], filter, axis, values, context)[0];
}

/** The same for several targets, which share the denominators. */
export function leaveOneOutPaths(
  basis: Eigenbasis,
  ys: readonly Float64Array[],
  filter: FilterSpec,
  axis: Axis,
  values: Float64Array,
  context: Computing,
): Float64Array[] {
  const parts = looParts(basis, ys);
  const points = zonesAlong(filter, axis, values, basis.rank);
  if (points) return zoneErrors(basis, parts, points, context);
  const errorsAt = (at: Float64Array) =>
    remainderErrors(basis, parts, remaindersAlong(basis, filter, axis, at), context);
  const smooth = axis === 'lambda' && zonesOf(filter, basis.rank) !== undefined && values.every((v) => v > 0);
  return (smooth ? alongNodes(values, errorsAt) : undefined) ?? errorsAt(values);
}

/**
 * Mean squared leave-one-out errors (y²) over a grid of several axes together, the last of `grids` running fastest; NaN
 * if one of them changes another, as k beyond r does.
 */
export function looSurface(
  basis: Eigenbasis,
  y: Float64Array,
  filter: FilterSpec,
  grids: LooSurface['axes'],
  context: Computing,
): LooSurface {
  const { axis, values } = grids[grids.length - 1];
  if (grids.length === 1) return { axes: grids, loo: leaveOneOutPath(basis, y, filter, axis, values, context) };
  const cells = filtersOver(filter, grids);
  if (zonesOf(filter, basis.rank) !== undefined) {
    const points = cells.map((at) => at && zonesOf(at, basis.rank));
    return { axes: grids, loo: zoneErrors(basis, looParts(basis, [y]), points, context)[0] };
  }
  const rows = filtersOver(filter, grids.slice(0, -1));
  const loo = new Float64Array(cells.length);
  rows.forEach((at, i) => {
    const part = partOf(context, i / rows.length, (i + 1) / rows.length);
    if (at) loo.set(leaveOneOutPath(basis, y, at, axis, values, part), i * values.length);
  });
  return { axes: grids, loo: loo.map((v, cell) => (cells[cell] ? v : Number.NaN)) };
}

/** The filter at each cell, the last grid running fastest; undefined if setting an axis changed another one's value. */
function filtersOver(filter: FilterSpec, grids: LooSurface['axes']): readonly (FilterSpec | undefined)[] {
  let cells: readonly (FilterSpec | undefined)[] = [filter];
  for (const [g, { axis, values }] of grids.entries()) {
    const stays = (at: FilterSpec, next: FilterSpec) =>
      grids.slice(0, g).every((other) => axisValue(next, other.axis) === axisValue(at, other.axis));
    cells = cells.flatMap((at) =>
      Array.from(values, (value) => {
        const next = at && filterAt(at, axis, value);
        return at && next && stays(at, next) ? next : undefined;
      }),
    );
  }
  return cells;
}
