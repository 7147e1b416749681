import { type Computing, full } from '../linalg/linalg';
import { BoxDense } from './boxDense';
import { BoxPoint } from './boxPoint';
import { dualityGap, type Gap } from './dualityGap';
import { type Gram, gramBlock, gramDiagonal, subtractProduct } from './gram';

/** The number of variables taken from their limits at once, in addition to all that are free. */
const RELEASED = 400;
/** The gap of a working set, relative to the whole one, at which the next set is chosen. */
const SHARE = 0.05;
/** The number of working sets without a better gap or objective after which rounding is taken to decide. */
const PATIENCE = 8;

/**
 * Solves box problems that are too large for one dense factor, or on a product of features: a working set of all free
 * variables and those that gain most by leaving their limits is solved as a separate dense problem, and then the next
 * (decomposition after Joachims 1999, with sets of hundreds instead of a few). Every set lowers the objective.
 */
export class BoxLarge {
  readonly point: BoxPoint;

  constructor(
    private readonly gram: Gram,
    y: Float64Array,
    intercept: boolean,
  ) {
    this.point = new BoxPoint(y, gramDiagonal(gram), intercept);
  }

  refresh(context: Computing): void {
    this.point.residuals.set(this.point.y);
    subtractProduct(this.gram, this.point.alpha, this.point.residuals, context);
  }

  descend(suffices: (gap: Gap) => boolean, context: Computing): Gap {
    let least = Number.POSITIVE_INFINITY;
    let best = Number.NEGATIVE_INFINITY;
    for (let stalled = 0; ; ) {
      context.check();
      const gap = dualityGap(this.point);
      if (suffices(gap)) return gap;
      const better = gap.absolute < 0.99 * least || gap.dual > best + 1e-12 * gap.scale;
      stalled = better ? 0 : stalled + 1;
      if (stalled > PATIENCE) return gap;
      least = Math.min(least, gap.absolute);
      best = Math.max(best, gap.dual);
      context.linalg.scope(() => this.work(workingSet(this.point), SHARE * gap.absolute, context));
    }
  }

  /** Solves for the rows `at` with all others fixed, until their own gap is below `target`. */
  private work(at: Int32Array, target: number, context: Computing): void {
    const { gram, point } = this;
    const size = at.length;
    const k = gramBlock(gram, at, context);
    // For the working set alone, the linear term is y minus the fit of the other variables.
    const start = Float64Array.from(at, (i) => point.alpha[i]);
    const y = Float64Array.from(at, (i) => point.residuals[i]);
    context.linalg.gemv(false, size, size, 1, full(k, size), start, 1, y, context);
    const box = new BoxDense(k, y, point.paired, context.linalg);
    const { state } = box;
    state.epsilon = point.epsilon;
    state.unbounded = point.unbounded;
    for (let p = 0; p < size; p++) {
      state.alpha[p] = start[p];
      state.lower[p] = point.lower[at[p]];
      state.upper[p] = point.upper[at[p]];
      state.residuals[p] = point.residuals[at[p]];
    }
    box.descend((gap) => gap.absolute <= target, context);
    const change = new Float64Array(point.n);
    for (let p = 0; p < size; p++) {
      change[at[p]] = state.alpha[p] - start[p];
      point.alpha[at[p]] = state.alpha[p];
    }
    subtractProduct(gram, change, point.residuals, context);
    point.iterations += state.iterations;
  }
}

/**
 * All free variables, and of the others those that gain most by rising or by falling, equally many of each: with a
 * fixed sum none rises unless another falls. Ascending; of equal gains the lowest index comes first.
 */
function workingSet(point: BoxPoint): Int32Array {
  const chosen = new Set<number>();
  const risers: number[] = [];
  const fallers: number[] = [];
  const rise = new Float64Array(point.n);
  const fall = new Float64Array(point.n);
  for (let i = 0; i < point.n; i++) {
    rise[i] = point.rise(i);
    fall[i] = point.fall(i);
    if (point.free(i)) chosen.add(i);
    else {
      if (point.alpha[i] < point.upper[i] && (point.paired || rise[i] > 0)) risers.push(i);
      if (point.alpha[i] > point.lower[i] && (point.paired || fall[i] < 0)) fallers.push(i);
    }
  }
  risers.sort((i, j) => rise[j] - rise[i] || i - j);
  fallers.sort((i, j) => fall[i] - fall[j] || i - j);
  for (const i of risers.slice(0, RELEASED / 2)) chosen.add(i);
  for (const i of fallers.slice(0, RELEASED / 2)) chosen.add(i);
  return Int32Array.from(chosen).sort();
}
