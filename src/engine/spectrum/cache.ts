import { quietContext, type RunContext } from '../contract/context';

/**
 * The last results, stored so that the same rows fitted again, say at another lambda, need no second decomposition. One
 * value per slot; a slot forgets its value when another key is requested, before the new one is computed. Arrays that
 * leave the engine must be copies: transferring them empties them.
 */
export class SpectrumCache {
  private readonly slots = new Map<string, { readonly key: string; readonly value: unknown }>();

  recall<T>(slot: string, key: string, compute: () => T): T {
    const entry = this.slots.get(slot);
    if (entry?.key === key) return entry.value as T;
    this.slots.delete(slot);
    const value = compute();
    this.slots.set(slot, { key, value });
    return value;
  }

  /** Forgets every value whose key has another prefix: called before other rows need the memory. */
  retain(prefix: string): void {
    for (const [slot, { key }] of this.slots) if (!key.startsWith(prefix)) this.slots.delete(slot);
  }
}

/** A fingerprint of numbers, bit by bit: two 32-bit FNV-1a hashes from different starting points, and the length. */
export function fingerprint(...arrays: readonly Float64Array[]): string {
  return fingerprintWithin(quietContext, arrays);
}

/** Words between two looks at the flag: some 20 ms. */
const LOOK = 2 ** 19;

/** The same for very many numbers, which takes a second for ten million of them: can be cancelled. */
export function fingerprintWithin(context: RunContext, arrays: readonly Float64Array[]): string {
  let a = 0x811c9dc5;
  let b = 0x1b873593;
  for (const array of arrays) {
    const words = new Uint32Array(array.buffer, array.byteOffset, array.length * 2);
    for (let from = 0; from < words.length; from += LOOK) {
      context.check();
      for (const word of words.subarray(from, from + LOOK)) {
        a = Math.imul(a ^ word, 0x01000193);
        b = Math.imul(b ^ (word + (a >>> 15)), 0x85ebca6b);
        a ^= a >>> 13;
      }
    }
  }
  return `${arrays.map((v) => v.length).join('+')}:${(a >>> 0).toString(16)}${(b >>> 0).toString(16)}`;
}
