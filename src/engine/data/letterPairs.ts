/**
 * How counts of pairs of letters, a table of 256 × 256 for each language in each encoding, were packed by
 * scripts/encodingTables.mjs.
 */
export interface Packing {
  /**
   * The positions in the packed bytes where these begin: the lists of which letters are the same, behind a head that
   * stays as it is; the zeros between values; the values.
   */
  readonly letters: number;
  readonly zeros: number;
  readonly values: number;
  /** For each table, an earlier one of the same language from which it differs little, and the place of its letters. */
  readonly like: readonly (readonly [table: number, letters: number] | null)[];
}

const SIDE = 256;
const TABLE = SIDE * SIDE;
/** A run of zeros of this length goes on in the next byte. */
const MANY = 255;

/** Unpacks the head and the tables behind it. */
export function unpackedPairs(packed: Uint8Array, { letters, zeros, values, like }: Packing): Uint8Array {
  const bytes = new Uint8Array(letters + TABLE * like.length);
  bytes.set(packed.subarray(0, letters));
  let [at, value] = [letters, values];
  for (const run of packed.subarray(zeros, values)) {
    at += run;
    if (run < MANY) bytes[at++] = packed[value++];
  }
  for (const [i, other] of like.entries()) {
    if (other === null) continue;
    const [here, there] = [i, other[0]].map((table) => letters + TABLE * table);
    const same = packed.subarray(letters + SIDE * other[1], letters + SIDE * (other[1] + 1));
    for (let pair = 0; pair < TABLE; pair++)
      bytes[here + pair] += bytes[there + SIDE * same[Math.floor(pair / SIDE)] + same[pair % SIDE]];
  }
  return bytes;
}
