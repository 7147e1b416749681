import type { ColumnKind, Dialect, FileReading, ReadColumn } from '../contract/data';
import { ENCODINGS } from '../contract/encodings';
import type { FitRecord, SolvedTarget } from '../contract/fitRecord';
import type { FitError, FitQuality } from '../contract/model';
import {
  type Holds,
  isCount,
  isListOf,
  isMade,
  isNameIn,
  isNumber,
  isNumbers,
  isOptional,
  isRecord,
  isText,
} from '../contract/shape';
import { storedFilter } from '../filters/storedFilter';
import { isBoolean } from './wholeTransform';

/** Whether a value read from a file says how a model was fitted, as far as an export goes by it. */
export function isFitRecord(value: unknown, outputs: number): value is FitRecord {
  return isMade<FitRecord>(value, {
    file: isReading,
    training: isRows,
    targets: (names) => isListOf(names, isText),
    weights: (name) => isOptional(name, isText),
    parameters: (set) => isRecord(set) && Object.values(set).every((v) => PARAMETER_TYPES.has(typeof v)),
    solved: (targets) => isListOf(targets, isSolved) && targets.length <= outputs,
    heldOut: (part) => isOptional(part, (held) => isHeldOut(held, outputs)),
  });
}

/** Whether a value read from a file says what predictions are to be seen beside. */
export const isFitQuality = (value: unknown): value is FitQuality =>
  isMade<FitQuality>(value, {
    errors: (errors) => isListOf(errors, isFitError),
    unreliableIntervals: isBoolean,
    gaps: (columns) =>
      isListOf(columns, (of) =>
        isMade<FitQuality['gaps'][number]>(of, { column: isText, share: isNumber, unread: isNumber }),
      ),
  });

const isFitError: Holds = (value) =>
  isMade<FitError>(value, {
    target: isText,
    rows: isCount,
    heldOut: isBoolean,
    rmse: maybeNumber,
    r2: maybeNumber,
    accuracy: maybeNumber,
    logLoss: maybeNumber,
  });

const PARAMETER_TYPES: ReadonlySet<string> = new Set(['number', 'string', 'boolean']);

/** 1-based. */
const isRows = (value: unknown): value is Uint32Array =>
  value instanceof Uint32Array && value.length > 0 && value.every((row) => row > 0);

function isHeldOut(value: unknown, outputs: number): boolean {
  if (!isRecord(value) || !isRows(value.rows)) return false;
  const { length } = value.rows;
  return isMade<NonNullable<FitRecord['heldOut']>>(value, {
    file: (file) => isOptional(file, isReading),
    rows: isRows,
    predicted: (columns) =>
      isListOf(columns, (column) => column instanceof Float64Array && column.length === length, outputs),
  });
}

const isReading: Holds = (value) =>
  isMade<FileReading>(value, {
    name: isText,
    bytes: isCount,
    rows: isCount,
    dialect: isDialect,
    firstLine: (line) => isCount(line) && line > 0,
    columns: (columns) => isListOf(columns, isColumn),
    oddity: (words) => isOptional(words, isText),
  });

/** One character, or none. */
const isSign: Holds = (text) => isText(text) && text.length <= 1;

const FORMATS: Readonly<Record<NonNullable<Dialect['format']>, true>> = { 'json-lines': true, parquet: true };

export const isDialect: Holds = (value) =>
  isMade<Dialect>(value, {
    format: (name) => isOptional(name, (format) => isNameIn(FORMATS, format)),
    compression: (name) => name === 'none' || name === 'gzip' || name === 'zstd',
    encoding: (name) => isNameIn(ENCODINGS, name),
    byteOrderMark: isBoolean,
    delimiter: isSign,
    quote: isSign,
    lineEnd: isText,
    header: isBoolean,
    decimal: (sign) => sign === '.' || sign === ',',
    thousands: isSign,
  });

export const isColumnKind = (kind: unknown): kind is ColumnKind => isNameIn(KINDS, kind);

const KINDS: Readonly<Record<ColumnKind, true>> = {
  number: true,
  boolean: true,
  date: true,
  category: true,
  text: true,
  empty: true,
};

const isColumn: Holds = (value) =>
  isMade<ReadColumn>(value, {
    name: isText,
    index: isCount,
    kind: (kind) => isNameIn(KINDS, kind),
    words: (pair) => isOptional(pair, (words) => isListOf(words, isText, 2)),
    gaps: (tokens) => isListOf(tokens, isText),
  });

const maybeNumber: Holds = (value) => isOptional(value, isNumber);

const isSolved: Holds = (value) =>
  isMade<SolvedTarget>(value, {
    filter: (filter) => isOptional(filter, (spec) => storedFilter(spec) !== undefined),
    rank: (rank) => isOptional(rank, isCount),
    largest: maybeNumber,
    strength: maybeNumber,
    remainder: maybeNumber,
    stepSize: maybeNumber,
    epsilon: maybeNumber,
    shifts: (shifts) => isOptional(shifts, (values) => isListOf(values, isNumber)),
    robustWeights: (weights) => isOptional(weights, (values) => isNumbers(values)),
  });
