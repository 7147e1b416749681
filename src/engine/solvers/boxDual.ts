import { KernelscopeError } from '../contract/failure';
import type { Computing } from '../linalg/linalg';
import { scientific } from '../words/numbers';
import { BoxDense } from './boxDense';
import { BoxLarge } from './boxLarge';
import type { BoxPoint } from './boxPoint';
import type { BoxLimits, BoxSolution } from './boxProblem';
import { type Gap, relative } from './dualityGap';
import type { Gram } from './gram';

/**
 * Up to this many rows a dense problem is solved at once: its factor takes as much memory as the kernel matrix does.
 */
const ONE_SET = 6000;
/** Towards bounds far from the regular end, by this factor at a time and to this gap. */
const STRIDE = 4;
const COARSE = 1e-2;

/** Solves box problems on one kernel matrix and target one after another, each from the solution before it. */
export class BoxSolver {
  private readonly engine: BoxDense | BoxLarge;
  private readonly point: BoxPoint;
  private started = false;

  /** Lives in the caller's scope. Throws `numerics/failed` when y or a diagonal entry of K is not finite. */
  constructor(
    gram: Gram,
    y: Float64Array,
    intercept: boolean,
    private readonly context: Computing,
  ) {
    const dense =
      gram.kind === 'dense' && gram.n <= ONE_SET ? new BoxDense(gram.k, y, intercept, context.linalg) : undefined;
    this.engine = dense ?? new BoxLarge(gram, y, intercept);
    this.point = dense?.state ?? (this.engine as BoxLarge).point;
    requireFinite(this.point);
  }

  /** Rounding error of a residual of the last solution, in units of y. */
  get rounding(): number {
    return this.point.rounding;
  }

  /** Begins at `alpha`, moved into the next bounds; not used if its sum has to be 0 and is not. */
  startAt(alpha: Float64Array): void {
    this.point.alpha.set(alpha);
    this.started = true;
  }

  /** As `attempt`, but throws `numerics/failed` with the gap reached when rounding allows no smaller one. */
  solve(limits: BoxLimits, tolerance: number, growth = 1): BoxSolution {
    const solution = this.attempt(limits, tolerance, growth);
    if (!(solution.gap <= tolerance)) throw notReached(solution.gap, tolerance, solution.iterations);
    return solution;
  }

  /**
   * Solves to a relative gap of `tolerance`, or to the lowest that rounding allows: the solution states it. If all
   * bounds have grown by one factor since the last solution, that solution scaled by the factor is the start. The
   * arrays returned are the solver's own until the next solve. Throws `numerics/failed` if the matrix is not finite.
   */
  attempt(limits: BoxLimits, tolerance: number, growth = 1): BoxSolution {
    const { point } = this;
    const before = point.iterations;
    this.limit(limits, this.started ? growth : 1);
    if (!this.started) this.approach(limits);
    this.started = true;
    const gap = this.descend(tolerance);
    const reached = relative(gap);
    const iterations = point.iterations - before;
    if (Number.isNaN(reached)) throw notReached(reached, tolerance, iterations);
    const { intercept } = gap;
    return {
      alpha: point.alpha,
      intercept,
      residuals: intercept === 0 ? point.residuals : point.residuals.map((r) => r - intercept),
      gap: reached,
      iterations,
    };
  }

  /** Goes from the regular end to within a stride of the limits: there, few variables leave their bounds at a time. */
  private approach(limits: BoxLimits): void {
    const { point } = this;
    if (limits.epsilon > 0 || point.upper.some((u) => u >= point.unbounded)) return;
    if (point.lower.some((l) => l <= -point.unbounded)) return;
    let share = regularStart(point, () => this.engine.refresh(this.context));
    this.started = true;
    this.limit(scaled(limits, share), 1);
    while (share < 1 / STRIDE) {
      this.descend(COARSE);
      share *= STRIDE;
      this.limit(scaled(limits, share), STRIDE);
    }
    this.limit(limits, 1 / share);
  }

  private descend(tolerance: number): Gap {
    return this.engine.descend((gap) => relative(gap) <= tolerance, this.context);
  }

  /**
   * Sets the limits, and alpha with them: values at a bound move to the new one, all others grow by `growth` and are
   * clipped.
   */
  private limit({ lower, upper, epsilon }: BoxLimits, growth: number): void {
    const { point } = this;
    const { n, alpha, unbounded } = point;
    point.epsilon = epsilon;
    let sum = 0;
    let size = 0;
    for (let i = 0; i < n; i++) {
      const low = -finite(Math.min(-lower[i], unbounded));
      const high = finite(Math.min(upper[i], unbounded));
      const a = alpha[i];
      if (a !== 0 && a === point.upper[i] && growth !== 1) alpha[i] = high;
      else if (a !== 0 && a === point.lower[i] && growth !== 1) alpha[i] = low;
      else alpha[i] = Math.min(high, Math.max(low, a * growth));
      point.lower[i] = low;
      point.upper[i] = high;
      sum += alpha[i];
      size += Math.abs(alpha[i]);
    }
    if (point.paired && Math.abs(sum) > 1e-9 * size) {
      alpha.fill(0);
      this.started = false;
    }
    this.engine.refresh(this.context);
  }
}

/** Without a kernel, or a target, any bound will do. */
const finite = (bound: number): number => (bound === Number.POSITIVE_INFINITY ? 1 : bound);

function scaled({ lower, upper, epsilon }: BoxLimits, share: number): BoxLimits {
  return { lower: lower.map((l) => l * share), upper: upper.map((u) => u * share), epsilon };
}

function requireFinite({ y, diagonal }: BoxPoint): void {
  const row = y.findIndex((v, i) => !Number.isFinite(v) || !Number.isFinite(diagonal[i]));
  if (row < 0) return;
  throw new KernelscopeError(
    'numerics/failed',
    `The target or the kernel matrix is not finite in row ${row + 1} of those fitted. Look for extreme values in that row.`,
    { row: row + 1 },
  );
}

function notReached(gap: number, tolerance: number, iterations: number): KernelscopeError {
  if (Number.isNaN(gap))
    return new KernelscopeError(
      'numerics/failed',
      'The kernel matrix has entries that are not finite. Look for extreme values in the columns, or change the length scale.',
    );
  return new KernelscopeError(
    'numerics/failed',
    `The solver stopped at a relative duality gap of ${scientific(gap)}, and ${scientific(tolerance)} was asked for: the kernel matrix is too close to singular for it. Use a more regular strength (a larger lambda or epsilon, a smaller c) or a shorter length scale.`,
    { gap, tolerance, iterations },
  );
}

/**
 * f may move by this fraction of the target's largest value, so that nearly all variables are still at their bounds.
 */
const FIT_SHARE = 0.02;
/** Bounds would be shrunk by more only for a target that is 0 compared with what the bounds allow. */
const LEAST_SHARE = 1e-100;

/**
 * Sets alpha to the solution without a kernel, shrunk until the solution with the kernel is close, and returns the
 * fraction (at most 1) of the point's bounds: every variable at the bound on its target's side or, with an intercept,
 * on its side of the quantile of y at which the sum is 0. `refresh` updates the residuals to alpha. For epsilon = 0 and
 * finite bounds.
 */
function regularStart(point: BoxPoint, refresh: () => void): number {
  const { n, y, alpha, residuals, lower, upper, paired } = point;
  if (paired) besideQuantile(point);
  else for (let i = 0; i < n; i++) alpha[i] = y[i] > 0 ? upper[i] : y[i] < 0 ? lower[i] : 0;
  refresh();
  let largestFit = 0;
  let largestTarget = 0;
  for (let i = 0; i < n; i++) {
    largestFit = Math.max(largestFit, Math.abs(y[i] - residuals[i]));
    largestTarget = Math.max(largestTarget, Math.abs(y[i]));
  }
  const share = largestFit > 0 ? Math.min(1, (FIT_SHARE * largestTarget) / largestFit) : 1;
  for (let i = 0; i < n; i++) alpha[i] *= share;
  // Rows whose targets are all 0, or nearly so, are solved by alpha = 0; strides from a fraction of 0 would get
  // nowhere.
  return share >= LEAST_SHARE ? share : 1;
}

/** Upper bounds for the largest y and lower bounds for the rest, one between, so that the sum is 0. */
function besideQuantile({ n, y, alpha, lower, upper }: BoxPoint): void {
  const order = Array.from(y, (_, i) => i).sort((a, b) => y[b] - y[a] || a - b);
  let sum = 0;
  for (let i = 0; i < n; i++) sum += alpha[i] = lower[i];
  for (const i of order) {
    const rise = Math.min(upper[i] - lower[i], -sum);
    if (!(rise > 0)) break;
    alpha[i] = rise === upper[i] - lower[i] ? upper[i] : lower[i] + rise;
    sum += rise;
  }
}
