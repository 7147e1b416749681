import { partOf, type RunContext, silently } from '../contract/context';
import type { Matrix, Transform, TransformInput } from '../contract/data';
import type { PartialDependence } from '../contract/run';
import { kernelCross } from '../kernels/kernelMatrix';
import { pickRows } from '../kernels/rows';
import type { LinearAlgebra } from '../linalg/linalg';
import type { Coefficients } from '../model/coefficients';
import {
  baseOf,
  keptFeatures,
  livePredictor,
  predictProjected,
  projectCross,
  projectRows,
  type Reach,
} from '../model/projection';
import { encodeRaw, type RawColumn, rawColumns, rawValues, rugOf } from './rawColumn';

/** Raw columns shown at most; beyond it the most influential ones. */
export const SHOWN = 24;
const POINTS = 25;
/** Kernel values over all columns: decides how many background rows the mean is over. */
const EVALUATIONS = 2e7;
/** Rows on which columns are compared when there are too many to show. */
const COMPARED = 100;

export interface PartialOutput extends Coefficients {
  readonly along: Float64Array;
}

/**
 * The mean prediction as one raw column moves over a grid and the others keep their values (Friedman 2001), for up to 24
 * columns: the mean is over a seeded sample of the training rows, and is taken of the kernel and the unpenalised features,
 * so that it follows every filter. One list for each output.
 */
export function partialDependence(
  reach: Reach,
  outputs: readonly PartialOutput[],
  transform: Transform,
  order: Uint32Array,
  linalg: LinearAlgebra,
  context: RunContext,
): PartialDependence[][] {
  const { x } = reach;
  const columns = mostInfluential(reach, rawColumns(transform), outputs[0], order, linalg, silently(context));
  const perPoint = EVALUATIONS / (columns.length * POINTS * x.rows);
  const background = pickRows(x, order.slice(0, Math.max(20, Math.min(x.rows, Math.floor(perPoint)))).sort());
  const found: PartialDependence[][] = outputs.map(() => []);
  columns.forEach((column, k) => {
    const part = partOf(context, k / columns.length, (k + 1) / columns.length);
    part.progress(0, 'partial dependence');
    const raw = rawValues(x, transform, column);
    const grid = gridOf(column, raw);
    const projected = meanProjection(reach, background, encodeRaw(grid, transform, column), column, linalg, part);
    const { input } = column;
    outputs.forEach(({ along }, o) => {
      found[o].push({
        column: input.column,
        kind: input.kind,
        grid,
        ...levelsOf(input),
        predictor: livePredictor(projected, reach.residual.basis.rank, baseOf(projected, along)),
        rug: rugOf(raw),
      });
    });
  });
  return found;
}

/** The names of the grid's values, where they are none of numbers. */
function levelsOf(input: TransformInput): { readonly levels?: readonly string[] } {
  if (input.kind === 'boolean') return input.words ? { levels: input.words } : {};
  if (input.kind !== 'category') return {};
  return { levels: input.missingLevel ? [...input.levels, 'missing'] : input.levels };
}

/** Kernel values and features averaged over the background rows, at each point of the column's grid, then projected. */
function meanProjection(
  reach: Reach,
  background: Matrix,
  points: Matrix,
  column: RawColumn,
  linalg: LinearAlgebra,
  context: RunContext,
) {
  const n = reach.x.rows;
  const p = reach.residual.basis.unpenalised;
  const cross = new Float64Array(n * points.rows);
  const features = new Float64Array(p * points.rows);
  for (let g = 0; g < points.rows; g++) {
    const moved = withColumn(background, points, g, column);
    meanOfColumns(kernelCross(reach.kernel, reach.x, moved, linalg, silently(context)), n, cross, g);
    if (p > 0) meanOfColumns(keptFeatures(reach, moved, linalg, silently(context)), p, features, g);
  }
  const { rootWeights } = reach;
  if (rootWeights) for (let o = 0; o < cross.length; o++) cross[o] *= rootWeights[o % n];
  return projectCross(reach, cross, features, new Float64Array(points.rows), linalg, silently(context));
}

/** The rows with one raw column at the value of a grid point. */
function withColumn(rows: Matrix, points: Matrix, g: number, { from, width }: RawColumn): Matrix {
  const values = rows.values.slice();
  for (let c = 0; c < width; c++) {
    values.fill(points.values[c * points.rows + g], (from + c) * rows.rows, (from + c + 1) * rows.rows);
  }
  return { ...rows, values };
}

function meanOfColumns(values: Float64Array, height: number, into: Float64Array, column: number): void {
  const count = values.length / height;
  for (let b = 0; b < count; b++)
    for (let i = 0; i < height; i++) into[column * height + i] += values[b * height + i] / count;
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

/**
 * By how far the fit moves when the column takes the value of another row (permutation importance on a few rows); all when
 * there are few columns.
 */
function mostInfluential(
  reach: Reach,
  columns: readonly RawColumn[],
  output: PartialOutput,
  order: Uint32Array,
  linalg: LinearAlgebra,
  context: RunContext,
): readonly RawColumn[] {
  if (columns.length <= SHOWN) return columns;
  const rows = pickRows(reach.x, order.slice(0, COMPARED));
  const predict = (z: Matrix) => predictProjected(projectRows(reach, z, linalg, context), output, reach.rootWeights);
  const here = predict(rows);
  const moves = columns.map(({ from, width }) => {
    const values = rows.values.slice();
    const m = rows.rows;
    for (let c = from; c < from + width; c++)
      for (let i = 0; i < m; i++) values[c * m + i] = rows.values[c * m + ((i + 1) % m)];
    return predict({ ...rows, values }).reduce((sum, v, i) => sum + (v - here[i]) ** 2, 0);
  });
  const ranked = [...columns.keys()].sort((a, b) => moves[b] - moves[a]);
  const chosen = new Set(ranked.slice(0, SHOWN));
  return columns.filter((_, c) => chosen.has(c));
}
