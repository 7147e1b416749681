// Whether a value of unknown origin, read from a file, has the shape that it should have: the parts that such checks are made of.

export type Fields = Readonly<Record<string, unknown>>;

/** An object of named members: neither an array nor a typed one. */
export function isRecord(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !ArrayBuffer.isView(value);
}

export function isText(value: unknown): value is string {
  return typeof value === 'string';
}

/** Finite. */
export function isNumber(value: unknown): value is number {
  return Number.isFinite(value);
}

/** Finite and above 0. */
export function isPositive(value: unknown): value is number {
  return isNumber(value) && value > 0;
}

/** A whole number from 0. */
export function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

/** Of items that all hold, and as many as said. */
export function isListOf<T>(
  value: unknown,
  holds: (item: unknown) => item is T,
  length?: number,
): value is readonly T[];
export function isListOf(
  value: unknown,
  holds: (item: unknown) => boolean,
  length?: number,
): value is readonly unknown[];
export function isListOf(value: unknown, holds: (item: unknown) => boolean, length?: number): boolean {
  return Array.isArray(value) && (length === undefined || value.length === length) && value.every(holds);
}

/** Finite ones, as many as said. */
export function isNumbers(value: unknown, length?: number): value is Float64Array {
  return (
    value instanceof Float64Array && (length === undefined || value.length === length) && value.every(Number.isFinite)
  );
}

/** Own members alone count: a name that every object has is no name of the table. */
export function isNameIn<T extends object>(table: T, value: unknown): value is keyof T & string {
  return isText(value) && Object.hasOwn(table, value);
}

/** Left out, or holding. */
export function isOptional(value: unknown, holds: (value: unknown) => boolean): boolean {
  return value === undefined || holds(value);
}

export type Holds = (value: unknown) => boolean;
