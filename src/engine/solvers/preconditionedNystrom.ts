import { silently } from '../contract/context';
import { KernelscopeError } from '../contract/failure';
import { checkDefinite, landmarkFactor } from '../features/landmarks/landmarkMap';
import type { Computing } from '../linalg/linalg';
import { conjugateGradient } from './conjugateGradient';
import { LandmarkPreconditioner } from './landmarkPreconditioner';
import { dotFrom, LandmarkProduct, type LandmarkRows } from './landmarkProduct';

const TOLERANCE = 1e-7;
/** The most iterations. */
const LIMIT = 200;

/** Training rows, whose weights have mean 1, and landmarks. */
export interface FalkonProblem extends LandmarkRows {
  /** One or more targets, n each. */
  readonly y: readonly Float64Array[];
  /** Per sample. */
  readonly lambda: number;
  /** The norm of the preconditioned residual at which to stop, as a fraction of that of the target; 1e-7 by default. */
  readonly tolerance?: number;
  /** K_nm is stored if it takes at most this many bytes; 0 by default. */
  readonly keepBytes?: number;
  /** Rows of K_nm computed at a time; by the number of landmarks by default. */
  readonly blockRows?: number;
}

export interface FalkonFit {
  /** Coefficients on k(points, ·), m for each target. */
  readonly alpha: Float64Array[];
  /** One intercept for each target; 0 without an intercept. */
  readonly intercept: number[];
  /** The residual's fraction by iteration, the largest of the targets: its first entry is where the iteration began. */
  readonly residuals: Float64Array;
}

/**
 * Nyström ridge regression by preconditioned conjugate gradients, FALKON (Rudi, Carratino and Rosasco 2017): for each target
 *
 *     min (1/n)·sum_i v_i²·(y_i − k(x_i, points)·a − b)² + lambda·a'·K_mm·a
 *
 * solved for the weights w = L'·a of the features L^-1·k(points, x), in which it is ridge regression, so that the
 * condition of K_mm does not slow the iteration down. Time n·m·(d + targets) per iteration, memory 2·m² and a panel of K_nm.
 * Throws `parameter/invalid` for a kernel that landmarks cannot approximate and a lambda that is not above 0.
 */
export function falkon(problem: FalkonProblem, context: Computing): FalkonFit {
  const { linalg } = context;
  const { kernel, x, points, y, rootWeights, lambda, intercept } = problem;
  const { tolerance = TOLERANCE, keepBytes = 0, blockRows } = problem;
  checkDefinite(kernel);
  checkLambda(lambda);
  const [n, m, columns] = [x.rows, points.rows, y.length];
  return linalg.scope(() => {
    context.progress(0, 'preparing conjugate gradients');
    const { factor } = landmarkFactor(kernel, points, context);
    const preconditioner = new LandmarkPreconditioner(problem, factor, silently(context));
    const product = new LandmarkProduct(problem, columns, keepBytes, linalg, blockRows);
    const yMeans = intercept ? weightedMeans(y, rootWeights) : new Float64Array(columns);
    const b = product.moments(y, yMeans, silently(context));
    linalg.solveLower(factor, m, false, b, columns, context);
    for (let o = 0; o < b.length; o++) b[o] /= n;
    const space = linalg.allocate(m * columns);
    preconditioner.factorAt(lambda);
    const system = {
      size: m,
      columns,
      apply(v: Float64Array, into: Float64Array) {
        space.set(v);
        linalg.solveLower(factor, m, true, space, columns, context);
        product.normal(space, space, silently(context));
        linalg.solveLower(factor, m, false, space, columns, context);
        for (let o = 0; o < v.length; o++) into[o] = space[o] / n + lambda * v[o];
      },
      precondition(r: Float64Array, into: Float64Array) {
        space.set(r);
        preconditioner.solve(space, columns);
        into.set(space);
      },
    };
    const { solution, residuals } = conjugateGradient(system, b, { tolerance, limit: LIMIT }, context);
    linalg.solveLower(factor, m, true, solution, columns, context);
    const alpha = y.map((_, c) => solution.slice(c * m, (c + 1) * m));
    return { alpha, intercept: alpha.map((a, c) => yMeans[c] - dotFrom(product.mean, a, 0)), residuals };
  });
}

function weightedMeans(y: readonly Float64Array[], roots: Float64Array | undefined): Float64Array {
  return Float64Array.from(y, (values) => {
    let sum = 0;
    let total = 0;
    for (let i = 0; i < values.length; i++) {
      const weight = (roots?.[i] ?? 1) ** 2;
      sum += weight * values[i];
      total += weight;
    }
    return sum / total;
  });
}

function checkLambda(lambda: number): void {
  if (lambda > 0 && Number.isFinite(lambda)) return;
  throw new KernelscopeError(
    'parameter/invalid',
    `lambda must be above 0 where conjugate gradients solve for it; it is ${lambda}. Set a larger one.`,
    { name: 'lambda', value: lambda },
  );
}
