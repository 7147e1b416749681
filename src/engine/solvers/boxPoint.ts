/** Rounding of a residual, in units of eps·(max |y| + max K_ii·||a||_1): sums of n products stay well within it. */
const ROUNDINGS = 8;
/**
 * If a bound is missing, coefficients stop growing once the rounding of K·a would reach this fraction of the largest
 * |y|: beyond that, rounding alone decides.
 */
const READABLE = 1e-6;

/** A point of a box problem (`boxProblem` defines the objective), with its residuals. */
export class BoxPoint {
  readonly n: number;
  readonly alpha: Float64Array;
  /** y − K·alpha, without the intercept. */
  readonly residuals: Float64Array;
  readonly lower: Float64Array;
  readonly upper: Float64Array;
  epsilon = 0;
  /** Moves of a coordinate or pair, and solves for all free ones, so far. */
  iterations = 0;
  /** The largest K_ii. */
  readonly size: number;
  /** Bounds from here on count as missing. */
  unbounded: number;
  private readonly largestY: number;

  constructor(
    readonly y: Float64Array,
    /** K_ii, n. */
    readonly diagonal: Float64Array,
    /** True if sum(alpha) must not change. */
    readonly paired: boolean,
  ) {
    this.n = y.length;
    this.alpha = new Float64Array(this.n);
    this.residuals = y.slice();
    this.lower = new Float64Array(this.n);
    this.upper = new Float64Array(this.n);
    this.size = diagonal.reduce((a, v) => Math.max(a, v), 0);
    this.largestY = y.reduce((a, v) => Math.max(a, Math.abs(v)), 0);
    const rounding = this.n * Number.EPSILON * this.size;
    this.unbounded =
      rounding > 0 && this.largestY > 0 ? (READABLE * this.largestY) / rounding : Number.POSITIVE_INFINITY;
  }

  /** Residuals below this cannot be told from 0. */
  get rounding(): number {
    let sum = 0;
    for (let i = 0; i < this.n; i++) sum += Math.abs(this.alpha[i]);
    return ROUNDINGS * Number.EPSILON * (this.largestY + this.size * sum);
  }

  /** True between its limits: the bounds, and 0 if epsilon makes |a| costly. */
  free(i: number): boolean {
    const a = this.alpha[i];
    return a > this.lower[i] && a < this.upper[i] && !(this.epsilon > 0 && a === 0);
  }

  /** The value at which alpha_i stops when it rises: its bound, or its kink at 0. */
  above(i: number): number {
    return this.epsilon > 0 && this.alpha[i] < 0 ? 0 : this.upper[i];
  }

  /** The value at which alpha_i stops when it falls. */
  below(i: number): number {
    return this.epsilon > 0 && this.alpha[i] > 0 ? 0 : this.lower[i];
  }

  /** The gain of a rising alpha_i per unit, before the intercept: with a positive gain it should rise. */
  rise(i: number): number {
    return this.alpha[i] < 0 ? this.residuals[i] + this.epsilon : this.residuals[i] - this.epsilon;
  }

  /** The loss of a falling alpha_i per unit, before the intercept: with a negative loss it should fall. */
  fall(i: number): number {
    return this.alpha[i] > 0 ? this.residuals[i] - this.epsilon : this.residuals[i] + this.epsilon;
  }
}
