/** The most structures that lie within each other; those of Parquet are at most 8 deep. */
const DEEPEST = 32;

/** Types of the compact protocol (thrift-compact-protocol.md). */
const STOP = 0;
const TRUE = 1;
const FALSE = 2;
const BYTE = 3;
const I16 = 4;
const I32 = 5;
const I64 = 6;
const DOUBLE = 7;
const BINARY = 8;
const LIST = 9;
const SET = 10;
const STRUCT = 12;

/** A position in bytes that moves on as they are read. */
export interface Cursor {
  readonly bytes: Uint8Array;
  at: number;
}

/**
 * The position where a structure in Thrift's compact protocol ends that begins at `from`. Throws when there is none: a
 * parser that trusts the lengths of its lists would take memory for them.
 */
export function endOfStruct(bytes: Uint8Array, from: number): number {
  const cursor = { bytes, at: from };
  skipStruct(cursor, 0);
  return cursor.at;
}

/** A number of at most `most` bytes, seven bits in each, the lowest first. */
export function varintAt(cursor: Cursor, most: number): number {
  let value = 0;
  for (let i = 0; i < most; i++) {
    const part = byteAt(cursor);
    value += (part & 127) * 2 ** (7 * i);
    if (part < 128) return value;
  }
  throw new RangeError('a number is too long');
}

function byteAt(cursor: Cursor): number {
  skip(cursor, 1);
  return cursor.bytes[cursor.at - 1];
}

function skip(cursor: Cursor, length: number): void {
  cursor.at += length;
  if (cursor.at > cursor.bytes.length) throw new RangeError('a structure ends early');
}

function skipStruct(cursor: Cursor, depth: number): void {
  if (depth > DEEPEST) throw new RangeError('structures lie too deep');
  for (;;) {
    const field = byteAt(cursor);
    const type = field & 15;
    if (type === STOP) return;
    if (field >> 4 === 0) varintAt(cursor, 3);
    // A truth value is stored in its type.
    if (type !== TRUE && type !== FALSE) skipValue(cursor, type, depth);
  }
}

function skipValue(cursor: Cursor, type: number, depth: number): void {
  if (type === TRUE || type === FALSE || type === BYTE) skip(cursor, 1);
  else if (type === I16 || type === I32) varintAt(cursor, 5);
  else if (type === I64) varintAt(cursor, 10);
  else if (type === DOUBLE) skip(cursor, 8);
  else if (type === BINARY) skip(cursor, varintAt(cursor, 5));
  else if (type === STRUCT) skipStruct(cursor, depth + 1);
  else if (type === LIST || type === SET) {
    const head = byteAt(cursor);
    const size = head >> 4 === 15 ? varintAt(cursor, 5) : head >> 4;
    if (depth > DEEPEST || size > cursor.bytes.length - cursor.at)
      throw new RangeError('a list is longer than the bytes that are left');
    for (let i = 0; i < size; i++) skipValue(cursor, head & 15, depth + 1);
  } else throw new RangeError('an unknown type');
}
