import type { Computing } from '../linalg/linalg';
import { type Gram, gramProduct } from './gram';
import { type MEstimatorLoss, psi, rho } from './mEstimatorLoss';
import type { ResidualScale } from './mEstimatorScale';

/** (1/N)·sum v_i·rho(r_i) + lambda·||f||² with N = sum v_i, rho's cutoff being `tuning` times a scale of the residuals. */
export interface MEstimatorProblem {
  readonly gram: Gram;
  /** n. */
  readonly y: Float64Array;
  /** v, n; 1 for each row unless rows count several times. */
  readonly rowWeights: Float64Array;
  /** True if f has an unpenalised constant. */
  readonly intercept: boolean;
  readonly loss: MEstimatorLoss;
  readonly tuning: number;
  readonly scale: ResidualScale;
}

/** A step in alpha (n), the change of f that it makes (n), and its part in the intercept. */
export interface Step {
  readonly alpha: Float64Array;
  readonly f: Float64Array;
  intercept: number;
}

/** A function f = K·alpha + intercept and its residuals y − f. */
export class MEstimatorState {
  readonly alpha: Float64Array;
  readonly residuals: Float64Array;
  intercept = 0;

  constructor(
    readonly problem: MEstimatorProblem,
    private readonly context: Computing,
  ) {
    const { gram } = problem;
    this.alpha = context.linalg.allocate(gram.n);
    this.residuals = context.linalg.allocate(gram.n);
  }

  /** f = intercept. */
  reset(intercept: number): void {
    const { y } = this.problem;
    this.alpha.fill(0);
    this.intercept = intercept;
    for (let i = 0; i < y.length; i++) this.residuals[i] = y[i] - intercept;
  }

  copy(other: MEstimatorState): void {
    this.alpha.set(other.alpha);
    this.residuals.set(other.residuals);
    this.intercept = other.intercept;
  }

  take(step: Step, share: number): void {
    const { alpha, residuals: r } = this;
    for (let i = 0; i < r.length; i++) {
      alpha[i] += share * step.alpha[i];
      r[i] -= share * step.f[i];
    }
    this.intercept += share * step.intercept;
  }

  /** into ← K·x, n each. */
  multiply(x: Float64Array, into: Float64Array): void {
    gramProduct(this.problem.gram, x, into, this.context);
  }

  /** Computes the residuals from scratch, without the rounding of the steps that led here. */
  refresh(): void {
    const { alpha, residuals: r, intercept } = this;
    const { y } = this.problem;
    this.multiply(alpha, r);
    for (let i = 0; i < r.length; i++) r[i] = y[i] - intercept - r[i];
  }

  /** N times the objective here, ridge = N·lambda; if a step is given, after that fraction of it. */
  objective(loss: MEstimatorLoss, cutoff: number, ridge: number, step?: Step, share = 1): number {
    const { alpha, residuals: r, intercept } = this;
    const { y, rowWeights } = this.problem;
    let cost = 0;
    let norm = 0;
    for (let i = 0; i < r.length; i++) {
      const residual = step ? r[i] - share * step.f[i] : r[i];
      const a = step ? alpha[i] + share * step.alpha[i] : alpha[i];
      cost += rowWeights[i] * rho(loss, residual, cutoff);
      // alpha'·K·alpha; a step's part in the intercept may stay in it, because sum alpha = 0 wherever there is one.
      norm += a * (y[i] - intercept - residual);
    }
    return cost + ridge * norm;
  }

  /** Half the derivative of that along the step. */
  slopeAlong(loss: MEstimatorLoss, cutoff: number, ridge: number, step: Step, share: number): number {
    const { residuals: r, intercept } = this;
    const { y, rowWeights } = this.problem;
    let slope = 0;
    for (let i = 0; i < r.length; i++) {
      const residual = r[i] - share * step.f[i];
      slope +=
        ridge * step.alpha[i] * (y[i] - intercept - residual) - rowWeights[i] * psi(loss, residual, cutoff) * step.f[i];
    }
    return slope;
  }
}
