/** Spellings longer than this, in bytes, are not remembered: they hardly repeat. */
const LONGEST = 64;
const SLOTS = 4096;
const MOST = SLOTS / 2;

/**
 * The codes of words already seen, by their bytes, so that a word that repeats is not made into a string again.
 * Open addressing over a hash that the caller computes while it scans the cell.
 */
export class ByteSpellings {
  private readonly slots = new Int32Array(SLOTS).fill(-1);
  private readonly hashes: number[] = [];
  private readonly codes: number[] = [];
  private readonly words: Uint8Array[] = [];

  /** The code, or −2 when the word is new. */
  find(bytes: Uint8Array, start: number, end: number, hash: number): number {
    for (let slot = hash & (SLOTS - 1); ; slot = (slot + 1) & (SLOTS - 1)) {
      const entry = this.slots[slot];
      if (entry < 0) return -2;
      if (this.hashes[entry] === hash && same(this.words[entry], bytes, start, end)) return this.codes[entry];
    }
  }

  learn(bytes: Uint8Array, start: number, end: number, hash: number, code: number): void {
    if (end - start > LONGEST || this.words.length === MOST) return;
    let slot = hash & (SLOTS - 1);
    while (this.slots[slot] >= 0) slot = (slot + 1) & (SLOTS - 1);
    this.slots[slot] = this.words.length;
    this.hashes.push(hash);
    this.codes.push(code);
    this.words.push(bytes.slice(start, end));
  }
}

function same(word: Uint8Array, bytes: Uint8Array, start: number, end: number): boolean {
  if (word.length !== end - start) return false;
  for (let i = 0; i < word.length; i++) if (word[i] !== bytes[start + i]) return false;
  return true;
}
