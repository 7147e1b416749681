import { KernelscopeError } from '../contract/failure';
import type { Computing } from '../linalg/linalg';
import { plain } from '../words/numbers';
import { gramProduct } from './gram';
import type { PathSolver, PathTask } from './path';
import { SignVelocity } from './signVelocity';

/** Events between two computations of residuals and rates from scratch. */
const RENEW = 64;
/** Events in a row without progress in time, per row and on top, before rounding is blamed for them. */
const STILL = { perRow: 10, more: 100 };
/** The factor by which the noise level of rates is then multiplied, and the number of times before giving up. */
const LOUDER = 10;
const PATIENCE = 8;
/** Roundings of K·alpha below which a residual is 0. */
const RESIDUAL_ROUNDINGS = 4;

/**
 * The sign gradient flow, d alpha/dt = v with v of `SignVelocity`, exactly: the limit of kernel sign gradient descent
 * (SIGN section 5, Prop. 4 and 5) as its step goes to 0. The velocity is constant until a residual becomes 0, so alpha
 * is piecewise linear in t, and the path goes from one such event to the next. Strengths are times. ||r||_1 falls along
 * it, |alpha_i| ≤ t, and a diagonal K gives alpha_i = sign(y_i)·min(t, |y_i/k_ii|).
 *
 * A residual that is 0 to rounding and stays so counts as 0, and once all are, alpha no longer moves. Residuals that
 * become 0 together do so in the order of their rows. An event takes O(n·s + s²) for s sliding rows, and memory n²/2
 * entries at most. If rounding makes rows go in and out for ever, small rates are taken as 0, and `remainder` tells how
 * small; it is 0 otherwise. Throws `numerics/failed` if even that leaves no way on: the matrix is then hardly positive
 * semidefinite.
 */
export const signFlowPath: PathSolver = (task, visit, context) => {
  const flow = new SignFlow(task, context);
  for (let index = 0; index < task.strengths.length; index++) {
    const iterations = flow.run(task.strengths[index]);
    const { alpha, residuals, remainder } = flow;
    if (!visit({ index, alpha, intercept: 0, residuals, remainder, iterations })) return;
  }
};

class SignFlow {
  readonly alpha: Float64Array;
  readonly residuals: Float64Array;
  private readonly velocity: SignVelocity;
  private t = 0;
  /** Residuals up to this size are rounding, and the size of rounding in y alone. */
  private zero: number;
  private readonly least: number;
  private sinceRenewal = 0;
  private still = 0;
  private louder = 0;

  constructor(
    private readonly task: PathTask,
    private readonly context: Computing,
  ) {
    const { gram, y } = task;
    this.alpha = new Float64Array(gram.n);
    this.residuals = Float64Array.from(y);
    this.velocity = new SignVelocity(gram, this.residuals, context);
    this.least = RESIDUAL_ROUNDINGS * Number.EPSILON * y.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
    this.zero = this.least;
  }

  /** Follows the flow to time `until`; returns the number of events on the way. */
  run(until: number): number {
    const { velocity } = this;
    for (let events = 0; ; events++) {
      this.context.check();
      const event = this.nextEvent();
      const wait = event.row < 0 ? Number.POSITIVE_INFINITY : event.wait;
      if (this.t + wait >= until) {
        this.advance(until - this.t);
        this.t = until;
        if (this.louder > 0) this.renew();
        return events;
      }
      this.advance(wait);
      this.watch(this.t + wait > this.t);
      this.t += wait;
      this.residuals[event.row] = 0;
      velocity.enter(event.row);
      if (velocity.signed === 0) velocity.stop();
      if (++this.sinceRenewal >= RENEW) this.renew();
    }
  }

  /**
   * 0 while the path is exact to rounding; otherwise the fraction of the largest possible rate below which rates count
   * as 0.
   */
  get remainder(): number {
    const { noise, largest } = this.velocity;
    return this.louder === 0 ? 0 : noise / (largest * this.alpha.length);
  }

  /**
   * The row whose residual is the next to become 0, or which already belongs to those at 0, and the time until then.
   */
  private nextEvent(): { readonly row: number; readonly wait: number } {
    const { residuals, zero } = this;
    const { v, rates, states, noise } = this.velocity;
    let row = -1;
    let wait = Number.POSITIVE_INFINITY;
    for (let i = 0; i < residuals.length; i++) {
      if (states[i] === 'sliding') continue;
      const approach = v[i] * rates[i];
      let until = Number.POSITIVE_INFINITY;
      if (states[i] === 'held') {
        if (Math.abs(rates[i]) > noise) until = 0;
      } else if (approach > noise) until = Math.max(0, (v[i] * residuals[i]) / approach);
      else if (approach >= -noise && v[i] * residuals[i] <= zero) until = 0;
      if (until < wait) {
        wait = until;
        row = i;
      }
    }
    return { row, wait };
  }

  private advance(wait: number): void {
    const { alpha, residuals } = this;
    const { v, rates, states, largest } = this.velocity;
    if (!(wait > 0)) return;
    let length = 0;
    for (let i = 0; i < alpha.length; i++) {
      alpha[i] += wait * v[i];
      length += Math.abs(alpha[i]);
      if (states[i] === 'sliding') continue;
      const left = residuals[i] - wait * rates[i];
      residuals[i] = states[i] === 'held' || v[i] * left > 0 ? left : 0;
    }
    this.zero = this.least + RESIDUAL_ROUNDINGS * Number.EPSILON * largest * length;
  }

  /** Computes residuals and rates anew, free of the rounding that events have left in them. */
  private renew(): void {
    const { residuals, alpha } = this;
    const { gram, y } = this.task;
    gramProduct(gram, alpha, residuals, this.context);
    for (let i = 0; i < residuals.length; i++) residuals[i] = y[i] - residuals[i];
    this.velocity.renew();
    this.sinceRenewal = 0;
  }

  /** Rows that go in and out for ever at one time do so because of rounding: rates must then be larger to count. */
  private watch(advanced: boolean): void {
    this.still = advanced ? 0 : this.still + 1;
    if (this.still <= STILL.perRow * this.residuals.length + STILL.more) return;
    if (this.louder === PATIENCE)
      throw new KernelscopeError(
        'numerics/failed',
        `The sign gradient flow stopped at time ${plain(this.t, 4)}: the kernel matrix is too close to singular. Use a shorter length scale, or sign gradient descent in steps.`,
        { time: this.t, rows: this.residuals.length },
      );
    this.velocity.noise *= LOUDER;
    this.louder++;
    this.still = 0;
    this.renew();
  }
}
