import { silently } from '../contract/context';
import type { Matrix } from '../contract/data';
import type { KernelSlope, KernelTemplate } from '../kernels/kernel';
import { kernelGram, mirror } from '../kernels/kernelMatrix';
import { kernelOf } from '../kernels/table';
import { type Computing, full } from '../linalg/linalg';
import { type Criterion, likelihoodWeights, targetWeights, weightedSum } from './criterion';
import { evidenceOf, looOf, type RidgePoint, ridgePoint } from './ridgePoint';
import { type SearchProblem, weightedGramAt } from './searchProblem';

/** The criterion and its derivatives by the logarithms of the d length scales and of lambda, d + 1 of them. */
export interface CriterionSlope {
  readonly value: number;
  readonly gradient: Float64Array;
}

/** The slope of a kernel of r that has one, its length scale being open. */
export function slopeOf(template: KernelTemplate): KernelSlope | undefined {
  if (template.kind === 'sum' || template.kind === 'product' || template.kind === 'features') return undefined;
  return template.lengthScale === undefined ? kernelOf(template).slope?.(template) : undefined;
}

/**
 * With A = K + n·lambda·I and P as in ridgePoint.ts, dP = −P·dA·P for any criterion, so its differential is −tr(M·dA)
 * with one symmetric M: all d + 1 derivatives at about three times the cost of the value. `lengthScale` has d entries.
 * Without a slope those by the length scales are left at 0. Undefined if A is not positive definite to rounding.
 */
export function criterionSlope(
  problem: SearchProblem,
  slope: KernelSlope | undefined,
  criterion: Criterion,
  lengthScale: readonly number[],
  lambda: number,
  context: Computing,
): CriterionSlope | undefined {
  return context.linalg.scope(() => {
    const { x, rootWeights } = problem;
    const n = x.rows;
    const gram = weightedGramAt(problem, lengthScale, context);
    const m = context.linalg.allocate(n * n);
    const value = fillSlope(gram, problem, criterion, lambda, m, context);
    if (value === undefined) return undefined;
    const gradient = new Float64Array(x.columns + 1);
    for (let i = 0; i < n; i++) gradient[x.columns] -= n * lambda * m[i * (n + 1)];
    if (slope === undefined) return { value, gradient };
    if (rootWeights)
      for (let j = 0; j < n; j++) for (let i = j + 1; i < n; i++) m[i + j * n] *= rootWeights[i] * rootWeights[j];
    mirror(m, n);
    addScaleSlopes(
      x,
      { slope, lengthScale, own: slope.shape === problem.template && !rootWeights },
      gram,
      m,
      gradient,
      context,
    );
    return { value, gradient };
  });
}

/** Fills the lower triangle of M, n×n, and returns the criterion; undefined where A is not positive definite to rounding. */
export function fillSlope(
  gram: Float64Array,
  problem: SearchProblem,
  criterion: Criterion,
  lambda: number,
  m: Float64Array,
  context: Computing,
): number | undefined {
  const point = ridgePoint(gram, problem, lambda, silently(context));
  if (point === undefined) return undefined;
  return criterion === 'loo' ? looSlope(point, problem, m, context) : evidenceSlope(point, problem, m, context);
}

/**
 * Adds to `gradient` the derivatives by the logarithms of the d length scales of a kernel with this slope; `m`,
 * symmetric and including the roots of the weights, and `gram` are overwritten. `own`: the kernel of the slope is
 * already that of `gram`.
 */
export function addScaleSlopes(
  x: Matrix,
  {
    slope,
    lengthScale,
    own,
  }: { readonly slope: KernelSlope; readonly lengthScale: readonly number[]; readonly own: boolean },
  gram: Float64Array,
  m: Float64Array,
  gradient: Float64Array,
  context: Computing,
): void {
  const n = x.rows;
  bend(x, slope, own ? undefined : lengthScale, gram, context);
  for (let o = 0; o < n * n; o++) m[o] *= gram[o];
  for (let i = 0; i < n; i++) m[i * (n + 1)] = 0;
  againstDifferences(x, lengthScale, m, gradient, context);
}

/** Fills the lower triangle of M for the leave-one-out error and returns that. */
function looSlope(point: RidgePoint, problem: SearchProblem, m: Float64Array, context: Computing): number {
  const { linalg } = context;
  const { coefficients, diagonal } = point;
  const n = diagonal.length;
  const weights = targetWeights(problem);
  const p = linalg.allocate(n * n);
  projection(point, 1, p, context);
  mirror(p, n);
  // E = sum (a_i/P_ii)²/n: derivatives by a_i below, by P_ii summed over targets; these are never positive.
  const bySquare = new Float64Array(n);
  const byCoefficient = coefficients.map((a, t) =>
    a.map((v, i) => {
      bySquare[i] += (2 * weights[t] * v ** 2) / (n * diagonal[i] ** 3);
      return (2 * weights[t] * v) / (n * diagonal[i] ** 2);
    }),
  );
  const images = byCoefficient.map((g) => {
    const image = new Float64Array(n);
    linalg.gemv(false, n, n, 1, full(p, n), g, 0, image, context);
    return image;
  });
  for (let j = 0; j < n; j++) {
    const root = Math.sqrt(bySquare[j]);
    for (let o = j * n, end = o + n; o < end; o++) p[o] *= root;
  }
  linalg.syrk(false, n, n, -1, full(p, n), 0, full(m, n), context);
  coefficients.forEach((a, t) => {
    const image = images[t];
    for (let j = 0; j < n; j++) for (let i = j; i < n; i++) m[i + j * n] += 0.5 * (a[i] * image[j] + a[j] * image[i]);
  });
  return weightedSum(looOf(point), weights);
}

/** Fills the lower triangle of M for minus the restricted log likelihood per row, and returns that. */
function evidenceSlope(point: RidgePoint, problem: SearchProblem, m: Float64Array, context: Computing): number {
  const { coefficients, p: free } = point;
  const { y } = problem;
  const n = y[0].length;
  const weights = likelihoodWeights(problem);
  const counted = weights.reduce((sum, weight) => sum + weight, 0);
  projection(point, (-0.5 / n) * counted, m, context);
  const along = context.linalg.allocate(n * y.length).fill(0);
  coefficients.forEach((a, t) => {
    if (weights[t] === 0) return;
    let quadratic = 0;
    for (let i = 0; i < n; i++) quadratic += y[t][i] * a[i];
    const root = Math.sqrt((0.5 * (n - free) * weights[t]) / (quadratic * n));
    for (let i = 0; i < n; i++) along[t * n + i] = root * a[i];
  });
  context.linalg.syrk(false, n, y.length, 1, full(along, n), 1, full(m, n), context);
  return weightedSum(evidenceOf(point, y), weights);
}

/** Rows of L^-1 that are multiplied at once: beyond their last there are zeros. */
const ROWS = 96;

/** The lower triangle of P times a factor, n×n. */
function projection(
  { inverse, w, p, diagonal }: RidgePoint,
  factor: number,
  into: Float64Array,
  context: Computing,
): void {
  const n = diagonal.length;
  for (let end = n; end > 0; end -= ROWS) {
    const from = Math.max(0, end - ROWS);
    const some = { values: inverse, offset: from, lead: n };
    context.linalg.syrk(true, end, end - from, factor, some, end < n ? 1 : 0, full(into, n), context);
  }
  if (p > 0) context.linalg.syrk(false, n, p, -factor, full(w, n), 1, full(into, n), context);
}

/**
 * `gram` ← −k'(r)/r, by which a kernel grows with the logarithm of column c's length scale for each squared scaled
 * difference in that column. On the diagonal, where the differences are 0, any value will do. Without length scales it
 * holds κ already.
 */
function bend(
  x: Matrix,
  { shape, stretch, from }: KernelSlope,
  lengthScale: readonly number[] | undefined,
  gram: Float64Array,
  context: Computing,
): void {
  if (lengthScale)
    kernelGram({ ...shape, lengthScale: lengthScale.map((s) => s * stretch) }, x, silently(context), gram);
  if (from) for (let i = 0; i < x.rows ** 2; i++) gram[i] = from(gram[i]);
}

/** gradient_c −= sum_ij Q_ij·(x_ic − x_jc)²/s_c² for symmetric Q, without the differences: 2·x²'Q1 − 2·x'Qx. */
function againstDifferences(
  x: Matrix,
  lengthScale: readonly number[],
  q: Float64Array,
  gradient: Float64Array,
  context: Computing,
): void {
  const { linalg } = context;
  const { rows: n, columns: d, values } = x;
  // The last column, of ones, gives Q1.
  const scaled = linalg.allocate(n * (d + 1)).fill(1);
  for (let c = 0; c < d; c++) {
    let mean = 0;
    for (let i = 0; i < n; i++) mean += values[c * n + i] / n;
    for (let i = 0; i < n; i++) scaled[c * n + i] = (values[c * n + i] - mean) / lengthScale[c];
  }
  const product = linalg.allocate(n * (d + 1));
  linalg.gemm(false, false, n, d + 1, n, 1, full(q, n), full(scaled, n), 0, full(product, n), context);
  for (let c = 0; c < d; c++) {
    let sum = 0;
    for (let i = 0; i < n; i++) {
      const v = scaled[c * n + i];
      sum += v * (v * product[d * n + i] - product[c * n + i]);
    }
    gradient[c] -= 2 * sum;
  }
}
