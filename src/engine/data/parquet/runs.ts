import { type Cursor, varintAt } from './thrift';

/** The most bits of a position: no writer makes dictionaries of more than 16 million entries. */
const WIDEST = 24;

/**
 * Reads values of `width` bits into all of `out`: runs of one value and groups of eight packed values, mixed (Parquet's
 * encoding RLE). Throws when the bytes from `from` to `to` end early.
 */
export function readRuns(
  bytes: Uint8Array,
  from: number,
  to: number,
  width: number,
  out: Int32Array | Uint8Array,
): void {
  if (width > WIDEST) throw new RangeError('values are too wide');
  const cursor = { bytes: bytes.subarray(0, to), at: from };
  for (let i = 0; i < out.length; ) {
    const head = varintAt(cursor, 5);
    const count = Math.floor(head / 2);
    if (head % 2 === 1) {
      const groups = cursor.at;
      i = unpack(cursor, width, out, i, Math.min(out.length, i + 8 * count));
      // The last group is complete, even when fewer values are wanted.
      cursor.at = groups + count * width;
      continue;
    }
    let value = 0;
    for (let shift = 0; shift < width; shift += 8) value |= bytes[cursor.at++] << shift;
    if (cursor.at > to) throw new RangeError('runs end early');
    const end = Math.min(out.length, i + count);
    out.fill(value, i, end);
    i = end;
  }
}

/** Unpacks values from the low bits on; returns the position in `out` where they end. */
function unpack(
  { bytes, at }: Cursor,
  width: number,
  out: Int32Array | Uint8Array,
  first: number,
  end: number,
): number {
  if (at + Math.ceil(((end - first) * width) / 8) > bytes.length) throw new RangeError('packed values end early');
  const mask = 2 ** width - 1;
  let buffer = 0;
  let held = 0;
  let next = at;
  for (let i = first; i < end; i++) {
    while (held < width) {
      buffer |= bytes[next++] << held;
      held += 8;
    }
    out[i] = buffer & mask;
    buffer >>>= width;
    held -= width;
  }
  return end;
}
