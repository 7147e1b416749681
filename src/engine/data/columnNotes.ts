import type { ColumnSummary } from '../contract/data';
import type { Note } from '../contract/note';
import {
  alikeNote,
  dashNotes,
  dayNotes,
  durationNotes,
  emptiedNotes,
  formNotes,
  keptTokenNote,
  limitNotes,
  longNote,
  mixedNote,
  mostlyNotes,
  percentNotes,
  rangeNotes,
  signNotes,
  tickNote,
  unitNotes,
  unreadNotes,
} from './cellNotes';
import type { ColumnBuilder } from './columnBuilder';
import type { ColumnSet } from './columnSet';
import { LONG_DIGITS } from './columnSummary';
import { DATES, ELSEWHERE, MADE_DAY, PAIRS } from './decoration';
import { doubtBelow } from './doubts';
import { KEPT_TOKENS } from './keptTokens';
import { keyMargin } from './keys';
import type { Column } from './table';
import { truthPair } from './truthWords';

/** The most notes of one kind that are given column by column. */
const NOTED = 3;

/** Notes on how the columns were understood. */
export function columnNotes(
  { builders, missing, read }: ColumnSet,
  columns: readonly Column[],
  summaries: readonly ColumnSummary[],
): Note[] {
  const mostly = summaries.filter(({ reason }) => reason.startsWith('mostly'));
  const mayBeDays = summaries.filter(
    ({ numeric, usable }) => usable && numeric && numeric.min >= 19_000_101 && numeric.max <= 20_991_231,
  );
  const signed = summaries.filter(
    ({ reason }) => reason.startsWith(ELSEWHERE) || reason.startsWith(DATES) || reason.includes(PAIRS),
  );
  return [
    ...(mostly.length > 0 ? mostlyNotes(mostly) : []),
    ...(signed.length > 0
      ? signNotes(signed, builders, read.decimal !== undefined || read.thousands !== undefined)
      : []),
    ...cellNotes(summaries, builders),
    ...alikeNotes(columns, summaries),
    ...(columns.some(hasMadeDays) ? rangeNotes(columns, summaries) : []),
    ...(mayBeDays.length > 0 ? dayNotes(columns, mayBeDays, builders) : []),
    ...keyNotes(summaries, builders),
    ...(missing.custom ? emptiedNotes(summaries, missing) : []),
  ];
}

/** The first two levels that differ only in capitals, blanks and dashes; undefined if there are none. */
function alikeLevels(levels: readonly string[]): readonly [string, string] | undefined {
  const spelled = new Map<string, string>();
  for (const level of levels) {
    const key = level.toLowerCase().replace(/[\s_-]+/g, ' ');
    const before = spelled.get(key);
    if (before !== undefined) return [before, level];
    spelled.set(key, level);
  }
  return undefined;
}

/** A note for each of the first few categories with such levels. */
const alikeNotes = (columns: readonly Column[], summaries: readonly ColumnSummary[]): Note[] =>
  summaries
    .flatMap(({ name, index }): readonly Note[] => {
      const column = columns[index];
      const alike = column.kind === 'category' ? alikeLevels(column.levels) : undefined;
      return alike === undefined ? [] : [alikeNote(alike, name)];
    })
    .slice(0, NOTED);

const hasMadeDays = (column: Column): boolean =>
  column.kind === 'category' && column.levels.some((level) => MADE_DAY.test(level));

/** Notes on columns that are left out because of their values alone. */
const keyNotes = (summaries: readonly ColumnSummary[], builders: readonly ColumnBuilder[]): Note[] =>
  summaries
    .filter(({ index }) => !builders[index].frozen && !builders[index].unnamed)
    .flatMap(({ name, reason }) =>
      doubtBelow('keys', keyMargin(name, reason), `"${name}" is not used, as its values are those of row numbers`, [
        name,
      ]),
    )
    .slice(0, NOTED);

/** The words of a column. */
const saidIn = (builder: ColumnBuilder) => builder.labels?.seen.filter((level) => !builder.isNone(level)) ?? [];

/** Notes on how cells have changed the reading of their column, or a column that of its cells. */
function cellNotes(summaries: readonly ColumnSummary[], builders: readonly ColumnBuilder[]): Note[] {
  const unread = summaries.flatMap((each, j) => (each.unread ? [{ ...each, builder: builders[j] }] : []));
  const notes = unread.length > 0 ? [...unreadNotes(unread)] : [];
  const limited = summaries.filter(({ limits }) => limits);
  if (limited.length > 0) notes.push(...limitNotes(limited));
  const long = summaries.filter(({ reason }) => reason === LONG_DIGITS).map(({ name }) => name);
  if (long.length > 0) notes.push(longNote(long, LONG_DIGITS));
  const units = summaries.filter(
    ({ reading, index }) => reading?.kind === 'number' && reading.unit && !reading.duration && !builders[index].frozen,
  );
  if (units.length > 0) notes.push(...unitNotes(units, builders));
  const formed = summaries.filter(({ kind, index }) => kind === 'number' && builders[index].amounts.forms.size > 0);
  if (formed.length > 0) notes.push(...formNotes(formed, builders));
  const ticks = summaries.filter(({ constant, usable }) => constant && usable).map(({ name }) => name);
  if (ticks.length > 0) notes.push(tickNote(ticks));
  const several = summaries.filter(
    ({ kind, index }) =>
      kind === 'boolean' &&
      !builders[index].frozen &&
      !builders[index].forced &&
      truthPair(saidIn(builders[index])) === undefined,
  );
  notes.push(...several.map(({ name, index }) => mixedNote(name, saidIn(builders[index]))));
  const durations = summaries.filter(
    ({ reading, index }) => reading?.kind === 'number' && reading.duration && !builders[index].frozen,
  );
  if (durations.length > 0) notes.push(...durationNotes(durations));
  const mixed = summaries.filter(
    ({ withoutUnit = 0, index }) => withoutUnit > 0 && builders[index].amounts.unit === '%',
  );
  if (mixed.length > 0) notes.push(...percentNotes(mixed));
  const dotted = summaries.filter(({ missingTokens }) => missingTokens.some(({ token }) => token === '.'));
  if (dotted.length > 0) notes.push(...dashNotes(dotted.filter(({ index }) => !builders[index].frozen)));
  for (const { token, shown, kind } of Object.values(KEPT_TOKENS)) {
    const isKept = (j: number) => builders[j].labels?.missingKept?.includes(token.toLowerCase()) && !builders[j].frozen;
    const names = summaries.filter((_, j) => isKept(j)).map(({ name }) => name);
    if (names.length > 0) notes.push(keptTokenNote(shown, names, kind));
  }
  return notes;
}
