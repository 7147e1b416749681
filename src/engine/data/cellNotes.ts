import type { ColumnSummary } from '../contract/data';
import type { Note } from '../contract/note';
import { CELLS_OF, daysOf } from '../words/dataWords';
import { isLogarithm, loggedIn } from '../words/logarithmName';
import { count } from '../words/numbers';
import { counted, listed, plural, quoted } from '../words/sentence';
import type { ColumnBuilder } from './columnBuilder';
import { elsewhereOf, signsIn } from './columnSummary';
import { parseDate } from './dates';
import { DATES, isCurrency, MADE_DAY, PAIRS } from './decoration';
import { doubt, doubtBelow } from './doubts';
import { MissingTokens } from './missing';
import { looksNumeric } from './numbers';
import { isCredit } from './rareDecoration';
import { exact } from './sentinels';
import type { Column } from './table';
import type { TakenCells } from './takenCells';
import { truthOf } from './truthWords';

/** The most columns that get a note each; further ones share one. */
const NOTED = 3;

/** Notes on words that are nearly numbers: one for each column while there are few. */
export function mostlyNotes(mostly: readonly ColumnSummary[]): readonly Note[] {
  const columns = mostly.map((column) => column.name);
  const note = (text: string, about = columns): Note => ({
    severity: 'warning',
    code: 'data/mostly-numbers',
    text,
    columns: about,
  });
  if (mostly.length <= NOTED) return mostly.map(({ name, reason }) => note(`"${name}" is ${reason}.`, [name]));
  const [{ name, reason }] = mostly;
  return [
    note(`${mostly.length} columns are mostly numbers with a few words, ${quoted(columns)}: "${name}" is ${reason}.`),
  ];
}

/** Notes on columns of percentages in which some numbers lack the sign. */
export function percentNotes(mixed: readonly ColumnSummary[]): readonly Note[] {
  return mixed.slice(0, NOTED).map(({ name, withoutUnit = 0, count: values }) => {
    const text = `${count(withoutUnit)} of ${counted(values, 'number')} in "${name}" ${withoutUnit === 1 ? 'stands' : 'stand'} without “%” and ${withoutUnit === 1 ? 'is' : 'are'} read as percent like the others. If they are shares of 1, multiply them by 100.`;
    return { severity: 'warning', code: 'data/without-percent', text, columns: [name] };
  });
}

/** Notes on dashes beside points among numbers: statistical offices write a point where nothing is known, and a dash for exactly zero. */
export const dashNotes = (columns: readonly ColumnSummary[]): readonly Note[] =>
  columns
    .flatMap(({ name, kind, missingTokens }): readonly Note[] => {
      const [dash, point] = [/^[-\u2013\u2014]$/, /^\.$/].map((sign) =>
        missingTokens.find(({ token }) => sign.test(token)),
      );
      if (kind !== 'number' || !dash || !point) return [];
      const text = `${counted(dash.count, 'cell')} of "${name}" ${dash.count === 1 ? 'has' : 'have'} “${dash.token}” and ${count(point.count)} “.”, and all count as missing. Where the dash means exactly zero, as statistical offices write it, write 0.`;
      return [{ severity: 'warning', code: 'data/dashes', text, columns: [name] }];
    })
    .slice(0, NOTED);

type Limited = Pick<ColumnSummary, 'name' | 'count' | 'limits'>;

/** Notes on columns with cells that state a limit in place of a number. */
export function limitNotes(limited: readonly Limited[]): readonly Note[] {
  return limited.slice(0, NOTED).map(({ name, limits, count: values }, k) => {
    const { count: cells, example, line, part } = limits as NonNullable<Limited['limits']>;
    const more =
      k === NOTED - 1 && limited.length > NOTED
        ? ` So are cells of ${counted(limited.length - NOTED, 'other column')}.`
        : '';
    const text = `${count(cells)} of ${counted(values, 'cell')} of "${name}" ${plural(cells, 'is a limit', 'are limits')} (“${example}”${lineOf(line, part)}) and ${plural(cells, 'is read as one', 'are read as these')}. If ${plural(cells, 'it', 'they')} should count as missing, add ${plural(cells, 'it', 'them')} to the values that mean missing.${more}`;
    return { severity: 'warning', code: 'data/limits', text, columns: [name] };
  });
}

const lineOf = (line: number | undefined, part: string | undefined): string =>
  line === undefined ? '' : `, line ${count(line)}${part === undefined ? '' : ` of ${part}`}`;

/** Forms that numbers are read without and that may be meant otherwise: the words for the cells, and the cure. */
const FORMS = {
  parentheses: ['in parentheses and are read as below zero', 'If they are not, write them without parentheses'],
  feet: ['in feet and inches and are read in inches', 'If they are not lengths, set its kind to category'],
  degrees: [
    'as places on the globe and are read in degrees, south and west below zero',
    'If they are no places, set its kind to category',
  ],
  marks: [
    'with a mark beside them, which is not read',
    'If the marks tell something, write them into a column of their own',
  ],
} as const;

/** The notes on numbers that are read without their parentheses or marks. */
export function formNotes(formed: readonly ColumnSummary[], builders: readonly ColumnBuilder[]): readonly Note[] {
  return formed
    .filter(({ index }) => !builders[index].frozen)
    .slice(0, NOTED)
    .flatMap(({ index, name, count: values }) =>
      [...builders[index].amounts.forms].map(([form, { count: cells, first }]): Note => {
        const [what, cure] = FORMS[form];
        const where = `(“${first.text}”${lineOf(first.line, first.part)})`;
        const text = `${count(cells)} of ${counted(values, 'number')} in "${name}" ${cells === 1 ? 'stands' : 'stand'} ${what} ${where}. ${cure}.`;
        return { severity: 'info', code: `data/${form}`, text, columns: [name] };
      }),
    );
}

interface Unread extends Pick<ColumnSummary, 'name' | 'kind' | 'count' | 'unread' | 'reading'> {
  readonly builder?: Pick<ColumnBuilder, 'forced' | 'frozen' | 'elsewhere' | 'amounts' | 'duration'>;
}

/** Notes on columns with cells that are not of their kind; `count` of the cells are. */
export function unreadNotes(some: readonly Unread[]): readonly Note[] {
  const logged = ({ reading }: Unread) => isLogarithm(reading);
  const plain = some.filter((each) => !logged(each));
  const said = plain.slice(0, NOTED).map((each) => ({ text: unreadText(each), columns: [each.name] }));
  const others = plain.slice(NOTED).map(({ name }) => name);
  if (others.length > 0)
    said.push({ text: `So do cells of ${counted(others.length, 'other column')}.`, columns: others });
  return [
    ...some.filter(logged).map(withoutLogarithm),
    ...said.map((note): Note => ({ severity: 'warning', code: 'data/odd-cells', ...note })),
  ];
}

/** The note on cells that are not numbers above 0, in a column whose logarithm is read. */
function withoutLogarithm({ name, unread, count: read }: Unread): Note {
  const { count: cells, example, line, part } = unread as NonNullable<Unread['unread']>;
  const text = `${count(cells)} of ${counted(cells + read, 'cell')} of "${name}" ${plural(cells, 'has', 'have')} no logarithm (“${example}”${lineOf(line, part)}) and ${plural(cells, 'counts', 'count')} as missing. If such values matter, choose "${loggedIn(name)}" itself.`;
  return { severity: 'warning', code: 'data/no-logarithm', text, columns: [name] };
}

/** The text about cells that are not of their column's kind, and what to do. */
function unreadText({ name, kind, unread, count: read, builder }: Unread): string {
  const { count: cells, example, line, part } = unread as NonNullable<Unread['unread']>;
  const { forced, frozen, elsewhere, amounts, duration } = builder ?? {};
  const unit = amounts?.unit;
  const inUnit = unit && unit !== '1' && !duration && looksNumeric(example, true) ? ` in “${unit}”` : '';
  const what = CELLS_OF[forced ?? kind] + inUnit;
  const cure = inUnit
    ? 'Write what should have a value in that unit'
    : elsewhere?.example !== undefined
      ? `If such cells are numbers with ${signsIn(elsewhere.example)}, write all numbers alike, or set the decimal sign and the thousands separator`
      : frozen
        ? 'Correct what should have a value'
        : forced
          ? 'If that is wrong, let its kind be found'
          : 'If such cells are values of their own, set its kind to category';
  return `${count(cells)} of ${counted(cells + read, 'cell')} of "${name}" cannot be read as ${what} (“${example}”${lineOf(line, part)}) and ${plural(cells, 'counts', 'count')} as missing. ${cure}.`;
}

/** The note on levels of a category that may be one. */
export function alikeNote(alike: readonly [string, string], name: string): Note {
  const text = `${quoted(alike)} of "${name}" differ in capitals, blanks and dashes alone, and are apart. Write them alike if they mean the same.`;
  return { severity: 'warning', code: 'data/alike-levels', text, columns: [name] };
}

/** The note on columns of one value and gaps. */
export function tickNote(ticks: readonly string[]): Note {
  const text = `${quoted(ticks)}: one value, and empty cells. Which rows have it is used.`;
  return { severity: 'info', code: 'data/ticks', text };
}

/** The note on a column whose words say yes and no in several ways. */
export function mixedNote(name: string, words: readonly string[]): Note {
  const [yes, no] = [1, 0].map((truth) => words.filter((word) => truthOf(word) === truth).map((word) => `“${word}”`));
  const text = `"${name}" says yes and no in several ways: ${listed(yes)} ${plural(yes.length, 'is', 'are')} read as yes, and ${listed(no)} as no.`;
  return { severity: 'info', code: 'data/mixed-truth', text, columns: [name] };
}

/** The note on values that are read as missing. */
export const standInNote = (value: number, columns: readonly string[], cells: number): Note =>
  doubt(
    'missing',
    `${exact(value)} is read as missing in ${quoted(columns, 3)}: ${counted(cells, 'cell')}, far from all others`,
    columns,
  );

/** The note on whole numbers that would lose digits. */
export const longNote = (names: readonly string[], reason: string): Note => ({
  severity: 'warning',
  code: 'data/long-digits',
  text: `${quoted(names)}: ${reason}.`,
});

/** The note on tokens for "missing" that are levels. */
export const keptTokenNote = (shown: string, names: readonly string[], kind: string): Note =>
  doubt('missing', `${shown} in ${quoted(names)} is read as one of the ${kind} there, not as a gap`);

/** A range of whole numbers, 16-20. */
const RANGE = /^\d+ ?[-\u2013] ?\d+$/;

/** A note for each of the first few categories of ranges among which some have become days. */
export const rangeNotes = (columns: readonly Column[], summaries: readonly ColumnSummary[]): Note[] =>
  summaries
    .flatMap(({ name, index }): readonly Note[] => {
      const column = columns[index];
      const levels = column.kind === 'category' ? column.levels : [];
      const [range, day] = [RANGE, MADE_DAY].map((form) => levels.find((level) => form.test(level)));
      if (range === undefined || day === undefined) return [];
      const text = `“${day}” stands among ranges such as “${range}” in "${name}": a spreadsheet may have made a day of a range. Write the range there.`;
      return [{ severity: 'warning', code: 'data/range-as-day', text, columns: [name] }];
    })
    .slice(0, NOTED);

/**
 * Numbers that surveys write for no answer beside a scale of up to ten: above it 7, 8 and 9 twice or thrice, and those
 * next to 99 and 999, below it −7, −8 and −9.
 */
const NO_ANSWER = /^(?:77|88|9[5-9]|777|888|99[5-9]|-[789])$/;
const SCALE = 10;
const BELOW_SCALE = -7;

/** Numbers of a scale, 1 to 5, beside which some say that there is no answer. */
export function answerNotes(name: string, column: Column): readonly Note[] {
  if (column.kind !== 'number') return [];
  const { values } = column;
  const counts = new Map<number, number>();
  for (const value of values)
    if (value > SCALE || value <= BELOW_SCALE) counts.set(value, (counts.get(value) ?? 0) + 1);
  const codes = [...counts.keys()].sort((a, b) => a - b);
  if (!codes.every((code) => NO_ANSWER.test(String(code)))) return [];
  if (codes[0] < 0 && values.some((value) => value < 0 && value > BELOW_SCALE)) return [];
  const cells = [...counts.values()].reduce((sum, times) => sum + times, 0);
  if (codes.length === 0 || 2 * cells > values.length) return [];
  const one = codes.length === 1;
  const said = `${listed(codes.map(exact))} ${one ? 'is read as a number' : 'are read as numbers'} in "${name}" (${counted(cells, 'cell')}), and could mean missing`;
  return [doubt('missing', said, [name])];
}

/** Names of columns that hold durations rather than times of day. */
const OF_DURATION =
  /durat|elapsed|run[ _-]?time|running|lap\b|split|finish|dauer|laufzeit|fahrzeit|dur[ée]e|taken|length|pace/i;
/**
 * One o'clock in the afternoon, as a fraction of the day: no clock of twelve hours writes it, and few durations are as
 * long.
 */
const AFTERNOON = 13 / 24;

/** The note on times of day that could be durations: the column's name says so, or none is in the afternoon. */
export function clockNotes(name: string, days: Float64Array = new Float64Array()): readonly Note[] {
  const margin = OF_DURATION.test(name) ? 0 : days.some((day) => day >= AFTERNOON) ? 0.75 : 0.25;
  return doubtBelow('times', margin, `"${name}" is read as times of day, and could hold durations`, [name]);
}

/** Notes on columns of durations, and on the meaning of a cell of two parts there. */
export const durationNotes = (durations: readonly ColumnSummary[]): readonly Note[] =>
  durations.map(({ name, reading }): Note => {
    const said = `"${name}" holds durations, which are read in seconds`;
    const parts = reading?.kind === 'number' ? reading.duration : undefined;
    if (parts === 'whole') return { severity: 'info', code: 'data/durations', text: `${said}.` };
    return doubt(
      'durations',
      `${said}; 12:30 is ${parts === 'h:m' ? 'hours and minutes' : 'minutes and seconds'} there`,
      [name],
    );
  });

/**
 * Notes on words that are numbers in other ways of writing, or in several units: one for each column while there are
 * few. `set`: signs are set by hand.
 */
export function signNotes(
  signed: readonly ColumnSummary[],
  builders: readonly ColumnBuilder[],
  set: boolean,
): readonly Note[] {
  return signed.slice(0, NOTED).flatMap(({ name, kind, index, reason }): readonly Note[] => {
    const { share, signs } = elsewhereOf(kind, builders[index]);
    if (reason.includes(PAIRS)) {
      const text = `"${name}" has ${reason}, which are not read. Make a column of each.`;
      return [{ severity: 'warning', code: 'data/other-units', text, columns: [name] }];
    }
    const said = `"${name}" ${reason}`;
    const ofDates = reason.startsWith(DATES);
    if (ofDates || reason.includes(';')) {
      const code = ofDates ? 'data/other-units' : 'data/mostly-numbers';
      return [{ severity: 'warning', code, text: `${said}.`, columns: [name] }];
    }
    if (share === 0 || !reason.includes(signs)) {
      const cure = 'Write all of them in one unit and without other signs';
      return [{ severity: 'warning', code: 'data/other-units', text: `${said}. ${cure}.`, columns: [name] }];
    }
    if (!set && !builders[index].frozen) return doubtBelow('decimals', 1 - share, said, [name]);
    const text = `${said}, as signs were set. If that is wrong, set others for decimals and thousands.`;
    return [{ severity: 'warning', code: 'data/other-signs', text }];
  });
}

/** Notes on columns at least half of whose cells are emptied by signs for "missing" set by hand. */
export function emptiedNotes(summaries: readonly ColumnSummary[], missing: MissingTokens): readonly Note[] {
  const usual = new MissingTokens();
  return summaries
    .map(({ name, count: values, missing: gaps, missingTokens }) => {
      const set = missingTokens.filter(({ token }) => missing.means(token) && !usual.has(token));
      return { name, rows: values + gaps, emptied: set.reduce((sum, token) => sum + token.count, 0) };
    })
    .filter(({ rows, emptied }) => emptied > 0 && 2 * emptied >= rows)
    .slice(0, NOTED)
    .map(({ name, rows, emptied }) => {
      const text = `${count(emptied)} of ${counted(rows, 'cell')} of "${name}" ${plural(emptied, 'holds', 'hold')} what was set to mean missing. If they are values, set other signs.`;
      return { severity: 'warning', code: 'data/emptied', text };
    });
}

/** The note on a column of dates of which some can only have the day first, and others only the month. */
export function twoOrdersNote(
  { labels, forced, dates }: ColumnBuilder,
  name: string,
  { codes }: TakenCells,
  lineOf: (row: number) => string,
): Note {
  const orders = labels?.overflow ? [] : (labels?.levels.map((level) => parseDate(level)?.order) ?? []);
  const [day, month] = ['day-first', 'month-first'].map((order) => {
    const row = codes?.findIndex((code) => orders[code] === order) ?? -1;
    return row < 0 ? '' : ` (${lineOf(row)})`;
  });
  const other = dates?.dayOrder === 'month-first' ? 'day' : 'month';
  const effect = forced ? `those with the ${other} first count as missing` : 'it is read as words';
  const text = `"${name}" has dates with the day first${day} and others with the month first${month}, and so ${effect}. Write all of them as year-month-day.`;
  return { severity: 'warning', code: 'data/two-date-orders', text };
}

/** The notes on targets that are dates or times of day. */
export const daysNotes = (targets: readonly Pick<ColumnSummary, 'name' | 'reading'>[]): readonly Note[] =>
  targets.flatMap(({ name, reading }) =>
    reading?.kind === 'date'
      ? [{ severity: 'info', code: 'data/days', text: `"${name}" is predicted in ${daysOf(reading)}.` }]
      : [],
  );

/** The note on numbers that are none as they stand. */
export const infiniteNote = (infinite: number): Note => ({
  severity: 'warning',
  code: 'data/infinite',
  text: `${counted(infinite, 'cell')} ${plural(infinite, 'is', 'are')} infinite or too large for a number and ${plural(infinite, 'counts', 'count')} as missing. Correct ${plural(infinite, 'it if it', 'them if they')} should have a value.`,
});

/** The note on dates that can be read both ways, if the order that was found has a small margin. */
export function orderNotes(name: string, monthFirst: boolean, margin: number): readonly Note[] {
  const order = monthFirst ? 'month before day' : 'day before month';
  return doubtBelow('dates', margin, `The dates in "${name}" are ambiguous and were read with the ${order}`, [name]);
}

/** The doubt about dates whose year of two digits is taken for one after 2049. */
export const lateNote = (name: string, late: number): Note =>
  doubt(
    'centuries',
    `${counted(late, 'date')} in "${name}" ${late === 1 ? 'has a year' : 'have years'} of two digits read as 2050 to 2068, and could be of the century before`,
    [name],
  );

/** The doubt about dates of three numbers of two digits each, all of which begin with the same, as a year does: 24/02/08. */
export function yearFirstNotes(name: string, { labels, frozen }: ColumnBuilder): readonly Note[] {
  const parts = labels?.levels.map((level) => /^(\d\d)([-/.])\d\d\2(\d\d)(?!\d)/.exec(level));
  if (frozen || !parts?.every((found) => found !== null)) return [];
  const [firsts, lasts] = [1, 3].map((group) => new Set(parts.map((found) => found[group])));
  if (firsts.size > 1 || lasts.size < FEWEST_YEARS) return [];
  const text = `The dates in "${name}" all begin with ${[...firsts][0]}, which is read as the day, and could be the year`;
  return [doubt('centuries', text, [name])];
}

/** The note on dates whose order is clear from this file, and was the other one in another file. */
export function otherOrderNote(name: string, monthFirst: boolean): Note {
  const [ours, theirs] = monthFirst ? ['month', 'day'] : ['day', 'month'];
  const text = `"${name}" is read with the ${ours} first, as this file says; the training file has the ${theirs} first. Check its dates.`;
  return { severity: 'warning', code: 'data/other-date-order', text };
}

/** It is rare that dates in this many years all have the same day of the month. */
const FEWEST_YEARS = 5;

/** From this many different values on, it is no coincidence that all are valid days. */
const DAYS = 10;

/** The note on columns whose numbers are all days written without signs, 20240131. */
export function dayNotes(
  columns: readonly Column[],
  summaries: readonly ColumnSummary[],
  builders: readonly ColumnBuilder[],
): readonly Note[] {
  const days = summaries.filter(({ index, distinct }) => {
    const column = columns[index];
    const { frozen, forced } = builders[index];
    if (column.kind !== 'number' || frozen || forced || distinct < DAYS) return false;
    return column.values.every((value) => Number.isNaN(value) || parseDate(String(value)) !== undefined);
  });
  if (days.length === 0) return [];
  const text = `The numbers in ${quoted(days.map(({ name }) => name))} could all be days, written like 20240131. If they are, set ${days.length === 1 ? 'its kind' : 'their kinds'} to date.`;
  return [{ severity: 'warning', code: 'data/days-as-numbers', text }];
}

/** Notes on the units and signs at the numbers of columns, and on units that are treated as one or converted to one. */
export function unitNotes(columns: readonly ColumnSummary[], builders: readonly ColumnBuilder[]): readonly Note[] {
  const info = (text: string): Note => ({ severity: 'info', code: 'data/units', text });
  const said = columns.filter(({ index }) => {
    const { forms } = builders[index].amounts;
    return !forms.has('feet') && !forms.has('degrees');
  });
  const units = said.map(({ index, name, count: values }) => {
    const { unit = '', others, scaled, withUnit } = builders[index].amounts;
    const signs = listed([unit, ...others].filter((u) => u !== '1').map((u) => `“${u}”`));
    const partly = withUnit < values && !scaled && !isCredit(unit) && unit !== '%' && unit !== '1';
    return { unit, scaled, name, values, withUnit: partly ? withUnit : 0, signs, where: `${signs} in "${name}"` };
  });
  const credits = units.filter(({ unit }) => isCredit(unit));
  const plain = units
    .filter(({ unit, scaled, withUnit }) => !scaled && !isCredit(unit) && withUnit === 0)
    .map(({ where }) => where);
  const more = plain.length > NOTED ? ` and ${plain.length - NOTED} more` : '';
  const scaled = units.filter((of) => of.scaled);
  return [
    ...(plain.length > 0
      ? [info(`Numbers are read without what stands at them: ${plain.slice(0, NOTED).join(', ')}${more}.`)]
      : []),
    ...units
      .filter(({ withUnit }) => withUnit > 0)
      .slice(0, NOTED)
      .map(({ name, values, withUnit, signs }): Note => {
        const text = `${count(withUnit)} of ${counted(values, 'number')} in "${name}" ${withUnit === 1 ? 'has' : 'have'} ${signs} at ${withUnit === 1 ? 'it' : 'them'} and the others have nothing; all are read as they stand. If they are in different units, write all of them in one.`;
        return { severity: 'warning', code: 'data/partly-units', text, columns: [name] };
      }),
    ...credits.slice(0, NOTED).map(({ unit, where }) => {
      const debit = unit.replace(/c(?=r\.?$)/, 'd').replace(/C(?=r\.?$)/i, 'D');
      return info(`Numbers with ${where} are read as above zero, and those with “${debit}” as below.`);
    }),
    ...scaled.slice(0, NOTED).map(({ unit, where }) => {
      const inOne = isCurrency(unit) || unit === '1' ? 'multiplied out' : `read in “${unit}”`;
      return info(`Numbers with ${where} are all ${inOne}, by powers of ten.`);
    }),
  ];
}
