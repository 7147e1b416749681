import type { Computing } from '../linalg/linalg';
import { type Gram, gramDiagonal, gramProduct } from './gram';
import { GrowingCholesky } from './growingCholesky';
import { addColumns, addInnerProducts } from './signProduct';

/** Roundings of a diagonal entry below which a pivot is noise: the row is determined by those already in the factor. */
const PIVOT_ROUNDINGS = 16;
/** Roundings of the largest possible rate below which a rate is noise at first. */
const RATE_ROUNDINGS = 4;

/**
 * The state of a row's residual. signed: it is not 0, or leaves 0, and the velocity is its sign. sliding: it stays 0,
 * with the velocity that this takes, from −1 to 1. held: it stays 0 because the sliding rows do, so that its own
 * velocity is free; it is kept as close to 0 as the others' bounds allow.
 */
export type RowState = 'signed' | 'sliding' | 'held';

/**
 * The velocity v of the sign gradient flow: the least ½v'Kv with v_i = sign(r_i) where r_i ≠ 0 and −1 ≤ v_i ≤ 1 elsewhere, the
 * shortest subgradient of the l1 loss in feature space (SIGN Prop. 5). With g = K·v the residuals fall at the rates g, and
 * its conditions are g_i = 0 where |v_i| < 1, and v_i·g_i ≤ 0 at rows of residual 0 with v_i = ±1.
 *
 * From one set of residuals that are 0 to the next the old velocity is feasible, and an active-set method (Nocedal and
 * Wright 2006, section 16.5) takes it to the new one: each pivot solves with a Cholesky factor of K over the sliding rows and
 * updates g for the others, O(n·sliding). The objective falls with every pivot of nonzero length, so it ends.
 */
export class SignVelocity {
  /** v and g = K·v, n each; g is exactly 0 at sliding rows. */
  readonly v: Float64Array;
  readonly rates: Float64Array;
  readonly states: RowState[];
  signed = 0;
  /** Rates up to this size are rounding. */
  noise: number;

  /** The diagonal of K, and its largest entry, which no entry of K exceeds in size. */
  private readonly diagonal: Float64Array;
  readonly largest: number;
  private readonly factor = new GrowingCholesky();
  /** Sliding rows in the factor's order, as many as the factor has; along them, a direction. */
  private readonly sliding: Uint32Array;
  private readonly direction: Float64Array;
  /** The change of v, by row, since g was last brought up to date; and room to list rows and their changes. */
  private readonly change: Float64Array;
  private readonly listed: Uint32Array;
  private readonly weights: Float64Array;
  /** Features of a factor Gram. */
  private readonly features: Float64Array;

  constructor(
    private readonly gram: Gram,
    residuals: Float64Array,
    private readonly context: Computing,
  ) {
    const { n } = gram;
    this.v = residuals.map(Math.sign);
    this.rates = new Float64Array(n);
    this.states = Array.from(residuals, (r) => (r === 0 ? 'held' : 'signed'));
    this.signed = this.states.filter((state) => state === 'signed').length;
    this.diagonal = gramDiagonal(gram);
    this.largest = this.diagonal.reduce((most, k) => Math.max(most, k), 0);
    this.noise = RATE_ROUNDINGS * Number.EPSILON * n * this.largest;
    this.sliding = new Uint32Array(n);
    this.direction = new Float64Array(n);
    this.change = new Float64Array(n);
    this.listed = new Uint32Array(n);
    this.weights = new Float64Array(n);
    this.features = new Float64Array(gram.kind === 'dense' ? 0 : gram.m);
    this.renew();
  }

  /** Computes g from scratch, free of the rounding that pivots have left in it. */
  renew(): void {
    gramProduct(this.gram, this.v, this.rates, this.context);
    for (let c = 0; c < this.factor.size; c++) this.rates[this.sliding[c]] = 0;
  }

  /**
   * Row j, signed with a residual that has just become 0, or held and pulled away, joins the others at 0, and v is made
   * optimal again.
   */
  enter(j: number): void {
    const { rates, states, factor, sliding, direction } = this;
    if (states[j] === 'signed') this.signed--;
    this.kernelRow(j);
    if (!factor.add(direction, this.diagonal[j], PIVOT_ROUNDINGS * Number.EPSILON * this.diagonal[j])) this.hold(j);
    else {
      sliding[factor.size - 1] = j;
      states[j] = 'sliding';
      if (Math.abs(rates[j]) > this.noise) this.pivot(j, rates[j]);
    }
    this.follow();
  }

  /** Every residual is 0: nothing moves any more. */
  stop(): void {
    this.v.fill(0);
    this.rates.fill(0);
    this.states.fill('held');
    this.factor.clear();
  }

  /**
   * Row j, the last in the factor, is pulled at rate g_j while the other sliding rows rest: v goes to where all rest, and rows that
   * reach ±1 on the way leave. Their rates follow from the change of v once all pivots are done.
   */
  private pivot(j: number, rate: number): void {
    const { v, factor, sliding, direction } = this;
    for (let left = rate; ; ) {
      this.context.check();
      factor.lastOfInverse(direction);
      for (let c = 0; c < factor.size; c++) direction[c] *= -left;
      const { length, blocked } = this.longest();
      this.move(length);
      left *= 1 - length;
      if (blocked < 0) return;
      const row = sliding[blocked];
      const bound = Math.sign(direction[blocked]);
      this.change[row] += bound - v[row];
      v[row] = bound;
      this.release(blocked);
      if (row === j) return;
    }
  }

  /**
   * The factor cannot distinguish row j from a combination of sliding rows, w = K_ZZ^-1·K_Zj: they can take over its
   * contribution. So its velocity goes to 0, or as far as they stay within their bounds.
   */
  private hold(j: number): void {
    const { v, factor, direction, states } = this;
    factor.solveUpper(direction);
    for (let c = 0; c < factor.size; c++) direction[c] *= v[j];
    const { length } = this.longest();
    this.move(length);
    this.change[j] -= length * v[j];
    v[j] -= length * v[j];
    states[j] = 'held';
  }

  /** direction ← K between the sliding rows and row j. */
  private kernelRow(j: number): void {
    const { gram, direction, sliding, factor, features, weights } = this;
    if (gram.kind === 'dense') {
      const column = j * gram.n;
      for (let c = 0; c < factor.size; c++) direction[c] = gram.k[column + sliding[c]];
      return;
    }
    const { m, z } = gram;
    for (let f = 0; f < m; f++) features[f] = z[j * m + f];
    for (let c = 0; c < factor.size; c++) weights[sliding[c]] = 0;
    addInnerProducts(z, m, sliding, factor.size, features, weights);
    for (let c = 0; c < factor.size; c++) direction[c] = weights[sliding[c]];
  }

  /**
   * The fraction of the direction, at most 1, after which a sliding velocity reaches ±1, and its place; −1 if none
   * does.
   */
  private longest(): { readonly length: number; readonly blocked: number } {
    const { v, direction, sliding, factor } = this;
    let length = 1;
    let blocked = -1;
    for (let c = 0; c < factor.size; c++) {
      const d = direction[c];
      const row = sliding[c];
      const room = d > 0 ? (1 - v[row]) / d : d < 0 ? (-1 - v[row]) / d : Number.POSITIVE_INFINITY;
      if (room < length || (room === length && blocked >= 0 && row < sliding[blocked])) {
        length = Math.max(0, room);
        blocked = c;
      }
    }
    return { length, blocked };
  }

  private move(length: number): void {
    const { v, change, sliding, direction, factor } = this;
    for (let c = 0; c < factor.size; c++) {
      const by = length * direction[c];
      v[sliding[c]] += by;
      change[sliding[c]] += by;
    }
  }

  /** Updates g to the changes of v: through the columns of rows that changed, or row by row of those not sliding. */
  private follow(): void {
    const { gram, rates, states, factor, sliding, change, listed, weights, features } = this;
    const { n } = gram;
    let changed = 0;
    for (let i = 0; i < n; i++) {
      if (change[i] === 0) continue;
      listed[changed] = i;
      weights[changed++] = change[i];
    }
    const byColumns = gram.kind === 'dense' && changed <= n - factor.size;
    if (gram.kind === 'dense' && byColumns) addColumns(gram.k, n, listed, weights, changed, rates);
    else if (gram.kind === 'factor') addColumns(gram.z, gram.m, listed, weights, changed, features.fill(0));
    if (!byColumns) {
      let others = 0;
      for (let i = 0; i < n; i++) if (states[i] !== 'sliding') listed[others++] = i;
      if (gram.kind === 'dense') addInnerProducts(gram.k, n, listed, others, change, rates);
      else addInnerProducts(gram.z, gram.m, listed, others, features, rates);
    }
    for (let c = 0; c < factor.size; c++) rates[sliding[c]] = 0;
    change.fill(0);
  }

  /** The row at place `at` is signed again. */
  private release(at: number): void {
    const { sliding, factor, states } = this;
    states[sliding[at]] = 'signed';
    this.signed++;
    factor.remove(at);
    for (let c = at; c < factor.size; c++) sliding[c] = sliding[c + 1];
  }
}
