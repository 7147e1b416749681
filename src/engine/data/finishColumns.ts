import { inBlocks, type RunContext } from '../contract/context';
import type { ColumnReading, ColumnSummary } from '../contract/data';
import type { Note } from '../contract/note';
import { quoted } from '../words/listed';
import { count, short } from '../words/numbers';
import { counted } from '../words/sentence';
import type { ColumnBuilder } from './columnBuilder';
import { columnOf, readingOf, withoutStandIn } from './columnReading';
import type { ColumnSet } from './columnSet';
import { LONG_DIGITS, summariseColumn } from './columnSummary';
import { DateVariation } from './dateVariation';
import { doubt } from './doubts';
import { type NumericFacts, numericFacts } from './numericFacts';
import { keptInPlace } from './oneToOne';
import { Extremes, findSentinels, standsIn } from './sentinels';
import type { Column } from './table';
import type { TakenCells } from './takenCells';

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
  const finished = builders.map((builder, j) => {
    context.check();
    return finish(builder, names[j], notes, context);
  });
  const columns = finished.map(({ column }) => column);
  const readings = finished.map(({ reading }) => reading);
  const facts = columns.map((column) => ('values' in column ? numericFacts(column.values, context) : undefined));
  if (!missing.custom) removeSentinels({ names, columns, readings, facts, builders }, notes, context);
  const summaries = columns.map((column, j): ColumnSummary => {
    context.check();
    return { ...summariseColumn(j, names[j], column, builders[j], facts[j]), reading: readings[j] };
  });
  notes.push(...mostlyNotes(summaries.filter(({ reason }) => reason.startsWith('mostly'))));
  notes.push(...cellNotes(summaries, builders), ...totalsNote(columns, names));
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

/** What the cells of columns have made of them, or the columns of their cells. */
function cellNotes(summaries: readonly ColumnSummary[], builders: readonly ColumnBuilder[]): Note[] {
  const notes: Note[] = [];
  const unread = summaries.flatMap(({ name, kind, unread, count }, j) =>
    unread ? [{ name, kind, unread, of: unread.count + count, builder: builders[j] }] : [],
  );
  const said = unread.slice(0, NOTED).map((each) => unreadText(each));
  if (unread.length > NOTED) said.push(`So do cells of ${counted(unread.length - NOTED, 'other column')}.`);
  for (const text of said) notes.push({ severity: 'warning', code: 'data/odd-cells', text });
  const long = summaries.filter(({ reason }) => reason === LONG_DIGITS).map(({ name }) => name);
  if (long.length > 0)
    notes.push({ severity: 'warning', code: 'data/long-digits', text: `${quoted(long)}: ${LONG_DIGITS}.` });
  const units = summaries.flatMap(({ name, reading }) =>
    reading?.kind === 'number' && reading.unit ? [`“${reading.unit}” in "${name}"`] : [],
  );
  if (units.length > 0) {
    const text = `Numbers are read without what stands at them: ${units.slice(0, NOTED).join(', ')}${units.length > NOTED ? ` and ${units.length - NOTED} more` : ''}.`;
    notes.push({ severity: 'info', code: 'data/units', text });
  }
  const codes = summaries.filter((_, j) => builders[j].labels?.missingKept && !builders[j].frozen);
  if (codes.length > 0) {
    const names = quoted(codes.map(({ name }) => name));
    notes.push(doubt('missing', `NA in ${names} is read as one of the codes there, not as a gap`));
  }
  return notes;
}

/** Rows above a sum, at least, that are not 0. */
const ADDENDS = 3;

/** Where the last row holds the sums of those above it. */
function totalsNote(columns: readonly Column[], names: readonly string[]): Note[] {
  const summed = names.filter((_, j) => {
    const column = columns[j];
    return column.kind === 'number' && endsInSum(column.values);
  });
  const rows = columns.reduce((n, column) => Math.max(n, 'values' in column ? column.values.length : 0), 0);
  if (summed.length < 2) return [];
  const text = `The last row holds the sums of the rows above it in ${quoted(summed)}. If it is no row of its own, leave out row ${count(rows)}.`;
  return [{ severity: 'warning', code: 'data/totals', text }];
}

function endsInSum(values: Float64Array): boolean {
  const last = values[values.length - 1];
  if (!(Math.abs(last) > 0)) return false;
  let sum = 0;
  let size = 0;
  let addends = 0;
  for (let i = 0; i < values.length - 1; i++) {
    const value = Number.isNaN(values[i]) ? 0 : values[i];
    sum += value;
    size += Math.abs(value);
    if (value !== 0) addends++;
  }
  return addends >= ADDENDS && Math.abs(sum - last) <= 1e-9 * size;
}

interface Unread {
  readonly name: string;
  readonly kind: ColumnSummary['kind'];
  readonly unread: NonNullable<ColumnSummary['unread']>;
  readonly of: number;
  readonly builder: Pick<ColumnBuilder, 'forced' | 'frozen'>;
}

/** Cells that are not of the kind of their column, and what to do. */
export function unreadText({ name, kind, unread, of, builder: { forced, frozen } }: Unread): string {
  const { count: cells, example, line, part } = unread;
  const wanted = forced ?? kind;
  const what = wanted === 'date' ? 'dates' : wanted === 'boolean' ? 'yes or no' : 'numbers';
  const where = line === undefined ? '' : `, line ${count(line)}${part === undefined ? '' : ` of ${part}`}`;
  const cure = frozen
    ? 'Correct them if they should have a value'
    : forced
      ? 'If that is wrong, let its kind be found'
      : 'If they are values of their own, set its kind to category';
  return `${count(cells)} of ${count(of)} cells of "${name}" are no ${what} (“${example}”${where}) and count as missing. ${cure}.`;
}

function leftOutFor(summary: ColumnSummary, sameAs: string): ColumnSummary {
  const { reason } = summary;
  return { ...summary, sameAs, usable: false, reason: reason || `equals "${sameAs}" in every row` };
}

function finish(
  builder: ColumnBuilder,
  name: string,
  notes: Note[],
  context: RunContext,
): { readonly column: Column; readonly reading: ColumnReading } {
  const cells = builder.take(builder.rows);
  const reading = readingOf(builder, () => variationOf(cells, context));
  countNones(builder, reading);
  if (reading.kind === 'date' && reading.guessed) {
    const order = reading.monthFirst ? 'month before day' : 'day before month';
    const text = `The dates in "${name}" are ambiguous and were read with the ${order}. If that is wrong, write them as year-month-day.`;
    notes.push({ severity: 'warning', code: 'data/date-order', text });
  }
  return { column: columnOf(reading, cells, builder), reading };
}

/** None among dates, and among words for yes and no, is a gap. */
export function countNones(builder: ColumnBuilder, { kind }: ColumnReading): void {
  const { labels, datedNones } = builder;
  const none = kind === 'boolean' && labels ? labels.levels.findIndex((level) => builder.isNone(level)) : -1;
  const count = kind === 'date' ? datedNones : (labels?.counts[none] ?? 0);
  if (count > 0) builder.countStandIns('None', count);
}

function variationOf({ dates, open = new Uint32Array() }: TakenCells, context: RunContext): DateVariation {
  const variation = new DateVariation();
  let next = 0;
  const add = (from: number, to: number) => {
    const first = next;
    while (open[next] < to) next++;
    variation.add(
      dates?.subarray(from, to) ?? new Float64Array(),
      open.subarray(first, next).map((row) => row - from),
    );
  };
  inBlocks(dates?.length ?? 0, context, add, DATE);
  return variation;
}

/** Of columns that are being finished. */
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
