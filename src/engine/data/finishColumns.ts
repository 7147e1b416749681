import { inBlocks, type RunContext } from '../contract/context';
import type { ColumnSummary } from '../contract/data';
import type { Note } from '../contract/note';
import { quoted } from '../words/listed';
import { count, short } from '../words/numbers';
import type { ColumnBuilder } from './columnBuilder';
import { type ColumnReading, columnOf, readingOf, withoutStandIn } from './columnReading';
import type { ColumnSet } from './columnSet';
import { summariseColumn } from './columnSummary';
import { DateVariation } from './dateVariation';
import { type NumericFacts, numericFacts } from './numericFacts';
import { keptInPlace } from './oneToOne';
import { Extremes, findSentinels, standsIn } from './sentinels';
import type { Column } from './table';

export interface FinishedColumns {
  readonly columns: Column[];
  readonly summaries: ColumnSummary[];
  readonly notes: Note[];
}

/** What a date takes, in simple steps. */
const DATE = 64;

/** Columns that have a note each; more share one. */
const NOTED = 3;

/** Settles the kind of every column once the whole file has been read. The builders are spent afterwards. */
export function finishColumns({ names, builders, missing }: ColumnSet, context: RunContext): FinishedColumns {
  const notes: Note[] = [];
  const columns = builders.map((builder, j) => {
    context.check();
    return finish(builder, names[j], notes, context);
  });
  const facts = columns.map((column) => ('values' in column ? numericFacts(column.values, context) : undefined));
  if (!missing.custom) removeSentinels(names, columns, facts, builders, notes, context);
  const summaries = columns.map((column, j) => {
    context.check();
    return summariseColumn(j, names[j], column, builders[j], facts[j]);
  });
  notes.push(...mostlyNotes(summaries.filter(({ reason }) => reason.startsWith('mostly'))));
  keptInPlace(columns, summaries, builders[0]?.rows ?? 0, context).forEach((kept, j) => {
    if (kept !== undefined) summaries[j] = leftOutFor(summaries[j], names[kept]);
  });
  const infinite = builders.reduce((sum, b) => sum + (b.numbers ? b.infinite : 0), 0);
  if (infinite > 0) {
    notes.push({
      severity: 'warning',
      code: 'data/infinite',
      text: `${count(infinite)} cells are infinite or too large for a number and count as missing. Correct them if they should have a value.`,
    });
  }
  return { columns, summaries, notes };
}

/** Words that are nearly numbers: a note each while they are few. */
function mostlyNotes(mostly: readonly ColumnSummary[]): Note[] {
  const note = (text: string): Note => ({ severity: 'warning', code: 'data/mostly-numbers', text });
  if (mostly.length <= NOTED) return mostly.map(({ name, reason }) => note(`"${name}" is ${reason}.`));
  const [{ name, reason }] = mostly;
  const all = quoted(mostly.map((column) => column.name));
  return [note(`${mostly.length} columns are mostly numbers with a few words, ${all}: "${name}" is ${reason}.`)];
}

function leftOutFor(summary: ColumnSummary, sameAs: string): ColumnSummary {
  const { reason } = summary;
  return { ...summary, sameAs, usable: false, reason: reason || `equals "${sameAs}" in every row` };
}

function finish(builder: ColumnBuilder, name: string, notes: Note[], context: RunContext): Column {
  const cells = builder.take(builder.rows);
  const reading = readingOf(builder, () => variationOf(cells.dates, context));
  countNones(builder, reading);
  if (reading.kind === 'date' && reading.guessed) {
    const order = reading.monthFirst ? 'month before day' : 'day before month';
    const text = `The dates in "${name}" are ambiguous and were read with the ${order}. If that is wrong, write them as year-month-day.`;
    notes.push({ severity: 'warning', code: 'data/date-order', text });
  }
  return columnOf(reading, cells, builder);
}

/** None among dates, and among words for yes and no, is a gap. */
export function countNones(builder: ColumnBuilder, { kind }: ColumnReading): void {
  const { labels, datedNones } = builder;
  const none = kind === 'boolean' && labels ? labels.levels.findIndex((level) => builder.isNone(level)) : -1;
  const count = kind === 'date' ? datedNones : (labels?.counts[none] ?? 0);
  if (count > 0) builder.countStandIns('None', count);
}

function variationOf(dates: Float64Array | undefined, context: RunContext): DateVariation {
  const variation = new DateVariation();
  if (dates) inBlocks(dates.length, context, (from, to) => variation.add(dates.subarray(from, to)), DATE);
  return variation;
}

function removeSentinels(
  names: readonly string[],
  columns: Column[],
  facts: (NumericFacts | undefined)[],
  builders: readonly ColumnBuilder[],
  notes: Note[],
  context: RunContext,
): void {
  const sentinels = findSentinels(columns.map((column, j) => extremesOf(column, facts[j], context)));
  const where = new Map<number, { names: string[]; cells: number }>();
  sentinels.forEach((sentinel, j) => {
    const column = columns[j];
    if (!sentinel || column.kind !== 'number') return;
    withoutStandIn(column.values, sentinel.value);
    facts[j] = numericFacts(column.values, context);
    builders[j].countStandIns(String(sentinel.value), sentinel.count);
    const entry = where.get(sentinel.value) ?? { names: [], cells: 0 };
    where.set(sentinel.value, entry);
    entry.names.push(names[j]);
    entry.cells += sentinel.count;
  });
  for (const [value, { names: columnsWith, cells }] of where) {
    const list = columnsWith.map((n) => `"${n}"`).join(', ');
    notes.push({
      severity: 'warning',
      code: 'data/sentinel',
      text: `${short(value)} is read as missing in ${list}: ${count(cells)} cells, far from all others. If it is a real value, set the values that mean missing yourself.`,
    });
  }
}

/** Of numbers whose least or greatest may stand for "missing". */
function extremesOf(column: Column, facts: NumericFacts | undefined, context: RunContext): Extremes | undefined {
  if (column.kind !== 'number' || !facts || !(standsIn(facts.min) || standsIn(facts.max))) return undefined;
  const { values } = column;
  const extremes = new Extremes();
  inBlocks(values.length, context, (from, to) => extremes.add(values.subarray(from, to)));
  return extremes;
}
