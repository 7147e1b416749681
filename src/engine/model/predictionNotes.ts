import { cut } from '../contract/cut';
import type { NamedReading } from '../contract/data';
import type { ErrorMeasures, FitQuality, Model } from '../contract/model';
import type { Note } from '../contract/note';
import type { PredictionError } from '../contract/rpc';
import { CELLS_OF, isTimeOfDay, noOfGaps, otherUnitText } from '../words/dataWords';
import { count, date, NARROW, percent, percentRange, short } from '../words/numbers';
import { counted } from '../words/sentence';
import type { InputTally, PredictionTally, UnitTally } from './predictionTally';

/** The most notes of one kind that name their columns one by one; the rest is summarised. */
const COLUMNS = 3;
/** The most characters of a cell or a name. */
const WIDTH = 40;
/** The most notes. */
const NOTES = 12;

/** The parts of a model that its notes are about. */
export interface PredictingModel extends Pick<Model, 'read' | 'taus'> {
  readonly transform: Pick<Model['transform'], 'missing'>;
  readonly quality?: Pick<FitQuality, 'unreliableIntervals' | 'doubts' | 'gaps'>;
}

/** Settings for the wording of notes about cells. */
interface Said {
  readonly drops: boolean;
  readonly cells: boolean;
  readonly place: string;
}

/** The kinds of findings about rows that are predicted, in addition to those about how their file is written. */
export type FindingKind =
  | 'earlier-model'
  | 'doubts'
  | 'intervals'
  | 'date-order'
  | 'date-guess'
  | 'unread'
  | 'limits'
  | 'without-unit'
  | 'with-unit'
  | 'unknown-level'
  | 'gaps'
  | 'not-predicted'
  | 'outside-range'
  | 'more';

const quoted = (text: string): string => `"${cut(text, WIDTH).replaceAll(/\s+/g, ' ')}"`;
const warning = (kind: FindingKind, text: string): Note => ({ severity: 'warning', code: `predict/${kind}`, text });

/**
 * Notes about the predictions of a file, from the counts over all of its rows and the notes of its reading; `cells`:
 * with examples of cells, each in a `place` of the rows.
 */
export function predictionNotes(
  model: PredictingModel,
  tally: PredictionTally,
  ofFile: readonly Note[],
  cells: boolean,
  place = 'line',
): readonly Note[] {
  const drops = model.transform.missing === 'drop';
  const usual = (name: string) => (drops ? undefined : model.quality?.gaps.find(({ column }) => column === name));
  const all = [
    ...earlier(model),
    ...doubts(model, cells),
    ...ofFile,
    ...dates(model, tally),
    ...eachColumn(
      'unread',
      tally.inputs.filter(({ input, unread }) => moreThan(usual(input.column)?.unread, unread?.count ?? 0, tally.rows)),
      (each) => unreadText(each, { drops, cells, place }),
    ),
    ...eachColumn(
      'limits',
      tally.inputs.filter(({ limits }) => limits),
      (each) => limitsText(each, cells),
    ),
    ...eachColumn(
      'without-unit',
      [...tally.inputs, ...tally.targets].filter(({ withoutUnit = 0 }) => withoutUnit > 0),
      (each) => withoutUnitText(model, each),
    ),
    ...eachColumn(
      'with-unit',
      tally.inputs.filter((each) => otherUnit(model, each) !== undefined),
      (each) => otherUnitText(quoted(each.input.column), otherUnit(model, each) ?? ''),
    ),
    ...eachColumn(
      'unknown-level',
      tally.inputs.filter(({ input, unknown }) => moreThan(othersOf(input), unknown, tally.rows)),
      (each) => unknownText(each, cells),
    ),
    ...eachColumn(
      'gaps',
      tally.inputs.filter(
        (each) => empty(each) > 0 && moreThan(usual(each.input.column)?.share, each.gaps, tally.rows),
      ),
      (each) => gapsText(each, drops),
    ),
    ...dropped(tally),
    ...outside(tally, cells),
  ];
  if (all.length <= NOTES) return all;
  const rest = all.slice(NOTES - 1);
  return [...all.slice(0, NOTES - 1), warning('more', `${counted(rest.length, 'further note')} left out.`)];
}

/** The number of standard deviations by which chance moves a fraction. */
const CHANCE = 3;

/** True if a count of cells exceeds what chance explains, given their fraction of the rows that were fitted. */
const moreThan = (share: number | undefined, cells: number, rows: number): boolean =>
  cells > rows * (share ?? 0) + CHANCE * Math.sqrt(rows * (share ?? 0) * (1 - (share ?? 0)));

/**
 * The fraction of rows like those of training whose level is not listed: none where all levels of training are, and all
 * where that is not known.
 */
const othersOf = (input: InputTally['input']): number =>
  input.kind === 'category' && input.otherLevel ? (input.others ?? 1) : 0;

/** Gaps except cells that cannot be read, which another sentence reports. */
const empty = ({ gaps, unread }: InputTally): number => gaps - (unread?.count ?? 0);

function earlier({ read }: PredictingModel): Note[] {
  const text =
    'This model does not know how its file was read; dates, decimal signs and values that mean missing were found out anew. Fit again to be sure.';
  return read.frozen ? [] : [warning('earlier-model', text)];
}

/**
 * The doubts about the fit, which apply to its predictions too; models of earlier versions only know about their
 * intervals.
 */
function doubts({ quality, taus }: PredictingModel, cells: boolean): Note[] {
  if (quality?.doubts) {
    const said = quality.doubts.map(({ text, bare }) => (cells ? text : (bare ?? text)));
    return said.length === 0 ? [] : [warning('doubts', `When this model was fitted: ${said.join(' ')}`)];
  }
  if (!quality?.unreliableIntervals) return [];
  const [what, cure] = taus
    ? ['the ranges between its quantiles did', '']
    : [
        `its 95${NARROW}% intervals did`,
        ' Kernel quantile regression gives intervals that are tested on rows left out.',
      ];
  const text = `When this model was fitted, ${what} not hold the share of held-out rows that they should: do not rely on their width.${cure}`;
  return [warning('intervals', text)];
}

/** A sentence for each of the first columns, and one for the others together. */
function eachColumn<T extends UnitTally>(
  kind: FindingKind,
  tallies: readonly T[],
  textOf: (tally: T) => string,
): Note[] {
  const notes = tallies.slice(0, COLUMNS).map((tally) => warning(kind, textOf(tally)));
  const others = tallies.slice(COLUMNS);
  if (others.length === 0) return notes;
  const names = others.slice(0, COLUMNS).map(({ input }) => quoted(input.column));
  const more = others.length > COLUMNS ? ` and ${others.length - COLUMNS} more` : '';
  return [...notes, warning(kind, `The same in ${counted(others.length, 'more column')}: ${names.join(', ')}${more}.`)];
}

function unreadText({ input, unread, reading }: InputTally, { drops, cells, place }: Said): string {
  const { count: n, example, line } = unread as NonNullable<InputTally['unread']>;
  const such = cells ? ` (${quoted(example)}${line === undefined ? '' : ` in ${place} ${count(line)}`})` : '';
  const [kind, cure] = isTimeOfDay(input)
    ? ['times of day', 'write times as 14:30']
    : reading?.kind === 'date'
      ? [`dates with the ${reading.monthFirst ? 'month' : 'day'} first`, 'write dates as year-month-day']
      : [CELLS_OF[input.kind], 'correct what should have a value'];
  const start = `${quoted(input.column)}: ${counted(n, 'cell')} cannot be read as ${kind}${such}`;
  return `${withFilling(start, input, drops)} If that is wrong, ${cure}.`;
}

function limitsText({ input, limits }: InputTally, cells: boolean): string {
  const { count: n, example } = limits as NonNullable<InputTally['limits']>;
  const such = cells ? `, ${quoted(example)}` : '';
  return `${quoted(input.column)}: ${counted(n, 'cell is a limit', 'cells are limits')}${such}, and ${n === 1 ? 'is' : 'are'} read as ${n === 1 ? 'that' : 'these'}, as of the training rows.`;
}

const trained = ({ read }: PredictingModel, { input }: UnitTally) =>
  read.frozen?.columns.find(({ name }) => name === input.column)?.reading;

function withoutUnitText(model: PredictingModel, tally: UnitTally): string {
  const { input, withoutUnit = 0 } = tally;
  const reading = trained(model, tally);
  const unit = (reading?.kind === 'number' && reading.unit) || '%';
  const numbers = counted(withoutUnit, 'number stands', 'numbers stand');
  const [read, cure] =
    unit === '%' ? ['as percent', 'multiply by 100'] : [`in “${unit}”`, `convert ${withoutUnit === 1 ? 'it' : 'them'}`];
  return `${quoted(input.column)}: ${numbers} without “${unit}”, which those of the training rows have, and ${withoutUnit === 1 ? 'is' : 'are'} read ${read}. If that is wrong, ${cure}.`;
}

/** The unit of numbers if those of the training rows have none. */
function otherUnit(model: PredictingModel, tally: InputTally): string | undefined {
  const { reading } = tally;
  const known = trained(model, tally);
  return reading?.kind === 'number' && known?.kind === 'number' && !known.unit ? reading.unit : undefined;
}

/** A level without capitals, blanks and dashes. */
const spelt = (level: string): string => level.toLowerCase().replaceAll(/[\s_\p{Pd}]+/gu, '');

/** The first of some levels that are known but for their spelling, and how to write it. */
function otherSpelling({ input, examples }: InputTally): string {
  const { levels } = input as InputTally['input'] & { kind: 'category' };
  for (const example of examples) {
    const [like, ...more] = levels.filter((level) => spelt(level) === spelt(example));
    if (like !== undefined && more.length === 0)
      return ` Write “${cut(like, WIDTH)}” for “${cut(example, WIDTH)}”: only capitals, blanks and dashes differ.`;
  }
  return '';
}

function unknownText(tally: InputTally, cells: boolean): string {
  const { input, unknown, examples } = tally;
  const some = cells && examples.size > 0 ? ` (${[...examples].map(quoted).join(', ')})` : '';
  const { levels, otherLevel } = input as InputTally['input'] & { kind: 'category' };
  const said = otherLevel
    ? `${counted(unknown, 'row has', 'rows have')} none of the ${count(levels.length)} most frequent levels of the training rows${some}, more than among these. All others count as one level.`
    : `${counted(unknown, 'row has a level', 'rows have a level')} that the training rows lack${some}. It counts as none of the known levels.`;
  return `${quoted(input.column)}: ${said}${cells ? otherSpelling(tally) : ''}`;
}

function gapsText(tally: InputTally, drops: boolean): string {
  const { input } = tally;
  const cells = counted(empty(tally), 'cell is missing', 'cells are missing');
  return withFilling(`${quoted(input.column)}: ${cells}`, input, drops);
}

const withFilling = (start: string, input: InputTally['input'], drops: boolean): string =>
  drops ? `${start}; such rows are not predicted.` : `${start}, taken as ${filledWith(input)}.`;

function filledWith(input: InputTally['input']): string {
  switch (input.kind) {
    case 'category':
      return input.missingLevel ? 'a separate level' : 'none of the known levels';
    case 'date':
      return isTimeOfDay(input) ? 'no hour' : `the mean date of training, ${date(input.impute)}`;
    case 'boolean':
    case 'number':
      return noOfGaps(input) ?? `the mean of training, ${short(input.impute)}`;
  }
}

function dropped({ unpredicted, rows }: PredictionTally): Note[] {
  if (unpredicted === 0) return [];
  const text = `${count(unpredicted)} of ${counted(rows, 'row')} cannot be predicted: a cell is missing, and the model leaves such rows out.`;
  return [warning('not-predicted', text)];
}

function dates({ read }: PredictingModel, { inputs }: PredictionTally): Note[] {
  const known = new Map(read.frozen?.columns.map(({ name, reading }: NamedReading) => [name, reading]));
  const order = (monthFirst: boolean) => `the ${monthFirst ? 'month' : 'day'} first`;
  return inputs.flatMap(({ input, reading }): Note[] => {
    const frozen = known.get(input.column);
    if (frozen?.kind !== 'date' || reading?.kind !== 'date') return [];
    if (frozen.monthFirst !== reading.monthFirst) {
      const text = `${quoted(input.column)} is read with ${order(reading.monthFirst)}, as this file says; the model was trained with ${order(frozen.monthFirst)}. Check its dates.`;
      return [warning('date-order', text)];
    }
    if (!reading.guessed) return [];
    const text = `${quoted(input.column)}: the order of day and month was a guess when the model was fitted, ${order(frozen.monthFirst)}. If that is wrong, write dates as year-month-day and fit again.`;
    return [warning('date-guess', text)];
  });
}

/** If all numbers out of range are the same and far from it, such as −999, this number may mean that there is no value. */
function alikeText({ input, outside: cells, alike = Number.NaN }: InputTally): string {
  if (input.kind !== 'number' || cells < 2) return '';
  const [least, greatest] = input.range ?? [alike, alike];
  const beyond = Math.max(least - alike, alike - greatest);
  if (!(beyond > greatest - least)) return '';
  return ` (each ${short(alike)}; if that means missing, leave these cells empty)`;
}

function outside({ rowsOutside, rows, inputs }: PredictionTally, cells: boolean): Note[] {
  if (rowsOutside === 0) return [];
  const columns = inputs.filter((each) => each.outside > 0).sort((a, b) => b.outside - a.outside);
  const named = columns
    .slice(0, COLUMNS)
    .map((each) => `${quoted(each.input.column)} ${count(each.outside)}${cells ? alikeText(each) : ''}`);
  const more = columns.length > COLUMNS ? ` and ${columns.length - COLUMNS} more` : '';
  const text = `${count(rowsOutside)} of ${counted(rows, 'row')} ${rowsOutside === 1 ? 'is' : 'are'} outside the range of the training rows: ${named.join(', ')}${more}.`;
  return [warning('outside-range', text)];
}

/** The error on rows whose target the file holds, compared with that of the fit, as a sentence. */
export function fitErrorText({ target, rows, unreadable, trained, fit, ...measures }: PredictionError): string {
  const without = unreadable > 0 ? `; ${counted(unreadable, 'row')} without a readable target left out` : '';
  const own =
    trained === undefined ? '' : `; by name and size the file of the fit, which trained on ${count(trained)} of them`;
  const here = `${quoted(target)} in this file: ${measuresText(measures)} (${counted(rows, 'row')}${without}${own})`;
  if (!fit) return `${here}.`;
  const where = fit.heldOut ? 'held out while fitting' : 'left out in turn while fitting';
  return `${here}; on ${counted(fit.rows, 'row')} ${where}: ${measuresText(fit)}.`;
}

/** Intervals of 95 % beside an error, and the accuracy of guessing. */
type Beside = Partial<Record<'error' | 'r2', readonly [number, number]> & { readonly baseline: number }>;

/** "RMSE 0.12, R² 0.9"; the interval of the error is that of the RMSE or of the accuracy. */
export function measuresText({ rmse, r2, accuracy, logLoss }: ErrorMeasures, beside: Beside = {}) {
  const within = (interval: Beside['r2'], text: (ends: readonly [number, number]) => string) =>
    interval ? ` (95${NARROW}%: ${text(interval)})` : '';
  const ends = ([low, high]: readonly [number, number]) => `${short(low)} to ${short(high)}`;
  const guess = beside.baseline === undefined ? '' : `; guessing the most common class ${percent(beside.baseline)}`;
  return [
    ...(rmse === undefined ? [] : [`RMSE ${short(rmse)}${within(beside.error, ends)}`]),
    ...(r2 === undefined ? [] : [`R² ${short(r2)}${within(beside.r2, ends)}`]),
    ...(accuracy === undefined
      ? []
      : [`${percent(accuracy)} classified correctly${within(beside.error, percentRange)}${guess}`]),
    ...(logLoss === undefined ? [] : [`log loss ${short(logLoss)}`]),
  ].join(', ');
}
