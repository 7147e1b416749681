import { nameWords } from './nameWords';
import { allDifferent } from './numericFacts';
import type { Column } from './table';

/** The last words of the names of keys: customer_id, userId, ID, uuid, row_number, Order, "Unnamed: 0". */
const KEY_WORDS = new Set(['id', 'uuid', 'guid', 'key', 'index', 'idx', 'row', 'rownum', 'rowid', 'no', 'order']);
for (const word of ['instant', 'unnamed']) KEY_WORDS.add(word);
/** Words in the names of quantities that a few measurements step through evenly: time_min, Dose, week. */
const STEPPED = new Set(
  'x t time year month week day hour hours minute minutes min second seconds sec date'.split(' '),
);
for (const word of 'age dose conc concentration temp temperature distance depth height length level step cycle'.split(
  ' ',
))
  STEPPED.add(word);
const ID_WORDS = new Set(['id', 'uuid', 'guid', 'rowid']);
const POSTAL_NAME = /\b(?:zip|zipcode|zip code|postcode|post code|postal code|plz)\b/;

/** Fewer values prove nothing. */
const ENOUGH = 5;

/** Row numbers fill this fraction of their range, as rows of a file may have been taken out. */
const FILLED = 0.95;

/** From this many rows on, distinct integers that fill their range are row numbers and no measurements. */
const MANY = 100;

/** The most bits for each row, and the most rows of a hash, that a search for repeated numbers may take. */
const MOST_BITS = 64;
const MOST_HASHED = 4_000_000;

/**
 * Why a column looks like a key or a code and not like a quantity; undefined when it does not. Keys are row numbers
 * (integers without repeats or missing values, in any order: under a key's name, or almost without gaps, except for a
 * few under the name of a quantity), words that never repeat, and postal codes. `unique`: no value comes twice, as far
 * as they were counted; `capped`: not all were; `quantity`: a person says that it is one.
 */
export function keyReason(
  name: string,
  column: Column,
  {
    count,
    missing,
    unique,
    capped,
    quantity,
  }: Record<'count' | 'missing', number> & Record<'unique' | 'capped' | 'quantity', boolean>,
): string | undefined {
  if (count < ENOUGH) return undefined;
  if (column.kind === 'category' || column.kind === 'text') {
    if (!unique) return undefined;
    return missing > count
      ? 'every value stands once, above empty cells: write it into each row for which it holds'
      : 'looks like an ID: every value is unique';
  }
  if (column.kind !== 'number') return undefined;
  const range = wholeRange(column.values);
  if (!range) return undefined;
  const { values } = column;
  const words = nameWords(name);
  if (POSTAL_NAME.test(words.join(' '))) return 'looks like a postal code, not a quantity';
  const named = isKeyName(name);
  const few = count < MANY || (range.min >= 1000 && range.max <= 2999);
  const measured = quantity || (few && words.some((word) => STEPPED.has(word)));
  const sequence = fillsRange(range, count) && !(measured && !named);
  if (missing === 0 && (named || sequence) && (capped ? allDistinct(values, range) : unique)) {
    return `${ROW_NUMBER}: unique whole numbers${sequence ? ', almost without gaps' : ''}`;
  }
  return ID_WORDS.has(words.at(-1) ?? '') ? 'looks like an ID, by its name' : undefined;
}

const ROW_NUMBER = 'looks like a row number';

const isKeyName = (name: string): boolean => KEY_WORDS.has(nameWords(name).at(-1) ?? '');

/**
 * How certain it is that a column left out for this reason is no measurement: 0 for row numbers whose name does not say
 * so, else 1.
 */
export const keyMargin = (name: string, reason: string): number =>
  reason.startsWith(ROW_NUMBER) && !isKeyName(name) ? 0 : 1;

/** The least and the greatest value; undefined when some value is not an integer. */
function wholeRange(values: Float64Array): { readonly min: number; readonly max: number } | undefined {
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < values.length; i++) {
    const v = values[i];
    if (Number.isNaN(v)) continue;
    if (!Number.isInteger(v)) return undefined;
    if (v < min) min = v;
    if (v > max) max = v;
  }
  return { min, max };
}

/** True for numbers counted from 0 or 1, or numerous enough to fill their range as only a count does, except for past years. */
function fillsRange({ min, max }: { readonly min: number; readonly max: number }, count: number): boolean {
  const size = max - min + 1;
  if (min < 0 || count < FILLED * size) return false;
  return min <= 1 + (1 - FILLED) * size || (count >= MANY && !(min > 1400 && min % 1000 > 1 && max <= 2100));
}

/**
 * True when these integers, none missing, are all different. Uses a bit for each number of a range that is not too
 * wide, else a hash.
 */
function allDistinct(values: Float64Array, { min, max }: { readonly min: number; readonly max: number }): boolean {
  const n = values.length;
  const size = max - min + 1;
  if (size > MOST_BITS * n) return n <= MOST_HASHED && allDifferent(values);
  const seen = new Uint8Array(Math.ceil(size / 8));
  for (let i = 0; i < n; i++) {
    const at = values[i] - min;
    const bit = 1 << (at % 8);
    const byte = Math.floor(at / 8);
    if (seen[byte] & bit) return false;
    seen[byte] |= bit;
  }
  return true;
}
