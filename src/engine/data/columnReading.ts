import type { ColumnBuilder } from './columnBuilder';
import { exchangeDayAndMonth } from './dates';
import type { DateVariation } from './dateVariation';
import type { Column } from './table';
import type { TakenCells } from './takenCells';
import { type TruthWords, truthWords } from './truthWords';

/** How the cells of a column are understood: its kind, and what all of its rows say beside. */
export type ColumnReading =
  /** `standIn`: a number that means "missing" here. */
  | { readonly kind: 'number'; readonly standIn?: number }
  /** `guessed`: every date can be read both ways. */
  | { readonly kind: 'date'; readonly monthFirst: boolean; readonly guessed: boolean }
  | { readonly kind: 'boolean'; readonly words: TruthWords }
  | { readonly kind: 'category' | 'text' | 'empty' };

/** Words that come at most this often per value, on average, are text and not categories, beyond a few. */
const FEW_LEVELS = 30;

/**
 * What a column is, from the rows that its builder has handed out. `variation` is asked where every date can be read both ways: the order with
 * the smaller steps from row to row is taken, else day first.
 */
export function readingOf(builder: ColumnBuilder, variation: () => DateVariation): ColumnReading {
  const { numbers, labels, dates, dayOrder, forced } = builder;
  if (numbers) return { kind: builder.heldNumbers ? 'number' : 'empty' };
  if (!labels || labels.present === 0) return { kind: 'empty' };
  if (dates && (forced === undefined || forced === 'date')) {
    const guessed = dayOrder === 'open';
    return { kind: 'date', guessed, monthFirst: guessed ? variation().monthFirst : dayOrder === 'month-first' };
  }
  const { overflow, present, seen } = labels;
  const maybe = !overflow && (forced === undefined || forced === 'boolean');
  const spelt = maybe ? seen.filter((level) => !builder.isNone(level)) : [];
  const words = spelt.length > 0 ? truthWords(spelt) : undefined;
  if (words) return { kind: 'boolean', words };
  const category = !overflow && (seen.length <= FEW_LEVELS || seen.length <= present / 2);
  return { kind: forced === 'text' || (forced !== 'category' && !category) || overflow ? 'text' : 'category' };
}

/** Cells that were taken out of a builder, as a column of this kind. */
export function columnOf(reading: ColumnReading, cells: TakenCells, builder: ColumnBuilder): Column {
  switch (reading.kind) {
    case 'empty':
      return { kind: 'empty' };
    case 'number':
      return { kind: 'number', values: withoutStandIn(numbersOf(cells), reading.standIn) };
    case 'date': {
      const days = cells.dates ?? gaps(cells.rows);
      const exchange = reading.monthFirst && cells.dayOrder !== 'month-first';
      return { kind: 'date', values: exchange ? days.map(exchanged) : days };
    }
    case 'boolean':
      return { kind: 'boolean', values: truthOf(cells, reading.words, builder), words: reading.words };
    default:
      return { kind: reading.kind, ...wordsOf(cells, builder) };
  }
}

/** The values, with a number that means "missing" made so in place. */
export function withoutStandIn(values: Float64Array, standIn: number | undefined): Float64Array {
  if (standIn !== undefined) for (let i = 0; i < values.length; i++) if (values[i] === standIn) values[i] = Number.NaN;
  return values;
}

const gaps = (rows: number): Float64Array => new Float64Array(rows).fill(Number.NaN);
const numbersOf = ({ rows, numbers }: TakenCells): Float64Array => numbers ?? gaps(rows);
const exchanged = (days: number): number => (Number.isNaN(days) ? days : exchangeDayAndMonth(days));

/** Rows that came before the first word hold gaps alone: no number is a word for yes or no. */
function truthOf({ rows, codes }: TakenCells, [, yes]: TruthWords, builder: ColumnBuilder): Float64Array {
  if (!codes) return gaps(rows);
  const truth = (builder.labels?.levels ?? []).map((level) =>
    builder.isNone(level) ? Number.NaN : Number(level.toLowerCase() === yes),
  );
  return Float64Array.from(codes, (code) => (code < 0 ? Number.NaN : truth[code]));
}

function wordsOf(
  { numbers, nones, codes }: TakenCells,
  builder: ColumnBuilder,
): { readonly codes: Int32Array; readonly levels: readonly string[] } {
  if (codes) {
    const { levels = [], overflow = false } = builder.labels ?? {};
    return { codes, levels: overflow ? [] : levels };
  }
  const values = numbers ?? new Float64Array();
  const places = new Map<string, number>();
  const place = (word: string) => {
    const known = places.get(word) ?? places.size;
    places.set(word, known);
    return known;
  };
  const made = Int32Array.from(values, (value) => (Number.isNaN(value) ? -1 : place(builder.wordOf(value))));
  for (const row of nones ?? []) made[row] = place('None');
  return { codes: made, levels: [...places.keys()] };
}
