import { inBlocks, type RunContext } from '../../contract/context';
import { sortedValues } from '../../statistics/sorted';
import { valuesAt } from '../keptRows';
import { isGap } from '../response';
import type { Column } from '../table';

/** Rows grouped by a column. */
export interface RowGroups {
  /** The group of each row, −1 for a gap. */
  readonly of: Int32Array;
  readonly count: number;
  /** The name of a group: a word, or the range of its numbers. */
  readonly named: (group: number) => { readonly label?: string; readonly from?: number; readonly to?: number };
  /** True when groups have an order: for numbers, not for words. */
  readonly ordered: boolean;
}

/** Up to this many distinct numbers are a group each; more are cut into tenths, and few rows into fifths. */
const MOST = 10;
const FEW = 5;
/** From this many rows on numbers are cut into tenths. */
const ENOUGH = 200;

/** Groups of these rows (0-based); undefined for words that were not stored, and for a column without any value. */
export function groupsOf(column: Column, rows: Uint32Array, context: RunContext): RowGroups | undefined {
  if (column.kind === 'empty') return undefined;
  if ('codes' in column) return column.levels.length > 0 ? wordGroups(column, rows, context) : undefined;
  const groups = numberGroups(column.values, rows, context);
  if (column.kind !== 'boolean') return groups;
  return groups && { ...groups, named: (g) => ({ label: column.words[groups.named(g).from === 1 ? 1 : 0] }) };
}

function wordGroups(
  { codes, levels }: Column & { kind: 'category' | 'text' },
  rows: Uint32Array,
  context: RunContext,
): RowGroups {
  return {
    of: valuesAt(codes, rows, context),
    count: levels.length,
    named: (group) => ({ label: levels[group] }),
    ordered: false,
  };
}

/** Equal numbers are in one group. */
function numberGroups(values: Float64Array, rows: Uint32Array, context: RunContext): RowGroups | undefined {
  const known = new Float64Array(rows.length);
  let present = 0;
  inBlocks(rows.length, context, 1, (from, to) => {
    for (let i = from; i < to; i++) if (!Number.isNaN(values[rows[i]])) known[present++] = values[rows[i]];
  });
  if (present === 0) return undefined;
  const sorted = sortedValues(known.subarray(0, present), context);
  const starts = startsOf(sorted);
  const of = new Int32Array(rows.length).fill(-1);
  inBlocks(rows.length, context, 8, (from, to) => {
    for (let i = from; i < to; i++) {
      const value = values[rows[i]];
      if (Number.isNaN(value)) continue;
      let group = starts.length - 1;
      while (group > 0 && value < starts[group]) group--;
      of[i] = group;
    }
  });
  return {
    of,
    count: starts.length,
    ordered: true,
    named: (group) => ({ from: starts[group], to: lastBelow(sorted, starts[group + 1]) }),
  };
}

/** The least number of each group. */
function startsOf(sorted: Float64Array): number[] {
  const different: number[] = [];
  for (let i = 0; i < sorted.length && different.length <= MOST; i++)
    if (i === 0 || sorted[i] !== sorted[i - 1]) different.push(sorted[i]);
  if (different.length <= MOST) return different;
  const parts = sorted.length < ENOUGH ? FEW : MOST;
  const cuts = Array.from({ length: parts }, (_, k) => sorted[Math.floor((k * sorted.length) / parts)]);
  return [...new Set(cuts)];
}

/** The greatest of the sorted numbers that is less than `end`; without one the greatest of all. */
function lastBelow(sorted: Float64Array, end: number | undefined): number {
  if (end === undefined) return sorted[sorted.length - 1];
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle] < end) low = middle + 1;
    else high = middle;
  }
  return sorted[low - 1];
}

/** Two groups: rows with a value, 0, and rows without one, 1; undefined when all are alike. */
export function gapGroups(column: Column, rows: Uint32Array, context: RunContext): RowGroups | undefined {
  const of = new Int32Array(rows.length);
  let missing = 0;
  inBlocks(rows.length, context, 1, (from, to) => {
    for (let i = from; i < to; i++) missing += of[i] = isGap(column, rows[i]) ? 1 : 0;
  });
  if (missing === 0 || missing === rows.length) return undefined;
  return { of, count: 2, ordered: false, named: (group) => ({ label: group === 0 ? 'known' : 'missing' }) };
}
