import type { RunContext } from '../contract/context';
import type { ColumnSummary } from '../contract/data';
import type { Note } from '../contract/note';
import { quoted } from '../words/listed';
import { count, short } from '../words/numbers';
import type { ColumnBuilder } from './columnBuilder';
import { summariseColumn } from './columnSummary';
import { exchangeDayAndMonth } from './dates';
import { type NumericFacts, numericFacts } from './numericFacts';
import { keptInPlace } from './oneToOne';
import { findSentinels, type Sentinel } from './sentinels';
import type { Column } from './table';
import { truthWords } from './truthWords';

export interface FinishedColumns {
  readonly columns: Column[];
  readonly summaries: ColumnSummary[];
  readonly notes: Note[];
}

/** Columns that have a note each; more share one. */
const NOTED = 3;

/** Words that come at most this often per value, on average, are text and not categories, beyond a few. */
const FEW_LEVELS = 30;

/** Settles the kind of every column once the whole file has been read. The builders are spent afterwards. */
export function finishColumns(
  names: readonly string[],
  builders: readonly ColumnBuilder[],
  detectSentinels: boolean,
  context: RunContext,
): FinishedColumns {
  const notes: Note[] = [];
  const columns = builders.map((builder, j) => {
    context.check();
    return finish(builder, names[j], notes);
  });
  const facts = columns.map((column) => ('values' in column ? numericFacts(column.values, context) : undefined));
  if (detectSentinels) removeSentinels(names, columns, facts, builders, notes, context);
  const summaries = columns.map((column, j) => {
    context.check();
    return summariseColumn(j, names[j], column, builders[j], facts[j]);
  });
  notes.push(...mostlyNotes(summaries.filter(({ reason }) => reason.startsWith('mostly'))));
  keptInPlace(columns, summaries, builders[0]?.length ?? 0, context).forEach((kept, j) => {
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

function finish(builder: ColumnBuilder, name: string, notes: Note[]): Column {
  const { numbers, labels, dates, forced } = builder;
  if (numbers) {
    const values = numbers.take();
    return values.every(Number.isNaN) ? { kind: 'empty' } : { kind: 'number', values };
  }
  if (!labels || labels.present === 0) return { kind: 'empty' };
  if (dates && (forced === undefined || forced === 'date')) {
    if (builder.datedNones > 0) builder.countStandIns('None', builder.datedNones);
    return { kind: 'date', values: finishDates(builder, name, notes) };
  }
  const codes = labels.codes.take();
  const maybe = !labels.overflow && (forced === undefined || forced === 'boolean');
  const spelt = maybe ? labels.levels.filter((level) => !builder.isNone(level)) : [];
  const words = spelt.length > 0 ? truthWords(spelt) : undefined;
  if (words) {
    const truth = labels.levels.map((level) =>
      builder.isNone(level) ? Number.NaN : level.toLowerCase() === words[1] ? 1 : 0,
    );
    const none = labels.levels.findIndex((level) => builder.isNone(level));
    if (none >= 0) builder.countStandIns('None', labels.counts[none]);
    const values = new Float64Array(codes.length);
    for (let i = 0; i < codes.length; i++) values[i] = codes[i] < 0 ? Number.NaN : truth[codes[i]];
    return { kind: 'boolean', values, words };
  }
  const category =
    !labels.overflow && (labels.levels.length <= FEW_LEVELS || labels.levels.length <= labels.present / 2);
  const kind = forced === 'text' || (forced !== 'category' && !category) || labels.overflow ? 'text' : 'category';
  return { kind, codes, levels: labels.levels };
}

/** Where every date can be read both ways, the order with the smaller steps from row to row is taken, else day first. */
function finishDates({ dates, dayOrder }: ColumnBuilder, name: string, notes: Note[]): Float64Array {
  const values = dates?.take() ?? new Float64Array();
  if (dayOrder !== 'open') return values;
  const exchanged = values.map((v) => (Number.isNaN(v) ? v : exchangeDayAndMonth(v)));
  const monthFirst = variation(exchanged) < variation(values);
  const order = monthFirst ? 'month before day' : 'day before month';
  const text = `The dates in "${name}" are ambiguous and were read with the ${order}. If that is wrong, write them as year-month-day.`;
  notes.push({ severity: 'warning', code: 'data/date-order', text });
  return monthFirst ? exchanged : values;
}

function variation(values: Float64Array): number {
  let sum = 0;
  let before = Number.NaN;
  for (const v of values) {
    if (Number.isNaN(v)) continue;
    if (!Number.isNaN(before)) sum += Math.abs(v - before);
    before = v;
  }
  return sum;
}

function removeSentinels(
  names: readonly string[],
  columns: Column[],
  facts: (NumericFacts | undefined)[],
  builders: readonly ColumnBuilder[],
  notes: Note[],
  context: RunContext,
): void {
  const sentinels = findSentinels(
    columns.map((c, j) => {
      const { min, max } = facts[j] ?? {};
      return c.kind === 'number' && min !== undefined && max !== undefined ? { values: c.values, min, max } : undefined;
    }),
    context,
  );
  const where = new Map<number, { names: string[]; cells: number }>();
  sentinels.forEach((sentinel, j) => {
    const column = columns[j];
    if (!sentinel || column.kind !== 'number') return;
    blank(column.values, sentinel);
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

function blank(values: Float64Array, { value }: Sentinel): void {
  for (let i = 0; i < values.length; i++) if (values[i] === value) values[i] = Number.NaN;
}
