import { inBlocks, type RunContext } from '../contract/context';
import type { DatePart, Matrix, Transform, TransformInput } from '../contract/data';
import { DATE_PARTS, MONDAY_FIRST, onCircle } from '../data/dateParts';
import { datePartsOf, encodedWidth, OTHER_LEVEL } from '../data/encodeRows';

/** The columns of X that move as one: all that a column of the file became or, for a date, a single part of it without the mark of gaps. */
export interface RawColumn {
  readonly input: TransformInput;
  /** The part of a date. */
  readonly part?: DatePart;
  readonly from: number;
  readonly width: number;
}

export function rawColumns(transform: Transform): RawColumn[] {
  let from = 0;
  const next = (width: number) => {
    from += width;
    return { from: from - width, width };
  };
  return transform.inputs.flatMap((input): RawColumn[] => {
    if (input.kind !== 'date') return [{ input, ...next(encodedWidth(input)) }];
    const parts = datePartsOf(input).map((part) => ({ input, part, ...next(DATE_PARTS[part].width) }));
    if (input.missingLevel) next(1);
    return parts;
  });
}

/** The units that a cycle is counted in, from `first` on. */
const CYCLES: Readonly<Record<Exclude<DatePart, 'trend'>, { readonly first: number; readonly units: number }>> = {
  season: { first: 1, units: 366 },
  weekday: { first: 0, units: 7 },
  hour: { first: 0, units: 24 },
};
const PART_TITLES: Readonly<Record<DatePart, string>> = {
  trend: '',
  season: ' (day of the year)',
  weekday: ' (weekday)',
  hour: ' (hour of the day)',
};

/** The levels of a category, or of a column of one value and gaps, which is like one; undefined of others. */
export function levelsOf({ input }: RawColumn): readonly string[] | undefined {
  if (input.kind === 'category') {
    const others = [...(input.otherLevel ? [OTHER_LEVEL] : []), ...(input.missingLevel ? [GAP] : [])];
    return [...input.levels, ...others];
  }
  if (input.kind === 'date' || !input.missingLevel) return undefined;
  if (input.kind === 'number') {
    const { range } = input;
    return range && range[0] === range[1] ? [String(input.impute), GAP] : undefined;
  }
  // The mean of truth values is itself a truth value only if all are equal.
  return input.impute === 0 || input.impute === 1
    ? [input.words?.[input.impute] ?? String(input.impute), GAP]
    : undefined;
}

/** The name of cells without a value among levels. */
const GAP = 'missing';

/** Name, kind and levels (omitted if it has none) of the column as a person sees it. */
export function rawColumnWords(raw: RawColumn): {
  readonly column: string;
  readonly kind: TransformInput['kind'];
  readonly levels?: readonly string[];
} {
  const { input, part } = raw;
  const { column, kind } = input;
  if (part !== undefined && part !== 'trend') {
    const name = `${column}${PART_TITLES[part]}`;
    return part === 'weekday'
      ? { column: name, kind: 'category', levels: MONDAY_FIRST }
      : { column: name, kind: 'number' };
  }
  const levels = levelsOf(raw);
  if (levels) return { column, kind: 'category', levels };
  return input.kind === 'boolean' && input.words ? { column, kind, levels: input.words } : { column, kind };
}

/** Places over an entire cycle; undefined if the column is no cycle. */
export function cyclePlaces({ part }: RawColumn, points: number): Float64Array | undefined {
  if (part === undefined || part === 'trend') return undefined;
  const { first, units } = CYCLES[part];
  if (part === 'weekday') return Float64Array.from({ length: units }, (_, day) => day);
  return Float64Array.from({ length: points }, (_, i) => first + (units * i) / (points - 1));
}

/** Values of X (n×d) in the raw units of the column; for a category the level's position, −1 for none; NaN for a gap in a cycle. */
export function rawValues(x: Matrix, transform: Transform, column: RawColumn, context: RunContext): Float64Array {
  const { input, part, from, width } = column;
  const levels = levelsOf(column);
  const raw = (c: number, i: number) => x.values[c * x.rows + i] * transform.scale[c] + transform.centre[c];
  const numberOf = (i: number) => {
    if (part !== undefined && part !== 'trend') return cycleValue(part, raw(from, i), raw(from + 1, i));
    if (levels === undefined) return raw(from, i);
    if (input.kind !== 'category') return Math.round(raw(from + 1, i));
    for (let level = 0; level < width; level++) if (raw(from + level, i) > 0.5) return level;
    return -1;
  };
  const values = new Float64Array(x.rows);
  const fill = (first: number, last: number) => {
    for (let i = first; i < last; i++) values[i] = numberOf(i);
  };
  inBlocks(x.rows, context, 4 * width, fill);
  return values;
}

function cycleValue(part: Exclude<DatePart, 'trend'>, cos: number, sin: number): number {
  if (Math.hypot(cos, sin) < 0.5) return Number.NaN;
  const { first, units } = CYCLES[part];
  const turn = Math.atan2(sin, cos) / (2 * Math.PI);
  const value = (turn < 0 ? turn + 1 : turn) * units;
  return part === 'weekday' ? Math.round(value) % units : first + value;
}

/** The encoded, centred and scaled columns (m×width) for raw values of the column. */
export function encodeRaw(values: Float64Array, transform: Transform, column: RawColumn): Matrix {
  const { from, width } = column;
  const m = values.length;
  const encoded = new Float64Array(m * width);
  for (let i = 0; i < m; i++) {
    cellsOf(values[i], column).forEach((raw, c) => {
      encoded[c * m + i] = (raw - transform.centre[from + c]) / transform.scale[from + c];
    });
  }
  return { rows: m, columns: width, values: encoded };
}

/** One raw value as the encoded cells of its column, neither centred nor scaled. */
function cellsOf(value: number, column: RawColumn): readonly number[] {
  const { input, part, width } = column;
  if (part !== undefined && part !== 'trend') return onCircle(((value - CYCLES[part].first) / CYCLES[part].units) % 1);
  if (input.kind === 'category') return Array.from({ length: width }, (_, c) => (value === c ? 1 : 0));
  if (levelsOf(column)) return [input.impute, value];
  // A number that moves over the grid is not a gap.
  return width > 1 ? [value, 0] : [value];
}

/** Quantiles 0, 2.5 %, …, 100 %: 41 of them, each a value that occurs, of values in ascending order. */
export function rugOf(sorted: Float64Array): Float64Array {
  return Float64Array.from({ length: 41 }, (_, q) => sorted[Math.round((q / 40) * (sorted.length - 1))]);
}
