/** A number such as −999 that stands for "missing" in a column. */
export interface Sentinel {
  readonly value: number;
  readonly count: number;
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
export function findSentinels(columns: readonly (Float64Array | undefined)[]): (Sentinel | undefined)[] {
  const low = columns.map((values) => values && edge(values, -1));
  const high = columns.map((values) => values && edge(values, 1));
  const certain = new Set<number>();
  low.forEach((e) => {
    if (e && likely(e.value) && (isolated(e) || (nines(e.value) && e.min >= 0))) certain.add(e.value);
  });
  return columns.map((_, j) => {
    const below = low[j];
    if (below && certain.has(below.value) && (below.min >= 0 || isolated(below))) return below;
    const above = high[j];
    return above && nines(above.value) && above.value >= 999 && isolated(above) ? above : undefined;
  });
}

/** The least (side −1) or greatest (side 1) value, when it is repeated and there are others. */
function edge(values: Float64Array, side: 1 | -1): Edge | undefined {
  let extreme = Number.NaN;
  let count = 0;
  for (let i = 0; i < values.length; i++) {
    const v = values[i];
    if (v === extreme) count++;
    else if (!Number.isNaN(v) && !(side * v < side * extreme)) {
      extreme = v;
      count = 1;
    }
  }
  if (count < REPEATED || !likely(extreme)) return undefined;
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < values.length; i++) {
    const v = values[i];
    if (v === extreme || Number.isNaN(v)) continue;
    if (v < min) min = v;
    if (v > max) max = v;
  }
  return min <= max ? { value: extreme, count, min, max } : undefined;
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
