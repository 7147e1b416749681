import type { ReadOptions } from '../engine/contract/data';
import { ENCODING_NAMES } from '../engine/contract/encodings';
import { KernelscopeError } from '../engine/contract/failure';
import type { Parameters } from '../engine/contract/method';
import { type Holds, isCount, isListOf, isNumber, isRecord, isText } from '../engine/contract/shape';
import { designChoices } from './designSchema';
import type { DesignArguments, FitArguments, ReadArguments } from './fitArguments';
import type { DesignChoices, FitChoices } from './fitChoices';
import { checkMembers, type Members } from './members';

/**
 * Arguments of commands, from keybindings, tasks and other extensions. With a target nothing is asked; a method without one asks nothing where
 * any of the others is there. Menus pass other things in this place (the selection, an editor's group): those give undefined.
 */
export const fitArguments = (value: unknown): FitChoices | undefined =>
  isRecord(value) && Object.keys(FIT).some((name) => name in value) ? fitChoices(value) : undefined;

/** What is fitted, columns by name or position. Throws `parameter/invalid` or `parameter/unknown`, naming the member. */
export function fitChoices(value: unknown): FitChoices {
  const given = checkMembers<FitArguments>('', value, FIT);
  const { target, moreTargets, weights, task, features, method, parameters = {}, design = {}, read = {} } = given;
  checkMembers('design', design, DESIGN);
  return {
    ...(method !== undefined && { method }),
    ...(target !== undefined && { target: String(target) }),
    ...(moreTargets !== undefined && { moreTargets: moreTargets.map(String) }),
    ...(features !== undefined && { features: features.map(String) }),
    parameters,
    design: {
      ...designOf(design),
      ...(weights !== undefined && { weights: String(weights) }),
      ...(task !== undefined && { task }),
    },
    read: readOptions(read),
  };
}

/** How a file is read: the checks are those of the contract's own literals. */
export const readOptions = (value: unknown): ReadOptions =>
  checkMembers<ReadArguments>('read', value, READ) as ReadOptions;

/** The design as a request has it: a share stands for rows held out at random, and one column for how rows stay together. */
function designOf({ holdout, groups, foldColumn, order, weights, splitBy, ...others }: DesignArguments): DesignChoices {
  const columns = { groups, foldColumn, order };
  const named = Object.entries(columns).filter(([, column]) => column !== undefined);
  if (named.length + (splitBy ? 1 : 0) > 1)
    throw new KernelscopeError(
      'parameter/invalid',
      'The argument design can divide rows in one way alone: by groups, foldColumn, order or splitBy.',
      { name: 'design' },
    );
  const flat: Parameters = Object.fromEntries(named.map(([name, column]) => [name, String(column)]));
  return {
    ...others,
    ...(weights !== undefined && { weights: String(weights) }),
    ...(splitBy && { splitBy }),
    ...designChoices({ ...flat, ...(typeof holdout === 'number' && { holdout }) }),
    ...(typeof holdout === 'object' && { holdout }),
  };
}

const isColumn: Holds = (value) => isText(value) || (isCount(value) && value > 0);
const isColumns: Holds = (value) => isListOf(value, isColumn);
const isFlag: Holds = (value) => typeof value === 'boolean';
const isTexts: Holds = (value) => isListOf(value, isText);
const isShare: Holds = (value) => isNumber(value) && value >= 0 && value <= 0.9;
const isOneOf =
  (...values: readonly unknown[]): Holds =>
  (value) =>
    values.includes(value);

const COLUMN = "a column's name or its position from 1";
const COLUMNS = 'a list of column names or positions from 1';
const TASK = [isOneOf('auto', 'regress', 'classify'), 'auto, regress or classify'] as const;
const FLAG = [isFlag, 'true or false'] as const;
const rowsFrom = (least: number) =>
  [(value: unknown) => isCount(value) && value >= least, `a whole number of at least ${least}`] as const;

const FIT: Members<FitArguments> = {
  target: [isColumn, COLUMN],
  moreTargets: [isColumns, COLUMNS],
  features: [isColumns, COLUMNS],
  weights: [isColumn, COLUMN],
  task: TASK,
  method: [isText, "a method's id such as krr or huber"],
  // Which names there are depends on the method: the engine looks.
  parameters: [
    (value) => isRecord(value) && Object.values(value).every((v) => isText(v) || isNumber(v) || typeof v === 'boolean'),
    'an object of numbers, texts and switches by name',
  ],
  design: [isRecord, 'an object'],
  read: [isRecord, 'an object'],
};

const DESIGN: Members<DesignArguments> = {
  holdout: [
    isHoldout,
    'a share from 0 to 0.9, or an object of kind fraction, last or file with its fraction or its source',
  ],
  missing: [isOneOf('impute', 'drop'), 'impute or drop'],
  standardise: FLAG,
  task: TASK,
  weights: [isColumn, COLUMN],
  maxLevels: rowsFrom(2),
  maxRows: rowsFrom(10),
  where: [isText, "a condition such as age > 30 and sex = 'female'"],
  without: [isText, 'row numbers such as 12,40-52'],
  groups: [isColumn, COLUMN],
  foldColumn: [isColumn, COLUMN],
  order: [isColumn, `${COLUMN}, rows for file order, or random`],
  splitBy: [isSplit, 'an object of kind group or fold with a column, or of kind blocks'],
  seed: [(value) => isCount(value) && value <= 0xffffffff, 'a whole number from 0 to 4294967295'],
};

function isHoldout(value: unknown): boolean {
  if (!isRecord(value)) return isShare(value);
  const { kind, fraction, by, source } = value;
  if (kind === 'file') return isRecord(source) && source.kind === 'path' && isText(source.path);
  return (kind === 'fraction' || (kind === 'last' && (by === undefined || isText(by)))) && isShare(fraction);
}

function isSplit(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const { kind, column, by } = value;
  return kind === 'blocks' ? by === undefined || isText(by) : (kind === 'group' || kind === 'fold') && isText(column);
}

const KINDS = isOneOf('number', 'boolean', 'date', 'category', 'text');

export const READ: Members<ReadArguments> = {
  delimiter: [(value) => isText(value) && value.length === 1, 'one character'],
  header: FLAG,
  names: [isTexts, 'a list of names'],
  encoding: [isOneOf(...ENCODING_NAMES), ENCODING_NAMES.join(', ')],
  decimal: [isOneOf('.', ','), 'a point or a comma'],
  thousands: [isOneOf('', ',', '.', ' ', "'"), 'empty, a comma, a point, a blank or an apostrophe'],
  quote: [isOneOf('', '"', "'"), 'empty, or a double or single quote'],
  missing: [isTexts, 'a list of signs'],
  kinds: [
    (value) => isRecord(value) && Object.values(value).every(KINDS),
    'an object with number, boolean, date, category or text by column name',
  ],
  acceptExpansion: FLAG,
};
