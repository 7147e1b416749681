import { inBlocks, quietContext, type RunContext } from '../contract/context';
import { mersenneTwister } from '../statistics/mersenneTwister';

/** The number of draws that, with their use, take some milliseconds on a busy machine. */
const BETWEEN_LOOKS = 2 ** 14;

/**
 * Seeded random numbers: the Mersenne Twister MT19937. The same seed, an integer from 0 to 2^32 − 1, gives the same
 * numbers on every machine, those of numpy's RandomState([seed, 0]).
 */
export class Random {
  private readonly draw: () => number;
  /** The second of the last pair of normal draws. */
  private spare: number | undefined;

  /** With a context, cancellation is checked for between draws. */
  constructor(seed: number, context?: Pick<RunContext, 'check'>) {
    const draw = mersenneTwister([seed, 0]);
    let drawn = 0;
    this.draw = context
      ? () => {
          if (drawn++ % BETWEEN_LOOKS === 0) context.check();
          return draw();
        }
      : draw;
  }

  /** Uniform over 0 … 2^32 − 1. */
  uint32(): number {
    return this.draw();
  }

  /** Uniform over [0, 1), with 53 random bits. */
  uniform(): number {
    const high = this.draw() >>> 5;
    const low = this.draw() >>> 6;
    return (high * 67_108_864 + low) / 9_007_199_254_740_992;
  }

  /** Uniform over 0 … n − 1, n up to 2^32; without the bias of a remainder. */
  below(n: number): number {
    // A remainder of numbers that may exceed 32 bits takes several times as long as the draw, and only the last n draws
    // may be too many.
    const least = 2 ** 32 - n;
    let draw = this.uint32();
    if (draw >= least) {
      const limit = 2 ** 32 - (2 ** 32 % n);
      while (draw >= limit) draw = this.uint32();
    }
    return n < 2 ** 32 ? (draw >>> 0) % (n >>> 0) : draw;
  }

  /**
   * Standard normal, by Marsaglia's polar method (Marsaglia and Bray 1964). Exact transforms this short are not worth a
   * package, and the engine then draws the same numbers whatever a later version of one would do.
   */
  normal(): number {
    if (this.spare !== undefined) {
      const { spare } = this;
      this.spare = undefined;
      return spare;
    }
    for (;;) {
      const u = 2 * this.uniform() - 1;
      const v = 2 * this.uniform() - 1;
      const square = u * u + v * v;
      if (square >= 1 || square === 0) continue;
      const factor = Math.sqrt((-2 * Math.log(square)) / square);
      this.spare = factor * v;
      return factor * u;
    }
  }

  /** Exponential with mean 1. */
  exponential(): number {
    return -Math.log(1 - this.uniform());
  }

  /** Chi-squared with an integer number of degrees of freedom: as many squared normals, exact and quick if few. */
  chiSquared(degrees: number): number {
    let sum = 0;
    for (let k = 0; k < degrees; k++) sum += this.normal() ** 2;
    return sum;
  }
}

/** 0 … n−1 in random order (Fisher and Yates, in Durstenfeld's form). */
export function permutation(n: number, seed: number, context: RunContext = quietContext): Uint32Array {
  const random = new Random(seed);
  const order = new Uint32Array(n);
  for (let i = 0; i < n; i++) order[i] = i;
  const drawn = (from: number, to: number) => {
    for (let i = n - 1 - from; i > n - 1 - to; i--) {
      const j = random.below(i + 1);
      const swapped = order[i];
      order[i] = order[j];
      order[j] = swapped;
    }
  };
  inBlocks(n - 1, context, 8, drawn);
  return order;
}
