import type { Matrix } from '../../engine/contract/data';
import { type RowRange, rangesOf, rowsText } from '../../engine/words/rowRanges';
import { platform } from '../../platform/platform';

/** Letters, digits, signs and the blank stand as they are; whatever could end or reorder a line is escaped. */
const SHOWN = /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]$/u;

/** Any text as a literal of Python on one line. */
export function pythonText(text: string): string {
  return `"${Array.from(text, (sign) => (sign === '"' || sign === '\\' ? `\\${sign}` : SHOWN.test(sign) ? sign : escaped(sign))).join('')}"`;
}

function escaped(sign: string): string {
  const code = sign.codePointAt(0) ?? 0;
  const digits = code.toString(16);
  return code > 0xffff ? `\\U${digits.padStart(8, '0')}` : `\\u${digits.padStart(4, '0')}`;
}

/** Smaller ones are written with an exponent. */
const SMALL = 1e-3;

/** Text that is read back as the same number; integers beyond 2^53 as floats, which they are. */
export function pythonNumber(value: number): string {
  if (Number.isNaN(value)) return 'math.nan';
  if (!Number.isFinite(value)) return value > 0 ? 'math.inf' : '-math.inf';
  const short = value !== 0 && Math.abs(value) < SMALL;
  const text = Object.is(value, -0) ? '-0.0' : short ? value.toExponential() : String(value);
  return Number.isSafeInteger(value) || /[.e]/.test(text) ? text : `${text}.0`;
}

export const pythonList = (items: readonly string[]): string => `[${items.join(', ')}]`;

/** More numbers than this are no longer readable: they stand in base64. */
const MOST_SHOWN = 40;
/** Characters of base64 on a line. */
const LINE = 116;

/** A numpy array of these numbers; `floats` (python/floats.py) reads long ones. */
export function pythonVector(values: ArrayLike<number>): string {
  const numbers = Float64Array.from(values);
  if (numbers.length <= MOST_SHOWN) return `np.array(${pythonList(Array.from(numbers, pythonNumber))}, float)`;
  return `floats("""\n${wrapped(platform.base64(new Uint8Array(numbers.buffer)))}""")`;
}

export const pythonMatrix = ({ rows, columns, values }: Matrix): string =>
  `${pythonVector(values)}.reshape(${rows}, ${columns}, order="F")`;

/** More characters than this are better said bit by bit. */
const LONGEST_RANGES = 2000;
/** Bits of the bitset for each row in it at most. */
const SPARSEST = 64;

/** 1-based rows of a file as a numpy array: by ranges, by bits where these are many, one by one where they are in no order. */
export function pythonRows(rows: Uint32Array): string {
  if (rows.some((row, i) => i > 0 && row <= rows[i - 1])) return `np.array(${pythonList(Array.from(rows, String))})`;
  const ranges = rangesText(rangesOf(Array.from(rows)));
  const last = rows[rows.length - 1];
  if (ranges.length <= LONGEST_RANGES || last > SPARSEST * rows.length) return `row_numbers("${ranges}")`;
  const bits = new Uint8Array(Math.ceil(last / 8));
  for (const row of rows) bits[(row - 1) >> 3] |= 1 << ((row - 1) & 7);
  return `row_bits("""\n${wrapped(platform.base64(bits))}""")`;
}

const rangesText = (ranges: readonly RowRange[]) => rowsText(ranges).replaceAll(',', ' ');

const wrapped = (text: string) => text.replace(new RegExp(`.{${LINE}}`, 'g'), '$&\n');

/** Plain values, vectors and matrices as Python. */
export function pythonValue(value: unknown): string {
  if (typeof value === 'number') return pythonNumber(value);
  if (typeof value === 'string') return pythonText(value);
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (value instanceof Float64Array || value instanceof Uint32Array) return pythonVector(value);
  if (Array.isArray(value)) return pythonList(value.map(pythonValue));
  if (typeof value !== 'object' || value === null) return 'None';
  if ('rows' in value && 'columns' in value && 'values' in value) return pythonMatrix(value as Matrix);
  const members = Object.entries(value).map(([name, item]) => `${pythonText(name)}: ${pythonValue(item)}`);
  return `{${members.join(', ')}}`;
}
