import type {
  ColumnKind,
  ColumnReading,
  DatePart,
  FrozenReading,
  MissingPolicy,
  NamedReading,
  ReadOptions,
  ReadRules,
  Transform,
  TransformInput,
} from '../contract/data';
import { ENCODINGS } from '../contract/encodings';
import {
  type Holds,
  isListOf,
  isMade,
  isNameIn,
  isNumber,
  isOptional,
  isPositive,
  isRecord,
  isText,
} from '../contract/shape';
import { DATE_PARTS } from '../data/dateParts';
import { encodedWidth } from '../data/encodeRows';

/** Whether a value read from a file says how columns become the d encoded ones. */
export function isTransform(value: unknown, d: number): value is Transform {
  if (!isRecord(value)) return false;
  const { inputs, centre, scale, names, missing } = value;
  return (
    isListOf(inputs, isInput) &&
    inputs.reduce((sum, input) => sum + encodedWidth(input), 0) === d &&
    isListOf(names, isText, d) &&
    isListOf(centre, isNumber, d) &&
    isListOf(scale, isPositive, d) &&
    isNameIn(POLICIES, missing)
  );
}

const POLICIES: Readonly<Record<MissingPolicy, true>> = { impute: true, drop: true };

function isInput(input: unknown): input is TransformInput {
  return isRecord(input) && isText(input.column) && isNameIn(INPUTS, input.kind) && INPUTS[input.kind](input);
}

type IsRest = (input: Readonly<Record<string, unknown>>) => boolean;
const INPUTS: Readonly<Record<TransformInput['kind'], IsRest>> = {
  number: ({ impute, range, missingLevel }) =>
    isNumber(impute) && isOptional(range, isRange) && isOptional(missingLevel, isBoolean),
  date: ({ impute, range, parts, missingLevel }) =>
    isNumber(impute) && isOptional(range, isRange) && isOptional(parts, isParts) && isOptional(missingLevel, isBoolean),
  boolean: ({ impute, words, missingLevel }) =>
    isNumber(impute) && isOptional(words, (pair) => isListOf(pair, isText, 2)) && isOptional(missingLevel, isBoolean),
  category: ({ levels, otherLevel, missingLevel }) =>
    isListOf(levels, isText) && isOptional(otherLevel, isBoolean) && isBoolean(missingLevel),
};

export const isBoolean = (value: unknown): boolean => typeof value === 'boolean';

const isRange: Holds = (range) => isListOf(range, isNumber, 2);

/** One or more, none twice. */
const isParts = (parts: unknown): boolean =>
  isListOf(parts, (part): part is DatePart => isNameIn(DATE_PARTS, part)) &&
  parts.length > 0 &&
  new Set(parts).size === parts.length;

/** Whether a value read from a file says how files are read. Members that this version does not know are not looked at. */
export function isReadOptions(value: unknown): value is ReadOptions {
  return isRecord(value) && Object.entries(READ).every(([name, holds]) => isOptional(value[name], holds));
}

const READ: Readonly<Record<keyof ReadOptions, (value: unknown) => boolean>> = {
  delimiter: (text) => isText(text) && text.length === 1,
  header: isBoolean,
  names: (names) => isListOf(names, isText),
  encoding: (name) => isNameIn(ENCODINGS, name),
  decimal: (sign) => sign === '.' || sign === ',',
  thousands: (sign) => isText(sign) && sign.length <= 1,
  quote: (sign) => isText(sign) && sign.length <= 1,
  missing: (tokens) => isListOf(tokens, isText),
  kinds: (kinds) => isRecord(kinds) && Object.values(kinds).every((kind) => isNameIn(KINDS, kind)),
  acceptExpansion: (value) => typeof value === 'boolean',
};

/** The same, and like what other file. */
export const isReadRules = (value: unknown): value is ReadRules =>
  isReadOptions(value) && isOptional((value as ReadRules).frozen, isFrozen);

const isFrozen: Holds = (value) =>
  isMade<FrozenReading>(value, {
    columns: (columns) => isListOf(columns, isNamedReading),
    numbers: (numbers) => isRecord(numbers) && READ.decimal(numbers.decimal) && READ.thousands(numbers.thousands),
    header: isBoolean,
    encoding: READ.encoding,
  });

export const isNamedReading = (value: unknown): value is NamedReading =>
  isMade<NamedReading>(value, {
    name: isText,
    reading: (reading) => isRecord(reading) && isNameIn(READINGS, reading.kind) && READINGS[reading.kind](reading),
  });

const isWords: IsRest = ({ byValue, words }) =>
  isOptional(byValue, isBoolean) && isOptional(words, (tokens) => isListOf(tokens, isText));
const READINGS: Readonly<Record<ColumnReading['kind'], IsRest>> = {
  number: ({ standIn, unit }) => isOptional(standIn, isNumber) && isOptional(unit, isText),
  date: ({ monthFirst, guessed }) => isBoolean(monthFirst) && isBoolean(guessed),
  boolean: ({ words }) => isListOf(words, isText, 2),
  category: isWords,
  text: isWords,
  empty: () => true,
};

const KINDS: Readonly<Record<Exclude<ColumnKind, 'empty'>, true>> = {
  number: true,
  boolean: true,
  date: true,
  category: true,
  text: true,
};
