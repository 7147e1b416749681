import { silently } from '../../engine/contract/context';
import { KernelscopeError } from '../../engine/contract/failure';
import { formOf } from '../../engine/kernels/formOf';
import type { Computing } from '../../engine/linalg/linalg';
import type { Gram } from '../../engine/solvers/gram';
import type { Visit } from '../../engine/solvers/path';
import { processorSeconds } from '../pieces';
import { powersOfTen, shareExplained } from '../statistics';
import type { Preparation, PreparedDraw, RobustPart } from './robustDraw';
import type { GridWay, RobustMethod, StoppedWay } from './robustMethods';

/** Kernels of SIGN, each with one length scale. */
export type SignKernel = 'gaussian' | 'laplace' | 'matern32' | 'matern52' | 'cauchy';

/** The values that the folds choose from. */
export interface Grid {
  readonly lengthScales: Float64Array;
  /** Total ridges as SIGN counts them, descending. */
  readonly penalties: Float64Array;
}

export interface FitOptions extends Grid {
  readonly protocol: Preparation['protocol'];
  readonly kernel: SignKernel;
}

/** SIGN section 6.2 and the authors' program: 30 values each, evenly in their logarithms. */
export const GRID: Grid = { lengthScales: powersOfTen(-2, 3, 30), penalties: powersOfTen(1, -6, 30) };

/** A method with the choices of its folds, refitted to all training rows. */
export interface DrawFit {
  /** R² on the rows that the refit is judged by, as the table counts it: negative is worse than their mean. */
  readonly r2: number;
  /** Processor seconds for everything from the kernel matrices on: selection, refit, prediction. */
  readonly seconds: number;
  readonly lengthScale: number;
  /** The penalty (for K-l_inf: over ||y||_1), or the time. */
  readonly strength: number;
  /** The value of the further hyper-parameter; 1 where there is none. */
  readonly variant: number;
  /** For the rows the refit is judged by, in units of the table's y, centred as it was. */
  readonly predicted: Float64Array;
  /** Mean squared error over the folds that it was chosen by. */
  readonly error: number;
  /**
   * Fraction of the candidates that were seen to lie where some fold does not reach because its kernel matrix is
   * singular to rounding. Those that other folds had ruled out before are not among them.
   */
  readonly unreached: number;
}

/** A fit's coefficients, and its penalty or time. */
interface Solution {
  readonly alpha: Float64Array;
  readonly intercept: number;
  readonly strength: number;
}

/** Scores all candidates of a method at one length scale by the folds, and refits one of them. */
interface Candidates {
  readonly count: number;
  readonly variant: (candidate: number) => number;
  /**
   * Adds the cost of the scored rows of `part` for every candidate that costs at most `most` so far; returns the
   * number that the refit must know of this fold.
   */
  readonly score: (part: RobustPart, kernel: PartKernel, into: Float64Array, most: number) => number;
  /** `known`: the numbers that scoring the folds returned at this length scale. */
  readonly refit: (part: RobustPart, kernel: PartKernel, candidate: number, known: readonly number[]) => Solution;
}

/** Selects one method on one prepared draw by its folds, refits it to all training rows and judges it by the test rows. */
export function fitDraw(
  method: RobustMethod,
  { folds: all, refit }: PreparedDraw,
  options: FitOptions,
  context: Computing,
): DrawFit {
  const { linalg } = context;
  const started = process.cpuUsage();
  const quiet = silently(context);
  const folds = all.toSorted((a, b) => costAtMean(b) - costAtMean(a));
  return linalg.scope(() => {
    const kernels = new PartKernels([...folds, refit], options.kernel, quiet);
    const way = method.way(options.protocol);
    const candidates = way.by === 'grid' ? onGrid(way, options, quiet) : stopped(way, quiet);
    const best = { lengthScale: Number.NaN, candidate: 0, error: Number.POSITIVE_INFINITY, known: [] as number[] };
    const costs = new Float64Array(candidates.count);
    let unreached = 0;
    for (const lengthScale of likelyFirst(options.lengthScales, refit.d)) {
      costs.fill(0);
      const known: number[] = [];
      for (const part of folds) {
        // Costs only grow: a candidate that some folds make dearer than the least of all folds is not chosen, whatever
        // the others say.
        if (costs.every((cost) => cost > best.error)) break;
        known.push(candidates.score(part, kernels.at(part, lengthScale), costs, best.error));
      }
      costs.forEach((error, candidate) => {
        const first = error === best.error && lengthScale < best.lengthScale;
        if (error < best.error || first) Object.assign(best, { lengthScale, candidate, error, known });
        if (error === Number.POSITIVE_INFINITY) unreached++;
      });
    }
    const kernel = kernels.at(refit, best.lengthScale);
    const { alpha, intercept, strength } = candidates.refit(refit, kernel, best.candidate, best.known);
    const predicted = predictions(refit, kernel.cross, alpha, intercept);
    return {
      r2: shareExplained(refit.observed, predicted),
      seconds: processorSeconds(started),
      lengthScale: best.lengthScale,
      strength,
      variant: candidates.variant(best.candidate),
      predicted: predicted.map((v) => v * refit.scale),
      error: best.error / folds.reduce((sum, part) => sum + part.m, 0),
      unreached: unreached / (candidates.count * options.lengthScales.length),
    };
  });
}

/** The cost of a fold that is predicted 0: the folds that cost most tell candidates apart soonest. */
const costAtMean = (part: RobustPart): number => costOf(part, new Float64Array(part.m));

/**
 * Length scales about as long as rows of d standardised columns lie apart, then further and further from it: a good one
 * early saves most others.
 */
function likelyFirst(lengthScales: Float64Array, d: number): Float64Array {
  const far = (lengthScale: number) => Math.abs(Math.log(lengthScale / Math.sqrt(2 * d)));
  return lengthScales.toSorted((a, b) => far(a) - far(b));
}

function onGrid(
  { variants, solver, strengths: strengthsOfMethod, scaled }: GridWay,
  { penalties }: FitOptions,
  context: Computing,
): Candidates {
  const grid = strengthsOfMethod ?? penalties;
  const many = grid.length;
  const follow = (part: RobustPart, { gram }: PartKernel, variant: number, until: number, visit: Visit) => {
    const strengths = grid.subarray(0, until).map((strength) => scaled(strength, part.y));
    try {
      solver(variant)({ gram, y: part.y, strengths }, visit, context);
    } catch (error) {
      // A matrix singular to rounding ends a path early: the rest of it is not reached.
      if (!(error instanceof KernelscopeError && error.failure.code === 'numerics/failed')) throw error;
    }
  };
  const variantOf = (candidate: number) => variants[Math.floor(candidate / many)];
  return {
    count: variants.length * many,
    variant: variantOf,
    score: (part, kernel, into, most) => {
      variants.forEach((variant, v) => {
        const before = into.subarray(v * many, (v + 1) * many);
        const until = before.findLastIndex((cost) => !(cost > most)) + 1;
        if (until === 0) return;
        // A candidate that a path does not reach cannot be chosen.
        const costs = new Float64Array(until).fill(Number.POSITIVE_INFINITY);
        follow(part, kernel, variant, until, ({ index, alpha, intercept }) => {
          costs[index] = costOf(part, predictions(part, kernel.cross, alpha, intercept));
          return true;
        });
        costs.forEach((value, l) => {
          before[l] += value;
        });
      });
      return 0;
    },
    refit: (part, kernel, candidate) => {
      const at = candidate % many;
      return solutionOf(part, grid[at], (visit) => follow(part, kernel, variantOf(candidate), at + 1, visit));
    },
  };
}

function stopped({ solver, stop }: StoppedWay, context: Computing): Candidates {
  return {
    count: 1,
    variant: () => 1,
    score: ({ y, observed, scale }, { gram, cross }, into) => {
      const cost = (residual: number) => (scale * residual) ** 2;
      const { time, error } = stop({ gram, y, cross, observed }, cost, context);
      into[0] += error;
      return time;
    },
    refit: (part, { gram }, _, known) => {
      const time = known.reduce((sum, v) => sum + v, 0) / known.length;
      const strengths = Float64Array.of(time);
      return solutionOf(part, time, (visit) => solver({ gram, y: part.y, strengths }, visit, context));
    },
  };
}

/** The last point that a path visits. */
function solutionOf({ n }: RobustPart, strength: number, follow: (visit: Visit) => void): Solution {
  const solution = { alpha: new Float64Array(n), intercept: 0, strength };
  follow(({ alpha, intercept }) => {
    solution.alpha.set(alpha);
    solution.intercept = intercept;
    return true;
  });
  return solution;
}

/** Kernel values among the rows of a part, and of its other rows (m) with them (n), m×n column-major. */
interface PartKernel {
  readonly gram: Gram;
  readonly cross: Float64Array;
}

/** One pair of matrices for all parts and length scales: the ones returned last are overwritten by the next. */
class PartKernels {
  private readonly k: Float64Array;
  private readonly cross: Float64Array;
  private readonly rows: ReadonlyMap<RobustPart, { readonly x: Float64Array; readonly others: Float64Array }>;

  constructor(
    parts: readonly RobustPart[],
    private readonly kind: SignKernel,
    private readonly context: Computing,
  ) {
    const { linalg } = context;
    const copied = (values: Float64Array) => {
      const copy = linalg.allocate(values.length);
      copy.set(values);
      return copy;
    };
    this.rows = new Map(parts.map((part) => [part, { x: copied(part.x), others: copied(part.others) }]));
    this.k = linalg.allocate(Math.max(...parts.map(({ n }) => n * n)));
    this.cross = linalg.allocate(Math.max(...parts.map(({ n, m }) => n * m)));
  }

  at(part: RobustPart, lengthScale: number): PartKernel {
    const { n, m, d } = part;
    const { x, others } = this.rows.get(part) ?? part;
    const form = { kind: this.kind, lengthScale };
    const k = this.k.subarray(0, n * n);
    const cross = this.cross.subarray(0, n * m);
    const { linalg } = this.context;
    linalg.kernelMatrix(formOf(form), x, n, x, n, d, true, this.context, k);
    linalg.kernelMatrix(formOf(form), others, m, x, n, d, false, this.context, cross);
    return { gram: { kind: 'dense', n, k }, cross };
  }
}

function predictions({ n, m }: RobustPart, cross: Float64Array, alpha: Float64Array, intercept: number): Float64Array {
  const predicted = new Float64Array(m).fill(intercept);
  for (let i = 0, at = 0; i < n; i++) {
    const a = alpha[i];
    for (let j = 0; j < m; j++, at++) predicted[j] += a * cross[at];
  }
  return predicted;
}

/** Squared errors of the rows left out, in units of the table's y. */
function costOf({ observed, scale }: RobustPart, predicted: Float64Array): number {
  return predicted.reduce((sum, v, j) => sum + (scale * (observed[j] - v)) ** 2, 0);
}
