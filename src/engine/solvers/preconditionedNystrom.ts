import { partOf, type RunContext, silently } from '../contract/context';
import type { Matrix } from '../contract/data';
import { KernelscopeError } from '../contract/failure';
import type { KernelSpec } from '../contract/kernel';
import { checkDefinite, landmarkFactor } from '../features/landmarks/landmarkMap';
import { type LinearAlgebra, whole } from '../linalg/linalg';
import { conjugateGradient } from './conjugateGradient';
import { LandmarkPreconditioner } from './landmarkPreconditioner';
import { dot, LandmarkProduct } from './landmarkProduct';

const TOLERANCE = 1e-7;
const LIMIT = 200;

export interface FalkonProblem {
  readonly kernel: KernelSpec;
  /** Training rows, n×d. */
  readonly x: Matrix;
  /** Landmarks, m×d. */
  readonly points: Matrix;
  /** One or more targets, n each. */
  readonly y: readonly Float64Array[];
  /** Roots of the rows' weights (n), whose squares have mean 1; left out: 1. */
  readonly rootWeights?: Float64Array;
  readonly intercept: boolean;
  /** Norm of the preconditioned residual at which to stop, as a share of that of the target; 1e-7 by default. */
  readonly tolerance?: number;
  /** Most iterations at one lambda; 200 by default. */
  readonly limit?: number;
  /** K_nm is kept where it takes at most this many bytes; 0 by default. */
  readonly keepBytes?: number;
  /** Rows of K_nm computed at a time; by the number of landmarks by default. */
  readonly blockRows?: number;
}

export interface FalkonFit {
  /** Per sample. */
  readonly lambda: number;
  /** Coefficients on k(points, ·), m for each target. */
  readonly alpha: Float64Array[];
  /** One for each target; 0 without an intercept. */
  readonly intercept: number[];
  /** Residual's share by iteration, the largest of the targets: its first entry is where the iteration began. */
  readonly residuals: Float64Array;
  readonly iterations: number;
  readonly converged: boolean;
  /** What was added to the diagonal of k(points, points); 0 when nothing. */
  readonly jitter: number;
}

/** The fit at one lambda, from alphas close to it where known. Otherwise as `falkonPath`. */
export function falkon(
  problem: FalkonProblem & { readonly lambda: number; readonly start?: readonly Float64Array[] },
  linalg: LinearAlgebra,
  context: RunContext,
): FalkonFit {
  const fits: FalkonFit[] = [];
  falkonPath({ ...problem, lambdas: [problem.lambda] }, (fit) => fits.push(fit) > 0, linalg, context);
  return fits[0];
}

/**
 * Nyström ridge regression by preconditioned conjugate gradients, FALKON (Rudi, Carratino and Rosasco 2017): for each target
 *
 *     min (1/n)·sum_i v_i²·(y_i − k(x_i, points)·a − b)² + lambda·a'·K_mm·a
 *
 * solved for the weights w = L'·a of the features L^-1·k(points, x), in which it is ridge regression, so that the
 * condition of K_mm does not slow the iteration down. Lambdas are taken in the order given, best falling, each from the last one's solution; `visit` gets each fit and
 * says whether to go on. Time n·m·(d + targets) per iteration, memory 2·m² and a panel of K_nm. Throws `parameter/invalid` for a
 * kernel that landmarks cannot approximate and a lambda that is not above 0.
 */
export function falkonPath(
  problem: FalkonProblem & { readonly lambdas: readonly number[]; readonly start?: readonly Float64Array[] },
  visit: (fit: FalkonFit) => boolean,
  linalg: LinearAlgebra,
  context: RunContext,
): void {
  const { kernel, x, points, y, rootWeights, lambdas, start, intercept } = problem;
  const { tolerance = TOLERANCE, limit = LIMIT, keepBytes = 0, blockRows } = problem;
  checkDefinite(kernel);
  checkLambdas(lambdas);
  const [n, m, columns] = [x.rows, points.rows, y.length];
  linalg.scope(() => {
    context.progress(0, 'preparing conjugate gradients');
    const { factor, jitter } = landmarkFactor(kernel, points, linalg, context);
    const preconditioner = new LandmarkPreconditioner(problem, factor, linalg, silently(context));
    const product = new LandmarkProduct(problem, columns, keepBytes, linalg, blockRows);
    const yMeans = intercept ? weightedMeans(y, rootWeights) : new Float64Array(columns);
    const b = product.moments(y, yMeans, silently(context));
    linalg.solveLower(factor, m, false, b, columns, context);
    for (let o = 0; o < b.length; o++) b[o] /= n;
    const space = linalg.allocate(m * columns);
    let w = start && weightsOf(start, factor, m, linalg, context);
    for (const [step, lambda] of lambdas.entries()) {
      const part = partOf(context, step / lambdas.length, (step + 1) / lambdas.length);
      preconditioner.factorAt(lambda);
      const system = {
        size: m,
        columns,
        apply(v: Float64Array, into: Float64Array) {
          space.set(v);
          linalg.solveLower(factor, m, true, space, columns, part);
          product.normal(space, space, silently(part));
          linalg.solveLower(factor, m, false, space, columns, part);
          for (let o = 0; o < v.length; o++) into[o] = space[o] / n + lambda * v[o];
        },
        precondition(r: Float64Array, into: Float64Array) {
          space.set(r);
          preconditioner.solve(space, columns);
          into.set(space);
        },
      };
      const solved = conjugateGradient(system, b, { tolerance, limit, ...(w && { start: w }) }, part);
      w = solved.solution;
      const all = w.slice();
      linalg.solveLower(factor, m, true, all, columns, part);
      const alpha = y.map((_, c) => all.slice(c * m, (c + 1) * m));
      const { residuals, iterations, converged } = solved;
      const fit: FalkonFit = {
        lambda,
        alpha,
        intercept: alpha.map((a, c) => yMeans[c] - dot(product.mean, a, 0)),
        residuals,
        iterations,
        converged,
        jitter,
      };
      if (!visit(fit)) return;
    }
  });
}

/** w = L'·alpha, m for each target. */
function weightsOf(
  alpha: readonly Float64Array[],
  factor: Float64Array,
  m: number,
  linalg: LinearAlgebra,
  context: RunContext,
): Float64Array {
  const w = new Float64Array(m * alpha.length);
  alpha.forEach((a, c) => {
    linalg.gemv(true, m, m, 1, whole(factor, m), a, 0, w.subarray(c * m, (c + 1) * m), context);
  });
  return w;
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

function checkLambdas(lambdas: readonly number[]): void {
  const wrong = lambdas.find((lambda) => !(lambda > 0 && Number.isFinite(lambda)));
  if (wrong === undefined) return;
  throw new KernelscopeError(
    'parameter/invalid',
    `lambda must be above 0 where conjugate gradients solve for it; it is ${wrong}. Set a larger one.`,
    { name: 'lambda', value: wrong },
  );
}
