import { silently } from '../contract/context';
import type { Folds } from '../contract/data';
import { ridgeFilter } from '../filters/zones';
import { gatherRows } from '../linalg/gatherRows';
import { type Computing, full } from '../linalg/linalg';
import { type FoldErrors, foldErrors, overFolds, type ProjectedTarget } from './folds';
import { type Eigenbasis, outside, project } from './spectrum';

/**
 * The terms of the series in mu/lambda, and its largest allowed remainder: a direction with mu below the root of that
 * counts as small.
 */
const TERMS = 6;
const REMAINDER = 1e-10;
const SMALL = REMAINDER ** (1 / TERMS);
/** An unpenalised feature that fits a fold alone to this, foldErrors knows how to treat. */
const ALONE = 1 - 1e-8;

/**
 * As `foldErrors` for ridge along ascending `lambdas`, for several targets at once, which share all systems; the same to
 * about 1e-10, with the fewer operations the faster mu falls.
 *
 * The system of block B is sum_i lambda/(mu_i + lambda)·u_B,i·u_B,i'. Directions with mu far below lambda are most of them, and
 * 1/(1 + mu/lambda) is 1 − mu/lambda + (mu/lambda)² − … there: the sums of mu^k·u_B·u_B' over them are carried along as lambda
 * grows, and each lambda only pays for the others.
 */
export function ridgeFoldErrors(
  basis: Eigenbasis,
  targets: readonly Float64Array[],
  folds: Folds,
  lambdas: Float64Array,
  context: Computing,
): FoldErrors[] {
  const size = lambdas.length;
  const { of: foldOf, count } = folds;
  const blocks = Array.from({ length: count }, (_, f) => Int32Array.from(foldOf.keys()).filter((i) => foldOf[i] === f));
  const refitted = () => {
    const path = { filter: ridgeFilter(lambdas[0], basis.n), axis: 'lambda', values: lambdas } as const;
    return targets.map((y) => foldErrors(basis, y, folds, path, context));
  };
  if (blocks.some((rows) => fittedAlone(basis, rows))) return refitted();
  const sides = targets.map((y) => ({ projected: project(basis, y), rest: outside(basis, y) }));
  const means = targets.map(() => new Float64Array(count * size));
  for (const [f, rows] of blocks.entries()) {
    const errorsOfBlock = context.linalg.scope(() => blockErrors(basis, sides, rows, lambdas, silently(context)));
    if (errorsOfBlock === undefined) return refitted();
    errorsOfBlock.forEach((errors, t) => {
      means[t].set(errors, f * size);
    });
    context.progress((f + 1) / count, `${count}-fold errors`);
  }
  return means.map((of) => overFolds(of, count, size));
}

/**
 * Mean squared errors of one held-out block for each target at each lambda; undefined if a system is singular to
 * rounding.
 */
function blockErrors(
  basis: Eigenbasis,
  sides: readonly ProjectedTarget[],
  rows: Int32Array,
  lambdas: Float64Array,
  context: Computing,
): Float64Array[] | undefined {
  const { linalg } = context;
  const { n, mu, rank, vectors } = basis;
  const q = mu.length;
  const b = rows.length;
  const block = gatherRows(vectors, n, rows, linalg.allocate(b * q));
  const residuals = residualsOf(basis, sides, rows, lambdas, block, context);
  const weighted = linalg.allocate(b * q);
  const weigh = (from: number, to: number, weight: (mu: number) => number) => {
    for (let j = from; j < to; j++) {
      scaled(block, j < rank ? weight(mu[j]) : weight(0), j * b, (j + 1) * b, weighted);
    }
    return { values: weighted, offset: from * b, lead: b };
  };
  // The lower triangles of the sums of mu^k·u_B·u_B' over small mu, b×b for each k.
  const sums = linalg.allocate(b * b * TERMS).fill(0);
  const powers = linalg.allocate(TERMS);
  leftBeyond(basis, rows, block, sums, context);
  const system = linalg.allocate(b * b);
  const right = linalg.allocate(b * sides.length);
  const errors = sides.map(() => new Float64Array(lambdas.length));
  let large = q;
  for (let l = 0; l < lambdas.length; l++) {
    const lambda = lambdas[l];
    let next = large;
    while (next > 0 && (next > rank || mu[next - 1] < SMALL * lambda)) next--;
    for (let k = 0, to = large; k < TERMS; k++) {
      // A term below the remainder here is so at every larger lambda.
      if (k > 0) while (to > next && (to > rank || (mu[to - 1] / lambda) ** k < REMAINDER)) to--;
      if (to === next) break;
      const small = weigh(next, to, (v) => v ** (k / 2));
      const sum = { values: sums, offset: k * b * b, lead: b };
      linalg.syrk(false, b, to - next, 1, small, 1, sum, context);
    }
    large = next;
    for (let k = 0; k < TERMS; k++) powers[k] = (-1 / lambda) ** k;
    linalg.gemv(false, b * b, TERMS, 1, full(sums, b * b), powers, 0, system, context);
    const columns = weigh(0, large, (v) => Math.sqrt(lambda / (v + lambda)));
    linalg.syrk(false, b, large, 1, columns, 1, full(system, b), context);
    if (linalg.cholesky(system, b, context) !== undefined) return undefined;
    residuals.forEach((residual, t) => {
      right.set(residual.subarray(l * b, (l + 1) * b), t * b);
    });
    linalg.solveLower(system, b, false, right, sides.length, context);
    linalg.solveLower(system, b, true, right, sides.length, context);
    for (let t = 0; t < sides.length; t++) for (let i = 0; i < b; i++) errors[t][l] += right[t * b + i] ** 2 / b;
  }
  return errors;
}

/** Entries from…to−1 of `into` ← those of `values`, times `by`. */
function scaled(values: Float64Array, by: number, from: number, to: number, into: Float64Array): void {
  let o = from;
  // Four at once take half the time.
  for (; o + 4 <= to; o += 4) {
    into[o] = values[o] * by;
    into[o + 1] = values[o + 1] * by;
    into[o + 2] = values[o + 2] * by;
    into[o + 3] = values[o + 3] * by;
  }
  for (; o < to; o++) into[o] = values[o] * by;
}

/** y_B − yhat_B for each target at each lambda, b×L. */
function residualsOf(
  { mu, rank }: Eigenbasis,
  sides: readonly ProjectedTarget[],
  rows: Int32Array,
  lambdas: Float64Array,
  block: Float64Array,
  context: Computing,
): Float64Array[] {
  const { linalg } = context;
  const q = mu.length;
  const b = rows.length;
  const shifts = linalg.allocate(q * lambdas.length);
  return sides.map(({ projected, rest }) => {
    const residual = linalg.allocate(b * lambdas.length);
    lambdas.forEach((lambda, l) => {
      for (let j = 0; j < q; j++) shifts[l * q + j] = projected[j] * (j < rank ? lambda / (mu[j] + lambda) : 1);
      for (let i = 0; i < b; i++) residual[l * b + i] = rest ? rest[rows[i]] : 0;
    });
    const length = lambdas.length;
    linalg.gemm(false, false, b, length, q, 1, full(block, b), full(shifts, q), 1, full(residual, b), context);
    return residual;
  });
}

/** Adds I − Q_B·Q_B' − U_B·U_B' if there are directions beyond those of U. */
function leftBeyond(
  { n, free, unpenalised: p, mu }: Eigenbasis,
  rows: Int32Array,
  block: Float64Array,
  left: Float64Array,
  context: Computing,
): void {
  const b = rows.length;
  if (p + mu.length >= n) return;
  for (let i = 0; i < b; i++) left[i * (b + 1)] += 1;
  context.linalg.syrk(false, b, mu.length, -1, full(block, b), 1, full(left, b), context);
  for (let a = 0; a < p; a++)
    for (let j = 0; j < b; j++)
      for (let i = j; i < b; i++) left[i + j * b] -= free[a * n + rows[i]] * free[a * n + rows[j]];
}

/**
 * True if the unpenalised features fit something in these rows that they fit nowhere else, judged by an upper bound on
 * Q_B'Q_B.
 */
function fittedAlone({ n, free, unpenalised: p }: Eigenbasis, rows: Int32Array): boolean {
  let trace = 0;
  for (let a = 0; a < p; a++) for (const i of rows) trace += free[a * n + i] ** 2;
  return trace > ALONE;
}
