/** A number such as −999 that stands for "missing" in a column. */
export interface Sentinel {
  readonly value: number;
  readonly count: number;
}

/** The three least of different values, in their order, and how often the least came. */
class Least {
  values: readonly [number, number, number] = [
    Number.POSITIVE_INFINITY,
    Number.POSITIVE_INFINITY,
    Number.POSITIVE_INFINITY,
  ];
  count = 0;

  add(v: number): void {
    const [first, second, third] = this.values;
    if (v === first) this.count++;
    else if (v < first) {
      this.values = [v, first, second];
      this.count = 1;
    } else if (v < second) this.values = [first, v, second];
    else if (v > second && v < third) this.values = [first, second, v];
  }
}

/**
 * The least and the greatest of many values, how often each came, and the values next to them; missing ones (NaN) left
 * out.
 */
export class Extremes {
  private readonly lows = new Least();
  /** The least of the values with the other sign. */
  private readonly highs = new Least();

  add(values: Float64Array): this {
    const { lows, highs } = this;
    for (const v of values) {
      if (v <= lows.values[2]) lows.add(v);
      if (-v <= highs.values[2]) highs.add(-v);
    }
    return this;
  }

  get ends(): readonly [number, number] {
    return [this.lows.values[0], -this.highs.values[0]];
  }

  get low(): Edge {
    const [value, min, next] = this.lows.values;
    return { value, count: this.lows.count, min, max: this.ends[1], next };
  }

  get high(): Edge {
    const [value, max, next] = this.highs.values.map((v) => -v);
    return { value, count: this.highs.count, min: this.ends[0], max, next };
  }
}

export interface Edge {
  readonly value: number;
  readonly count: number;
  /** The least and the greatest of the other values. */
  readonly min: number;
  readonly max: number;
  /** The value beyond the nearest of these. */
  readonly next: number;
}

/** A stand-in for "missing" comes at least this often. */
export const REPEATED = 3;

/**
 * Finds stand-ins for missing values, per column, over all columns of a file. A value counts when it is the least or
 * the greatest of its column, repeated, of a form that people choose for it, and isolated: further from the other
 * values than their spread. Once it is found in one column, the same negative value counts in every column that is
 * otherwise not negative, where measurements could not lie either.
 */
export function findSentinels(columns: readonly (Extremes | undefined)[]): (Sentinel | undefined)[] {
  const low = columns.map((c) => c && (c.low.value < 0 ? suspicious(c.low) : undefined));
  const high = columns.map((c) => c && suspicious(c.high));
  const certain = new Set<number>();
  low.forEach((e) => {
    if (e && (isolated(e) || (nines(e.value) && e.min >= 0))) certain.add(e.value);
  });
  return columns.map((_, j) => {
    const below = low[j];
    if (below && certain.has(below.value) && (below.min >= 0 || isolated(below))) return below;
    const above = high[j];
    return above && above.value >= 999 && isolated(above) ? above : undefined;
  });
}

/** The extreme value if it is a likely stand-in, is repeated, and there are others. */
function suspicious(edge: Edge): Edge | undefined {
  return edge.count >= REPEATED && edge.min <= edge.max && standsIn(edge.value) ? edge : undefined;
}

export const gapOf = ({ value, min, max }: Edge): number => (value < min ? min - value : value - max);

export const isolated = (edge: Edge): boolean => gapOf(edge) > edge.max - edge.min;

/** The last numbers that one, two and four bytes hold, which instruments write where they overflow or have no sensor. */
const ENDS: ReadonlySet<number> = new Set([-127, -128, -32768, 32767, 65535, -(2 ** 31), 2 ** 31 - 1, 2 ** 32 - 1]);

/** True for those of the numbers below that are hardly a measurement's round number. */
export const isMark = (value: number): boolean =>
  (nines(value) && !(value > 0 && value < 999)) || ENDS.has(value) || Math.abs(value) >= 1e20;

/** True for −99, −200, −9999, −32768, 65535, 999, 1e30: numbers that nobody measures to the digit. */
export function standsIn(value: number): boolean {
  if (nines(value) || ENDS.has(value) || Math.abs(value) >= 1e20) return true;
  return value <= -100 && Number.isInteger(value) && (value % 100 === 0 || /^-(\d)\1+$/.test(String(value)));
}

function nines(value: number): boolean {
  return /^-?9{2,}(?:\.9+)?$/.test(String(value));
}

/** A stand-in as it is to be set. */
export const exact = (value: number): string => String(value).replace(/^-/, '\u2212');
