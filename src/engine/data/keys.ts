import { nameWords } from './nameWords';
import type { Column } from './table';

/** customer_id, userId, ID, uuid, row_number: last words of the names of keys. */
const KEY_WORDS = new Set(['id', 'uuid', 'guid', 'key', 'index', 'idx', 'row', 'rownum', 'rowid']);
const ID_WORDS = new Set(['id', 'uuid', 'guid', 'rowid']);
const POSTAL_NAME = /\b(?:zip|zipcode|zip code|postcode|post code|postal code|plz)\b/;

/** Fewer values prove nothing. */
const ENOUGH = 5;

/**
 * Why a column looks like a key or a code and not like a quantity; undefined when it does not. Keys are row numbers
 * (whole, in sequence from 0 or 1 or under a key's name, nothing missing), words that never repeat, and postal codes.
 * `unique`: no value comes twice, as far as they were counted.
 */
export function keyReason(
  name: string,
  column: Column,
  count: number,
  missing: number,
  unique: boolean,
): string | undefined {
  if (count < ENOUGH) return undefined;
  if (column.kind === 'category' || column.kind === 'text') {
    return unique ? 'looks like a key: no value comes twice' : undefined;
  }
  if (column.kind !== 'number') return undefined;
  const whole = wholeNumbers(column.values);
  if (!whole) return undefined;
  const words = nameWords(name);
  const last = words.at(-1) ?? '';
  if (POSTAL_NAME.test(words.join(' '))) return 'looks like a postal code, not a quantity';
  const numbered = whole.first === 0 || whole.first === 1 || KEY_WORDS.has(last);
  if (missing === 0 && whole.inSequence && numbered) return 'looks like a row number: whole numbers in sequence';
  return ID_WORDS.has(last) ? 'looks like a key, by its name' : undefined;
}

/** undefined when some value is not whole. */
function wholeNumbers(values: Float64Array): { readonly first: number; readonly inSequence: boolean } | undefined {
  let inSequence = true;
  let first = Number.NaN;
  for (let i = 0; i < values.length; i++) {
    const v = values[i];
    if (Number.isNaN(v)) continue;
    if (!Number.isInteger(v)) return undefined;
    if (Number.isNaN(first)) first = v;
    if (i > 0 && v !== values[i - 1] + 1) inSequence = false;
  }
  return { first, inSequence };
}
