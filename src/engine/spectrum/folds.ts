import { silently } from '../contract/context';
import type { Folds } from '../contract/data';
import type { FilterSpec } from '../contract/filter';
import { type FilterPath, filterAt, filterRemainder } from '../filters/anyFilter';
import { gatherRows } from '../linalg/gatherRows';
import { type Computing, full } from '../linalg/linalg';
import { type Eigenbasis, outside, project } from './spectrum';

/**
 * A direction of which less than this is kept counts as untouched: that changes I − H_BB by as small a relative amount.
 */
const LEFT_WHOLE = 1e-10;

export interface FoldErrors {
  /**
   * Mean over the folds of each fold's mean squared error (y²), at each value; infinite if the other rows cannot
   * predict a fold.
   */
  readonly error: Float64Array;
  /** Standard error of that mean, from the scatter of the folds. */
  readonly standardError: Float64Array;
}

/**
 * The remainders that the filter leaves at each value of the axis, and the values in order from the one that leaves the
 * fewest directions untouched to the one that leaves the most.
 */
interface Steps {
  readonly remainders: readonly Float64Array[];
  /** All directions from this one on count as untouched. */
  readonly used: readonly number[];
  readonly order: readonly number[];
}

/**
 * K-fold errors without refitting: the residuals of block B are (I − H_BB)^-1·(y_B − yhat_B) (docs/methods.md). They
 * equal those of refits for ridge with fixed unpenalised features, the total ridge n·lambda held; for other filters the
 * eigenbasis, or the step, is held fixed too.
 *
 * I − H_BB = sum_i (1−g_i)·u_B,i·u_B,i' is summed directly, so that it stays positive definite when the fit nearly
 * interpolates. Directions of which nothing is kept enter it in full; their sum is carried along from the weakest
 * filter to the strongest, and each value only pays for the rest. A part that only an unpenalised feature fits in a
 * block (a level that occurs nowhere else) has no measurable error and counts as 0.
 */
export function foldErrors(
  basis: Eigenbasis,
  y: Float64Array,
  { of, count }: Folds,
  path: FilterPath,
  context: Computing,
): FoldErrors {
  const { length } = path.values;
  const steps = stepsAlong(basis, path);
  const target = { projected: project(basis, y), rest: outside(basis, y) };
  const means = new Float64Array(count * length);
  for (let f = 0; f < count; f++) {
    const rows = Int32Array.from(of.keys()).filter((i) => of[i] === f);
    const errors = context.linalg.scope(() => blockErrors(basis, target, rows, steps, silently(context)));
    means.set(errors, f * length);
    context.progress((f + 1) / count, `${count}-fold errors`);
  }
  return overFolds(means, count, length);
}

function stepsAlong({ n, mu, rank }: Eigenbasis, { filter, axis, values }: FilterPath): Steps {
  const remainders = Array.from(values, (value) => filterRemainder(filterAt(filter, axis, value), mu, rank, n));
  const used = remainders.map(usedBy);
  return { remainders, used, order: [...used.keys()].sort((a, b) => used[b] - used[a]) };
}

/** All directions from this one on count as untouched. */
const usedBy = (remainder: Float64Array) => remainder.findLastIndex((v) => Math.abs(1 - v) > LEFT_WHOLE) + 1;

/**
 * The residual of each row (n, in units of y) by the fit without its fold, with one filter: `foldErrors` averages their
 * squares. Infinite if the other rows cannot predict it.
 */
export function foldResiduals(
  basis: Eigenbasis,
  y: Float64Array,
  { of, count }: Folds,
  filter: FilterSpec,
  context: Computing,
): Float64Array {
  const remainder = filterRemainder(filter, basis.mu, basis.rank, basis.n);
  const steps: Steps = { remainders: [remainder], used: [usedBy(remainder)], order: [0] };
  const target = { projected: project(basis, y), rest: outside(basis, y) };
  const all = new Float64Array(basis.n);
  for (let f = 0; f < count; f++) {
    const rows = Int32Array.from(of.keys()).filter((i) => of[i] === f);
    context.linalg.scope(() => {
      eachBlockResidual(basis, target, rows, steps, silently(context), (_, residual) => {
        rows.forEach((row, i) => {
          all[row] = residual ? residual[i] : Number.POSITIVE_INFINITY;
        });
      });
    });
    context.check();
  }
  return all;
}

/** Mean squared error of one held-out block at each value; the work lies in the core's memory, within the caller's scope. */
function blockErrors(
  basis: Eigenbasis,
  target: ProjectedTarget,
  rows: Int32Array,
  steps: Steps,
  context: Computing,
): Float64Array {
  const errors = new Float64Array(steps.remainders.length);
  eachBlockResidual(basis, target, rows, steps, context, (l, residual) => {
    errors[l] = residual ? residual.reduce((sum, v) => sum + v ** 2 / rows.length, 0) : Number.POSITIVE_INFINITY;
  });
  return errors;
}

/** The parts of a target along the directions of U, and beyond them if there are any. */
export interface ProjectedTarget {
  readonly projected: Float64Array;
  readonly rest: Float64Array | undefined;
}

/** Visits the residuals of one held-out block at each value; undefined if the other rows cannot predict it. */
function eachBlockResidual(
  basis: Eigenbasis,
  { projected, rest }: ProjectedTarget,
  rows: Int32Array,
  { remainders, used, order }: Steps,
  context: Computing,
  visit: (l: number, residual: Float64Array | undefined) => void,
): void {
  const { linalg } = context;
  const { n, mu, vectors } = basis;
  const q = mu.length;
  const b = rows.length;
  const block = gatherRows(vectors, n, rows, linalg.allocate(b * q));
  const weighted = linalg.allocate(b * q);
  const system = linalg.allocate(b * b);
  const shifts = linalg.allocate(q);
  const residual = linalg.allocate(b);
  const columns = (values: Float64Array, from: number) => ({ values, offset: from * b, lead: b });
  const left = leftByFree(basis, block, rows, context);
  let added = q;
  for (const l of order) {
    const remainder = remainders[l];
    linalg.syrk(false, b, added - used[l], 1, columns(block, used[l]), 1, full(left, b), context);
    added = used[l];
    for (let j = 0; j < q; j++) shifts[j] = remainder[j] * projected[j];
    for (let i = 0; i < b; i++) residual[i] = rest ? rest[rows[i]] : 0;
    linalg.gemv(false, b, q, 1, columns(block, 0), shifts, 1, residual, context);
    system.set(left);
    // Directions that are kept in full leave nothing: a cut-off costs no more than the directions it has released since
    // the last value.
    const first = Math.max(
      0,
      remainder.findIndex((v) => v !== 0),
    );
    // Steps that overshoot leave negative remainders, which a product of roots cannot carry.
    for (const sign of [1, -1]) {
      if (sign < 0 && remainder.every((v) => v >= 0)) continue;
      for (let j = first; j < added; j++) {
        const root = Math.sqrt(Math.max(0, sign * remainder[j]));
        for (let o = j * b, end = o + b; o < end; o++) weighted[o] = block[o] * root;
      }
      linalg.syrk(false, b, Math.max(0, added - first), sign, columns(weighted, first), 1, full(system, b), context);
    }
    visit(l, solved(system, residual, b, context) ? residual : undefined);
  }
}

/**
 * The part of I − H_BB beyond the directions of U, b×b in the core's memory, lower triangle: I − Q_B·Q_B' − U_B·U_B' if
 * there are directions beyond, and N·N' for the part that Q fits only in the block, which keeps the system solvable and
 * leaves that part's residual 0.
 */
function leftByFree(
  { n, free, unpenalised: p, mu }: Eigenbasis,
  block: Float64Array,
  rows: Int32Array,
  context: Computing,
): Float64Array {
  const { linalg } = context;
  const b = rows.length;
  const q = mu.length;
  const left = linalg.allocate(b * b).fill(0);
  const freeBlock = gatherRows(free, n, rows, linalg.allocate(b * p));
  if (p + q < n) {
    for (let i = 0; i < b; i++) left[i * b + i] = 1;
    if (p > 0) linalg.syrk(false, b, p, -1, full(freeBlock, b), 1, full(left, b), context);
    linalg.syrk(false, b, q, -1, full(block, b), 1, full(left, b), context);
  }
  if (p === 0) return left;
  const inner = linalg.allocate(p * p);
  linalg.syrk(true, p, b, 1, full(freeBlock, b), 0, full(inner, p), context);
  const { values, vectors } = linalg.symmetricEigen(inner, p, context);
  const alone = values.filter((v) => v > 1 - LEFT_WHOLE).length;
  if (alone === 0) return left;
  const fitted = linalg.allocate(b * alone);
  const from = { values: vectors, offset: (p - alone) * p, lead: p };
  linalg.gemm(false, false, b, alone, p, 1, full(freeBlock, b), from, 0, full(fitted, b), context);
  linalg.syrk(false, b, alone, 1, full(fitted, b), 1, full(left, b), context);
  return left;
}

/** residual ← system^-1·residual, the system overwritten; false when it is singular to rounding. */
function solved(system: Float64Array, residual: Float64Array, b: number, context: Computing): boolean {
  const { linalg } = context;
  const copy = system.slice();
  if (linalg.cholesky(system, b, context) === undefined) {
    linalg.solveLower(system, b, false, residual, 1, context);
    linalg.solveLower(system, b, true, residual, 1, context);
    return true;
  }
  system.set(copy);
  const { values, vectors } = linalg.symmetricEigen(system, b, context);
  const floor = b * Number.EPSILON * Math.max(Math.abs(values[0]), Math.abs(values[b - 1]));
  if (values.some((v) => Math.abs(v) <= floor)) return false;
  const solution = new Float64Array(b);
  for (let j = 0; j < b; j++) {
    let along = 0;
    for (let i = 0; i < b; i++) along += vectors[j * b + i] * residual[i];
    for (let i = 0; i < b; i++) solution[i] += (along / values[j]) * vectors[j * b + i];
  }
  residual.set(solution);
  return true;
}

/**
 * The mean over the folds of their errors (`means`, folds×length row-major), and its standard error; infinite if one of
 * them is.
 */
export function overFolds(means: Float64Array, count: number, length: number): FoldErrors {
  const error = new Float64Array(length);
  const standardError = new Float64Array(length);
  for (let l = 0; l < length; l++) {
    let sum = 0;
    for (let f = 0; f < count; f++) sum += means[f * length + l];
    error[l] = sum / count;
    let scatter = 0;
    for (let f = 0; f < count; f++) scatter += (means[f * length + l] - error[l]) ** 2;
    standardError[l] = error[l] < Number.POSITIVE_INFINITY ? Math.sqrt(scatter / (count - 1) / count) : error[l];
  }
  return { error, standardError };
}
