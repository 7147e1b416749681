import { KernelscopeError } from '../contract/failure';
import type { Computing } from '../linalg/linalg';
import { median } from '../statistics/robustScale';
import type { Gram } from './gram';
import { type Convergence, MEstimatorIteration } from './mEstimatorIteration';
import { type MEstimatorLoss, TUNING } from './mEstimatorLoss';
import { residualScale, type ScaleRule } from './mEstimatorScale';
import type { MEstimatorProblem } from './mEstimatorState';
import type { PathSolver, PathTask } from './path';
import { DenseWeightedRidge } from './weightedRidgeDense';
import { FactorWeightedRidge } from './weightedRidgeFactor';
import type { WeightedRidge } from './weightedRidgeSystem';

/** The tolerance of Huber's fit where it is only a start for Tukey's. */
const START = 1e-3;

export interface MEstimatorOptions {
  readonly loss: MEstimatorLoss;
  /** Cutoff as a multiple of the scale; 1.345 for Huber, 4.685 for Tukey by default. */
  readonly tuning?: number;
  /** "mad" by default. */
  readonly scale?: ScaleRule;
  /** Remainder at which a point counts as solved, 1e-6 by default: relative violation of the equations below. */
  readonly tolerance?: number;
  /**
   * The most steps for a point, 100 by default; Huber's start for Tukey's fit may take as many again. A point that is
   * not solved by then is visited as it stands; its remainder tells how far it is from a solution.
   */
  readonly iterations?: number;
  /** True if an unpenalised constant is fitted as well. */
  readonly intercept?: boolean;
  /** Weights v ≥ 0 of the rows, n: a row of weight 2 counts as two of them (in the scale of the residuals, once). */
  readonly rowWeights?: Float64Array;
  /** Solves the systems of the steps in the place of `weightedRidge`. */
  readonly system?: WeightedRidge;
}

/**
 * Kernel M-estimators (SIGN section 6, KMR-H and KMR-T) along descending lambda per sample:
 *
 *     minimise (1/N)·sum v_i·rho(r_i) + lambda·||f||²,  r = y − f,  f = K·alpha + b,  N = sum v_i,
 *
 * with rho(r) = r² near 0, so that all weights 1 give kernel ridge regression, alpha = (K + N·lambda·(VW)^-1)^-1·(y − b). With
 * scale "mad" or "deviation" the cutoff follows the residuals of the fit itself, and what is solved are the equations
 * N·lambda·alpha = v·psi(r), c = tuning·scale(r); the scale is never less than 1e-6 of the target's. A target that does not
 * vary has nothing to be robust against, and all weights are 1.
 *
 * Huber's loss is convex: with a fixed scale the solution is the only one. Tukey's is not: at every lambda the start is Huber's
 * fit, followed beside it with its own tuning, or Tukey's of the lambda before, whichever has the smaller Tukey objective at
 * the scale of Huber's residuals. Where all of Tukey's weights become 0 it starts again from Huber's fit; throws
 * `numerics/failed` where they do again.
 */
export function mEstimatorPath(options: MEstimatorOptions): PathSolver {
  return (task, visit, context) =>
    context.linalg.scope(() => {
      const { y, strengths } = task;
      const { tolerance = 1e-6, iterations: limit = 100, rowWeights = new Float64Array(y.length).fill(1) } = options;
      const total = rowWeights.reduce((sum, v) => sum + v, 0);
      const fit = startFit(options, task, rowWeights, context);
      for (let index = 0; index < strengths.length; index++) {
        if (!(strengths[index] > 0)) throw notPositive(strengths[index]);
        const { remainder, iterations } = fit.solve(total * strengths[index], tolerance, limit);
        const { alpha, intercept, residuals } = fit.state;
        const { weights } = fit;
        if (!visit({ index, alpha, intercept, residuals, weights, remainder, iterations })) return;
      }
    });
}

type Fit = Pick<MEstimatorIteration, 'state' | 'weights' | 'solve'>;

function startFit(
  options: MEstimatorOptions,
  { gram, y }: PathTask,
  rowWeights: Float64Array,
  context: Computing,
): Fit {
  const { loss, tuning = TUNING[loss], intercept = false } = options;
  const scale = residualScale(options.scale ?? 'mad', y);
  const system = options.system ?? weightedRidge(gram, context);
  const started = (problem: MEstimatorProblem) => {
    const iteration = new MEstimatorIteration(problem, system, context);
    iteration.state.reset(intercept ? median(y) : 0);
    return iteration;
  };
  const problem = { gram, y, rowWeights, intercept, loss, tuning, scale };
  const fit = started(problem);
  if (loss === 'huber') return fit;
  return new TukeyFit(problem, fit, started({ ...problem, loss: 'huber', tuning: TUNING.huber }));
}

/** Tukey's fit together with Huber's. */
class TukeyFit implements Fit {
  private first = true;

  constructor(
    private readonly problem: MEstimatorProblem,
    private readonly tukey: MEstimatorIteration,
    private readonly huber: MEstimatorIteration,
  ) {}

  get state() {
    return this.tukey.state;
  }

  get weights() {
    return this.tukey.weights;
  }

  solve(ridge: number, tolerance: number, limit: number): Convergence {
    const { tukey, huber, problem } = this;
    const start = huber.solve(ridge, Math.max(START, tolerance), limit);
    const cutoff = problem.tuning * problem.scale.of(huber.state.residuals);
    const ofHuber = huber.state.objective('tukey', cutoff, ridge);
    const fromHuber = this.first || ofHuber < tukey.state.objective('tukey', cutoff, ridge);
    this.first = false;
    if (fromHuber) tukey.state.copy(huber.state);
    let convergence = tukey.solve(ridge, tolerance, limit);
    let iterations = start.iterations + convergence.iterations;
    if (this.allOut() && !fromHuber) {
      tukey.state.copy(huber.state);
      convergence = tukey.solve(ridge, tolerance, limit);
      iterations += convergence.iterations;
    }
    if (this.allOut()) throw allOutliers(problem.tuning);
    return { remainder: convergence.remainder, iterations };
  }

  private allOut(): boolean {
    const { weights } = this.tukey;
    return weights.every((w, i) => w === 0 || this.problem.rowWeights[i] === 0);
  }
}

function notPositive(lambda: number): KernelscopeError {
  return new KernelscopeError('parameter/invalid', `lambda must be a number above 0, not ${lambda}.`, {
    name: 'lambda',
  });
}

function allOutliers(tuning: number): KernelscopeError {
  return new KernelscopeError(
    'numerics/failed',
    `Tukey's loss treats every training row as an outlier: no residual is within ${tuning} scales. Set a larger tuning, or fit huber.`,
    { tuning },
  );
}

/** The solver of weighted ridge systems; its arrays live in the core's memory until the scope around the call ends. */
export function weightedRidge(gram: Gram, context: Computing): WeightedRidge {
  return gram.kind === 'dense'
    ? new DenseWeightedRidge(gram.k, gram.n, context)
    : new FactorWeightedRidge(gram.z, gram.n, gram.m, context);
}
