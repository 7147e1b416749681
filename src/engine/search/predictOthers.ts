import { type RunContext, silently } from '../contract/context';
import { KernelscopeError } from '../contract/failure';
import { type LinearAlgebra, whole } from '../linalg/linalg';
import { problemOn, type SearchProblem } from './searchProblem';

/**
 * Fits ridge with the total ridge `ridge` on the rows `fitted` and predicts the rows `others` (0-based, both ascending), each target's in order.
 * `gram`: S·K·S of all rows (n×n), of which the lower triangle is read. One Cholesky factor: n³/3 operations. The unpenalised features must be of full
 * rank there, as a constant is. Throws `numerics/failed` where K + ridge·I is not positive definite to rounding.
 */
export function predictOthers(
  problem: SearchProblem,
  gram: Float64Array,
  ridge: number,
  fitted: Uint32Array,
  others: Uint32Array,
  linalg: LinearAlgebra,
  context: RunContext,
): Float64Array[] {
  const quiet = silently(context);
  return linalg.scope(() => {
    const all = problem.x.rows;
    const { y, features } = problemOn(problem, fitted);
    const [n, m] = [fitted.length, others.length];
    const [targets, p] = [y.length, features?.columns ?? 0];
    const l = linalg.allocate(n * n);
    for (let j = 0; j < n; j++) for (let i = j; i < n; i++) l[j * n + i] = gram[fitted[j] * all + fitted[i]];
    for (let i = 0; i < n; i++) l[i * (n + 1)] += ridge;
    factor(l, n, linalg, quiet);
    // With A = L·L': least squares of L^-1·y on L^-1·F gives β, and what is left A^-1·(y − F·β).
    const sides = linalg.allocate(n * (targets + p));
    for (const [t, target] of y.entries()) sides.set(target, t * n);
    if (features) sides.set(features.values, targets * n);
    linalg.solveLower(l, n, false, sides, targets + p, quiet);
    const beta = linalg.allocate(Math.max(1, p * targets));
    if (p > 0) {
      const free = { values: sides, offset: targets * n, lead: n };
      const inner = linalg.allocate(p * p);
      linalg.gemm(true, false, p, p, n, 1, free, free, 0, whole(inner, p), quiet);
      linalg.gemm(true, false, p, targets, n, 1, free, whole(sides, n), 0, whole(beta, p), quiet);
      factor(inner, p, linalg, quiet);
      for (const transposed of [false, true]) linalg.solveLower(inner, p, transposed, beta, targets, quiet);
      linalg.gemm(false, false, n, targets, p, -1, free, whole(beta, p), 1, whole(sides, n), quiet);
    }
    linalg.solveLower(l, n, true, sides, targets, quiet);
    const cross = linalg.allocate(n * m);
    for (let j = 0; j < m; j++)
      for (let i = 0; i < n; i++) {
        const [low, high] = fitted[i] < others[j] ? [fitted[i], others[j]] : [others[j], fitted[i]];
        cross[j * n + i] = gram[low * all + high];
      }
    return y.map((_, t) => {
      const predicted = new Float64Array(m);
      linalg.gemv(true, n, m, 1, whole(cross, n), sides.subarray(t * n, (t + 1) * n), 0, predicted, quiet);
      // The kernel values are times the root of the row's own weight; a row without weight does not count.
      for (let j = 0; j < m; j++) predicted[j] /= problem.rootWeights?.[others[j]] || 1;
      addFeatures(problem, others, beta.subarray(t * p, (t + 1) * p), predicted);
      return predicted;
    });
  });
}

function factor(a: Float64Array, n: number, linalg: LinearAlgebra, context: RunContext): void {
  if (linalg.cholesky(a, n, context) !== undefined)
    throw new KernelscopeError('numerics/failed', 'The kernel matrix is not positive definite to rounding.');
}

/** Adds F·β on these rows; the features at hand are times the roots of the weights. */
function addFeatures(
  { x, features, rootWeights }: SearchProblem,
  rows: Uint32Array,
  beta: Float64Array,
  into: Float64Array,
): void {
  if (!features) return;
  rows.forEach((row, i) => {
    const root = rootWeights?.[row] ?? 1;
    // A row without weight tells nothing of its features; it does not count either.
    if (root > 0) for (let c = 0; c < beta.length; c++) into[i] += (features.values[c * x.rows + row] / root) * beta[c];
  });
}
