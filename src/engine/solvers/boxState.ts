import { BoxPoint } from './boxPoint';

/** A point of a box problem on a dense matrix, that moves along coordinates. */
export class BoxState extends BoxPoint {
  constructor(
    /** n×n, symmetric, column-major. */
    readonly k: Float64Array,
    y: Float64Array,
    paired: boolean,
  ) {
    super(
      y,
      Float64Array.from(y, (_, i) => k[i + i * y.length]),
      paired,
    );
  }

  /** alpha_i ← value, and the residuals with it. */
  move(i: number, value: number): void {
    this.subtract(i, value - this.alpha[i]);
    this.alpha[i] = value;
    this.iterations++;
  }

  /** Residuals afresh from alpha. */
  refresh(): void {
    this.residuals.set(this.y);
    for (let i = 0; i < this.n; i++) if (this.alpha[i] !== 0) this.subtract(i, this.alpha[i]);
  }

  /** Residuals after alpha_i rose by `step`. */
  subtract(i: number, step: number): void {
    const { n, k, residuals } = this;
    for (let j = 0, o = i * n; j < n; j++, o++) residuals[j] -= k[o] * step;
  }
}
