// Checks of the shape of a value of unknown origin, read from a file: the parts that such checks are made of.

export type Fields = Readonly<Record<string, unknown>>;

/** True for an object of named members: neither an array nor a typed one. */
export function isRecord(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !ArrayBuffer.isView(value);
}

export function isText(value: unknown): value is string {
  return typeof value === 'string';
}

/** True for a finite number. */
export function isNumber(value: unknown): value is number {
  return Number.isFinite(value);
}

/** True for a finite number above 0. */
export function isPositive(value: unknown): value is number {
  return isNumber(value) && value > 0;
}

/** True for an integer from 0. */
export function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

/** True for a list whose items all pass the check. */
export function isListOf<T>(value: unknown, holds: (item: unknown) => item is T): value is readonly T[];
export function isListOf(value: unknown, holds: (item: unknown) => boolean): value is readonly unknown[];
export function isListOf(value: unknown, holds: (item: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(holds);
}

/** True for finite numbers in a Float64Array, with `length` of them if that is given. */
export function isNumbers(value: unknown, length?: number): value is Float64Array {
  return (
    value instanceof Float64Array && (length === undefined || value.length === length) && value.every(Number.isFinite)
  );
}

/** True for a name in the table. Only its own members count, not those that every object has. */
export function isNameIn<T extends object>(table: T, value: unknown): value is keyof T & string {
  return isText(value) && Object.hasOwn(table, value);
}

/** True if the value is omitted or passes the check. */
export function isOptional(value: unknown, holds: (value: unknown) => boolean): boolean {
  return value === undefined || holds(value);
}

export type Holds = (value: unknown) => boolean;
