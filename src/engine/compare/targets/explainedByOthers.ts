import type { RunContext } from '../../contract/context';
import type { PilotColumn, PilotColumns } from './pilotColumns';

type Cancellable = Pick<RunContext, 'check'>;

const FOLDS = 5;
/** Ridge parameters that are tried, as shares of the rows. */
const LAMBDAS = [1e-3, 0.1];
/** With fewer rows that have a value, nothing is measured. */
const LEAST_ROWS = 20;

/**
 * For each column the fraction of its variance, on rows left out in five folds, that a ridge regression on all other
 * columns explains, at the better of two ridge parameters; for words, of the Gini impurity. Undefined if it is not
 * measured: dates, too few rows, no other column. With P = (Z'Z + λ)⁻¹ of all columns, the regression that leaves the
 * columns B out is P c − P_B (P_BB)⁻¹ (P c)_B for moments c that are 0 in B, so that one inverse of each fold serves
 * all targets. Moments and errors are over the rows where the target has a value.
 */
export function explainedByOthers(pilot: PilotColumns, context: Cancellable): (number | undefined)[] {
  const grams = momentsByFold(pilot, context);
  const solvers = grams.map((own) => LAMBDAS.map((lambda) => solverOf(grams, own, lambda, context)));
  return pilot.columns.map((column) => {
    const { outputs, shares, from, to } = column;
    if (outputs.length === 0 || to - from === pilot.width) return undefined;
    if (outputs[0].filter((v) => !Number.isNaN(v)).length < LEAST_ROWS) return undefined;
    const sums = LAMBDAS.map(() => ({ missed: 0, all: 0 }));
    outputs.forEach((y, o) => {
      const crossed = crossedByFold(pilot, y, context);
      solvers.forEach((ways, fold) => {
        ways.forEach((solver, l) => {
          context.check();
          const found = errorOn(pilot, y, fold, regression(column, crossed, fold, solver), solver.mean);
          sums[l].missed += shares[o] * found.missed;
          sums[l].all += shares[o] * found.all;
        });
      });
    });
    const explained = Math.max(...sums.map(({ missed, all }) => 1 - missed / all));
    return Number.isFinite(explained) ? explained : undefined;
  });
}

const foldOf = (row: number) => row % FOLDS;

/** Sums over the rows of a fold: of each column, and of the products of any two, width×width. */
interface Moments {
  readonly sums: Float64Array;
  readonly products: Float64Array;
  rows: number;
}

function momentsByFold({ z, n, width }: PilotColumns, context: Cancellable): Moments[] {
  const folds = Array.from({ length: FOLDS }, () => ({
    sums: new Float64Array(width),
    products: new Float64Array(width * width),
    rows: 0,
  }));
  for (let i = 0; i < n; i++) {
    context.check();
    const fold = folds[foldOf(i)];
    const row = z.subarray(i * width, (i + 1) * width);
    fold.rows++;
    for (let k = 0; k < width; k++) {
      fold.sums[k] += row[k];
      for (let l = 0; l < width; l++) fold.products[k * width + l] += row[k] * row[l];
    }
  }
  return folds;
}

/** Everything about the rows outside a fold that all targets share. */
interface Solver {
  readonly width: number;
  readonly rows: number;
  readonly mean: Float64Array;
  /** (Z'Z + λ)⁻¹ of the centred columns. */
  readonly inverse: Float64Array;
}

function solverOf(folds: readonly Moments[], own: Moments, lambda: number, context: Cancellable): Solver {
  const training = folds.filter((fold) => fold !== own);
  const width = own.sums.length;
  const rows = training.reduce((sum, fold) => sum + fold.rows, 0);
  const mean = new Float64Array(width);
  const products = new Float64Array(width * width);
  for (const fold of training) {
    for (let k = 0; k < width; k++) mean[k] += fold.sums[k] / rows;
    for (let e = 0; e < products.length; e++) products[e] += fold.products[e];
  }
  for (let k = 0; k < width; k++) {
    for (let l = 0; l < width; l++) products[k * width + l] -= rows * mean[k] * mean[l];
    products[k * width + k] += lambda * rows;
  }
  return { width, rows, mean, inverse: inverted(products, width, context) };
}

/** The inverse of a positive definite matrix whose pivots are not small, by Gauss and Jordan, in place. */
function inverted(a: Float64Array, width: number, context: Cancellable): Float64Array {
  for (let p = 0; p < width; p++) {
    context.check();
    const pivot = a[p * width + p];
    a[p * width + p] = 1;
    for (let l = 0; l < width; l++) a[p * width + l] /= pivot;
    for (let k = 0; k < width; k++) {
      const factor = a[k * width + p];
      if (k === p || factor === 0) continue;
      a[k * width + p] = 0;
      for (let l = 0; l < width; l++) a[k * width + l] -= factor * a[p * width + l];
    }
  }
  return a;
}

/** Sums over the rows of a fold where the target has a value. */
interface Crossed {
  known: number;
  total: number;
  /** The sum of each column, and of its products with the target. */
  readonly sums: Float64Array;
  readonly products: Float64Array;
}

function crossedByFold({ z, n, width }: PilotColumns, y: Float64Array, context: Cancellable): Crossed[] {
  const folds = Array.from({ length: FOLDS }, () => ({
    known: 0,
    total: 0,
    sums: new Float64Array(width),
    products: new Float64Array(width),
  }));
  context.check();
  for (let i = 0; i < n; i++) {
    if (Number.isNaN(y[i])) continue;
    const fold = folds[foldOf(i)];
    fold.known++;
    fold.total += y[i];
    for (let k = 0, at = i * width; k < width; k++, at++) {
      fold.sums[k] += z[at];
      fold.products[k] += z[at] * y[i];
    }
  }
  return folds;
}

/** Weights of all columns, 0 for those of the target itself, and the mean of the target where it has a value. */
function regression(
  { from, to }: PilotColumn,
  crossed: readonly Crossed[],
  fold: number,
  { width, rows, inverse }: Solver,
): { readonly weights: Float64Array; readonly mean: number } {
  const training = crossed.filter((_, f) => f !== fold);
  const known = training.reduce((sum, each) => sum + each.known, 0);
  const weights = new Float64Array(width);
  if (known === 0) return { weights, mean: 0 };
  const mean = training.reduce((sum, each) => sum + each.total, 0) / known;
  const moments = new Float64Array(width);
  // The inverse is over all rows, the moments are over those with a value.
  for (const { products, sums } of training)
    for (let k = 0; k < width; k++) moments[k] += ((products[k] - mean * sums[k]) * rows) / known;
  moments.fill(0, from, to);
  for (let k = 0; k < width; k++) for (let l = 0; l < width; l++) weights[k] += inverse[k * width + l] * moments[l];
  const size = to - from;
  const block = new Float64Array(size * size);
  for (let a = 0; a < size; a++)
    for (let b = 0; b < size; b++) block[a * size + b] = inverse[(from + a) * width + from + b];
  const own = inverted(block, size, { check() {} });
  const left = weights.slice(from, to);
  for (let a = 0; a < size; a++) {
    const by = left.reduce((sum, v, b) => sum + own[a * size + b] * v, 0);
    for (let k = 0; k < width; k++) weights[k] -= inverse[k * width + from + a] * by;
  }
  return { weights: weights.fill(0, from, to), mean };
}

/** Sums of squared errors on a fold: of the regression, and of the mean of the other rows. */
function errorOn(
  { z, n, width }: PilotColumns,
  y: Float64Array,
  fold: number,
  { weights, mean }: { readonly weights: Float64Array; readonly mean: number },
  centre: Float64Array,
): { missed: number; all: number } {
  let [missed, all] = [0, 0];
  for (let i = fold; i < n; i += FOLDS) {
    if (Number.isNaN(y[i])) continue;
    let predicted = mean;
    for (let k = 0, at = i * width; k < width; k++, at++) predicted += (z[at] - centre[k]) * weights[k];
    missed += (y[i] - predicted) ** 2;
    all += (y[i] - mean) ** 2;
  }
  return { missed, all };
}
