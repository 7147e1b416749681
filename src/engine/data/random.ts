/**
 * Seeded random numbers: the Mersenne Twister MT19937 (Matsumoto and Nishimura 1998, ACM TOMACS 8(1), the initialisation
 * of 2002). The same seed gives the same numbers as numpy's RandomState, on every machine.
 */
export class Random {
  private readonly state = new Uint32Array(624);
  private at = 624;

  constructor(seed: number) {
    this.state[0] = seed;
    for (let i = 1; i < 624; i++) {
      const before = this.state[i - 1];
      this.state[i] = Math.imul(1812433253, before ^ (before >>> 30)) + i;
    }
  }

  /** Uniform over 0 … 2^32 − 1. */
  uint32(): number {
    if (this.at === 624) this.twist();
    let y = this.state[this.at++];
    y ^= y >>> 11;
    y ^= (y << 7) & 0x9d2c5680;
    y ^= (y << 15) & 0xefc60000;
    return (y ^ (y >>> 18)) >>> 0;
  }

  /** Uniform over [0, 1), with 53 random bits. */
  uniform(): number {
    const high = this.uint32() >>> 5;
    const low = this.uint32() >>> 6;
    return (high * 67_108_864 + low) / 9_007_199_254_740_992;
  }

  /** Uniform over 0 … n − 1, n up to 2^32; without the bias of a remainder. */
  below(n: number): number {
    const limit = 2 ** 32 - (2 ** 32 % n);
    let draw = this.uint32();
    while (draw >= limit) draw = this.uint32();
    return draw % n;
  }

  private twist(): void {
    const s = this.state;
    for (let i = 0; i < 624; i++) {
      const y = (s[i] & 0x80000000) | (s[(i + 1) % 624] & 0x7fffffff);
      s[i] = s[(i + 397) % 624] ^ (y >>> 1) ^ (y & 1 ? 0x9908b0df : 0);
    }
    this.at = 0;
  }
}

/** 0 … n−1 in random order (Fisher and Yates, in Durstenfeld's form). */
export function permutation(n: number, seed: number): Uint32Array {
  const random = new Random(seed);
  const order = Uint32Array.from({ length: n }, (_, i) => i);
  for (let i = n - 1; i > 0; i--) {
    const j = random.below(i + 1);
    const kept = order[i];
    order[i] = order[j];
    order[j] = kept;
  }
  return order;
}
