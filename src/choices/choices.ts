import { SUMMED_METHODS } from '../engine/contract/cluster';
import { HELD_OUT_SHARE } from '../engine/contract/data';
import type { ParameterSchema } from '../engine/contract/method';
import { isNumber, isRecord, isText } from '../engine/contract/shape';
import { joinNames, splitNames } from '../engine/words/splitNames';
import { type Choice, COLUMN, COLUMN_LIST, isColumn, isColumns } from './choice';
import type { DesignArguments } from './fitArguments';
import type { DesignChoices } from './fitChoices';
import { FRACTION, holdoutOf, holdoutWord, isHoldout } from './holdout';

/** The section of the form that shows a choice. */
export type Place = 'Rows to test on' | 'Missing cells' | 'Method' | 'Rows and columns';

/**
 * A choice of the design: how a file becomes training and held-out rows. Settings and forms show it like a method's
 * parameter.
 */
export type RowChoice<V = unknown> = Choice<DesignChoices, V> &
  Pick<ParameterSchema, 'title' | 'type'> & {
    /** The place in the form; a choice without one is not a setting either. */
    readonly place?: Place;
    /** The condition without which there is nothing to choose: a target, or all rows at once. */
    readonly needs?: 'target' | 'all rows';
    /** True if the choice divides rows into folds, which only one choice can do. */
    readonly divides?: true;
  };

type RowChoices = {
  readonly [K in Exclude<keyof DesignArguments, 'splitBy'>]: RowChoice<NonNullable<DesignArguments[K]>>;
};

const FILE_ORDER = 'rows';
const AT_RANDOM = 'random';

/** True if the default fraction was asked for explicitly: any other fraction is drawn at random anyway. */
const isRandomDefault = ({ holdout, splitBy }: DesignChoices): boolean =>
  splitBy === undefined && holdout?.kind === 'fraction' && !holdout.byDefault && holdout.fraction === HELD_OUT_SHARE;

/** The members that all choices that divide rows into folds share. */
const DIVIDES = { type: 'text', place: 'Rows to test on', needs: 'target', divides: true } as const;

const blocksBy = (column: string): DesignChoices => ({
  splitBy: { kind: 'blocks', ...(column !== FILE_ORDER && { by: column }) },
});
const settingsIn = ({ splitBy }: DesignChoices) => (splitBy?.kind === 'settings' ? splitBy.columns : undefined);
const blocksIn = ({ splitBy }: DesignChoices) => (splitBy?.kind === 'blocks' ? (splitBy.by ?? FILE_ORDER) : undefined);

/** The method if none is named. */
export const DEFAULT_METHOD = 'krr';

/** Every choice of a fit, in the order of the documents. All interfaces are maps over this list; docs/contributing says how to add one. */
export const CHOICES = {
  target: {
    description: 'Column to predict: its name, or its position counted from 1.',
    holds: isColumn,
    wanted: COLUMN,
    option: {
      flag: 'target',
      group: 'fitting',
      multiple: true,
      short: 't',
      value: 'COL',
      names: 'column',
      also: 'repeated: several columns, fitted from one spectrum',
      more: 'A file without a header names its columns c1, c2, … Rows need a value in each target. `ln(COL)` is the natural logarithm of COL. `ekpca`, `ny-kpca` and `rf-kpca` have none: a target named with them is not a feature, and its values colour the points.',
    },
  },
  standardise: {
    title: 'Standardise columns',
    description: 'Centre every column and divide it by its standard deviation over the training rows.',
    type: 'boolean',
    default: true,
    place: 'Rows and columns',
  },
  task: {
    title: 'Task',
    description:
      'auto: words, yes/no and numbers with two values are classified, other numbers are predicted; regress: yes/no is predicted as 1 and 0; classify: each value of the target is a class.',
    type: 'choice',
    choices: ['auto', 'regress', 'classify'],
    default: 'auto',
    place: 'Rows and columns',
    needs: 'target',
    option: { flag: 'task', group: 'fitting' },
  },
  weights: {
    title: 'Row weights',
    description:
      'Column of row weights, numbers of at least 0: its name or position. Only their proportions matter. Not used as a feature; rows without a weight are left out. If unset, all rows weigh the same.',
    type: 'text',
    place: 'Rows and columns',
    needs: 'target',
    column: ({ kind, numeric }) => kind === 'number' && numeric !== undefined && numeric.min >= 0,
    option: { flag: 'weights', group: 'fitting' },
  },
  maxLevels: {
    title: 'Most levels',
    description: 'Maximum number of columns per category; the rarest levels beyond it share one.',
    type: 'integer',
    minimum: 2,
    rule: '30, and further levels of at least three training rows where memory allows',
    place: 'Rows and columns',
  },
  maxRows: {
    title: 'Most rows',
    description: 'Uses a seeded random sample of at most this many rows.',
    type: 'integer',
    minimum: 10,
    rule: 'no limit; asks if there are too many',
    place: 'Rows and columns',
    needs: 'all rows',
  },
  features: {
    description: 'Columns to predict from, by name or position; left out, all usable ones.',
    holds: isColumns,
    wanted: COLUMN_LIST,
    option: {
      flag: 'features',
      group: 'fitting',
      multiple: true,
      value: 'A,B',
      holds: 'list',
      names: 'column',
      more: 'A name with a comma goes in double quotes inside the list.',
    },
  },
  method: {
    description: "Method to fit with; 'kernelscope methods' lists them.",
    holds: isText,
    wanted: "a method's id such as krr or huber",
    option: {
      flag: 'method',
      group: 'fitting',
      short: 'm',
      value: 'ID',
      names: 'method',
      default: DEFAULT_METHOD,
      more: 'Such as `krr`, `tkrr`, `huber`, `quantile`; `rf-ridge` or `nystrom-ridge` for large files; `ekpca`, `ny-kpca` or `rf-kpca` for principal components. [methods.md](methods.md) explains them.',
    },
  },
  parameters: {
    description:
      "Parameter of the method ('kernelscope methods ID'), or standardise, missing, maxLevels, maxRows; may be repeated.",
    // The names depend on the method: the engine checks them.
    holds: (value) =>
      isRecord(value) && Object.values(value).every((v) => isText(v) || isNumber(v) || typeof v === 'boolean'),
    wanted: 'an object of numbers, texts and switches by name',
    option: {
      flag: 'set',
      group: 'fitting',
      multiple: true,
      short: 's',
      value: 'NAME=VALUE',
      holds: 'pair',
      names: 'setting',
      more: 'Such as `kernel`, `lengthScale`, `lambda`, `k`, `selection`. A parameter that is not set is chosen by a rule, and the report names it.',
    },
  },
  holdout: {
    title: 'Held-out fraction',
    description:
      'Fraction of the rows held out for testing, 0 to 0.9, at random where it is set; if unset, the last rows of a file in the order of a date, and none where fewer than ten would be.',
    type: 'number',
    minimum: 0,
    maximum: 0.9,
    default: HELD_OUT_SHARE,
    place: 'Rows to test on',
    holds: isHoldout,
    wanted: `${FRACTION}, or an object of kind fraction, last or file with its fraction or its source`,
    part: (holdout) => ({ holdout: typeof holdout === 'number' ? { kind: 'fraction', fraction: holdout } : holdout }),
    value({ holdout }) {
      if (holdout?.kind === 'fraction') return holdout.byDefault ? undefined : holdout.fraction;
      return holdout as Exclude<NonNullable<DesignArguments['holdout']>, number> | undefined;
    },
    option: {
      flag: 'holdout',
      group: 'rows',
      value: 'RULE',
      names: 'data',
      suggests: ['last:', 'time:'],
      also: 'or a file of held-out rows; last:FRACTION holds out the last rows, time:COL or time:COL:FRACTION those with the last values of a column',
      more: 'The file needs the same columns. `time:` takes a column of dates or numbers.',
      wanted: `${FRACTION}, last:FRACTION, time:COLUMN or a file`,
      read: (rule) => holdoutOf(String(rule)),
      say: ({ holdout }) => holdoutWord(holdout),
    },
  },
  missing: {
    title: 'Missing cells',
    description:
      'impute: training mean for numbers, a separate level for categories. drop: leave out rows with missing cells.',
    type: 'choice',
    choices: ['impute', 'drop'],
    default: 'impute',
    place: 'Missing cells',
  },
  groups: {
    title: 'Groups',
    description:
      'Column, by name or position: rows with the same value stay together in folds and held-out rows. For several rows per person, place or batch.',
    ...DIVIDES,
    column: ({ constant, count, distinct, distinctCapped }) => !constant && !distinctCapped && 2 * distinct <= count,
    part: (column) => ({ splitBy: { kind: 'group', column: String(column) } }),
    value: ({ splitBy }) => (splitBy?.kind === 'group' ? splitBy.column : undefined),
    option: { flag: 'group', group: 'rows' },
  },
  settings: {
    title: 'Settings',
    description:
      'Columns, by name or position: rows that agree in all of them stay together in folds and held-out rows. They stay features. For experiments with several rows at each setting.',
    type: 'text',
    divides: true,
    holds: isColumns,
    wanted: COLUMN_LIST,
    part: (columns) => ({ splitBy: { kind: 'settings', columns: columns.map(String) } }),
    value: settingsIn,
    option: {
      flag: 'settings',
      group: 'rows',
      value: 'A,B',
      names: 'column',
      read: (columns) => ({ splitBy: { kind: 'settings', columns: splitNames(String(columns)) } }),
      say: (design) => {
        const columns = settingsIn(design);
        return columns && joinNames(columns);
      },
    },
  },
  foldColumn: {
    title: 'Column of folds',
    description:
      'Column, by name or position, with the fold of every row, at most 100 of them; whole folds are held out.',
    ...DIVIDES,
    column: ({ constant, distinct }) => !constant && distinct >= 2 && distinct <= 20,
    part: (column) => ({ splitBy: { kind: 'fold', column: String(column) } }),
    value: ({ splitBy }) => (splitBy?.kind === 'fold' ? splitBy.column : undefined),
    option: { flag: 'fold-column', group: 'rows' },
  },
  order: {
    title: 'Order',
    description:
      'Column of numbers or dates, by name or position, or "rows" for file order: the last rows are held out, and folds are blocks of consecutive rows. "random": rows are held out at random, also of a file in the order of a date.',
    ...DIVIDES,
    column: ({ kind, constant }) => !constant && (kind === 'number' || kind === 'date'),
    wanted: `${COLUMN}, rows for file order, or random`,
    part: (column) =>
      column === AT_RANDOM ? { holdout: { kind: 'fraction', fraction: HELD_OUT_SHARE } } : blocksBy(String(column)),
    value: (design) => blocksIn(design) ?? (isRandomDefault(design) ? AT_RANDOM : undefined),
    option: {
      flag: 'blocks',
      group: 'rows',
      value: 'COL|rows',
      suggests: ['rows'],
      more: '`--holdout 0.2` holds out random rows, also of a file in the order of a date.',
      read: (column) => blocksBy(String(column)),
      say: blocksIn,
    },
  },
  streamed: {
    description: `Read the rows from the file as often as they are needed and hold a sample of them only (${SUMMED_METHODS.join(', ')}).`,
    option: {
      flag: 'streamed',
      group: 'rows',
      type: 'boolean',
      more: 'Done without being asked where a file is too large for memory; [cluster.md](cluster.md) has what comes from the sample.',
    },
  },
  where: {
    title: 'Only rows where',
    description:
      "Only rows for which this holds take part: age > 30 and sex = 'female', town in (Ulm, Bonn), age is not missing. Names with blanks stand in double quotes.",
    type: 'text',
    place: 'Method',
    wanted: "a condition such as age > 30 and sex = 'female'",
    option: {
      flag: 'where',
      group: 'rows',
      value: 'FILTER',
      more: 'Names with blanks stand in double quotes. [data.md](data.md#filters) has the rules.',
    },
  },
  without: {
    title: 'Rows left out',
    description: 'Leave rows out, such as 12,40-52, counted from 1; the others stay held out or in training.',
    type: 'text',
    wanted: 'row numbers such as 12,40-52',
    option: { flag: 'without', group: 'rows', value: 'ROWS' },
  },
  seed: {
    title: 'Seed',
    description:
      'Seed of every random draw, a whole number from 0: the same one gives the same held-out rows, folds, samples and resamples.',
    type: 'integer',
    minimum: 0,
    maximum: 4294967295,
    default: 0,
    place: 'Rows to test on',
    option: { flag: 'seed', group: 'fitting', value: 'N', environment: true },
  },
} as const satisfies RowChoices &
  Readonly<Record<'target' | 'features' | 'method' | 'parameters' | 'streamed', Choice>>;
