import { DEFAULT_PARSERS, parseFloat16 } from 'hyparquet/src/convert.js';
import type { SchemaElement, TimeUnit } from 'hyparquet/src/types.js';
import { POWERS } from '../numbers';

/** The values of a page or a dictionary as columns take them: numbers, or texts. */
export type Cells = Float64Array | readonly string[];

/** The oddities found in the values of a column. */
export interface Oddities {
  /** True when a double cannot hold some integer beyond 2⁵³. */
  rounded: boolean;
  /** True when some time is in no calendar of four-digit years. */
  noDate: boolean;
}

export interface Conversion {
  /** True when the values become texts. */
  readonly texts: boolean;
  readonly read: (stored: ArrayLike<unknown>, odd: Oddities) => Cells;
}

/** How many of each unit make a second. */
const PARTS: Readonly<Record<TimeUnit, bigint>> = { MILLIS: 1_000n, MICROS: 1_000_000n, NANOS: 1_000_000_000n };
const DAY_SECONDS = 86_400n;
/** The day number of 1970-01-01 in INT96 times, which begin at noon of 1 January 4713 BC. */
const FIRST_DAY = 2_440_588n;

/**
 * The conversion of the stored values of a column, by its place in the schema; for a column that is not read, its
 * contents in words.
 */
export function conversionOf(element: SchemaElement): Conversion | string {
  const { type, converted_type: converted, logical_type: logical } = element;
  if (logical?.type === 'DECIMAL') return decimals(logical.scale ?? 0);
  if (converted === 'DECIMAL') return decimals(element.scale ?? 0);
  switch (type) {
    case 'BOOLEAN':
      return texts((value) => (value === true || value === 1 ? 'true' : 'false'));
    case 'FLOAT':
    case 'DOUBLE':
      return { texts: false, read: (stored) => Float64Array.from(stored as ArrayLike<number>) };
    case 'INT32':
    case 'INT64':
      return wholeNumbers(element);
    case 'INT96':
      return texts((value, odd) => {
        const nanos = BigInt.asUintN(64, value as bigint);
        return timeText((((value as bigint) >> 64n) - FIRST_DAY) * DAY_SECONDS * PARTS.NANOS + nanos, 'NANOS', odd);
      });
    case 'FIXED_LEN_BYTE_ARRAY':
      if (logical?.type === 'FLOAT16') return numbers((value) => parseFloat16(value as Uint8Array) ?? Number.NaN);
      if (logical?.type === 'UUID') return texts((value) => DEFAULT_PARSERS.uuidFromBytes(value as Uint8Array));
      return converted === 'INTERVAL' ? 'intervals' : 'bytes';
    default: {
      const text =
        ['UTF8', 'ENUM', 'JSON'].includes(converted ?? '') || ['STRING', 'ENUM', 'JSON'].includes(logical?.type ?? '');
      return text ? texts((value) => textOf(value as Uint8Array)) : 'bytes';
    }
  }
}

function numbers(cellOf: (stored: unknown, odd: Oddities) => number): Conversion {
  const read: Conversion['read'] = (stored, odd) => {
    const cells = new Float64Array(stored.length);
    for (let i = 0; i < cells.length; i++) cells[i] = cellOf(stored[i], odd);
    return cells;
  };
  return { texts: false, read };
}

function texts(cellOf: (stored: unknown, odd: Oddities) => string): Conversion {
  return {
    texts: true,
    read: (stored, odd) => Array.from({ length: stored.length }, (_, i) => cellOf(stored[i], odd)),
  };
}

const UTF8 = new TextDecoder('utf-8', { ignoreBOM: true });
const textOf = (bytes: Uint8Array): string => UTF8.decode(bytes);

function wholeNumbers({ converted_type: converted, logical_type: logical }: SchemaElement): Conversion {
  if (logical?.type === 'DATE' || converted === 'DATE')
    return texts((value, odd) =>
      timeText(BigInt(value as number) * DAY_SECONDS * PARTS.MILLIS, 'MILLIS', odd).slice(0, 10),
    );
  if (logical?.type === 'TIMESTAMP') return texts((value, odd) => timeText(BigInt(value as bigint), logical.unit, odd));
  if (logical?.type === 'TIME')
    return texts((value, odd) => timeText(BigInt(value as bigint), logical.unit, odd).slice(11));
  const [, kind, unit] = /^(TIMESTAMP|TIME)_(MILLIS|MICROS)$/.exec(converted ?? '') ?? [];
  if (kind) {
    const from = kind === 'TIME' ? 11 : 0;
    return texts((value, odd) => timeText(BigInt(value as bigint), unit as TimeUnit, odd).slice(from));
  }
  const unsigned = converted?.startsWith('UINT_') || (logical?.type === 'INTEGER' && !logical.isSigned);
  return numbers((value, odd) => {
    if (typeof value === 'number') return unsigned ? value >>> 0 : value;
    const exact = unsigned ? BigInt.asUintN(64, value as bigint) : (value as bigint);
    const number = Number(exact);
    if (!Number.isSafeInteger(number) && BigInt(number) !== exact) odd.rounded = true;
    return number;
  });
}

/** A time since 1970 as 2024-02-29 13:05:00.25; empty outside the years 0 to 9999. */
function timeText(value: bigint, unit: TimeUnit, odd: Oddities): string {
  const parts = PARTS[unit];
  const rest = ((value % parts) + parts) % parts;
  const date = new Date(1000 * Number((value - rest) / parts));
  const text = Number.isNaN(date.getTime()) ? '' : date.toISOString();
  if (text.length !== 24) {
    odd.noDate = true;
    return '';
  }
  const fraction = rest === 0n ? '' : `.${String(rest).padStart(String(parts).length - 1, '0')}`;
  return text.slice(0, 19).replace('T', ' ') + fraction;
}

/** The conversion of decimals, correctly rounded as their text would be. Throws for a scale that no decimal has. */
function decimals(scale: number): Conversion {
  if (!(scale >= 0 && scale <= 1000)) throw new RangeError('a decimal has an impossible scale');
  return numbers((value) => {
    const unscaled = value instanceof Uint8Array ? bigEndian(value) : (value as number | bigint);
    const number = Number(unscaled);
    if (scale < POWERS.length && Number.isSafeInteger(number)) return number / POWERS[scale];
    return Number(`${unscaled}e-${scale}`);
  });
}

const bigEndian = (bytes: Uint8Array): bigint =>
  BigInt.asIntN(
    8 * bytes.length,
    bytes.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n),
  );
