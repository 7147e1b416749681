import type { RobustFamily, SolverInput } from '../../engine/fit/robust/family';
import { type Computing, full } from '../../engine/linalg/linalg';
import { huberFamily } from '../../engine/methods/huber';
import { kcdFamily } from '../../engine/methods/kcd';
import { kl1Family } from '../../engine/methods/kl1';
import { ksgdFamily } from '../../engine/methods/ksgd';
import { quantileFamily } from '../../engine/methods/quantile';
import { tukeyFamily } from '../../engine/methods/tukey';
import { gradientStepPath } from '../../engine/solvers/gradientSteps';
import { solveInfinityPenalty } from '../../engine/solvers/infinityPenalty';
import { type MEstimatorLoss, TUNING } from '../../engine/solvers/mEstimatorLoss';
import type { PathSolver } from '../../engine/solvers/path';
import { powersOfTen } from '../statistics';
import type { Preparation } from './robustDraw';
import { type Schedule, type Stopped, type StoppedPath, stopDescent, stopEarly } from './robustStopping';

/** Kernel ridge regression, alpha = (K + lambda·I)^-1·y; strengths are total ridges lambda, above 0. */
export const ridgePath: PathSolver = spectralPath((v, lambda) => 1 / (v + lambda));

/** Kernel gradient flow, alpha = (I − exp(−t·K))·K^-1·y (SIGN Lemma 2); strengths are times t. */
export const gradientFlowPath: PathSolver = spectralPath((v, t) => (v > 0 ? -Math.expm1(-t * v) / v : t));

/**
 * alpha = h(K)·y for a matrix K held in full and h of its eigenvalues and the strength: one decomposition serves all
 * strengths.
 */
function spectralPath(h: (eigenvalue: number, strength: number) => number): PathSolver {
  return ({ gram, y, strengths }, visit, context) => {
    const { linalg } = context;
    if (gram.kind !== 'dense') throw new RangeError('a spectral path takes a whole kernel matrix');
    const { n, k } = gram;
    const count = strengths.length;
    linalg.scope(() => {
      const work = linalg.allocate(n * n);
      work.set(k.subarray(0, n * n));
      const { values, vectors } = linalg.symmetricEigen(work, n, context);
      const basis = full(vectors, n);
      const projected = linalg.allocate(n);
      linalg.gemv(true, n, n, 1, basis, y, 0, projected, context);
      const weights = linalg.allocate(n * count);
      const fitted = linalg.allocate(n * count);
      for (let l = 0, at = 0; l < count; l++)
        for (let j = 0; j < n; j++, at++) {
          const v = Math.max(0, values[j]);
          weights[at] = h(v, strengths[l]) * projected[j];
          fitted[at] = v * weights[at];
        }
      const alphas = linalg.allocate(n * count);
      const means = linalg.allocate(n * count);
      linalg.gemm(false, false, n, count, n, 1, basis, full(weights, n), 0, full(alphas, n), context);
      linalg.gemm(false, false, n, count, n, 1, basis, full(fitted, n), 0, full(means, n), context);
      for (let index = 0; index < count; index++) {
        const alpha = alphas.subarray(index * n, (index + 1) * n);
        const residuals = y.map((v, i) => v - means[index * n + i]);
        if (!visit({ index, alpha, intercept: 0, residuals, remainder: 0, iterations: 0 })) return;
      }
    });
  };
}

/**
 * The penalised K-l_inf of SIGN equation 13, min ½a'Ka − y'a + lambda·max|a_i|; strengths are lambda. To a relative duality gap of
 * `tolerance`, each from the one before.
 */
function infinityPenaltyPath(tolerance: number): PathSolver {
  return ({ gram, y, strengths }, visit, context) => {
    let start: Float64Array | undefined;
    for (let index = 0; index < strengths.length; index++) {
      const point = solveInfinityPenalty(gram, y, strengths[index], tolerance, context, start);
      const { alpha, residuals, gap: remainder, trials: iterations } = point;
      start = alpha;
      if (!visit({ index, alpha, intercept: 0, residuals, remainder, iterations })) return;
    }
  };
}

type Protocol = Preparation['protocol'];

/** A strength on a grid, chosen by folds. */
export interface GridWay {
  readonly by: 'grid';
  readonly solver: (variant: number) => PathSolver;
  /** From the most regular on; if absent, the penalties of the tables. */
  readonly strengths?: Float64Array;
  /** The solver's strength for one of the grid, given the targets of the training rows. */
  readonly scaled: (strength: number, y: Float64Array) => number;
  /** Values of a further hyper-parameter, each tried; one where there is none. */
  readonly variants: readonly number[];
}

/** Each fold stops where the error on its left-out rows is least; the refit runs for the mean of these times. */
export interface StoppedWay {
  readonly by: 'stopping';
  readonly solver: PathSolver;
  readonly stop: (path: StoppedPath, cost: (residual: number) => number, context: Computing) => Stopped;
}

export interface RobustMethod {
  /** As in the data of the published tables. */
  readonly id: 'ksgd' | 'kl-inf' | 'huber' | 'tukey' | 'quantile' | 'kgd' | 'krr' | 'kcd' | 'kl1';
  /** As the paper writes it. */
  readonly name: string;
  /** True when it is meant to bear outliers. */
  readonly robust: boolean;
  readonly way: (protocol: Protocol) => GridWay | StoppedWay;
}

/** SIGN section 6, and the authors' program: step size, most steps, steps without a lower validation error. */
const STEP = 0.01;
const STEPWISE = { stepSize: STEP };
const STEPS: Schedule = { times: Float64Array.from({ length: 10_000 }, (_, i) => STEP * (i + 1)), patience: 100 };
/** Times of flows on a standardised target, 30 like the penalties; flows of coordinates move one row at a time. */
const FLOW_TIMES = powersOfTen(-2, 3, 30);
const COORDINATE_TIMES = powersOfTen(-1, 2.5, 30);

/**
 * Penalties of K-l_inf as fractions of ||y||_1, at which all coefficients vanish. The solution leaves ||r||_1 equal to
 * the penalty, so that the tables' penalties of 10 and less would all but interpolate: for the authors, 1000 proximal
 * iterations regularised.
 */
const SHARES = powersOfTen(-0.05, -6, 30);

/** Relative duality gap of K-l_inf in its penalised form: far below what a validation error tells apart. */
const GAP = 1e-5;

/** Multiples of the default tuning constant that are tried, and quantile levels (SIGN section 6.2). */
const TUNINGS = [0.5, 1, 2];
const TAUS = [0.25, 0.5, 0.75];

const asItIs = (strength: number) => strength;
const perSample = (total: number, y: Float64Array) => total / y.length;
const ofLargest = (share: number, y: Float64Array) => share * y.reduce((sum, v) => sum + Math.abs(v), 0);

const penalised = (solver: PathSolver): GridWay => ({
  by: 'grid',
  solver: () => solver,
  scaled: asItIs,
  variants: [1],
});

const timed = (solver: PathSolver, times: Float64Array): GridWay => ({ ...penalised(solver), strengths: times });

/** The solver of the method that a user runs, with these of its parameters and without an intercept unless asked for. */
const solverOf =
  (family: RobustFamily, set: Partial<SolverInput> = {}): PathSolver =>
  (task, ...rest) => {
    // None of these solvers asks for the target's spread: it decides their steps where none are set.
    const input = { parameters: {}, spread: Number.NaN, intercept: false, tau: 0.5, ...set };
    family.solver(input)(task, ...rest);
  };

const mEstimator =
  (family: RobustFamily, loss: MEstimatorLoss) =>
  (protocol: Protocol): GridWay => ({
    by: 'grid',
    solver: (multiple) =>
      solverOf(family, {
        parameters: {
          tuning: multiple * TUNING[loss],
          residualScale: protocol === 'authors' ? 'deviation' : 'mad',
        },
      }),
    scaled: perSample,
    variants: TUNINGS,
  });

const stepwise = (solver: PathSolver): StoppedWay => ({
  by: 'stopping',
  solver,
  stop: (path, ...rest) => stopEarly(path, solver, STEPS, ...rest),
});

/**
 * The methods of SIGN's tables 4 to 14 in their order, and the two sparse ones beside them. Quantile regression is ours and
 * stands for what the tables call KQR-A; the second implementation they time, KQR-B, has no like here.
 */
export const METHODS: readonly RobustMethod[] = [
  {
    id: 'ksgd',
    name: 'KSGD',
    robust: true,
    way: (protocol) =>
      protocol === 'careful' ? timed(solverOf(ksgdFamily), FLOW_TIMES) : stepwise(solverOf(ksgdFamily, STEPWISE)),
  },
  {
    id: 'kl-inf',
    name: 'K-ℓ∞',
    robust: true,
    way: () => ({ ...penalised(infinityPenaltyPath(GAP)), strengths: SHARES, scaled: ofLargest }),
  },
  { id: 'huber', name: 'KMR-H', robust: true, way: mEstimator(huberFamily, 'huber') },
  { id: 'tukey', name: 'KMR-T', robust: true, way: mEstimator(tukeyFamily, 'tukey') },
  {
    id: 'quantile',
    name: 'KQR',
    robust: true,
    way: () => ({
      by: 'grid',
      solver: (tau) => solverOf(quantileFamily, { tau, intercept: true }),
      scaled: perSample,
      variants: TAUS,
    }),
  },
  {
    id: 'kgd',
    name: 'KGD',
    robust: false,
    way: (protocol) =>
      protocol === 'careful'
        ? timed(gradientFlowPath, FLOW_TIMES)
        : {
            by: 'stopping',
            solver: gradientStepPath(STEP),
            stop: (path, ...rest) => stopDescent(path, STEPS, ...rest),
          },
  },
  { id: 'krr', name: 'KRR', robust: false, way: () => penalised(ridgePath) },
  {
    id: 'kcd',
    name: 'KCD',
    robust: false,
    way: (protocol) =>
      protocol === 'careful'
        ? timed(solverOf(kcdFamily, STEPWISE), COORDINATE_TIMES)
        : stepwise(solverOf(kcdFamily, STEPWISE)),
  },
  { id: 'kl1', name: 'K-ℓ1', robust: false, way: () => penalised(solverOf(kl1Family)) },
];

export function methodOf(id: RobustMethod['id']): RobustMethod {
  const robustMethod = METHODS.find((method) => method.id === id);
  if (robustMethod === undefined) throw new RangeError(`no method ${id}`);
  return robustMethod;
}
