import type { Matrix } from '../../engine/contract/data';

export type PortableArray = Float64Array | Uint32Array | Matrix;

/**
 * A portable model as JSON takes it. `stored` gets each array with its place, "outputs.0.alpha", and returns what
 * stands in place of it. Functions are left out, and a number that JSON lacks is {"$number": "Infinity"}.
 */
export function withArrays(
  value: unknown,
  stored: (array: PortableArray, place: string) => unknown,
  place = '',
): unknown {
  if (typeof value === 'number' && !Number.isFinite(value)) return { $number: String(value) };
  if (value === null || typeof value !== 'object') return value;
  if (value instanceof Float64Array || value instanceof Uint32Array || isMatrix(value)) return stored(value, place);
  const at = (key: string | number) => (place === '' ? String(key) : `${place}.${key}`);
  if (Array.isArray(value)) return value.map((item, i) => withArrays(item, stored, at(i)));
  const members = Object.entries(value).filter(([, item]) => item !== undefined && typeof item !== 'function');
  return Object.fromEntries(members.map(([key, item]) => [key, withArrays(item, stored, at(key))]));
}

function isMatrix(value: object): value is Matrix {
  return 'rows' in value && 'columns' in value && 'values' in value && value.values instanceof Float64Array;
}

/** Numbers in all arrays of a value. */
export function numbersIn(value: unknown): number {
  if (value === null || typeof value !== 'object') return 0;
  if (ArrayBuffer.isView(value)) return 'length' in value ? Number(value.length) : 0;
  return Object.values(value).reduce<number>((sum, item) => sum + numbersIn(item), 0);
}
