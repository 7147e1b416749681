/** Numbers that look drawn, the same for the same seed: mulberry32. */
export class Chance {
  constructor(private state: number) {}

  /** In [0, 1). */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let bits = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
    return ((bits ^ (bits >>> 14)) >>> 0) / 4294967296;
  }

  /** An integer from `low` to `high`, both included. */
  whole(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1));
  }

  often(share: number): boolean {
    return this.next() < share;
  }

  one<T>(choices: readonly T[]): T {
    return choices[this.whole(0, choices.length - 1)];
  }

  /** Between powers of ten. */
  power(low: number, high: number): number {
    return 10 ** (low + this.next() * (high - low));
  }
}
