import type { ColumnReading } from '../contract/data';
import type { ColumnBuilder } from './columnBuilder';
import { areSeasons, orderIn } from './dateCells';
import { exchangeDayAndMonth, openPlace, parseDate, rowOfOpen, zoneDaysOfOpen } from './dates';
import type { DateVariation } from './dateVariation';
import type { Labels } from './labels';
import type { Column } from './table';
import type { TakenCells } from './takenCells';
import { truthOf, truthWords } from './truthWords';

/** A column with more different words than this is a category only when each comes at least twice on average. */
const FEW_LEVELS = 30;

/**
 * The kind of a column and how it is read, from the rows that its builder has handed out. `variation` is called when
 * every date can be read both ways: the order with the smaller steps from row to row is taken, else day first.
 */
export function readingOf(builder: ColumnBuilder, variation: () => DateVariation): ColumnReading {
  const { numbers, labels, dates, forced, frozen, amounts, duration, logarithm } = builder;
  const { unit, withoutUnit, scaled } = amounts;
  if (frozen && frozen.kind !== 'empty') return likeFrozen(frozen, builder);
  if (numbers)
    return builder.heldNumbers
      ? {
          kind: 'number',
          ...(unit && { unit }),
          ...(withoutUnit > 0 && { partly: true as const }),
          ...(scaled && { scaled }),
          ...(duration && { duration }),
          ...(logarithm && { logarithm }),
        }
      : { kind: 'empty' };
  if (!labels || labels.present === 0) return { kind: 'empty' };
  if (dates && (forced === 'date' || (forced === undefined && !areSeasons(labels.seen)))) {
    const { dayOrder, clock } = dates;
    const order = dayOrder === 'open' ? orderIn(builder.name) : dayOrder;
    const guessed = order === 'open';
    const monthFirst = guessed ? variation().order.value : order === 'month-first';
    return { kind: 'date', guessed, monthFirst, ...(clock && { clock }) };
  }
  const { overflow, present, seen } = labels;
  const maybe = !overflow && (forced === undefined || forced === 'boolean');
  const spelt = maybe ? seen.filter((level) => !builder.isNone(level)) : [];
  const words = spelt.length > 0 ? truthWords(spelt) : undefined;
  if (words) return { kind: 'boolean', words };
  if (forced === 'boolean') return { kind: 'boolean', words: ['no', 'yes'] };
  const category = !overflow && (seen.length <= FEW_LEVELS || seen.length <= present / 2);
  const kind = forced === 'text' || (forced !== 'category' && !category) || overflow ? 'text' : 'category';
  return {
    kind,
    ...(labels.byValue && { byValue: true }),
    ...(labels.missingKept && { words: labels.missingKept }),
  };
}

/** The fewest cells that can contradict what another file has; when there are fewer, they are gaps. */
const CONTRADICTING = 10;

/**
 * A column read as in another file, except where its own cells leave no doubt: the other order of day and month, a unit
 * at numbers that have none there, or, unless a person has set its kind, at least half of its cells of another kind.
 * Without a value it is empty.
 */
function likeFrozen(frozen: ColumnReading, builder: ColumnBuilder): ColumnReading {
  const { valued, labels, dates, byHand, amounts } = builder;
  const unread = frozen.kind === 'boolean' && labels ? untrue(labels, builder) : builder.unread;
  if (!byHand && unread >= CONTRADICTING && 2 * unread >= valued) return { kind: 'text' };
  if (valued === 0) return { kind: 'empty' };
  if (frozen.kind === 'number') return amounts.unit ? { ...frozen, unit: amounts.unit } : frozen;
  const dayOrder = dates?.dayOrder;
  if (frozen.kind !== 'date' || !dates || dayOrder === 'open') return frozen;
  return { ...frozen, guessed: false, ...(dayOrder && { monthFirst: dayOrder === 'month-first' }) };
}

/** Counts the words that are neither no nor yes. */
export const untrue = ({ levels, counts }: Labels, builder: ColumnBuilder): number =>
  levels.reduce((sum, level, k) => sum + (truthOf(level) !== undefined || builder.isNone(level) ? 0 : counts[k]), 0);

/** The cells that were taken out of a builder, as a column of this kind. */
export function columnOf(reading: ColumnReading, cells: TakenCells, builder: ColumnBuilder): Column {
  switch (reading.kind) {
    case 'empty':
      return { kind: 'empty' };
    case 'number':
      return { kind: 'number', values: withoutStandIn(numbersOf(cells), reading.standIn) };
    case 'date': {
      const { dates, open } = cells.dates ? { dates: cells.dates, open: cells.open } : datesOf(cells);
      if (!reading.monthFirst) return { kind: 'date', values: dates };
      const values = dates.slice();
      for (const place of open ?? []) {
        const row = rowOfOpen(place);
        values[row] = exchangeDayAndMonth(values[row], zoneDaysOfOpen(place));
      }
      return { kind: 'date', values };
    }
    case 'boolean':
      return { kind: 'boolean', values: truthsOf(cells, builder), words: reading.words };
    default:
      return { kind: reading.kind, ...wordsOf(cells, builder) };
  }
}

/** The values, with a number that means "missing" replaced by NaN in place. */
export function withoutStandIn(values: Float64Array, standIn: number | undefined): Float64Array {
  if (standIn !== undefined) for (let i = 0; i < values.length; i++) if (values[i] === standIn) values[i] = Number.NaN;
  return values;
}

const gaps = (rows: number): Float64Array => new Float64Array(rows).fill(Number.NaN);
const numbersOf = ({ rows, numbers }: TakenCells): Float64Array => numbers ?? gaps(rows);

/** The dates among rows taken out as numbers, with the day first where both orders are possible. */
function datesOf({ rows, odd }: TakenCells): { readonly dates: Float64Array; readonly open: Uint32Array } {
  const dates = gaps(rows);
  const open: number[] = [];
  odd?.rows.forEach((row, i) => {
    const date = parseDate(odd.texts[i]);
    dates[row] = date?.days ?? Number.NaN;
    if (date?.order === 'open') open.push(openPlace(row, date.zoneDays));
  });
  return { dates, open: Uint32Array.from(open) };
}

/** Rows that came before the first word hold only gaps: no number is a word for yes or no. */
function truthsOf({ rows, codes }: TakenCells, builder: ColumnBuilder): Float64Array {
  if (!codes) return gaps(rows);
  const truth = (builder.labels?.levels ?? []).map((level) => truthOf(level) ?? Number.NaN);
  return Float64Array.from(codes, (code) => (code < 0 ? Number.NaN : truth[code]));
}

function wordsOf(
  { numbers, nones, odd, codes }: TakenCells,
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
  const made = Int32Array.from(values, (value) => (Number.isNaN(value) ? -1 : place(String(value))));
  for (const row of nones ?? []) made[row] = place('None');
  odd?.rows.forEach((row, i) => {
    made[row] = place(odd.texts[i]);
  });
  return { codes: made, levels: [...places.keys()] };
}
