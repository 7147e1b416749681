import type { PredictedOutput } from '../contract/rpc';

/** The number of decimals if neither widths nor values determine it. */
const UNSAID = 6;
const MOST = 15;

/**
 * Counts in how many decimals the predictions of each output have a meaning, from rows that come in blocks: a hundredth
 * of the usual width of an interval is the last digit; without intervals six digits of the largest prediction.
 */
export class DecimalsTally {
  private readonly outputs: OutputTally[] = [];

  add(outputs: readonly PredictedOutput[]): void {
    outputs.forEach((output, o) => {
      this.outputs[o] ??= new OutputTally();
      this.outputs[o].add(output);
    });
  }

  /** The decimals of each output. */
  decimals(): number[] {
    return this.outputs.map((tally) => tally.decimals());
  }
}

class OutputTally {
  /**
   * The number of intervals that call for each number of decimals; the narrowest, whose hundredth is no longer a
   * number, come last.
   */
  private readonly counts = new Array<number>(MOST + 2).fill(0);
  private intervals = 0;
  private largest = 0;

  add({ predicted, lower, upper }: PredictedOutput): void {
    for (let i = 0; i < predicted.length; i++) {
      const width = upper[i] - lower[i];
      if (Number.isFinite(width) && width > 0) {
        this.counts[width / 100 > 0 ? decimalsTo(width / 100) : MOST + 1]++;
        this.intervals++;
      }
      if (Number.isFinite(predicted[i])) this.largest = Math.max(this.largest, Math.abs(predicted[i]));
    }
  }

  decimals(): number {
    if (this.intervals === 0) return this.largest / 1e6 > 0 ? decimalsTo(this.largest / 1e6) : UNSAID;
    // The upper median of the widths: the wider, the fewer decimals.
    let narrower = 0;
    let decimals = MOST + 2;
    while (narrower <= this.intervals >> 1) narrower += this.counts[--decimals];
    return decimals > MOST ? UNSAID : decimals;
  }
}

const decimalsTo = (last: number): number => Math.min(MOST, Math.max(0, Math.ceil(-Math.log10(last))));
