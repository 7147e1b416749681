import type { Computing } from '../linalg/linalg';
import { gramDiagonal } from './gram';
import { weight } from './mEstimatorLoss';
import { type MEstimatorProblem, MEstimatorState, type Step } from './mEstimatorState';
import { MEstimatorStep } from './mEstimatorStep';
import { regulaFalsi } from './regulaFalsi';
import type { WeightedRidge } from './weightedRidgeSystem';

/** Rise of the objective that is rounding. */
const ROUNDING = 1e-12;
/**
 * The fractions of a step tried if the cutoff is free: the objective at the next cutoff is then only a guide, and not
 * searched to its end.
 */
const HALVES = [1 / 2, 1 / 4, 1 / 8];
/** Steps with a free cutoff before it is found by bisection: nearly all fits take fewer. */
const FREE = 20;
/** A held cutoff is solved to this fraction of the tolerance: with gross outliers the scale magnifies the remainder. */
const INNER = 1e-4;

/** A step that leaves more than this fraction of the remainder is slow. */
const SLOW_RATE = 0.5;
/** Slow steps in a row before they are extrapolated. */
const SLOW_STEPS = 2;

export interface Convergence {
  /**
   * Largest violation of N·lambda·alpha = v·psi(r) and of sum alpha = 0, over the largest of their terms; no more than the
   * tolerance if it is the rounding of K·alpha.
   */
  readonly remainder: number;
  readonly iterations: number;
}

/**
 * Solves N·lambda·alpha_i = v_i·psi(r_i) from the current state. Newton's steps, halved until they do not raise the
 * objective at the cutoff they arrive at, then reweighted ones: with a fixed scale the objective falls at every step.
 * If the scale moves, the cutoff is one more unknown; if that does not settle (two sets of outliers may take turns), it
 * is held and found by regula falsi on tuning·scale(r_c) − c, r_c the residuals of the fit at c: above 0 at the floor
 * of the scale, below 0 for large c, and for Huber's loss continuous, so that there is a root.
 */
export class MEstimatorIteration {
  readonly state: MEstimatorState;
  /** psi(r)/r of every row, without the row's own weight. */
  readonly weights: Float64Array;
  private cutoff = 1;
  private held: number | undefined;
  private ridge = 1;
  private rounding = 0;
  private readonly diagonal: number;
  private readonly steps: MEstimatorStep;

  constructor(
    private readonly problem: MEstimatorProblem,
    system: WeightedRidge,
    private readonly context: Computing,
  ) {
    const { n } = problem.gram;
    this.state = new MEstimatorState(problem, context);
    this.steps = new MEstimatorStep(this.state, system, context.linalg);
    this.weights = new Float64Array(n);
    this.diagonal = gramDiagonal(problem.gram).reduce((most, v) => Math.max(most, v), 0);
  }

  /**
   * Solves for ridge = N·lambda, until the remainder is at most `tolerance` or the rounding of K·alpha, or `limit`
   * steps are done.
   */
  solve(ridge: number, tolerance: number, limit: number): Convergence {
    this.ridge = ridge;
    this.held = undefined;
    const rooted = this.free && this.problem.loss === 'huber';
    const joint = this.iterate(tolerance, rooted ? Math.min(FREE, limit) : limit);
    if (joint.remainder <= this.enough(tolerance) || joint.iterations === limit || !rooted)
      return this.beyondRounding(joint, tolerance);
    const iterations = joint.iterations + this.bisect(tolerance, limit - joint.iterations);
    this.held = undefined;
    return this.beyondRounding({ remainder: this.measure(), iterations }, tolerance);
  }

  private beyondRounding({ remainder, iterations }: Convergence, tolerance: number): Convergence {
    return { remainder: remainder <= this.rounding ? Math.min(remainder, tolerance) : remainder, iterations };
  }

  private iterate(tolerance: number, limit: number): Convergence {
    let iterations = 0;
    let fresh = false;
    let before = Number.POSITIVE_INFINITY;
    let slow = 0;
    for (;;) {
      this.context.check();
      const remainder = this.measure();
      if (!(remainder <= this.enough(tolerance)) && iterations < limit) {
        const rate = remainder / before;
        slow = rate > SLOW_RATE && rate < 1 ? slow + 1 : 0;
        const step = this.step();
        if (step && slow >= SLOW_STEPS) this.extrapolate(step, rate);
        before = remainder;
        iterations++;
        fresh = false;
      } else if (fresh) {
        return { remainder, iterations };
      } else {
        // Residuals carry the rounding of every step since they were last computed from scratch.
        this.state.refresh();
        fresh = true;
      }
    }
  }

  /**
   * Finds the cutoff and returns the number of steps used. Ends if cutoff and scale agree to `tolerance`, if the
   * bracket is a point, or after `limit` steps.
   */
  private bisect(tolerance: number, limit: number): number {
    const { scale, tuning } = this.problem;
    let used = 0;
    const excess = (c: number) => {
      this.held = c;
      used += this.iterate(tolerance * INNER, limit - used).iterations;
      return tuning * scale.of(this.state.residuals) - c;
    };
    let low = this.cutoff;
    let atLow = excess(low);
    let high = low;
    let atHigh = atLow;
    while (atLow < 0 && used < limit) {
      [high, atHigh] = [low, atLow];
      low /= 2;
      atLow = excess(low);
    }
    while (atHigh > 0 && used < limit) {
      [low, atLow] = [high, atHigh];
      high *= 2;
      atHigh = excess(high);
    }
    regulaFalsi(excess, [low, atLow], [high, atHigh], () => used >= limit || this.agrees(tolerance));
    return used;
  }

  /** Once alpha is large, for a small lambda, K·alpha cannot be computed more closely than this. */
  private enough(tolerance: number): number {
    return Math.max(tolerance, this.rounding);
  }

  private agrees(tolerance: number): boolean {
    const { held } = this;
    this.held = undefined;
    const remainder = this.measure();
    this.held = held;
    return remainder <= this.enough(tolerance);
  }

  /** Takes the cutoff (unless it is held) and the weights from the residuals; returns the remainder. */
  private measure(): number {
    const { loss, tuning, scale, rowWeights, intercept } = this.problem;
    const { ridge, weights } = this;
    const { alpha, residuals: r } = this.state;
    this.cutoff = this.held ?? tuning * scale.of(r);
    let largest = 0;
    let violation = 0;
    let sum = 0;
    let squares = 0;
    for (let i = 0; i < r.length; i++) {
      weights[i] = weight(loss, r[i], this.cutoff);
      const influence = rowWeights[i] * weights[i] * r[i];
      largest = Math.max(largest, Math.abs(influence), ridge * Math.abs(alpha[i]));
      violation = Math.max(violation, Math.abs(influence - ridge * alpha[i]));
      sum += alpha[i];
      squares += alpha[i] * alpha[i];
    }
    if (intercept) violation = Math.max(violation, ridge * Math.abs(sum));
    if (violation === 0) return 0;
    this.rounding = (4 * Number.EPSILON * this.diagonal * Math.sqrt(squares)) / largest;
    return violation / largest;
  }

  private get free(): boolean {
    return this.held === undefined && this.problem.scale.moves;
  }

  /** Returns the step if it was taken in full. */
  private step(): Step | undefined {
    const newton = this.steps.from('newton', this.cutoff, this.free, this.ridge);
    const share = newton ? this.takeLowering(newton.step, newton.cutoff) : 0;
    if (share > 0) return share === 1 ? newton?.step : undefined;
    const reweighted = this.steps.from('reweighted', this.cutoff, false, this.ridge);
    if (reweighted) this.state.take(reweighted.step, 1);
    return reweighted?.step;
  }

  /**
   * Takes the step, or a fraction of it that lowers the objective at a cutoff, and returns the fraction; 0 if none
   * does.
   */
  private takeLowering(step: Step, cutoff: number): number {
    const { state, ridge, problem } = this;
    const enough = state.objective(problem.loss, cutoff, ridge) * (1 + ROUNDING);
    const share = this.shareOf(step, cutoff, enough);
    if (share > 0) state.take(step, share);
    return share;
  }

  /**
   * If negative curvature was left out, full steps shrink by one rate along one direction. Adds the sum of the steps to
   * come, step·rate/(1 − rate), if that halves the remainder and, at a fixed cutoff, does not raise the objective.
   */
  private extrapolate(step: Step, rate: number): void {
    const { state, ridge, problem } = this;
    const further = rate / (1 - rate);
    const remainder = this.measure();
    const { cutoff } = this;
    const at = (share: number) => state.objective(problem.loss, cutoff, ridge, step, share);
    if (!this.free && !(at(further) <= at(0) * (1 + ROUNDING))) return;
    state.take(step, further);
    if (!(this.measure() < remainder / 2)) state.take(step, -further);
  }

  /**
   * 1 if the objective at a cutoff is at most `enough` after the full step; otherwise a fraction of the step after
   * which it is; 0 if none is found.
   */
  private shareOf(step: Step, cutoff: number, enough: number): number {
    const { state, ridge, problem } = this;
    const low = (share: number) => state.objective(problem.loss, cutoff, ridge, step, share) <= enough;
    if (low(1)) return 1;
    if (this.free) return HALVES.find(low) ?? 0;
    const share = this.leastAlong(step, cutoff);
    return low(share) ? share : 0;
  }

  /**
   * The point at which the objective stops falling along a step that is too long, to a tenth of its slope; 0 if it does
   * not fall at first.
   */
  private leastAlong(step: Step, cutoff: number): number {
    const slope = (share: number) => this.state.slopeAlong(this.problem.loss, cutoff, this.ridge, step, share);
    const first = slope(0);
    if (!(first < 0)) return 0;
    return regulaFalsi(slope, [0, first], [1, slope(1)], (_, at) => Math.abs(at) < 0.1 * Math.abs(first));
  }
}
