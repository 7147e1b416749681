import { crcOf } from './crc32';
import { KernelscopeError } from './failure';

/**
 * Packs a value of plain objects, arrays and typed arrays into one buffer, and unpacks it: the form in which runs and models are
 * stored, and in which a run travels to the page.
 *
 * Layout, little-endian: magic "KSCP" (4 bytes), format version (uint32), length of the JSON in bytes (uint32), checksum (uint32),
 * the JSON padded with blanks to a multiple of 8, then the arrays in the order in which the JSON names them, each padded to a multiple
 * of 8, and nothing after them. In the JSON an array stands as {"$array":[type, offset from the first array, length]}; numbers JSON
 * lacks stand as {"$number":"NaN"}; and a key that would be taken for either, as the name of a column may be, has one more $ in front.
 *
 * The checksum is the CRC-32 of all other bytes; 0 if an earlier version wrote none. It detects accidents only: a value packed by
 * somebody else may be anything, so the code that unpacks it has to check it (shape.ts).
 */
const MAGIC = 0x5043534b;
const FORMAT = 1;
/** The largest format version that may be a later layout; a larger number is damage. */
const LATEST = 255;
const HEAD = 16;
const CHECKSUM = 12;

/** The largest length of the JSON, 256 MB: nothing that was ever packed has a longer one. */
const MOST_JSON = 2 ** 28;
/** The maximum depth of a value: deeper than any value that is packed, and shallow enough to walk recursively. */
const DEEPEST = 200;

const TYPES = {
  f8: Float64Array,
  f4: Float32Array,
  i4: Int32Array,
  u4: Uint32Array,
  i2: Int16Array,
  u2: Uint16Array,
  i1: Int8Array,
  u1: Uint8Array,
} as const;
type TypeName = keyof typeof TYPES;
type Packed = InstanceType<(typeof TYPES)[TypeName]>;

const MARK = /^\$+(array|number)$/;
const ESCAPED = /^\$\$+(array|number)$/;

/** Not by bit operations, as a packed value may be larger than 2 GB. */
const padded = (bytes: number) => Math.ceil(bytes / 8) * 8;

function typeOf(value: object): TypeName | undefined {
  for (const name of Object.keys(TYPES) as TypeName[]) if (value.constructor === TYPES[name]) return name;
  return undefined;
}

interface Layout {
  readonly described: unknown;
  /** Offsets count from the first array. */
  readonly arrays: readonly { readonly array: Packed; readonly offset: number }[];
  /** The total bytes of all arrays. */
  readonly end: number;
}

/** The JSON that describes a value, and the places of its arrays. */
export function layoutOf(value: unknown): Layout {
  const arrays: { array: Packed; offset: number }[] = [];
  let end = 0;
  const visit = (v: unknown): unknown => {
    if (typeof v === 'number' && !Number.isFinite(v)) return { $number: String(v) };
    if (v === null || typeof v !== 'object') return v;
    if (Array.isArray(v)) return v.map(visit);
    const type = typeOf(v);
    if (type !== undefined) {
      const array = v as Packed;
      arrays.push({ array, offset: end });
      const at = end;
      end += padded(array.byteLength);
      return { $array: [type, at, array.length] };
    }
    const members = Object.entries(v).filter(([, item]) => item !== undefined);
    return Object.fromEntries(members.map(([key, item]) => [MARK.test(key) ? `$${key}` : key, visit(item)]));
  };
  const described = visit(value);
  return { described, arrays, end };
}

export function pack(value: unknown): Uint8Array<ArrayBuffer> {
  const { described, arrays, end } = layoutOf(value);
  const json = new TextEncoder().encode(JSON.stringify(described));
  const start = HEAD + padded(json.length);
  const bytes = new Uint8Array(start + end);
  const head = new DataView(bytes.buffer);
  head.setUint32(0, MAGIC, true);
  head.setUint32(4, FORMAT, true);
  head.setUint32(8, json.length, true);
  bytes.fill(0x20, HEAD, start);
  bytes.set(json, HEAD);
  for (const { array, offset } of arrays) {
    bytes.set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength), start + offset);
  }
  head.setUint32(CHECKSUM, checksum(bytes), true);
  return bytes;
}

const bad = (why: string) => new KernelscopeError('run/unreadable', `This is not a Kernelscope file: ${why}.`);

/** The failure for a file of a later version; `newer` in the data distinguishes it from a damaged one. */
export const tooNew = (code: 'run/unreadable' | 'model/unreadable', found: string, reads: string): KernelscopeError =>
  new KernelscopeError(
    code,
    `A newer version of Kernelscope wrote this file: ${found}, and this version reads ${reads}. Update Kernelscope to open it.`,
    { newer: true },
  );

/** CRC-32 (ISO 3309) of all but the checksum itself. */
function checksum(bytes: Uint8Array): number {
  return ~crcOf(crcOf(-1, bytes, 0, CHECKSUM), bytes, HEAD, bytes.length) >>> 0;
}

/** True if the bytes begin as a packed value does. */
export const beginsPacked = (bytes: Uint8Array): boolean =>
  bytes.length >= 4 && new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true) === MAGIC;

function headOf(bytes: Uint8Array): { readonly json: number; readonly checksum: number } {
  if (bytes.length < HEAD) throw bad('it is too short');
  const head = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!beginsPacked(bytes)) throw bad('it does not begin with its mark');
  const format = head.getUint32(4, true);
  if (format > FORMAT && format <= LATEST) throw tooNew('run/unreadable', `its layout is ${format}`, String(FORMAT));
  if (format !== FORMAT) throw bad('its layout is damaged');
  const json = head.getUint32(8, true);
  if (json > MOST_JSON) throw bad('its description is damaged');
  return { json, checksum: head.getUint32(CHECKSUM, true) };
}

type Visit = (type: TypeName, offset: number, length: number) => unknown;

/** The value that the JSON describes; `visit` supplies its arrays. */
function parse(json: Uint8Array, visit: Visit): unknown {
  const revive = (v: unknown, depth: number): unknown => {
    if (v === null || typeof v !== 'object') return v;
    if (depth > DEEPEST) throw bad('its description is damaged');
    if (Array.isArray(v)) return v.map((item) => revive(item, depth + 1));
    const marked = v as { readonly $number?: unknown; readonly $array?: unknown };
    if (Object.hasOwn(v, '$number')) return oddNumber(marked.$number);
    if (Object.hasOwn(v, '$array')) return arrayAt(marked.$array, visit);
    // Not by assignment, which would not set the key __proto__.
    const members = Object.entries(v).map(([key, item]) => [unescaped(key), revive(item, depth + 1)] as const);
    return Object.fromEntries(members.filter(([, item]) => item !== undefined));
  };
  let described: unknown;
  try {
    described = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(json));
  } catch {
    throw bad('its description is damaged');
  }
  return revive(described, 0);
}

const unescaped = (key: string) => (ESCAPED.test(key) ? key.slice(1) : key);

function oddNumber(text: unknown): number {
  const number = typeof text === 'string' ? Number(text) : 0;
  if (Number.isFinite(number) || text !== String(number)) throw bad('a number in it is damaged');
  return number;
}

function arrayAt(place: unknown, visit: Visit): unknown {
  const [type, offset, length] = Array.isArray(place) ? place : [];
  const whole = [offset, length].every((count) => Number.isSafeInteger(count) && count >= 0);
  if (!whole || typeof type !== 'string' || !Object.hasOwn(TYPES, type)) throw bad('an array in it is damaged');
  return visit(type as TypeName, offset, length);
}

/** The number of bytes that `unpackHead` needs, from the first 16 or more. Throws `run/unreadable`. */
export function packedHeadLength(bytes: Uint8Array): number {
  return HEAD + headOf(bytes).json;
}

/** The value without its arrays, from the beginning of its bytes: enough for a list. Throws `run/unreadable`. */
export function unpackHead(bytes: Uint8Array): unknown {
  const length = packedHeadLength(bytes);
  if (length > bytes.length) throw bad('it was cut off');
  return parse(bytes.subarray(HEAD, length), () => undefined);
}

/** The value in the bytes; throws `run/unreadable` if they are not one complete packed value of this format. Arrays are copies. */
export function unpack(bytes: Uint8Array): unknown {
  const head = headOf(bytes);
  const start = HEAD + padded(head.json);
  if (start > bytes.length) throw bad('it was cut off');
  // Each array begins where the one before ends: none is taken twice, and all together are no larger than the file.
  let end = start;
  const value = parse(bytes.subarray(HEAD, HEAD + head.json), (type, offset, length) => {
    if (start + offset !== end) throw bad('an array in it is damaged');
    const kind = TYPES[type];
    const size = length * kind.BYTES_PER_ELEMENT;
    end += padded(size);
    if (end > bytes.length) throw bad('it was cut off');
    // Not slice, since the slice of a node Buffer is a view, not a copy.
    return new kind(new Uint8Array(bytes.subarray(start + offset, start + offset + size)).buffer);
  });
  if (end < bytes.length) throw bad('something stands after its end');
  if (head.checksum !== 0 && head.checksum !== checksum(bytes))
    throw bad('its checksum does not fit, so it is damaged');
  return value;
}
