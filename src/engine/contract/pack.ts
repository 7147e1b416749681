import { KernelscopeError } from './failure';

/**
 * A value of plain objects, arrays and typed arrays in one buffer, and back: the form in which runs and models are
 * stored, and in which a run travels to the page.
 *
 * Layout, little-endian: magic "KSCP" (4 bytes), format version (uint32), length of the JSON in bytes (uint32), 4 bytes
 * zero, the JSON padded with blanks to a multiple of 8, then the arrays, each starting at a multiple of 8. In the JSON an
 * array stands as {"$array":[type, offset from the first array, length]}; numbers JSON lacks stand as {"$number":"NaN"}; and
 * a key that would be taken for either, as the name of a column may be, has one more $ in front.
 */
const MAGIC = 0x5043534b;
const FORMAT = 1;
const HEAD = 16;

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

const padded = (bytes: number) => (bytes + 7) & ~7;

function typeOf(value: object): TypeName | undefined {
  for (const name of Object.keys(TYPES) as TypeName[]) if (value.constructor === TYPES[name]) return name;
  return undefined;
}

export function pack(value: unknown): Uint8Array<ArrayBuffer> {
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
  const json = new TextEncoder().encode(JSON.stringify(visit(value)));
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
  return bytes;
}

const bad = (why: string) => new KernelscopeError('run/unreadable', `This is not a Kernelscope file: ${why}.`);

/** Length in bytes of the JSON, without its padding. */
function jsonBytes(bytes: Uint8Array): number {
  if (bytes.length < HEAD) throw bad('it is too short');
  const head = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (head.getUint32(0, true) !== MAGIC) throw bad('it does not begin with its mark');
  const format = head.getUint32(4, true);
  if (format !== FORMAT) throw bad(`its format is ${format}, this version reads ${FORMAT}`);
  return head.getUint32(8, true);
}

function parse(json: Uint8Array, arrayOf: (type: TypeName, offset: number, length: number) => unknown): unknown {
  const revive = (_key: string, v: unknown): unknown => {
    if (v === null || typeof v !== 'object') return v;
    if ('$number' in v) return Number(v.$number);
    if ('$array' in v && Array.isArray(v.$array)) return arrayOf(...(v.$array as [TypeName, number, number]));
    if (Array.isArray(v) || !Object.keys(v).some((key) => ESCAPED.test(key))) return v;
    return Object.fromEntries(Object.entries(v).map(([key, item]) => [ESCAPED.test(key) ? key.slice(1) : key, item]));
  };
  try {
    return JSON.parse(new TextDecoder().decode(json), revive);
  } catch (error) {
    throw error instanceof KernelscopeError ? error : bad('its description is damaged');
  }
}

/** How many bytes `unpackHead` needs, told from the first 16 or more. Throws `run/unreadable`. */
export function packedHeadLength(bytes: Uint8Array): number {
  return HEAD + jsonBytes(bytes);
}

/** The value from the beginning of its bytes alone, its arrays left out: enough for a list. Throws `run/unreadable`. */
export function unpackHead(bytes: Uint8Array): unknown {
  const length = packedHeadLength(bytes);
  if (length > bytes.length) throw bad('it was cut off');
  return parse(bytes.subarray(HEAD, length), () => undefined);
}

/** Throws `run/unreadable` when the bytes are not a whole packed value of this format. Arrays are copies. */
export function unpack(bytes: Uint8Array): unknown {
  const length = jsonBytes(bytes);
  const start = HEAD + padded(length);
  if (start > bytes.length) throw bad('it was cut off');
  return parse(bytes.subarray(HEAD, HEAD + length), (type, offset, items) => {
    const kind = TYPES[type];
    if (kind === undefined || !(offset >= 0) || !(items >= 0)) throw bad('an array in it is damaged');
    const from = start + offset;
    const to = from + items * kind.BYTES_PER_ELEMENT;
    if (to > bytes.length) throw bad('it was cut off');
    // Not slice: that of a node Buffer is a view, not a copy.
    return new kind(new Uint8Array(bytes.subarray(from, to)).buffer);
  });
}
