import { inBlocks, type RunContext } from '../contract/context';

/** A number such as −999 that stands for "missing" in a column. */
export interface Sentinel {
  readonly value: number;
  readonly count: number;
}

/** A column's values with the least and the greatest of them. */
export interface Extremes {
  readonly values: Float64Array;
  readonly min: number;
  readonly max: number;
}

interface Edge {
  readonly value: number;
  readonly count: number;
  /** Least and greatest of the other values. */
  readonly min: number;
  readonly max: number;
}

/** A stand-in for "missing" comes more than once or twice. */
const REPEATED = 3;

/**
 * Finds stand-ins for missing values, per column, over all columns of a file. A value counts when it is the least or the
 * greatest of its column, repeated, of a form that people choose for it, and isolated: further from the other values
 * than these spread. Once it is found in one column, the same negative value counts in every column that is otherwise
 * not negative, where measurements could not lie either.
 */
export function findSentinels(
  columns: readonly (Extremes | undefined)[],
  context: RunContext,
): (Sentinel | undefined)[] {
  const low = columns.map((c) => c && edge(c.values, c.min, context));
  const high = columns.map((c) => c && edge(c.values, c.max, context));
  const certain = new Set<number>();
  low.forEach((e) => {
    if (e && (isolated(e) || (nines(e.value) && e.min >= 0))) certain.add(e.value);
  });
  return columns.map((_, j) => {
    const below = low[j];
    if (below && certain.has(below.value) && (below.min >= 0 || isolated(below))) return below;
    const above = high[j];
    return above && nines(above.value) && above.value >= 999 && isolated(above) ? above : undefined;
  });
}

/** What is known of one extreme value, when it is likely and repeated and there are others. */
function edge(values: Float64Array, extreme: number, context: RunContext): Edge | undefined {
  if (!likely(extreme)) return undefined;
  let count = 0;
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  inBlocks(values.length, context, (from, to) => {
    for (let i = from; i < to; i++) {
      const v = values[i];
      if (v === extreme) count++;
      else {
        if (v < min) min = v;
        if (v > max) max = v;
      }
    }
  });
  return count >= REPEATED && min <= max ? { value: extreme, count, min, max } : undefined;
}

function isolated({ value, min, max }: Edge): boolean {
  const gap = value < min ? min - value : value - max;
  return gap > max - min;
}

/** −99, −200, −9999, −32768, 999, 1e30: numbers that nobody measures to the digit. */
function likely(value: number): boolean {
  if (nines(value) || value === -32768 || Math.abs(value) >= 1e20) return true;
  return value <= -100 && Number.isInteger(value) && (value % 100 === 0 || /^-(\d)\1+$/.test(String(value)));
}

function nines(value: number): boolean {
  return /^-?9{2,}(?:\.9+)?$/.test(String(value));
}
