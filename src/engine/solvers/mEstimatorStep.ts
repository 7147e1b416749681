import type { LinearAlgebra } from '../linalg/linalg';
import { cutoffSlope, psi, slope, weight } from './mEstimatorLoss';
import type { ResidualScale } from './mEstimatorScale';
import type { MEstimatorState, Step } from './mEstimatorState';
import type { WeightedRidge } from './weightedRidgeSystem';

/**
 * newton: D = v·psi'(r), with slopes below 0 as far as `WeightedRidge` accepts them. reweighted: D = v·psi(r)/r, one
 * step of iteratively reweighted least squares (Huber and Ronchetti, Robust Statistics, 2009, section 7.8), which never
 * raises the objective.
 */
export type EstimatorStep = 'newton' | 'reweighted';

/**
 * Steps towards N·lambda·alpha = v·psi(r), sum alpha = 0 where there is an intercept b, and, where the cutoff c is free, c =
 * tuning·scale(r):
 *
 *     (N·lambda·I + D·K)·dalpha + D·1·db = v·psi(r) − N·lambda·alpha + dc·v·(d psi/d c),   sum (alpha + dalpha) = 0.
 *
 * The system is solved for its two right sides and for D·1 at once; then dc is the root of one equation in one unknown.
 */
export class MEstimatorStep {
  /**
   * Columns of n: the step at the current cutoff, per unit of the cutoff if that is free, per unit of the intercept if
   * there is one.
   */
  private readonly columns: Float64Array;
  private readonly d: Float64Array;
  private readonly scratch: Float64Array;
  private readonly taken: Step;
  private readonly perCutoff: Step;

  constructor(
    private readonly state: MEstimatorState,
    private readonly system: WeightedRidge,
    linalg: LinearAlgebra,
  ) {
    const { n } = state.problem.gram;
    this.columns = linalg.allocate(3 * n);
    this.d = linalg.allocate(n);
    this.scratch = linalg.allocate(n);
    const from = (first: number) => ({
      alpha: this.columns.subarray(first, first + n),
      f: linalg.allocate(n),
      intercept: 0,
    });
    this.taken = from(0);
    this.perCutoff = from(n);
  }

  /**
   * The step from the current state, for ridge = N·lambda, and the cutoff it leads to; undefined if Newton's equations
   * do not determine the intercept, every slope being 0. Overwritten by the next call.
   */
  from(kind: EstimatorStep, cutoff: number, free: boolean, ridge: number): { step: Step; cutoff: number } | undefined {
    const { columns, state, taken, perCutoff } = this;
    const { problem, residuals } = state;
    const n = residuals.length;
    const support = this.fill(kind, cutoff, free, ridge);
    if (support === 0 && problem.intercept && kind === 'newton') return undefined;
    this.system.prepare(this.d, ridge);
    const rightSides = free ? 2 : 1;
    this.system.solve(columns, rightSides + (problem.intercept ? 1 : 0));
    const unit = columns.subarray(rightSides * n, (rightSides + 1) * n);
    for (const step of free ? [taken, perCutoff] : [taken]) {
      step.intercept = problem.intercept && support > 0 ? this.balance(step, unit, step === taken) : 0;
      state.multiply(step.alpha, step.f);
      if (step.intercept !== 0) for (let i = 0; i < n; i++) step.f[i] += step.intercept;
    }
    if (!free) return { step: taken, cutoff };
    const { tuning, scale } = problem;
    const next = rootOfCutoff(cutoff, tuning, scale, residuals, taken.f, perCutoff.f, this.scratch);
    for (let i = 0; i < n; i++) {
      taken.alpha[i] += (next - cutoff) * perCutoff.alpha[i];
      taken.f[i] += (next - cutoff) * perCutoff.f[i];
    }
    taken.intercept += (next - cutoff) * perCutoff.intercept;
    return { step: taken, cutoff: next };
  }

  /** Writes D and the right sides; returns the sum of D. */
  private fill(kind: EstimatorStep, cutoff: number, free: boolean, ridge: number): number {
    const { columns, d } = this;
    const { alpha, residuals: r, problem } = this.state;
    const { loss, rowWeights } = problem;
    const n = r.length;
    const unit = free ? 2 * n : n;
    let support = 0;
    for (let i = 0; i < n; i++) {
      const v = rowWeights[i];
      d[i] = v * (kind === 'newton' ? slope(loss, r[i], cutoff) : weight(loss, r[i], cutoff));
      support += Math.max(0, d[i]);
      columns[i] = v * psi(loss, r[i], cutoff) - ridge * alpha[i];
      if (free) columns[n + i] = v * cutoffSlope(loss, r[i], cutoff);
      if (problem.intercept) columns[unit + i] = d[i];
    }
    return support;
  }

  /** Subtracts as much of the intercept's column from a step as keeps sum alpha = 0, and returns how much that is. */
  private balance(step: Step, unit: Float64Array, whole: boolean): number {
    const { alpha } = this.state;
    let sum = 0;
    let sumPerUnit = 0;
    for (let i = 0; i < alpha.length; i++) {
      sum += step.alpha[i] + (whole ? alpha[i] : 0);
      sumPerUnit += unit[i];
    }
    const share = sum / sumPerUnit;
    for (let i = 0; i < alpha.length; i++) step.alpha[i] -= share * unit[i];
    return share;
  }
}

/** The relative error of the cutoff that is accepted, and the most evaluations of the scale to find it. */
const ENOUGH = 1e-8;
const EVALUATIONS = 8;
/** A step may not change the cutoff by more than this factor. */
const LEAP = 3;

/**
 * Cutoff c + delta that agrees with the residuals it leads to: c + delta = tuning·scale(r − step − delta·perCutoff), by secants
 * from delta = 0. The robust scale is piecewise linear in delta, so that a few of them reach it. `trial` (n) is scratch.
 */
function rootOfCutoff(
  c: number,
  tuning: number,
  scale: ResidualScale,
  r: Float64Array,
  step: Float64Array,
  perCutoff: Float64Array,
  trial: Float64Array,
): number {
  const n = r.length;
  const excess = (delta: number) => {
    for (let i = 0; i < n; i++) trial[i] = r[i] - step[i] - delta * perCutoff[i];
    return tuning * scale.of(trial) - c - delta;
  };
  const within = (delta: number) => Math.min(Math.max(delta, c / LEAP - c), c * LEAP - c);
  let [last, lastExcess] = [0, excess(0)];
  let delta = within(lastExcess);
  for (let k = 1; k < EVALUATIONS && Math.abs(delta - last) > ENOUGH * c; k++) {
    const now = excess(delta);
    const slope = (now - lastExcess) / (delta - last);
    [last, lastExcess] = [delta, now];
    // If the scale grows faster than the cutoff, they agree stably nowhere nearby: take the cutoff of this scale.
    delta = within(slope < 0 ? delta - now / slope : delta + now);
  }
  return c + delta;
}
