import type { SpectrumData } from '../contract/run';

/** Sums over the penalised directions of a spectrum, those beyond it included, from which a filter's risk follows. */
export interface FilterSums {
  /** (1−g)²·c², in units of y squared. */
  readonly squared: number;
  /** (1−g)², 1−g, g² and g. */
  readonly squaredRemainders: number;
  readonly remainders: number;
  readonly squaredShares: number;
  readonly df: number;
}

/** The most bytes of running sums cached for one spectrum. */
const CACHED_BYTES = 16e6;
/** The sums by lambda, the least recently used first. */
const caches = new WeakMap<SpectrumData, Map<number, ZoneSums>>();

/**
 * `ZoneSums` of an entire spectrum, cached with it: a map over lambda takes the same ones for any change of the other
 * parameter.
 */
export function zoneSums(spectrum: SpectrumData, lambda: number): ZoneSums {
  const cache = caches.get(spectrum) ?? new Map<number, ZoneSums>();
  caches.set(spectrum, cache);
  const sums = cache.get(lambda) ?? new ZoneSums(spectrum, lambda);
  cache.delete(lambda);
  cache.set(lambda, sums);
  const [oldest] = cache.keys();
  if (cache.size * sums.bytes > CACHED_BYTES) cache.delete(oldest);
  return sums;
}

/**
 * Running sums over a spectrum at one lambda: afterwards the sums of any zones filter with that lambda cost a few
 * additions. Sums of remainders run from the last direction on and sums of kept parts from the first, so that no
 * difference of theirs cancels (looZones.ts).
 */
class ZoneSums {
  private readonly squared: Float64Array;
  private readonly squaredRemainders: Float64Array;
  private readonly remainders: Float64Array;
  private readonly whole: Float64Array;
  private readonly squaredShares: Float64Array;
  private readonly df: Float64Array;
  private readonly all: number;

  constructor(
    { mu, rank, coordinates, beyond }: Pick<SpectrumData, 'mu' | 'rank' | 'coordinates' | 'beyond'>,
    lambda: number,
  ) {
    const q = mu.length;
    this.all = q + beyond.count;
    const sums = () => new Float64Array(q + 1);
    [this.squared, this.squaredRemainders, this.remainders] = [sums(), sums(), sums()];
    [this.whole, this.squaredShares, this.df] = [sums(), sums(), sums()];
    this.squared[q] = this.whole[q] = beyond.score;
    this.squaredRemainders[q] = this.remainders[q] = beyond.count;
    for (let i = q - 1; i >= 0; i--) {
      const left = i < rank ? lambda / (mu[i] + lambda) : 1;
      const score = coordinates[i] * coordinates[i];
      this.squared[i] = this.squared[i + 1] + left * left * score;
      this.squaredRemainders[i] = this.squaredRemainders[i + 1] + left * left;
      this.remainders[i] = this.remainders[i + 1] + left;
      this.whole[i] = this.whole[i + 1] + score;
    }
    for (let i = 0; i < q; i++) {
      const share = i < rank ? mu[i] / (mu[i] + lambda) : 0;
      this.squaredShares[i + 1] = this.squaredShares[i] + share * share;
      this.df[i + 1] = this.df[i] + share;
    }
  }

  get bytes(): number {
    return 6 * this.squared.byteLength;
  }

  /** The sums with directions 0…from−1 kept in full, from…to−1 shrunk, and the rest left out. */
  at({ from, to }: { readonly from: number; readonly to: number }): FilterSums {
    return {
      squared: this.squared[from] - this.squared[to] + this.whole[to],
      squaredRemainders: this.squaredRemainders[from] - this.squaredRemainders[to] + (this.all - to),
      remainders: this.remainders[from] - this.remainders[to] + (this.all - to),
      squaredShares: from + (this.squaredShares[to] - this.squaredShares[from]),
      df: from + (this.df[to] - this.df[from]),
    };
  }
}
