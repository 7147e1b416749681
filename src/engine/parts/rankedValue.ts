/** The most different values that are counted one by one. */
const FEW = 100_000;
/** Bits of a digit, and digits of a number of 64 bits. */
const BITS = 16;
const DIGITS = 4;

const DOUBLE = new Float64Array(1);
const WORDS = new Uint32Array(DOUBLE.buffer);
const HIGH = new Uint8Array(Uint32Array.of(1).buffer)[0];

/**
 * The value at a place (from 0, which `place` computes from the number of values) of all values in ascending order, and
 * the number of greater ones. Exact, in memory that does not grow with them: `values` is called for all of them, none
 * NaN and in any order, up to four times, or once if few differ.
 */
export async function rankedValue(
  values: () => AsyncIterable<Float64Array>,
  place: (count: number) => number,
): Promise<{ readonly value: number; readonly greater: number }> {
  // Digits of the value, the highest first, as far as they are known.
  const prefix: number[] = [];
  let below = 0;
  let count = 0;
  for (;;) {
    const digits = new Float64Array(2 ** BITS);
    const single = new Map<number, number>();
    for await (const block of values())
      for (const value of block) {
        if (prefix.length === 0) count++;
        else if (!begins(value, prefix)) continue;
        digits[digitOf(value, prefix.length)]++;
        if (single.size <= FEW) single.set(value, (single.get(value) ?? 0) + 1);
      }
    const rank = place(count);
    if (single.size <= FEW) {
      for (const [value, times] of [...single].sort(([a], [b]) => a - b)) {
        below += times;
        if (below > rank) return { value, greater: count - below };
      }
      throw new RangeError(`there is no value ${rank} of ${count}`);
    }
    const next = digits.findIndex((times) => {
      if (below + times > rank) return true;
      below += times;
      return false;
    });
    prefix.push(next);
  }
}

const begins = (value: number, prefix: readonly number[]): boolean =>
  prefix.every((digit, i) => digitOf(value, i) === digit);

/** Digit i, the highest first, of a 64-bit number that orders as the values do. */
function digitOf(value: number, i: number): number {
  // 0 and −0 count as the same value.
  DOUBLE[0] = value + 0;
  const high = i < DIGITS / 2;
  const flipped = WORDS[HIGH] >>> 31 === 1 ? 0xffffffff : high ? 0x80000000 : 0;
  const word = WORDS[high ? HIGH : 1 - HIGH] ^ flipped;
  return i % 2 === 0 ? word >>> BITS : word & (2 ** BITS - 1);
}
