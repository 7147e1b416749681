import { KernelscopeError } from '../contract/failure';
import type { Computing } from '../linalg/linalg';
import { plain } from '../words/numbers';
import { gramDiagonal, gramProduct } from './gram';
import { GrowingCholesky } from './growingCholesky';
import type { PathSolver, PathTask } from './path';
import { addColumns, addInnerProducts } from './signProduct';

/** Events between two computations of the residuals from scratch. */
const RENEW = 64;
/** Roundings of a diagonal entry below which a pivot is noise, and of the largest rate below which rates are. */
const PIVOT_ROUNDINGS = 16;
const RATE_ROUNDINGS = 64;
/** The distance that a weight goes if nothing stops it. */
const FAR = 2 ** 40;
/** Events in a row without progress in time, per row and on top, before rounding is blamed for them. */
const STILL = { perRow: 4, more: 100 };

/**
 * The coordinate flow exactly: the limit of kernel coordinate descent (SIGN section 5, KCD) as its step goes to 0. The rows with the largest
 * |residual| move together: alpha changes at v, of l1 length 1, which is the shortest subgradient of the l_inf loss in feature space
 * (Prop. 5), v = S·rho with the least rho'·S·K·S·rho over rho ≥ 0, sum rho = 1, S the signs of these rows' residuals (forward stagewise
 * regression, Hastie et al. 2007). So the residuals of moving rows fall alike, and those of tied rows that rest no more slowly. v is
 * constant until another residual is as large; strengths are times t, the l1 length travelled.
 *
 * An event takes O(n·s + s²) for s moving rows. Where no direction lowers the largest residual, alpha rests.
 */
export const coordinateFlowPath: PathSolver = (task, visit, context) => {
  const flow = new CoordinateFlow(task, context);
  for (let index = 0; index < task.strengths.length; index++) {
    const iterations = flow.run(task.strengths[index]);
    const { alpha, residuals } = flow;
    if (!visit({ index, alpha, intercept: 0, residuals, remainder: 0, iterations })) return;
  }
};

class CoordinateFlow {
  readonly alpha: Float64Array;
  readonly residuals: Float64Array;
  /** The largest |residual|, and how fast it falls; 0 at rest. */
  private largest: number;
  private fall = 0;
  /** K·v, by which residuals fall. */
  private readonly rates: Float64Array;
  /** Moving rows in the factor's order, their signs, and rho before it is scaled to sum 1. */
  private readonly factor = new GrowingCholesky();
  private readonly moving: number[] = [];
  private readonly signs: Int8Array;
  private weights: number[] = [];
  private readonly diagonal: Float64Array;
  private readonly noise: number;
  private readonly room: Float64Array;
  private t = 0;
  private sinceRenewal = 0;
  private still = 0;

  constructor(
    private readonly task: PathTask,
    private readonly context: Computing,
  ) {
    const { gram, y } = task;
    const { n } = gram;
    this.alpha = new Float64Array(n);
    this.residuals = Float64Array.from(y);
    this.rates = new Float64Array(n);
    this.signs = new Int8Array(n);
    this.room = new Float64Array(n);
    this.diagonal = gramDiagonal(gram);
    this.noise = RATE_ROUNDINGS * Number.EPSILON * this.diagonal.reduce((most, k) => Math.max(most, k), 0);
    const first = y.reduce((best, v, i) => (Math.abs(v) > Math.abs(y[best]) ? i : best), 0);
    this.largest = Math.abs(y[first]);
    if (this.largest > 0) this.join(first, Math.sign(y[first]));
  }

  /** Follows the flow to time `until`; returns the number of events on the way. */
  run(until: number): number {
    for (let events = 0; ; events++) {
      this.context.check();
      if (this.fall === 0) return events;
      const { row, sign, wait } = this.nextEvent();
      if (this.t + wait >= until) {
        this.advance(until - this.t);
        this.t = until;
        return events;
      }
      this.advance(wait);
      this.still = this.t + wait > this.t ? 0 : this.still + 1;
      if (this.still > STILL.perRow * this.alpha.length + STILL.more)
        throw new KernelscopeError(
          'numerics/failed',
          `The coordinate flow stopped at time ${plain(this.t, 4)}: the kernel matrix is too close to singular. Use a shorter length scale, or coordinate descent in steps.`,
          { time: this.t, rows: this.alpha.length },
        );
      this.t += wait;
      if (row < 0) this.rest();
      else this.join(row, sign);
      if (++this.sinceRenewal >= RENEW) this.renew();
    }
  }

  /**
   * The next row whose residual is as large as the largest, its sign then, and the time until then; −1 if all become 0
   * first.
   */
  private nextEvent(): { readonly row: number; readonly sign: number; readonly wait: number } {
    const { residuals, rates, largest, fall, noise, signs } = this;
    let [row, sign, wait] = [-1, 0, largest / fall];
    for (let i = 0; i < residuals.length; i++) {
      if (signs[i] !== 0) continue;
      for (const side of [1, -1]) {
        const nearer = fall - side * rates[i];
        if (!(nearer > noise)) continue;
        const until = Math.max(0, largest - side * residuals[i]) / nearer;
        if (until < wait) [row, sign, wait] = [i, side, until];
      }
    }
    return { row, sign, wait };
  }

  private advance(wait: number): void {
    const { alpha, residuals, rates, moving, signs, weights } = this;
    if (!(wait > 0)) return;
    const whole = weights.reduce((sum, w) => sum + w, 0);
    moving.forEach((row, c) => {
      alpha[row] += (wait * signs[row] * weights[c]) / whole;
    });
    this.largest = Math.max(0, this.largest - wait * this.fall);
    for (let i = 0; i < residuals.length; i++) residuals[i] -= wait * rates[i];
    for (const row of moving) residuals[row] = signs[row] * this.largest;
  }

  /**
   * Row j is tied with the moving ones. Minimises ½rho'·G·rho − sum rho over rho ≥ 0, G = S·K·S, whose solution has the
   * direction of the shortest one of length 1, from the solution without j by active sets (Lawson and Hanson 1974):
   * rows whose weight falls to 0 rest.
   */
  private join(j: number, sign: number): void {
    const { factor, moving, signs, diagonal, room } = this;
    signs[j] = sign;
    let own = 0;
    for (;;) {
      this.context.check();
      this.kernelRow(j);
      if (factor.add(room, diagonal[j], PIVOT_ROUNDINGS * Number.EPSILON * diagonal[j])) break;
      // G has a direction that costs nothing, j for a combination of the others: along it until one of them has no weight.
      factor.solveUpper(room);
      const { place, length } = this.towards((c) => this.weights[c] - sign * signs[moving[c]] * room[c] * FAR);
      if (place < 0) {
        this.rest();
        return;
      }
      own += length * FAR;
      this.leave(place);
    }
    moving.push(j);
    this.weights.push(own);
    for (;;) {
      for (let c = 0; c < moving.length; c++) room[c] = signs[moving[c]];
      factor.solveLower(room);
      factor.solveUpper(room);
      const wanted = moving.map((row, c) => signs[row] * room[c]);
      const { place } = this.towards((c) => wanted[c]);
      if (place < 0) break;
      this.leave(place);
    }
    this.follow();
  }

  /**
   * Moves weights towards those wanted, all the way or until one is 0, whose place is returned; −1 if there is none.
   */
  private towards(wanted: (c: number) => number): { readonly place: number; readonly length: number } {
    const { weights } = this;
    let length = 1;
    let place = -1;
    weights.forEach((weight, c) => {
      const to = wanted(c);
      if (to > 0) return;
      const share = weight / (weight - to);
      if (share < length || (place < 0 && share <= length)) [length, place] = [share, c];
    });
    this.weights = weights.map((weight, c) => Math.max(0, weight + length * (wanted(c) - weight)));
    return { place, length };
  }

  private leave(place: number): void {
    this.factor.remove(place);
    this.signs[this.moving[place]] = 0;
    this.moving.splice(place, 1);
    this.weights.splice(place, 1);
  }

  /** room ← K between the moving rows and row j. */
  private kernelRow(j: number): void {
    const { gram } = this.task;
    const { moving, room } = this;
    if (gram.kind === 'dense') {
      for (let c = 0; c < moving.length; c++) room[c] = gram.k[j * gram.n + moving[c]];
      return;
    }
    const { m, z } = gram;
    for (let c = 0; c < moving.length; c++) {
      room[c] = 0;
      for (let f = 0; f < m; f++) room[c] += z[moving[c] * m + f] * z[j * m + f];
    }
  }

  /** Rates and the fall of the largest residual, from the weights. */
  private follow(): void {
    const { gram } = this.task;
    const { moving, signs, weights, rates, noise } = this;
    const { n } = gram;
    const whole = weights.reduce((sum, w) => sum + w, 0);
    const listed = Uint32Array.from(moving);
    const v = Float64Array.from(moving, (row, c) => (signs[row] * weights[c]) / whole);
    rates.fill(0);
    if (gram.kind === 'dense') addColumns(gram.k, n, listed, v, listed.length, rates);
    else {
      const features = new Float64Array(gram.m);
      addColumns(gram.z, gram.m, listed, v, listed.length, features);
      addInnerProducts(gram.z, gram.m, Uint32Array.from(rates.keys()), n, features, rates);
    }
    this.fall = 1 / whole;
    for (const row of moving) rates[row] = signs[row] * this.fall;
    if (!(this.fall > noise)) this.rest();
  }

  /** Nothing lowers the largest residual: alpha no longer moves. */
  private rest(): void {
    this.fall = 0;
    this.rates.fill(0);
  }

  /** Computes the residuals anew, free of the rounding that events have left in them. */
  private renew(): void {
    const { residuals, alpha, moving, signs } = this;
    const { gram, y } = this.task;
    gramProduct(gram, alpha, residuals, this.context);
    for (let i = 0; i < residuals.length; i++) residuals[i] = y[i] - residuals[i];
    this.largest = moving.reduce((sum, row) => sum + (signs[row] * residuals[row]) / moving.length, 0);
    this.sinceRenewal = 0;
  }
}
