import type { SpectrumData } from '../contract/run';

/** Sums over the penalised directions of a spectrum, those beyond it included, from which a filter's risk follows. */
export interface FilterSums {
  /** (1−g)²·c², in units of y squared. */
  readonly squared: number;
  /** (1−g)², 1−g, g² and g. */
  readonly lost: number;
  readonly free: number;
  readonly kept: number;
  readonly df: number;
}

/**
 * Running sums over a spectrum at one lambda: afterwards the sums of any zones filter with that lambda cost a few additions.
 * Sums of what is left run from the last direction on and sums of what is kept from the first, so that no difference of
 * theirs cancels (looZones.ts).
 */
export class ZoneSums {
  private readonly squared: Float64Array;
  private readonly lost: Float64Array;
  private readonly free: Float64Array;
  private readonly whole: Float64Array;
  private readonly kept: Float64Array;
  private readonly df: Float64Array;
  private readonly all: number;

  constructor(
    { mu, rank, coordinates, beyond }: Pick<SpectrumData, 'mu' | 'rank' | 'coordinates' | 'beyond'>,
    lambda: number,
  ) {
    const q = mu.length;
    this.all = q + beyond.count;
    const sums = () => new Float64Array(q + 1);
    [this.squared, this.lost, this.free] = [sums(), sums(), sums()];
    [this.whole, this.kept, this.df] = [sums(), sums(), sums()];
    this.squared[q] = this.whole[q] = beyond.score;
    this.lost[q] = this.free[q] = beyond.count;
    for (let i = q - 1; i >= 0; i--) {
      const left = i < rank ? lambda / (mu[i] + lambda) : 1;
      const score = coordinates[i] * coordinates[i];
      this.squared[i] = this.squared[i + 1] + left * left * score;
      this.lost[i] = this.lost[i + 1] + left * left;
      this.free[i] = this.free[i + 1] + left;
      this.whole[i] = this.whole[i + 1] + score;
    }
    for (let i = 0; i < q; i++) {
      const share = i < rank ? mu[i] / (mu[i] + lambda) : 0;
      this.kept[i + 1] = this.kept[i] + share * share;
      this.df[i + 1] = this.df[i] + share;
    }
  }

  /** Directions 0…from−1 kept whole, from…to−1 shrunk, the rest left out. */
  at({ from, to }: { readonly from: number; readonly to: number }): FilterSums {
    return {
      squared: this.squared[from] - this.squared[to] + this.whole[to],
      lost: this.lost[from] - this.lost[to] + (this.all - to),
      free: this.free[from] - this.free[to] + (this.all - to),
      kept: from + (this.kept[to] - this.kept[from]),
      df: from + (this.df[to] - this.df[from]),
    };
  }
}
