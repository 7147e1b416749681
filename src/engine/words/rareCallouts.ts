import type { Callout, CalloutAct } from '../contract/callout';
import { cut, NAME_LENGTH } from '../contract/cut';
import { actWithout, few, inCondition, NAMED, partText } from './callouts';
import { logarithmOf } from './logarithmName';
import { count, NARROW, plain } from './numbers';
import { rangesOf, rowsText } from './rowRanges';
import { counted, listed, plural, quoted, stressed } from './sentence';

/** The sentences of callouts that few files have, from numbers. */

const exact = (value: number) => (Number.isInteger(value) && Math.abs(value) < 1e15 ? count(value) : plain(value, 10));

/** The callout for rows at the very end of the target's range. */
export function edge(end: 'ceiling' | 'floor', target: string, value: number, rows: number, all: number): Callout {
  const [side, sign] = end === 'ceiling' ? ['highest', '<'] : ['lowest', '>'];
  const unknown = value === 0 ? '' : ' Their real values are unknown.';
  const name = inCondition(target);
  const where = name && `${name} ${sign} ${value}`;
  return {
    kind: end,
    severity: 'doubt',
    text: stressed(
      `${count(rows)} of ${count(all)} rows have exactly the ${side} value, ${exact(value)}`,
      `: a ${end}.${unknown}`,
    ),
    short: `a ${end} at ${exact(value)}`,
    columns: [target],
    rows,
    ...(where && { act: { label: `Leave out ${counted(rows, 'row')}`, change: { kind: 'where', where } } }),
  };
}

export const fewDifferent = (rows: number, different: number): Callout => ({
  kind: 'settings',
  severity: 'doubt',
  text: stressed(
    `The ${count(rows)} training rows are copies of ${count(different)}`,
    ': with so few, errors are rough.',
  ),
  short: `copies of ${counted(different, 'row')}`,
  columns: [],
  rows,
});

/** The callout for rows so far out that they decide the squares; `which` names them in words. */
export const farRows = (target: string, rows: number, which: string): Callout => ({
  kind: 'fewRows',
  severity: 'doubt',
  text: stressed(
    `${plural(rows, 'Row', 'Rows')} ${which} ${plural(rows, 'decides', 'decide')} the squared errors`,
    ` and R²: so far out ${plural(rows, 'is it', 'are they')} in "${target}".`,
  ),
  short: `${counted(rows, 'row')} far out`,
  columns: [target],
  rows,
  act: { label: 'Try Huber', change: { kind: 'huber' } },
});

/**
 * The callout for a target whose logarithm predicts it more closely. The misses are median ones, each row left out in
 * turn.
 */
export const byLogarithm = (
  target: string,
  misses: { readonly through: string; readonly without: string },
): Callout => ({
  kind: 'logarithm',
  severity: 'doubt',
  text: stressed(
    `The logarithm ${logarithmOf(target)} predicts "${target}" more closely`,
    `: with each training row left out in turn and the same kernel, the typical miss is ${misses.through}, not ${misses.without}.`,
  ),
  short: `better through ${logarithmOf(target)}`,
  columns: [target],
  act: { label: `Fit ${cut(logarithmOf(target), NAME_LENGTH)}`, change: { kind: 'logarithm', column: target } },
});

/** Nearly all rows have one class. */
export const commonClass = (target: string, level: string, rows: number, all: number): Callout => ({
  kind: 'imbalance',
  severity: 'doubt',
  text: stressed(
    `${count(rows)} of ${count(all)} rows are ${quoted([level])}`,
    ` in "${target}": always guessing it is right for ${partText(rows, all)} of them.`,
  ),
  bare: `${count(rows)} of ${count(all)} rows have the same class of "${target}": always guessing it is right for ${partText(rows, all)} of them.`,
  short: `${partText(rows, all)} of one class`,
  columns: [target],
  rows,
  act: { label: 'Weigh classes alike', change: { kind: 'balance' } },
});

/** Classes of very few rows. */
export const rareClasses = (target: string, levels: readonly string[], size: string): Callout => ({
  kind: 'imbalance',
  severity: 'doubt',
  text: stressed(
    `${plural(levels.length, 'Class', 'Classes')} ${quoted(levels, NAMED)} ${plural(levels.length, 'has', 'have')} ${size}`,
    ` in "${target}": ${plural(levels.length, 'it is', 'these are')} in training and cannot be tested. Collect more rows or merge classes.`,
  ),
  bare: `Some classes of "${target}" have ${size}: these are in training and cannot be tested. Collect more rows or merge classes.`,
  short: plural(levels.length, 'a rare class', `${count(levels.length)} rare classes`),
  columns: [target],
});

/** The callout for rows (1-based) that agree with earlier ones in every column of the file; `all` is the number of rows used. */
export function rowCopies(rows: readonly number[], all: number): Callout {
  const ranges = rangesOf(rows);
  const one = rows.length === 1;
  return {
    kind: 'settings',
    severity: 'quiet',
    text: stressed(
      `${count(rows.length)} of ${count(all)} rows ${one ? 'is a copy of a row' : 'are copies of rows'} before ${one ? 'it' : 'them'}`,
      `, in every column, and ${one ? '' : 'each '}counts as one more.`,
    ),
    short: `${count(rows.length)} ${plural(rows.length, 'copy', 'copies')} of rows`,
    columns: [],
    rows: rows.length,
    ...(ranges.length <= MOST_RANGES && {
      act: { label: `Leave out ${counted(rows.length, 'row')}`, change: { kind: 'leaveOut', rows: rowsText(ranges) } },
    }),
  };
}

/** The callout for held-out rows of a second file that the fit has learnt from. */
export const learntToo = (learnt: number, all: number): Callout => ({
  kind: 'leak',
  severity: 'doubt',
  text: stressed(
    `${count(learnt)} of ${counted(all, 'held-out row')} ${plural(learnt, 'is a training row', 'are training rows')} too`,
    ': errors on them are lower than on new rows. Name a file of other rows, or hold out a fraction.',
  ),
  short: `${counted(learnt, 'held-out row')} in training too`,
  columns: [],
  rows: learnt,
});

/** More ranges of rows than this make no button. */
const MOST_RANGES = 50;

/** The callout for columns that are named like predictions of the target, or their errors. */
export const otherModel = (target: string, columns: readonly string[]): Callout => ({
  kind: 'leak',
  severity: 'doubt',
  text: stressed(
    `${quoted(columns, NAMED)} ${plural(columns.length, 'looks', 'look')} like another model's prediction of "${target}", or its error`,
    `: ${plural(columns.length, 'it', 'they')} may come from "${target}" itself.`,
  ),
  short: `${plural(columns.length, 'a prediction', 'predictions')} of ${target}`,
  columns,
  ...actWithout(columns),
});

/** The callout for a column that says which rows train and which test. */
export const partOfRows = (column: string): Callout => ({
  kind: 'leak',
  severity: 'quiet',
  text: stressed(
    `"${column}" says which rows were to train and which to test`,
    ', and is used to predict. New rows have no such part.',
  ),
  short: `${column} divides the rows`,
  columns: [column],
  ...actWithout([column]),
});

/** The callout for a column that says how much each row counts. */
export const weightsOfRows = (column: string): Callout => ({
  kind: 'leak',
  severity: 'quiet',
  text: stressed(
    `"${column}" says how much each row counts`,
    ', and is used to predict. If rows are to count by it, set it as the weights instead.',
  ),
  short: `${column} weighs the rows`,
  columns: [column],
  ...actWithout([column]),
});

/** The callout for a column that says in which rows the time that is the target was cut off. */
export const cutOffMark = (target: string, column: string): Callout => ({
  kind: 'leak',
  severity: 'doubt',
  text: stressed(
    `"${column}" may say whether "${target}" was cut off`,
    `: if so, it is known no sooner than "${target}", which is too short in such rows.`,
  ),
  short: `${column} is known after ${target}`,
  columns: [column],
  ...actWithout([column]),
});

/** The callout for rows that are sums or means of others. `label`: the column that marks them, and its words. */
export function totalRows(
  rows: Uint32Array,
  label?: { readonly column: string; readonly levels: readonly string[] },
): Callout {
  const [first] = rows;
  const one = rows.length === 1;
  const says = label ? ` (“${cut(label.levels[0], NAME_LENGTH)}” in "${label.column}")` : '';
  const which = one
    ? `Row ${count(first)}${says} looks like a sum or mean`
    : `${count(rows.length)} rows look like sums or means`;
  const where = label && conditionWithout(label.column, label.levels);
  const change: CalloutAct = where === undefined ? { kind: 'leaveOut', rows: rows.join() } : { kind: 'where', where };
  return {
    kind: 'totals',
    severity: 'doubt',
    text: stressed(
      which,
      ` of others${one ? '' : `, such as row ${count(first)}${says}`}. Left in, ${one ? 'it counts as one more row' : 'they count as rows'} like the others.`,
    ),
    bare: `${one ? `Row ${count(first)} looks like a sum or mean` : `${count(rows.length)} rows look like sums or means`} of others. Left in, ${one ? 'it counts as one more row' : 'they count as rows'} like the others.`,
    short: one ? 'a row of totals' : `${count(rows.length)} rows of totals`,
    columns: label ? [label.column] : [],
    rows: rows.length,
    act: { label: `Leave out ${counted(rows.length, 'row')}`, change },
  };
}

/** The most values that a condition names. */
const MOST_VALUES = 20;

/** The condition that a column has none of these values; undefined if it cannot be expressed, and for many values. */
function conditionWithout(column: string, values: readonly string[]): string | undefined {
  const name = inCondition(column);
  if (name === undefined || values.length > MOST_VALUES) return undefined;
  return `not ${name} in (${values.map((value) => `"${value.replaceAll('"', '""')}"`).join(', ')})`;
}

/** The target is a formula of columns, to rounding. `formula` reads behind "is". */
export const formulaLeak = (target: string, formula: string, columns: readonly string[]): Callout => ({
  kind: 'leak',
  severity: 'doubt',
  text: stressed(
    `"${target}" is ${formula}`,
    `, to rounding. ${plural(columns.length, 'Is it', 'Are they')} known when you predict?`,
  ),
  short: `${target} follows from ${few(columns)}`,
  columns,
  ...actWithout(columns),
});

/** One column explains the target, or separates its classes, alone. */
export const copyLeak = (target: string, column: string, explained: number, classes: boolean): Callout => ({
  kind: 'leak',
  severity: 'doubt',
  text: stressed(
    `"${column}" is nearly a copy of "${target}"`,
    `: alone it ${classes ? 'separates all of its classes' : `explains over ${explained > 0.999 ? '99.9' : '99'}${NARROW}% of it`}. Is it known when you predict?`,
  ),
  short: `${column} is nearly ${target}`,
  columns: [column],
  ...actWithout([column]),
});

/** Held-out rows are predicted better than measured data are. */
export const suspiciousScore = (target: string, r2: number): Callout => ({
  kind: 'leak',
  severity: 'doubt',
  text: stressed(
    `${partText(r2, 1)} of the variance of held-out rows is explained`,
    `, which is rare in measured data. Is "${target}" computed from columns, or a column from it?`,
  ),
  short: 'a score too good for measured data',
  columns: [],
});

/**
 * The callout for rows of the same settings. `misses`, if errors at new settings were measured: half of the rows are
 * missed by less.
 */
export const sharedSettings = (
  columns: readonly string[],
  { rows, settings }: { readonly rows: number; readonly settings: number },
  misses?: { readonly apart: string; readonly random: string },
): Callout => ({
  kind: 'settings',
  severity: 'doubt',
  text: stressed(
    `${count(rows)} training rows share ${count(settings)} settings`,
    ` of ${columns.length > 4 ? counted(columns.length, 'column') : listed(columns)}. ${misses ? 'In folds the typical miss at a new setting is ' : 'At new settings errors may be '}`,
    misses?.apart ?? 'several times as large',
    misses ? `, not ${misses.random}.` : ': that was not measured.',
  ),
  short: `${count(settings)} shared settings`,
  columns,
  rows,
  act: { label: 'Hold out whole settings', change: { kind: 'settings', columns } },
});

/**
 * The callout for rows that are alike within groups. `higher`: how much larger the error at new groups is, "the RMSE is
 * 38 % higher".
 */
export const alikeGroups = (column: string, folds: number, higher: string): Callout => ({
  kind: 'settings',
  severity: 'doubt',
  text: stressed(`Rows of the same "${column}" are alike`, `: with each in one of ${folds} folds ${higher}.`),
  short: `rows of the same ${column} are alike`,
  columns: [column],
  act: { label: 'Hold out whole groups', change: { kind: 'groups', column } },
});
