/** The slider's stretch of lambda: positions 0…1 lie evenly in log10(lambda). */
export class LambdaScale {
  private readonly low: number;
  private readonly high: number;

  /** From the least to the greatest lambda of the grid, widened so that the fitted one lies on it. */
  constructor(grid: ArrayLike<number>, fitted: number) {
    let low = Math.log10(fitted);
    let high = low;
    for (let i = 0; i < grid.length; i++) {
      const decade = Math.log10(grid[i]);
      if (!Number.isFinite(decade)) continue;
      low = Math.min(low, decade);
      high = Math.max(high, decade);
    }
    this.low = low;
    this.high = high > low ? high : low + 1;
  }

  get least(): number {
    return 10 ** this.low;
  }

  get greatest(): number {
    return 10 ** this.high;
  }

  position(lambda: number): number {
    return Math.min(1, Math.max(0, (Math.log10(lambda) - this.low) / (this.high - this.low)));
  }

  lambda(position: number): number {
    return 10 ** (this.low + Math.min(1, Math.max(0, position)) * (this.high - this.low));
  }

  /** `decades` further, but not off the ends. */
  moved(lambda: number, decades: number): number {
    return this.lambda(this.position(lambda) + decades / (this.high - this.low));
  }

  clamped(lambda: number): number {
    return Math.min(this.greatest, Math.max(this.least, lambda));
  }
}
