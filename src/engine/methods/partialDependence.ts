import { partOf, type RunContext, silently } from '../contract/context';
import type { Matrix, Transform } from '../contract/data';
import type { PartialDependence } from '../contract/run';
import { gaussianCross } from '../kernels/gaussian';
import { pickRows } from '../kernels/rows';
import type { LinearAlgebra } from '../linalg/linalg';
import type { Eigenbasis } from '../spectrum/spectrum';
import { livePredictor, projectKernel } from './projection';
import { encodeRaw, type RawColumn, rawColumns, rawValues, rugOf, splitColumns } from './rawColumn';

/** Raw columns shown at most; beyond it the most influential ones. */
export const SHOWN = 24;
const POINTS = 25;
/** Kernel values over all columns: decides how many background rows the mean is over. */
const EVALUATIONS = 20_000_000;

/**
 * The mean prediction as one raw column moves over a grid and the others keep their values (Friedman 2001), for up to 24
 * columns. The Gaussian kernel is a product over columns, so the mean over the background rows b is taken once for
 * each training row, mean_b k_others(x_b, x_j), and multiplied by k_own(value, x_j) at every grid point.
 */
export function partialDependence(
  x: Matrix,
  transform: Transform,
  basis: Eigenbasis,
  alpha: Float64Array,
  lengthScale: number,
  order: Uint32Array,
  linalg: LinearAlgebra,
  context: RunContext,
): PartialDependence[] {
  const columns = mostInfluential(x, rawColumns(transform), alpha, lengthScale, order);
  const background = Math.max(1, Math.min(x.rows, Math.floor(EVALUATIONS / (columns.length * x.rows))));
  const rows = order.slice(0, background).sort();
  return columns.map((column, k) => {
    const part = partOf(context, k / columns.length, (k + 1) / columns.length);
    part.progress(0, 'partial dependence');
    const raw = rawValues(x, transform, column);
    const grid = gridOf(column, raw);
    const { own, others } = splitColumns(x, column);
    const cross = gaussianCross(own, encodeRaw(grid, transform, column), lengthScale, linalg, silently(part));
    const mean = meanKernel(others, rows, lengthScale, linalg, silently(part));
    for (let g = 0; g < grid.length; g++) for (let j = 0; j < x.rows; j++) cross[g * x.rows + j] *= mean[j];
    const projected = projectKernel(basis, cross, grid.length, linalg, part);
    const { input } = column;
    return {
      column: input.column,
      kind: input.kind,
      grid,
      ...(input.kind === 'category' && { levels: levelsOf(input.levels, input.missingLevel) }),
      predictor: livePredictor(basis, projected, grid.length),
      rug: rugOf(raw),
    };
  });
}

function levelsOf(levels: readonly string[], missingLevel: boolean): readonly string[] {
  return missingLevel ? [...levels, 'missing'] : levels;
}

/** Numbers: half of the points evenly from least to largest, half at quantiles, so that both ends and the bulk are resolved. */
function gridOf({ input, width }: RawColumn, raw: Float64Array): Float64Array {
  if (input.kind === 'category') return Float64Array.from({ length: width }, (_, level) => level);
  if (input.kind === 'boolean') return Float64Array.of(0, 1);
  const sorted = raw.slice().sort();
  const low = sorted[0];
  const high = sorted[sorted.length - 1];
  const even = Math.ceil(POINTS / 2);
  const points = Array.from({ length: even }, (_, i) => low + ((high - low) * i) / (even - 1));
  for (let q = 1; q <= POINTS - even; q++) {
    points.push(sorted[Math.round((q / (POINTS - even + 1)) * (sorted.length - 1))]);
  }
  // Scaling there and back leaves −9e-16 where 0 was.
  const rounded = points.map((value) => (Math.abs(value) < 1e-12 * (high - low) ? 0 : value));
  return Float64Array.from(new Set(rounded)).sort();
}

/** Mean over the background rows of k(x_b, x_j), n of them. */
function meanKernel(
  others: Matrix,
  rows: Uint32Array,
  lengthScale: number,
  linalg: LinearAlgebra,
  context: RunContext,
): Float64Array {
  const n = others.rows;
  const mean = new Float64Array(n);
  const step = 256;
  for (let b0 = 0; b0 < rows.length; b0 += step) {
    const some = rows.subarray(b0, b0 + step);
    const cross = gaussianCross(others, pickRows(others, some), lengthScale, linalg, context);
    for (let b = 0; b < some.length; b++) for (let j = 0; j < n; j++) mean[j] += cross[b * n + j] / rows.length;
  }
  return mean;
}

/** By the mean squared slope of the fit along the column's encoded columns, on a few rows; all when there are few columns. */
function mostInfluential(
  x: Matrix,
  columns: readonly RawColumn[],
  alpha: Float64Array,
  lengthScale: number,
  order: Uint32Array,
): readonly RawColumn[] {
  if (columns.length <= SHOWN) return columns;
  const slopes = meanSquaredSlopes(x, alpha, lengthScale, order.subarray(0, 100));
  const weight = ({ from, width }: RawColumn) => slopes.subarray(from, from + width).reduce((sum, v) => sum + v, 0);
  const chosen = new Set(columns.toSorted((a, b) => weight(b) - weight(a)).slice(0, SHOWN));
  return columns.filter((column) => chosen.has(column));
}

/** Mean over rows of (df/dx_c)², f' = sum_j alpha_j·k(x, x_j)·(x_j − x)/s². */
function meanSquaredSlopes(x: Matrix, alpha: Float64Array, lengthScale: number, rows: Uint32Array): Float64Array {
  const { rows: n, columns: d, values } = x;
  const squares = new Float64Array(d);
  const slope = new Float64Array(d);
  for (const i of rows) {
    slope.fill(0);
    for (let j = 0; j < n; j++) {
      let squared = 0;
      for (let c = 0; c < d; c++) squared += (values[c * n + i] - values[c * n + j]) ** 2;
      const weight = alpha[j] * Math.exp(-squared / (2 * lengthScale * lengthScale));
      for (let c = 0; c < d; c++) slope[c] += weight * (values[c * n + j] - values[c * n + i]);
    }
    for (let c = 0; c < d; c++) squares[c] += slope[c] ** 2;
  }
  return squares;
}
