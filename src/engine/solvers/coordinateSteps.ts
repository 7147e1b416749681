import { type Gram, gramDiagonal, gramProduct } from './gram';
import type { PathSolver } from './path';
import { addInnerProducts } from './signProduct';

/** Steps between two computations of the residuals from scratch, as a multiple of n: an eighth more work. */
const RENEW = 8;
/** Entries handled between two looks at the cancel flag. */
const BETWEEN_CHECKS = 1 << 20;

/**
 * Kernel coordinate descent from alpha = 0: at every step the coefficient of the row with the largest |y − K·alpha|
 * changes by stepSize times the sign of its residual, the first such row on ties (SIGN section 5, KCD; forward
 * stagewise regression): gradient descent on the l_inf loss in feature space (Prop. 5). Strengths are times t =
 * steps·stepSize, the l1 length of the path travelled, taken at the nearest integer number of steps. O(n) a step; with
 * a factor of m features O(n·m) when a row moves for the first time. It rests where y = K·alpha.
 */
export function coordinateStepPath(stepSize: number): PathSolver {
  return ({ gram, y, strengths }, visit, context) => {
    const { n } = gram;
    const counts = new Float64Array(n);
    const alpha = new Float64Array(n);
    const residuals = Float64Array.from(y);
    const step = gram.kind === 'dense' ? denseStep(gram.k, n, residuals) : factorStep(gram.z, gram.m, n, residuals);
    const perStep = gram.kind === 'dense' ? n : n * gram.m;
    const stepsBetweenChecks = Math.max(1, Math.floor(BETWEEN_CHECKS / perStep));
    let worst = worstRow(residuals);
    const coefficients = () => {
      for (let i = 0; i < n; i++) alpha[i] = stepSize * counts[i];
      return alpha;
    };
    for (let index = 0, steps = 0; index < strengths.length; index++) {
      const from = steps;
      for (const until = Math.round(strengths[index] / stepSize); steps < until && residuals[worst] !== 0; ) {
        if (steps % stepsBetweenChecks === 0) context.check();
        const sign = Math.sign(residuals[worst]);
        counts[worst] += sign;
        worst = step(worst, stepSize * sign);
        if (++steps % (RENEW * n) === 0) {
          gramProduct(gram, coefficients(), residuals, context);
          for (let i = 0; i < n; i++) residuals[i] = y[i] - residuals[i];
          worst = worstRow(residuals);
        }
      }
      if (!visit({ index, alpha: coefficients(), intercept: 0, residuals, remainder: 0, iterations: steps - from }))
        return;
    }
  };
}

/**
 * The largest sensible step, 2·max|y|/k_jj with j the row of max|y|, which the first step moves: beyond it that row's
 * residual becomes larger than it was, and with it the largest of all. Infinite if y = 0 or k_jj = 0.
 */
export function coordinateStepLimit(gram: Gram, y: Float64Array): number {
  const j = worstRow(y);
  if (y[j] === 0) return Number.POSITIVE_INFINITY;
  return (2 * Math.abs(y[j])) / gramDiagonal(gram)[j];
}

/** Subtracts `by` times column j of K from the residuals and returns the first row of the largest residuals. */
type Step = (j: number, by: number) => number;

function denseStep(k: Float64Array, n: number, residuals: Float64Array): Step {
  return (j, by) => subtractColumn(residuals, by, k, j * n);
}

/**
 * Few rows move, and those repeatedly: the columns of the last m of them are stored (as much memory as the features
 * take), so that a step costs O(n) if its row has moved before.
 */
function factorStep(z: Float64Array, m: number, n: number, residuals: Float64Array): Step {
  const kept = new Map<number, Float64Array>();
  const rows = Uint32Array.from({ length: n }, (_, i) => i);
  const columnOf = (j: number) => {
    const column = kept.get(j) ?? new Float64Array(n);
    if (!kept.delete(j)) addInnerProducts(z, m, rows, n, z.subarray(j * m, (j + 1) * m), column);
    kept.set(j, column);
    // Maps list the first set first: that is the column not used for longest.
    if (kept.size > m) kept.delete(kept.keys().next().value as number);
    return column;
  };
  return (j, by) => subtractColumn(residuals, by, columnOf(j), 0);
}

/** Subtracts `by` times the column that begins at `from`, and returns the first row of the largest residuals. */
function subtractColumn(residuals: Float64Array, by: number, values: Float64Array, from: number): number {
  let worst = 0;
  let most = -1;
  for (let i = 0, at = from; i < residuals.length; i++, at++) {
    const left = residuals[i] - by * values[at];
    residuals[i] = left;
    const size = Math.abs(left);
    if (size > most) {
      most = size;
      worst = i;
    }
  }
  return worst;
}

function worstRow(residuals: Float64Array): number {
  let worst = 0;
  for (let i = 1; i < residuals.length; i++) if (Math.abs(residuals[i]) > Math.abs(residuals[worst])) worst = i;
  return worst;
}
