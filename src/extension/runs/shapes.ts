import { type Holds, isListOf, isNameIn, isOptional, isRecord } from '../../engine/contract/shape';

// What the checks of stored runs are made of. Numbers and entries of arrays may be NaN, where something could not be computed.

export const isAnyNumber = (value: unknown): value is number => typeof value === 'number';
export const isFlag = (value: unknown): value is boolean => typeof value === 'boolean';
export const isPair: Holds = (value) => isListOf(value, isAnyNumber, 2);

export const isList =
  (holds: Holds, length?: number): Holds =>
  (value) =>
    isListOf(value, holds, length);

export const isMaybe =
  (holds: Holds): Holds =>
  (value) =>
    isOptional(value, holds);

/** A name of the table. */
export const isNameOf =
  (table: object): Holds =>
  (value) =>
    isNameIn(table, value);

/** A typed array, of as many entries as said. */
export const isArray =
  (kind: typeof Float64Array | typeof Float32Array | typeof Uint32Array | typeof Int16Array, length?: number): Holds =>
  (value) =>
    value instanceof kind && (length === undefined || value.length === length);

export const isReals = (length?: number): Holds => isArray(Float64Array, length);

/** A place in a list. */
export const isPlace =
  (length: number): Holds =>
  (value) =>
    Number.isInteger(value) && Number(value) >= 0 && Number(value) < length;

/** Entries of an array that an object holds by that name; NaN of anything else, which no length equals. */
export const lengthIn = (holder: unknown, name: string): number =>
  isRecord(holder) ? lengthOf(holder[name]) : Number.NaN;

/** Entries of an array; NaN of anything else. */
export const lengthOf = (value: unknown): number =>
  ArrayBuffer.isView(value) && 'length' in value ? Number(value.length) : Number.NaN;
