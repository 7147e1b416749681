import { partOf } from '../../contract/context';
import type { Axis, FilterSpec } from '../../contract/filter';
import type { LooSurface, SpectrumData } from '../../contract/run';
import { allowedValues, axisValue, type FilterPath, filterAt } from '../../filters/anyFilter';
import type { GridRange } from '../../filters/filter';
import type { Computing } from '../../linalg/linalg';
import type { Selection } from '../../parameters/common';
import { indexOfLeast } from '../../spectrum/indexOfLeast';
import { leaveOneOutPath, looSurface } from '../../spectrum/leaveOneOut';
import { estimateNoise } from '../../spectrum/noise';
import { riskPath } from '../../spectrum/risk';
import type { Eigenbasis } from '../../spectrum/spectrum';
import type { Output } from '../problem';
import { axisGrid, including, surfaceGrid } from './axisGrid';

/** Rounds over the axes after the surface: enough for the axes to settle. */
const SWEEPS = 2;

export interface SelectionTask {
  readonly basis: Eigenbasis;
  /** Outputs that share the filter, each with its spectrum. */
  readonly outputs: readonly Output[];
  readonly spectra: readonly SpectrumData[];
  readonly axes: readonly Axis[];
  /** Axes that the person did not set. */
  readonly open: readonly Axis[];
  readonly initial: FilterSpec;
  readonly range: GridRange;
}

export interface SelectedFilter {
  readonly filter: FilterSpec;
  /** One surface for each output, if the filter has several axes. */
  readonly surfaces?: readonly LooSurface[];
}

/**
 * Chooses the axes of the filter that were not set: the lowest leave-one-out error over a grid of all axes together,
 * then along each axis by the criterion, on a finer grid. K-fold criteria choose along the principal axis later, when
 * the folds are known.
 */
export function selectFilter(task: SelectionTask, selection: Selection, context: Computing): SelectedFilter {
  const { basis, outputs, spectra, axes, open, initial, range } = task;
  let filter = initial;
  let surfaces: readonly LooSurface[] | undefined;
  if (axes.length > 1) {
    const grids = axes.map((axis) => {
      const grid = surfaceGrid(axis, initial, range, axes.length);
      return { axis, values: open.includes(axis) ? grid : including(grid, axisValue(initial, axis)) };
    });
    const part = partOf(context, 0, 0.6);
    surfaces = outputs.map(({ weighted }, o) =>
      looSurface(basis, weighted, initial, grids, partOf(part, o / outputs.length, (o + 1) / outputs.length)),
    );
    filter = leastOnSurface(surfaces, initial, open);
  } else if (open.length === 1) {
    const grid = axisGrid(open[0], initial, range);
    filter = filterAt(initial, open[0], grid[grid.length >> 1]);
  }
  const rest = partOf(context, axes.length > 1 ? 0.6 : 0, 1);
  const sweeps = Array.from({ length: open.length > 1 ? SWEEPS : 1 }, () => open).flat();
  const steps = sweeps.length * outputs.length;
  sweeps.forEach((axis, s) => {
    const values = allowedValues(filter, axis, axisGrid(axis, filter, range));
    if (values.length === 0) return;
    const total = new Float64Array(values.length);
    outputs.forEach(({ weighted }, o) => {
      const step = s * outputs.length + o;
      const part = partOf(rest, step / steps, (step + 1) / steps);
      const loo = leaveOneOutPath(basis, weighted, filter, axis, values, part);
      const scores = unfolded(selection, spectra[o], loo, { filter, axis, values });
      for (let i = 0; i < total.length; i++) total[i] += scores[i];
    });
    filter = filterAt(filter, axis, values[indexOfLeast(total)]);
  });
  return { filter, ...(surfaces && { surfaces }) };
}

/** The criterion that can be computed without folds; K-fold criteria start from leave-one-out, `loo`. */
export function unfolded(
  selection: Selection,
  spectrum: SpectrumData,
  loo: Float64Array,
  { filter, axis, values }: FilterPath,
): Float64Array {
  if (selection !== 'gcv' && selection !== 'cp') return loo;
  const noise = estimateNoise(spectrum, filterAt(filter, axis, values[indexOfLeast(loo)]));
  return riskPath(spectrum, noise.sigma2, filter, axis, values)[selection];
}

function leastOnSurface(surfaces: readonly LooSurface[], initial: FilterSpec, open: readonly Axis[]): FilterSpec {
  const { axes, loo } = surfaces[0];
  let best = Infinity;
  let least = initial;
  for (let cell = 0; cell < loo.length; cell++) {
    let total = 0;
    for (const surface of surfaces) total += surface.loo[cell];
    if (!(total < best)) continue;
    const places = placesOf(cell, axes);
    const allowed = axes.every(
      ({ axis, values }, a) => open.includes(axis) || close(values[places[a]], axisValue(initial, axis)),
    );
    if (!allowed) continue;
    best = total;
    // On a cell that has a value, setting one axis never changes another.
    least = axes.reduce((filter, { axis, values }, a) => filterAt(filter, axis, values[places[a]]), initial);
  }
  return least;
}

function placesOf(cell: number, axes: LooSurface['axes']): number[] {
  const places = new Array<number>(axes.length);
  let rest = cell;
  for (let a = axes.length - 1; a >= 0; a--) {
    places[a] = rest % axes[a].values.length;
    rest = Math.floor(rest / axes[a].values.length);
  }
  return places;
}

const close = (a: number, b: number) => Math.abs(a - b) <= 1e-9 * Math.abs(b);
