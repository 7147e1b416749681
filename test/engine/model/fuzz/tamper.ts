import { pack, unpack } from '../../../../src/engine/contract/pack';
import { isRecord } from '../../../../src/engine/contract/shape';
import type { Random } from '../../../../src/engine/data/random';

type Step = string | number;
type Tree = Record<Step, unknown>;

/** The offset of the checksum; 0 there means none. */
const CHECKSUM = 12;
const HEAD = 16;

const KINDS = [Float64Array, Float32Array, Int32Array, Uint32Array, Int16Array, Uint16Array, Int8Array, Uint8Array];

const EXTREMES = [0, -0, 1, -1, 0.5, 2, 3, 7, 255, 256, 65536, 2 ** 31, 2 ** 32, 2 ** 53, 1e9, 1e300, 1e-300, 5e-324];
const NUMBERS = [...EXTREMES, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.MAX_VALUE];
const WORDS = [
  '',
  'constructor',
  'toString',
  '__proto__',
  'length',
  'sum',
  'product',
  'features',
  'landmarks',
  'units',
];
const MORE_WORDS = [
  'zones',
  'flow',
  'descent',
  'category',
  'number',
  'binary',
  'gaussian',
  'thinPlate',
  'polyharmonic',
];

const oneOf = <T>(random: Random, of: readonly T[]): T => of[random.below(of.length)];

/** A stored value tampered with by one to three changes: in its content, in its description, or in its bytes. */
export function tampered(bytes: Uint8Array, random: Random): Uint8Array {
  const kind = random.below(10);
  if (kind < 6) return packedAgain(bytes, random);
  if (kind < 8) return redescribed(bytes, random);
  return flipped(bytes, random);
}

/** Members of other types, numbers out of bounds, arrays of other lengths and kinds, parts that change places. */
function packedAgain(bytes: Uint8Array, random: Random): Uint8Array {
  const tree = unpack(bytes) as Tree;
  for (let left = 1 + random.below(3); left > 0; left--) {
    const [holder, key] = place(tree, random);
    holder[key] = changed(holder[key], tree, random);
    if (random.below(12) === 0) delete holder[key];
  }
  return pack(tree);
}

/** A member anywhere: as likely near the root as far from it, so that long lists do not take all. */
function place(tree: Tree, random: Random): readonly [Tree, Step] {
  let holder = tree;
  for (;;) {
    const keys = Object.keys(holder);
    const key = oneOf(random, keys);
    const inner = holder[key];
    const open = (isRecord(inner) || Array.isArray(inner)) && Object.keys(inner).length > 0;
    if (!open || random.below(7) === 0) return [holder, key];
    holder = inner as Tree;
  }
}

function changed(value: unknown, tree: Tree, random: Random): unknown {
  const choice = random.below(8);
  if (choice === 0) return strange(random);
  if (choice === 1) {
    const [holder, key] = place(tree, random);
    return structuredClone(holder[key]);
  }
  if (typeof value === 'number') return oneOf(random, NUMBERS);
  if (typeof value === 'string') return oneOf(random, [...WORDS, ...MORE_WORDS]);
  if (Array.isArray(value)) return resizedList(value, random);
  if (ArrayBuffer.isView(value)) return resizedArray(value as Float64Array, random);
  return strange(random);
}

function strange(random: Random): unknown {
  const number = oneOf(random, NUMBERS);
  const word = oneOf(random, [...WORDS, ...MORE_WORDS]);
  const array = new (oneOf(random, KINDS))(random.below(9));
  return oneOf(random, [
    null,
    true,
    false,
    number,
    word,
    [],
    {},
    [number],
    [word],
    [null],
    array,
    { length: 2e8 },
    { kind: word },
  ]);
}

function resizedList(list: readonly unknown[], random: Random): unknown {
  const choice = random.below(4);
  if (choice === 0) return list.slice(1);
  if (choice === 1) return list.concat(list);
  if (choice === 2) return Array.from({ length: 200 }, () => list[0]);
  return Object.assign({ length: list.length }, list);
}

function resizedArray(array: Float64Array, random: Random): unknown {
  const choice = random.below(6);
  if (choice === 0) return array.slice(0, random.below(array.length + 1));
  if (choice === 1) return new (oneOf(random, KINDS))(array);
  if (choice === 2) return Array.from(array);
  if (choice === 3) return new Float64Array(array.length + 1 + random.below(40));
  const odd = array.slice();
  for (let left = 1 + random.below(3); left > 0; left--) odd[random.below(odd.length)] = oneOf(random, NUMBERS);
  return odd;
}

/** The description edited as text: marks of arrays and odd numbers, their offsets and lengths; arrays named twice. */
function redescribed(bytes: Uint8Array, random: Random): Uint8Array {
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(8, true);
  let json = new TextDecoder().decode(bytes.subarray(HEAD, HEAD + length));
  const marks = [...json.matchAll(/\{"\$array":\[[^\]]*\]\}/g)];
  for (let left = 1 + random.below(2); left > 0; left--) {
    const mark = marks[random.below(marks.length)]?.[0];
    const choice = random.below(4);
    if (mark === undefined || choice === 0) json = cutText(json, random);
    else if (choice === 1) json = json.replace(mark, oneOf(random, marks)[0]);
    else
      json = json.replace(mark, (text) =>
        text.replace(/-?\d+(?=[,\]])|"\w\d"/g, (part) => (random.below(2) === 0 ? part : otherPart(part, random))),
      );
  }
  const text = new TextEncoder().encode(json);
  const start = HEAD + Math.ceil(length / 8) * 8;
  const arrays = bytes.subarray(start);
  const again = new Uint8Array(HEAD + Math.ceil(text.length / 8) * 8 + arrays.length).fill(0x20);
  again.set(bytes.subarray(0, HEAD));
  again.set(text, HEAD);
  again.set(arrays, again.length - arrays.length);
  const head = new DataView(again.buffer);
  head.setUint32(8, text.length, true);
  head.setUint32(CHECKSUM, 0, true);
  return again;
}

function otherPart(part: string, random: Random): string {
  if (part.startsWith('"')) return oneOf(random, ['"f8"', '"u1"', '"i2"', '"constructor"', '"x"', '8', 'null', '[]']);
  return oneOf(random, [
    '0',
    '8',
    '16',
    '-8',
    '1.5',
    '1e300',
    '4294967296',
    '"0"',
    'null',
    String(Number(part) + 1),
    String(2 * Number(part)),
  ]);
}

function cutText(json: string, random: Random): string {
  const at = random.below(json.length);
  const pieces = [
    '',
    '}',
    ']',
    '{',
    '[',
    ',',
    '"',
    '0',
    'null',
    '{"$number":"NaN"}',
    '{"$number":{}}',
    '"__proto__":{},',
    '['.repeat(300),
  ];
  return json.slice(0, at) + oneOf(random, pieces) + json.slice(at + random.below(4));
}

/** Bytes flipped, with the checksum as it was or without one; cut short; bytes appended; a stretch doubled. */
function flipped(bytes: Uint8Array, random: Random): Uint8Array {
  const again = bytes.slice();
  const choice = random.below(5);
  if (choice === 0) return again.slice(0, random.below(again.length));
  if (choice === 1) {
    const longer = new Uint8Array(again.length + 1 + random.below(64));
    longer.set(again);
    return longer;
  }
  if (choice === 2) {
    const from = random.below(again.length);
    again.copyWithin(random.below(again.length), from, from + 1 + random.below(64));
  }
  for (let left = 1 + random.below(4); left > 0; left--) again[random.below(again.length)] ^= 1 << random.below(8);
  if (random.below(4) > 0) again.fill(0, CHECKSUM, HEAD);
  return again;
}
