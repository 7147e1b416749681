import { partOf, silently } from '../../engine/contract/context';
import { Random } from '../../engine/data/random';
import type { ScaledShape } from '../../engine/kernels/formOf';
import { type Computing, full } from '../../engine/linalg/linalg';
import { topEigen } from '../../engine/linalg/topEigen';
import { kernelsOf } from '../matrices';
import type { LabelledRows } from '../readData';
import { sumOfSquares } from '../statistics';

/** Vectors of random signs behind the traces of generalised cross-validation. */
export const PROBES = 32;
/** Residuals that the leading eigenpairs may have, relative to the largest eigenvalue. */
const TOLERANCE = 1e-12;

export interface FactoredGrid {
  /** Lambdas of ridge, per sample, all above 0. */
  readonly lambdas: Float64Array;
  /** The lambda beside which eigenfunctions are left unpenalised. */
  readonly fixedLambda: number;
  /** Numbers k of unpenalised leading eigenfunctions, ascending; all n of them are tried besides. */
  readonly counts: readonly number[];
  /** Seed of the random signs. */
  readonly seed: number;
}

/** One way to fit the training rows of a fold. */
export interface Fitted {
  /** Squared errors of the test rows (labels ±1); NaN where the kernel matrix is numerically singular. */
  readonly squares: Float64Array;
  /** GCV error on the training rows, which can choose among fits without a look at the test rows; NaN like the squares. */
  readonly gcv: number;
}

export interface FactoredFold {
  /** One for each lambda. */
  readonly ridge: readonly Fitted[];
  /** One for each count, then the one with all n eigenfunctions unpenalised, which interpolates. */
  readonly conditional: readonly Fitted[];
}

/** The results of one Cholesky factor L·L' = K + r·I. */
interface Solved {
  /** (K + r·I)^-1·y. */
  readonly alpha: Float64Array;
  /** Trace of (K + r·I)^-1, from random signs (Hutchinson 1990). */
  readonly trace: number;
  /** The least diagonal entry of L; its square is not below the least eigenvalue. */
  readonly pivot: number;
}

/**
 * Ridge at each lambda, and conditional ridge with the first k empirical eigenfunctions unpenalised, without the whole
 * spectrum: one Cholesky factor for each lambda, and the leading eigenpairs (v_i, u_i) of K. They are eigenvectors of
 * K + n·lambda·I too, so leaving k of them unpenalised adds sum_{i≤k} u_i·(u_i'y)·(1/v_i − 1/(v_i + n·lambda)) to alpha (CKRR
 * appendix H.2, METHODS §1). With all n unpenalised alpha is K^-1·y.
 *
 * As (I − H)·y = n·lambda·a and trace(I − H) = n·lambda·t for some a and t, GCV is n·||a||²/t²; for interpolation it is the limit of
 * ridge for lambda → 0. Memory in the core 8·n·(2n + m + 5k + 200) bytes, given back at the end.
 */
export function factoredFold(
  form: ScaledShape,
  train: LabelledRows,
  test: LabelledRows,
  { lambdas, fixedLambda, counts, seed }: FactoredGrid,
  context: Computing,
): FactoredFold {
  const { linalg } = context;
  const [n, m] = [train.n, test.n];
  const y = train.y;
  return linalg.scope(() => {
    const inner = silently(context);
    context.progress(0, 'computing the kernel matrix');
    const { gram, cross } = kernelsOf(form, train.x, test.x, train.d, inner);
    const fitted = (alpha: Float64Array, trace: number, residual = sumOfSquares(alpha)): Fitted => {
      const f = new Float64Array(m);
      linalg.gemv(false, m, n, 1, full(cross, m), alpha, 0, f, inner);
      return { squares: f.map((v, i) => (v - test.y[i]) ** 2), gcv: (n * residual) / trace ** 2 };
    };
    const singular: Fitted = { squares: new Float64Array(m).fill(Number.NaN), gcv: Number.NaN };

    const most = Math.max(1, counts[counts.length - 1]);
    const pairs = topEigen(gram, n, most, { tolerance: TOLERANCE, seed }, partOf(context, 0.05, 0.2));
    const floor = n * Number.EPSILON * pairs.values[0];

    const factor = linalg.allocate(n * n);
    const steps = lambdas.length + 2;
    const solved = [...lambdas, fixedLambda, 0].map((lambda, i) => {
      context.progress(0.2 + (0.8 * i) / steps, lambda > 0 ? 'solving for a λ' : 'interpolating');
      const solution = solve(gram, factor, n * lambda, y, seed, inner);
      // Rounding alone can give a singular matrix a factor.
      return solution && solution.pivot ** 2 > floor ? solution : undefined;
    });
    const one = (solution: Solved | undefined) => (solution ? fitted(solution.alpha, solution.trace) : singular);
    const [base, interpolating] = solved.slice(lambdas.length);

    const conditional: Fitted[] = [];
    if (base) {
      const alpha = base.alpha.slice();
      let { trace } = base;
      let residual = sumOfSquares(alpha);
      for (let k = 0; k <= most && conditional.length < counts.length; k++) {
        if (k === counts[conditional.length]) conditional.push(fitted(alpha, trace, residual));
        const v = pairs.values[k];
        if (!(v > floor)) break;
        const u = pairs.vectors.subarray(k * n, (k + 1) * n);
        const score = u.reduce((sum, entry, i) => sum + entry * y[i], 0);
        const penalised = 1 / (v + n * fixedLambda);
        for (let i = 0; i < n; i++) alpha[i] += u[i] * score * (1 / v - penalised);
        trace -= penalised;
        residual -= (score * penalised) ** 2;
      }
    }
    while (conditional.length < counts.length) conditional.push(singular);
    return { ridge: solved.slice(0, lambdas.length).map(one), conditional: [...conditional, one(interpolating)] };
  });
}

/** `factor` (n×n) is overwritten. Undefined where K + ridge·I is not positive definite in floating point. */
function solve(
  gram: Float64Array,
  factor: Float64Array,
  ridge: number,
  y: Float64Array,
  seed: number,
  context: Computing,
): Solved | undefined {
  const { linalg } = context;
  const n = y.length;
  return linalg.scope(() => {
    factor.set(gram);
    for (let i = 0; i < n; i++) factor[i + i * n] += ridge;
    if (linalg.cholesky(factor, n, context) !== undefined) return undefined;
    let pivot = Number.POSITIVE_INFINITY;
    for (let i = 0; i < n; i++) pivot = Math.min(pivot, factor[i + i * n]);
    // y, then the signs: L^-1 is applied to all at once, and the trace is the mean square of its product with the
    // signs.
    const columns = linalg.allocate(n * (1 + PROBES));
    columns.set(y);
    const random = new Random(seed);
    for (let i = n; i < columns.length; i++) columns[i] = random.below(2) === 0 ? 1 : -1;
    linalg.solveLower(factor, n, false, columns, 1 + PROBES, context);
    const trace = sumOfSquares(columns.subarray(n)) / PROBES;
    const alpha = columns.subarray(0, n);
    linalg.solveLower(factor, n, true, alpha, 1, context);
    return { alpha: alpha.slice(), trace, pivot };
  });
}
