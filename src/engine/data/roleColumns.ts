import type { Callout } from '../contract/callout';
import type { ColumnSummary, DesignOptions } from '../contract/data';
import { cutOffMark, otherModel, partOfRows, weightsOfRows } from '../words/rareCallouts';
import type { ChosenColumns } from './chooseColumns';
import { nameWords } from './nameWords';
import type { Response } from './response';
import type { Table } from './table';

/** The rows that take part, with their targets. */
export interface TargetRows {
  readonly table: Table;
  readonly chosen: Pick<ChosenColumns, 'targets' | 'features'>;
  readonly response: Pick<Response, 'rows' | 'values' | 'levels'>;
  readonly options: DesignOptions;
}

/** Words in the names of predictions, of errors of predictions, and words that say nothing beside them. */
const PREDICTED = new Set(
  'pred preds predicted prediction predictions forecast forecasted fitted yhat hat prob proba probability'.split(' '),
);
const ERRORS = new Set('resid residual residuals'.split(' '));
const BESIDE = new Set('y of by the value model baseline old score class label'.split(' '));
/** The correlation of numbers from which they may be predictions. */
const ALIKE = 0.5;

/** The parts that people divide rows into, one of which trains. */
const PARTS = /^(?:train(?:ing)?|test(?:ing)?|val(?:id(?:ation)?)?|dev|eval(?:uation)?|hold-?out|oob)(?:[ _-]?set)?$/i;

/** Names of columns that say by yes or no which rows train, and of numbers of folds: is_train, test_flag, fold_id. */
const PARTED =
  /^(?:(?:is|in|for|use) )?(?:train(?:ing)?|test(?:ing)?|valid(?:ation)?|holdout)(?: (?:set|flag|ind|indicator|rows?))?$/;
const FOLDS = /^(?:cv |outer |inner )?k?folds?(?: (?:id|no|nr|num|number|index|idx))?$/;
/** Names of columns of weights of rows, which are not those of things: sample_weight, freqWeights. */
const WEIGHTS =
  /^(?:sample|case|row|obs|observation|survey|sampling|freq|frequency|design|importance) (?:weights?|wts?)$/;
/** More folds are made by nobody. */
const MOST_FOLDS = 100;

/** Words of a target that is a time until something happens, and of a column that says whether it did. */
const TIMES = new Set(
  'time times duration days weeks months years survival tenure lifetime followup os pfs'.split(' '),
);
const MARKS = new Set('event status censored censoring censor cens died dead death deceased failed failure'.split(' '));

/**
 * The callouts on features whose names and values say that they are no measurements: predictions of the target and
 * their errors, the part of the data that a row belongs to, and whether the time that is the target was cut off.
 */
export function roleCallouts(facts: TargetRows): readonly Callout[] {
  const { table, chosen } = facts;
  const [target] = chosen.targets;
  const columnOf = ({ index }: ColumnSummary) => table.columns[index];
  const made = chosen.features.filter((feature) => isPrediction(feature, facts)).map(({ name }) => name);
  const parts = chosen.features.filter((feature) => {
    const column = columnOf(feature);
    if (column.kind === 'category')
      return column.levels.length > 1 && column.levels.every((level) => PARTS.test(level));
    const name = nameWords(feature.name).join(' ');
    if (feature.distinct === 2 && PARTED.test(name)) return true;
    return FOLDS.test(name) && column.kind === 'number' && areFolds(column.values);
  });
  const weights = chosen.features.filter(
    ({ name, numeric }) => numeric !== undefined && numeric.min >= 0 && WEIGHTS.test(nameWords(name).join(' ')),
  );
  const timed = target.kind === 'number' && nameWords(target.name).some((word) => TIMES.has(word));
  const marks = chosen.features.filter(
    ({ name, distinct }) => timed && distinct === 2 && MARKS.has(nameWords(name).at(-1) ?? ''),
  );
  return [
    ...(made.length > 0 ? [otherModel(target.name, made)] : []),
    ...parts.map(({ name }) => partOfRows(name)),
    ...weights.map(({ name }) => weightsOfRows(name)),
    ...marks.map(({ name }) => cutOffMark(target.name, name)),
  ];
}

/** True for whole numbers of few folds. */
const areFolds = (values: Float64Array): boolean =>
  values.every((v) => Number.isNaN(v) || (Number.isInteger(v) && v >= 0 && v <= MOST_FOLDS));

/** True if a feature is named after predictions of this target, or their errors, and its values could be those. */
function isPrediction(feature: ColumnSummary, { table, chosen, response }: TargetRows): boolean {
  const own = new Set(nameWords(chosen.targets[0].name));
  const words = nameWords(feature.name);
  const isError = words.some((word) => ERRORS.has(word));
  const isNamed = (word: string) => PREDICTED.has(word) || ERRORS.has(word);
  if (!words.some(isNamed) || !words.every((word) => isNamed(word) || BESIDE.has(word) || own.has(word))) return false;
  const column = table.columns[feature.index];
  const { rows, values, levels } = response;
  if ('levels' in column) return levels !== undefined && column.levels.every((level) => levels.includes(level));
  if (!('values' in column)) return false;
  return isError || (levels?.length ?? 0) > 2 || Math.abs(correlation(column.values, values[0], rows)) >= ALIKE;
}

/** The correlation of two columns over the rows in which both have a value. */
function correlation(x: ArrayLike<number>, y: ArrayLike<number>, rows: Uint32Array): number {
  const both = rows.filter((row) => !Number.isNaN(x[row]) && !Number.isNaN(y[row]));
  const mean = (of: ArrayLike<number>) => both.reduce((sum, row) => sum + of[row], 0) / both.length;
  const [atX, atY] = [mean(x), mean(y)];
  const sum = (of: (row: number) => number) => both.reduce((all, row) => all + of(row), 0);
  return (
    sum((row) => (x[row] - atX) * (y[row] - atY)) /
    Math.sqrt(sum((row) => (x[row] - atX) ** 2) * sum((row) => (y[row] - atY) ** 2))
  );
}
