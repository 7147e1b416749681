import { type DesignOptions, HELD_OUT_SHARE, type SplitRule } from '../engine/contract/data';
import type { ParameterSchema, Parameters } from '../engine/contract/method';
import type { DesignChoices } from './fitChoices';

/**
 * The choices that turn a file into training and held-out rows, in the same form as a method's parameters, so that
 * settings and forms derive from it too. Names are those of the command line.
 */
export const DESIGN_SCHEMA: readonly ParameterSchema[] = [
  {
    name: 'holdout',
    title: 'Held-out fraction',
    description:
      'Fraction of rows held out for testing, at random where it is set: 0 to 0.9. If unset, the last rows of a file in the order of a date.',
    type: 'number',
    minimum: 0,
    maximum: 0.9,
    default: HELD_OUT_SHARE,
  },
  {
    name: 'missing',
    title: 'Missing cells',
    description:
      'impute: training mean for numbers, a separate level for categories. drop: leave out rows with missing cells.',
    type: 'choice',
    choices: ['impute', 'drop'],
    default: 'impute',
  },
  {
    name: 'standardise',
    title: 'Standardise columns',
    description: 'Centre every column and divide it by its standard deviation over the training rows.',
    type: 'boolean',
    default: true,
  },
  {
    name: 'task',
    title: 'Task',
    description:
      'auto: words, yes/no and numbers with two values are classified, other numbers are predicted. regress: yes/no is predicted as 1 and 0. classify: each value of the target is a class.',
    type: 'choice',
    choices: ['auto', 'regress', 'classify'],
    default: 'auto',
  },
  {
    name: 'weights',
    title: 'Row weights',
    description:
      'A column of numbers of at least 0, by name or position: the weight of each row. Not used as a feature; rows without a weight are left out. If unset, all rows weigh the same.',
    type: 'text',
  },
  {
    name: 'maxLevels',
    title: 'Most levels',
    description: 'Maximum number of columns per category; the rarest levels beyond it share one.',
    type: 'integer',
    minimum: 2,
    default: 30,
  },
  {
    name: 'maxRows',
    title: 'Most rows',
    description: 'Uses a seeded random sample of at most this many rows.',
    type: 'integer',
    minimum: 10,
    rule: 'no limit; asks if there are too many',
  },
  {
    name: 'where',
    title: 'Only rows where',
    description:
      "Only rows for which this holds take part: age > 30 and sex = 'female', town in (Ulm, Bonn), age is not missing. Names with blanks stand in double quotes.",
    type: 'text',
  },
  {
    name: 'groups',
    title: 'Groups',
    description:
      'A column, by name or position: rows with the same value stay together in folds and held-out rows. For several rows per person, place or batch.',
    type: 'text',
  },
  {
    name: 'foldColumn',
    title: 'Column of folds',
    description: 'A column, by name or position, with the fold of every row. Whole folds are held out.',
    type: 'text',
  },
  {
    name: 'order',
    title: 'Order',
    description:
      'A column of numbers or dates, by name or position, or "rows" for file order: the last rows are held out, and folds are blocks of consecutive rows. "random": rows are held out at random, also of a file in the order of a date.',
    type: 'text',
  },
  {
    name: 'seed',
    title: 'Seed',
    description: 'The same seed gives the same held-out rows, folds and samples: a whole number from 0.',
    type: 'integer',
    minimum: 0,
    maximum: 4294967295,
    default: 0,
  },
];

export const DESIGN_NAMES: ReadonlySet<string> = new Set(DESIGN_SCHEMA.map(({ name }) => name));

/** The choices in a form's or the settings' values; values of the wrong type are left out. */
export function designChoices(values: Parameters): DesignChoices {
  const { holdout, missing, standardise, task, weights, maxLevels, maxRows, where, seed } = values;
  return {
    ...(typeof holdout === 'number' && { holdout: { kind: 'fraction', fraction: holdout } }),
    ...((missing === 'impute' || missing === 'drop') && { missing }),
    ...(typeof standardise === 'boolean' && { standardise }),
    ...((task === 'auto' || task === 'regress' || task === 'classify') && { task }),
    ...(typeof weights === 'string' && weights.trim() !== '' && { weights: weights.trim() }),
    ...(typeof maxLevels === 'number' && { maxLevels }),
    ...(typeof maxRows === 'number' && { maxRows }),
    ...(typeof where === 'string' && where.trim() !== '' && { where: where.trim() }),
    ...(typeof seed === 'number' && { seed }),
    ...splitChoice(values, typeof holdout === 'number' ? holdout : HELD_OUT_SHARE),
  };
}

/** One way to divide the rows: groups before folds before order. */
function splitChoice(values: Parameters, fraction: number): Pick<DesignChoices, 'splitBy' | 'holdout'> {
  const named = (name: string) => {
    const value = values[name];
    return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
  };
  const [group, fold, order] = [named('groups'), named('foldColumn'), named('order')];
  if (group !== undefined) return { splitBy: { kind: 'group', column: group } };
  if (fold !== undefined) return { splitBy: { kind: 'fold', column: fold } };
  if (order === undefined) return {};
  if (order === AT_RANDOM) return { holdout: { kind: 'fraction', fraction } };
  return { splitBy: { kind: 'blocks', ...(order !== FILE_ORDER && { by: order }) } };
}

const FILE_ORDER = 'rows';
const AT_RANDOM = 'random';
const SPLIT_FIELD: Readonly<Record<SplitRule['kind'], string>> = {
  group: 'groups',
  fold: 'foldColumn',
  blocks: 'order',
};

/** The share that the schema has too, and nevertheless asked for: another share is at random anyway. */
const isRandomDefault = (holdout: DesignChoices['holdout']) =>
  holdout?.kind === 'fraction' && !holdout.byDefault && holdout.fraction === HELD_OUT_SHARE;

/** The inverse, for a form; a held-out file and rows left out have no line in it. */
export function designValues({ holdout, splitBy, without: _, ...others }: DesignChoices): Parameters {
  const plain = Object.entries(others).filter(([, value]) => value !== undefined);
  const divided = splitBy && (splitBy.kind === 'blocks' ? (splitBy.by ?? FILE_ORDER) : splitBy.column);
  return {
    ...(holdout !== undefined && holdout.kind !== 'file' && { holdout: holdout.fraction }),
    ...(splitBy && { [SPLIT_FIELD[splitBy.kind]]: divided }),
    ...(!splitBy && isRandomDefault(holdout) && { order: AT_RANDOM }),
    ...Object.fromEntries(plain),
  };
}

export const DESIGN_DEFAULTS: Omit<DesignOptions, 'target'> = {
  missing: 'impute',
  standardise: true,
  holdout: { kind: 'fraction', fraction: HELD_OUT_SHARE, byDefault: true },
  seed: 0,
};
