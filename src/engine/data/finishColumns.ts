import { inBlocks, type RunContext } from '../contract/context';
import type { ColumnReading, ColumnSummary, FileStamp } from '../contract/data';
import type { Note } from '../contract/note';
import { otherUnitText, partLine } from '../words/dataWords';
import { isLogarithm } from '../words/logarithmName';
import { count } from '../words/numbers';
import {
  answerNotes,
  clockNotes,
  infiniteNote,
  lateNote,
  orderNotes,
  otherOrderNote,
  standInNote,
  twoOrdersNote,
  yearFirstNotes,
} from './cellNotes';
import type { ColumnBuilder } from './columnBuilder';
import { columnNotes } from './columnNotes';
import { columnOf, readingOf, withoutStandIn } from './columnReading';
import type { ColumnSet } from './columnSet';
import { summariseColumn } from './columnSummary';
import { OPEN_STEP, rowOfOpen } from './dates';
import { DateVariation } from './dateVariation';
import type { Growing } from './growing';
import { keptNotes } from './keptStandIns';
import { takeLogarithm } from './logarithm';
import { type NumericFacts, numericFacts } from './numericFacts';
import { keptInPlace } from './oneToOne';
import { Extremes, findSentinels, isMark, standsIn } from './sentinels';
import type { Column } from './table';
import type { TakenCells } from './takenCells';

export interface FinishedColumns {
  readonly columns: Column[];
  readonly summaries: ColumnSummary[];
  readonly notes: Note[];
}

/** A column of more different numbers is no scale of answers, and one of none beyond this has no number for "no answer". */
const ANSWERS = 15;
const SCALE = 76;
const BELOW_SCALE = -7;

/** The cost of a date, in simple steps. */
const DATE = 64;

/** Settles the kind of every column once the entire file has been read. The builders are spent afterwards. */
export function finishColumns(set: ColumnSet, stamp: FileStamp, context: RunContext): FinishedColumns {
  const { names, builders, missing, lines } = set;
  const notes: Note[] = [];
  const lineOf = lineIn(lines, stamp);
  const finished = builders.map((builder, j) => {
    context.check();
    return finish(builder, names[j], notes, lineOf, context);
  });
  const columns = finished.map(({ column }) => column);
  const readings = finished.map(({ reading }) => reading);
  const facts = columns.map((column) => ('values' in column ? numericFacts(column.values, context) : undefined));
  const finishing = { names, columns, readings, facts, builders };
  if (!missing.alone) removeSentinels(finishing, notes, context);
  takeLogarithms(finishing, context);
  const summaries = columns.map((column, j): ColumnSummary => {
    context.check();
    return { ...summariseColumn(j, names[j], column, builders[j], facts[j]), reading: readings[j] };
  });
  notes.push(...columnNotes(set, columns, summaries));
  keptInPlace(columns, summaries, builders[0]?.rows ?? 0, context).forEach((kept, j) => {
    if (kept !== undefined) summaries[j] = leftOutFor(summaries[j], names[kept]);
  });
  const infinite = builders.reduce((sum, b) => sum + (b.numbers ? b.infinite : 0), 0);
  if (infinite > 0) {
    notes.push(infiniteNote(infinite));
  }
  return { columns, summaries, notes };
}

function leftOutFor(summary: ColumnSummary, sameAs: string): ColumnSummary {
  const { reason } = summary;
  return { ...summary, sameAs, usable: false, reason: reason || `equals "${sameAs}" in every row` };
}

function finish(
  builder: ColumnBuilder,
  name: string,
  notes: Note[],
  lineOf: (row: number) => string,
  context: RunContext,
): { readonly column: Column; readonly reading: ColumnReading } {
  const cells = builder.take(builder.rows);
  const variation = variationOf(builder.dates?.dayOrder === 'open' ? cells : { rows: 0 }, context);
  const reading = readingOf(builder, () => variation);
  countNones(builder, reading);
  if (reading.kind === 'date') {
    const { late = 0, clock } = builder.dates ?? {};
    if (reading.guessed) notes.push(...orderNotes(name, reading.monthFirst, variation.order.margin));
    if (clock && !builder.forced && !builder.frozen) notes.push(...clockNotes(name, cells.dates));
    if (late > 0) notes.push(lateNote(name, late));
    if (builder.dates?.dayOrder === 'day-first') notes.push(...yearFirstNotes(name, builder));
  }
  const { frozen } = builder;
  if (frozen?.kind === 'date' && reading.kind === 'date' && frozen.monthFirst !== reading.monthFirst)
    notes.push(otherOrderNote(name, reading.monthFirst));
  if (frozen?.kind === 'number' && reading.kind === 'number' && reading.unit && !frozen.unit)
    notes.push({ severity: 'warning', code: 'data/other-unit', text: otherUnitText(`"${name}"`, reading.unit) });
  if (builder.twoOrders) notes.push(twoOrdersNote(builder, name, cells, lineOf));
  return { column: columnOf(reading, cells, builder), reading };
}

/** Names a row's line: "line 5 of part2.csv". */
function lineIn(lines: Growing<Uint32Array>, stamp: FileStamp): (row: number) => string {
  return (row) => {
    const { name, line } = partLine(stamp, lines.at(row));
    return `line ${count(line)}${stamp.parts ? ` of ${name}` : ''}`;
  };
}

/** Counts None among dates, and among words for yes and no, as a gap. */
export function countNones(builder: ColumnBuilder, { kind }: ColumnReading): void {
  const { labels, dates } = builder;
  const none = kind === 'boolean' && labels ? labels.levels.findIndex((level) => builder.isNone(level)) : -1;
  const count = kind === 'date' ? (dates?.nones ?? 0) : (labels?.counts[none] ?? 0);
  if (count > 0) builder.countStandIns('None', count);
}

function variationOf({ dates, open = new Uint32Array() }: TakenCells, context: RunContext): DateVariation {
  const variation = new DateVariation();
  let next = 0;
  const add = (from: number, to: number) => {
    const first = next;
    while (next < open.length && rowOfOpen(open[next]) < to) next++;
    variation.add(
      dates?.subarray(from, to) ?? new Float64Array(),
      open.subarray(first, next).map((place) => place - OPEN_STEP * from),
    );
  };
  inBlocks(dates?.length ?? 0, context, DATE, add);
  return variation;
}

/** The columns that are being finished. */
interface Finishing {
  readonly names: readonly string[];
  readonly columns: readonly Column[];
  readonly readings: ColumnReading[];
  readonly facts: (NumericFacts | undefined)[];
  readonly builders: readonly ColumnBuilder[];
}

function removeSentinels(
  { names, columns, readings, facts, builders }: Finishing,
  notes: Note[],
  context: RunContext,
): void {
  const free = columns.map((column, j) => (builders[j].frozen ? undefined : extremesOf(column, facts[j], context)));
  const sentinels = findSentinels(free);
  const where = new Map<number, { names: string[]; cells: number }>();
  sentinels.forEach((sentinel, j) => {
    const column = columns[j];
    if (!sentinel || column.kind !== 'number') return;
    withoutStandIn(column.values, sentinel.value);
    readings[j] = { ...readings[j], kind: 'number', standIn: sentinel.value };
    facts[j] = numericFacts(column.values, context);
    builders[j].countStandIns(String(sentinel.value), sentinel.count);
    const entry = where.get(sentinel.value) ?? { names: [], cells: 0 };
    where.set(sentinel.value, entry);
    entry.names.push(names[j]);
    entry.cells += sentinel.count;
  });
  for (const [value, { names: columnsWith, cells }] of where) {
    notes.push(standInNote(value, columnsWith, cells));
  }
  facts.forEach((of, j) => {
    const { min = 0, max = 0, distinct = 0 } = of ?? {};
    if (!builders[j].frozen && !sentinels[j] && (max > SCALE || min <= BELOW_SCALE) && distinct <= ANSWERS)
      notes.push(...answerNotes(names[j], columns[j]));
  });
  if (free.some((extremes) => extremes?.ends.some(isMark))) notes.push(...keptNotes(names, free, sentinels));
}

/** Takes the logarithms of the columns for which they are wanted. */
function takeLogarithms({ columns, readings, facts }: Finishing, context: RunContext): void {
  readings.forEach((reading, j) => {
    const column = takeLogarithm(columns[j], reading);
    if (isLogarithm(reading) && 'values' in column) facts[j] = numericFacts(column.values, context);
  });
}

/** The extremes of numbers whose lowest or highest may stand for "missing". */
function extremesOf(column: Column, facts: NumericFacts | undefined, context: RunContext): Extremes | undefined {
  if (column.kind !== 'number' || !facts || !(standsIn(facts.min) || standsIn(facts.max))) return undefined;
  const { values } = column;
  const extremes = new Extremes();
  inBlocks(values.length, context, 1, (from, to) => extremes.add(values.subarray(from, to)));
  return extremes;
}
