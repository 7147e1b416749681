import type { Dialect, NamedReading } from '../contract/data';
import type { Model } from '../contract/model';
import type { Note } from '../contract/note';
import type { PredictionError } from '../contract/rpc';
import { count, date, short, wholePercent } from '../words/numbers';
import { counted } from '../words/sentence';
import type { InputTally, PredictionTally } from './predictionTally';

/** Notes of one kind that are said column by column; the rest is summed up. */
const COLUMNS = 3;
/** Characters of a cell or a name. */
const WIDTH = 40;
/** Notes in all. */
const NOTES = 12;

/** How a file was read, beside its rows. */
export interface ReadingFacts {
  readonly dialect: Pick<Dialect, 'decimal'>;
  readonly notes: readonly Note[];
  /** Of rows that stand in no file. */
  readonly place?: string;
}

export const cut = (text: string): string => (text.length > WIDTH ? `${text.slice(0, WIDTH - 1)}…` : text);
const quoted = (text: string): string => `"${cut(text.replaceAll(/\s+/g, ' '))}"`;
const note = (severity: Note['severity'], code: string, text: string): Note => ({ severity, code, text });

/** What should be known of the predictions of a file, from the counts over all of its rows. */
export function predictionNotes(
  model: Pick<Model, 'read'> & { readonly transform: Pick<Model['transform'], 'missing'> },
  tally: PredictionTally,
  facts?: ReadingFacts,
): readonly Note[] {
  const drops = model.transform.missing === 'drop';
  const all = [
    ...earlier(model),
    ...(facts?.notes ?? []),
    ...decimals(model, tally, facts),
    ...dates(model, tally),
    ...eachColumn(
      'predict/unread',
      tally.inputs.filter(({ unread }) => (unread?.count ?? 0) > 0),
      (each) => unreadText(each, facts?.place),
    ),
    ...eachColumn(
      'predict/unknown-level',
      tally.inputs.filter(({ unknown }) => unknown > 0),
      unknownText,
    ),
    ...eachColumn(
      'predict/gaps',
      tally.inputs.filter(({ gaps }) => gaps > 0),
      (each) => gapsText(each, drops),
    ),
    ...dropped(tally),
    ...outside(tally),
  ];
  if (all.length <= NOTES) return all;
  const rest = all.slice(NOTES - 1);
  const severity = rest.some((each) => each.severity === 'warning') ? 'warning' : 'info';
  return [
    ...all.slice(0, NOTES - 1),
    note(severity, 'predict/more', `${counted(rest.length, 'further note')} left out.`),
  ];
}

function earlier({ read }: Pick<Model, 'read'>): Note[] {
  const text =
    'This model does not know how its file was read; dates, decimal signs and values that mean missing were found out anew. Fit again to be sure.';
  return read.frozen ? [] : [note('warning', 'predict/earlier-model', text)];
}

/** A sentence for each of the first columns, and one for the others together. */
function eachColumn(code: string, tallies: readonly InputTally[], textOf: (tally: InputTally) => string): Note[] {
  const notes = tallies.slice(0, COLUMNS).map((tally) => note('warning', code, textOf(tally)));
  const others = tallies.slice(COLUMNS);
  if (others.length === 0) return notes;
  const names = others.slice(0, COLUMNS).map(({ input }) => quoted(input.column));
  const more = others.length > COLUMNS ? ` and ${others.length - COLUMNS} more` : '';
  return [
    ...notes,
    note('warning', code, `The same in ${counted(others.length, 'more column')}: ${names.join(', ')}${more}.`),
  ];
}

const KINDS: Readonly<Record<InputTally['input']['kind'], string>> = {
  number: 'numbers',
  date: 'dates',
  boolean: 'truth values',
  category: 'levels',
};

function unreadText({ input, unread }: InputTally, place = 'line'): string {
  const { count: n, example, line } = unread as NonNullable<InputTally['unread']>;
  return `${quoted(input.column)}: ${counted(n, 'cell')} cannot be read as ${KINDS[input.kind]}, such as ${quoted(example)}${line === undefined ? '' : ` in ${place} ${line}`}. They count as missing.`;
}

function unknownText({ input, unknown, examples }: InputTally): string {
  const some = examples.size > 0 ? ` (${[...examples].map(quoted).join(', ')})` : '';
  return `${quoted(input.column)}: ${counted(unknown, 'row has a level', 'rows have a level')} that the training rows lack${some}. It counts as none of the known levels.`;
}

function gapsText({ input, gaps }: InputTally, drops: boolean): string {
  const start = `${quoted(input.column)}: ${counted(gaps, 'cell is missing', 'cells are missing')}`;
  return drops ? `${start}; such rows are not predicted.` : `${start}, taken as ${filledWith(input)}.`;
}

function filledWith(input: InputTally['input']): string {
  switch (input.kind) {
    case 'category':
      return input.missingLevel ? 'a level of its own' : 'none of the known levels';
    case 'date':
      return `the mean date of training, ${date(input.impute)}`;
    case 'boolean':
      return `the mean of training, ${short(input.impute)}`;
    case 'number':
      return `the mean of training, ${short(input.impute)}`;
  }
}

function dropped({ unpredicted, rows }: PredictionTally): Note[] {
  if (unpredicted === 0) return [];
  const text = `${count(unpredicted)} of ${counted(rows, 'row')} cannot be predicted: a cell is missing, and the model leaves such rows out.`;
  return [note('warning', 'predict/not-predicted', text)];
}

function dates({ read }: Pick<Model, 'read'>, { inputs }: PredictionTally): Note[] {
  const known = new Map(read.frozen?.columns.map(({ name, reading }: NamedReading) => [name, reading]));
  const order = (monthFirst: boolean) => `the ${monthFirst ? 'month' : 'day'} first`;
  return inputs.flatMap(({ input, reading, gaps }): Note[] => {
    const frozen = known.get(input.column);
    if (frozen?.kind !== 'date' || reading?.kind !== 'date') return [];
    if (frozen.monthFirst !== reading.monthFirst) {
      const text = `${quoted(input.column)} is read with ${order(reading.monthFirst)}, as this file says; the model was trained with ${order(frozen.monthFirst)}. Check its dates.`;
      return [note('warning', 'predict/date-order', text)];
    }
    if (!reading.guessed || gaps < 0) return [];
    const text = `${quoted(input.column)}: the order of day and month was a guess when the model was fitted, ${order(frozen.monthFirst)}. If that is wrong, write dates as year-month-day and fit again.`;
    return [note('warning', 'predict/date-order', text)];
  });
}

function decimals({ read }: Pick<Model, 'read'>, { inputs }: PredictionTally, facts?: ReadingFacts): Note[] {
  const trained = read.frozen?.numbers.decimal;
  const here = facts?.dialect.decimal;
  if (!trained || !here || trained === here || inputs.every(({ input }) => input.kind !== 'number')) return [];
  const sign = (decimal: Dialect['decimal']) => (decimal === ',' ? 'commas' : 'points');
  const text = `This file's numbers are read with decimal ${sign(here)}; the model was trained with decimal ${sign(trained)}. If that is wrong, set the decimal sign.`;
  return [note('warning', 'predict/decimal', text)];
}

function outside({ rowsOutside, rows, inputs }: PredictionTally): Note[] {
  if (rowsOutside === 0) return [];
  const columns = inputs.filter((each) => each.outside > 0).sort((a, b) => b.outside - a.outside);
  const named = columns.slice(0, COLUMNS).map((each) => `${quoted(each.input.column)} ${count(each.outside)}`);
  const more = columns.length > COLUMNS ? ` and ${columns.length - COLUMNS} more` : '';
  const text = `${count(rowsOutside)} of ${counted(rows, 'row')} ${rowsOutside === 1 ? 'is' : 'are'} outside the range of the training rows: ${named.join(', ')}${more}.`;
  return [note('warning', 'predict/outside-range', text)];
}

/** The error on rows whose target the file holds, as a sentence. */
export function errorText({ target, rows, unreadable, rmse, r2, accuracy, logLoss }: PredictionError): string {
  const measures = [
    ...(rmse === undefined ? [] : [`RMSE ${short(rmse)}`]),
    ...(r2 === undefined ? [] : [`R² ${short(r2)}`]),
    ...(accuracy === undefined ? [] : [`${wholePercent(accuracy)} classified correctly`]),
    ...(logLoss === undefined ? [] : [`log loss ${short(logLoss)}`]),
  ];
  const without = unreadable > 0 ? `; ${counted(unreadable, 'row')} without a readable target left out` : '';
  return `${quoted(target)} in this file: ${measures.join(', ')} (${counted(rows, 'row')}${without}).`;
}
