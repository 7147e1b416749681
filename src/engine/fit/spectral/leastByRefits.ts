import type { Folds } from '../../contract/data';
import type { Axis, FilterSpec } from '../../contract/filter';
import { allowedValues, filterAt } from '../../filters/anyFilter';
import type { GridRange } from '../../filters/filter';
import { indexOfLeast } from '../../spectrum/indexOfLeast';
import type { FitSession } from '../session';
import { axisGrid, surfaceGrid } from './axisGrid';
import type { DecomposedProblem } from './decomposedProblem';
import { refitFolds } from './foldRefits';

/**
 * The filter with the least K-fold error, every fold refitted, over a grid of the open axes together (one at least); `outputs` share it.
 * One decomposition for each fold serves the whole grid.
 */
export function leastByRefits(
  { kernel, blocks }: Pick<DecomposedProblem, 'kernel' | 'blocks'>,
  outputs: readonly number[],
  { initial, open, range }: { readonly initial: FilterSpec; readonly open: readonly Axis[]; readonly range: GridRange },
  folds: Folds,
  session: FitSession,
): FilterSpec {
  const [along, ...others] = open;
  const gridOf = (axis: Axis) =>
    others.length === 0 ? axisGrid(axis, initial, range) : surfaceGrid(axis, initial, range, open.length);
  let lines: readonly FilterSpec[] = [initial];
  for (const axis of others)
    lines = lines.flatMap((filter) =>
      Array.from(allowedValues(filter, axis, gridOf(axis)), (value) => filterAt(filter, axis, value)),
    );
  const candidates = lines
    .map((filter) => ({ filter, axis: along, values: allowedValues(filter, along, gridOf(along)) }))
    .filter(({ values }) => values.length > 0);
  const requests = outputs.flatMap((output) => candidates.map((line) => ({ output, ...line })));
  const curves = refitFolds(kernel, blocks, requests, folds, session);
  let least = { error: Number.POSITIVE_INFINITY, filter: initial };
  candidates.forEach(({ filter, values }, c) => {
    const total = values.map((_, l) =>
      outputs.reduce((sum, _output, o) => sum + curves[o * candidates.length + c].cv[l], 0),
    );
    const at = indexOfLeast(total);
    if (total[at] < least.error) least = { error: total[at], filter: filterAt(filter, along, values[at]) };
  });
  return least.filter;
}
