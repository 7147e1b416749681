import type { RunContext } from '../contract/context';
import type { Matrix, Transform } from '../contract/data';
import type { PartialDependence } from '../contract/run';
import { pickRows } from '../kernels/rows';
import { sortedValues } from '../statistics/sorted';
import { cyclePlaces, encodeRaw, type RawColumn, rawColumns, rawColumnWords, rawValues, rugOf } from './rawColumn';

/** Raw columns shown at most; beyond it the most influential ones. */
export const SHOWN = 24;
const POINTS = 25;
/** Kernel values over all columns: decides how many background rows the mean is over. */
const EVALUATIONS = 2e7;
const BRIEF_EVALUATIONS = 2e6;
/** Rows on which columns are compared when there are too many to show. */
const COMPARED = 50;
/** Share of the progress that this takes. */
const COMPARING = 0.5;

/** A column that moves: its places in raw units, and the encoded cells at each. */
export interface VariedColumn {
  readonly column: RawColumn;
  readonly grid: Float64Array;
  /** Raw values of the background's rows. */
  readonly raw: Float64Array;
  /** Raw values of the rows of the fit, ascending, without gaps of cycles. */
  readonly sorted: Float64Array;
  readonly points: Matrix;
}

/**
 * The columns to show for the rows x of a fit, the rows that their mean is over (`order` is a seeded permutation), and the share of the
 * progress that choosing them took.
 */
export function variedColumns(
  x: Matrix,
  transform: Transform,
  order: Uint32Array,
  expansion: number,
  predict: (rows: Matrix) => Float64Array,
  context: RunContext & { readonly brief: boolean },
): { readonly columns: readonly VariedColumn[]; readonly background: Matrix; readonly done: number } {
  const all = rawColumns(transform);
  const columns = mostInfluential(x, all, order, predict, context);
  const perPoint = (context.brief ? BRIEF_EVALUATIONS : EVALUATIONS) / (columns.length * POINTS * expansion);
  const background = pickRows(x, order.slice(0, Math.max(20, Math.min(x.rows, Math.floor(perPoint)))).sort());
  return {
    background,
    done: columns.length < all.length ? COMPARING : 0,
    columns: columns.map((column) => {
      const raw = rawValues(x, transform, column, context);
      const sorted = sortedValues(
        raw.filter((value) => !Number.isNaN(value)),
        context,
      );
      const grid = gridOf(column, sorted);
      const of = rawValues(background, transform, column, context);
      return { column, grid, raw: of, sorted, points: encodeRaw(grid, transform, column) };
    }),
  };
}

/** What is shown of a column beside the curve. */
export function shownColumn({ column, grid, sorted }: VariedColumn): Omit<PartialDependence, 'predictor'> {
  return { ...rawColumnWords(column), grid, rug: rugOf(sorted) };
}

/** The rows with one raw column at the value of grid point g; once for each of the points from g to before `end`. */
export function withColumn(
  rows: Matrix,
  { points, column: { from, width } }: VariedColumn,
  g: number,
  end = g + 1,
): Matrix {
  const m = rows.rows;
  const all = m * (end - g);
  const values = new Float64Array(all * rows.columns);
  for (let c = 0; c < rows.columns; c++) {
    const own = rows.values.subarray(c * m, (c + 1) * m);
    const moves = c >= from && c < from + width;
    for (let k = g; k < end; k++) {
      const at = c * all + (k - g) * m;
      if (moves) values.fill(points.values[(c - from) * points.rows + k], at, at + m);
      else values.set(own, at);
    }
  }
  return { rows: all, columns: rows.columns, values };
}

/** A curve over the grid at raw values: straight between numbers; NaN where a row has none. */
export function curveAt({ grid }: VariedColumn, curve: Float64Array, raw: Float64Array): Float64Array {
  return raw.map((v) => {
    if (!(v >= grid[0])) return Number.isNaN(v) ? v : curve[0];
    const next = grid.findIndex((place) => place >= v);
    if (next < 0) return curve[curve.length - 1];
    const step = next === 0 ? 0 : (grid[next] - v) / (grid[next] - grid[next - 1]);
    return step === 0 ? curve[next] : step * curve[next - 1] + (1 - step) * curve[next];
  });
}

/** Adds the mean over the columns of `values` (height×count) to column `column` of `into`. */
export function meanOfColumns(values: Float64Array, height: number, into: Float64Array, column: number): void {
  const count = values.length / height;
  for (let b = 0; b < count; b++)
    for (let i = 0; i < height; i++) into[column * height + i] += values[b * height + i] / count;
}

/** Numbers: half of the points evenly from least to largest, half at quantiles, so that both ends and the bulk are resolved. */
function gridOf(column: RawColumn, sorted: Float64Array): Float64Array {
  const { input, width } = column;
  const cycle = cyclePlaces(column, POINTS);
  if (cycle) return cycle;
  if (input.kind === 'category') return Float64Array.from({ length: width }, (_, level) => level);
  if (input.kind === 'boolean') return Float64Array.of(0, 1);
  const low = sorted[0];
  const high = sorted[sorted.length - 1];
  const even = Math.ceil(POINTS / 2);
  const points = Array.from({ length: even }, (_, i) => between(low, high, i, even - 1));
  for (let q = 1; q <= POINTS - even; q++) {
    points.push(sorted[Math.round((q / (POINTS - even + 1)) * (sorted.length - 1))]);
  }
  // Scaling there and back leaves −9e-16 where 0 was.
  const rounded = points.map((value) => (Math.abs(value) < 1e-12 * high - 1e-12 * low ? 0 : value));
  return Float64Array.from(new Set(rounded)).sort();
}

/** low + (high − low)·i/steps, also where the range is beyond the largest number. */
export function between(low: number, high: number, i: number, steps: number): number {
  const product = (high - low) * i;
  return Number.isFinite(product) ? low + product / steps : low * (1 - i / steps) + high * (i / steps);
}

/**
 * By how far the fit moves when the column takes the value of another row (permutation importance on a few rows); all when
 * there are few columns.
 */
function mostInfluential(
  x: Matrix,
  columns: readonly RawColumn[],
  order: Uint32Array,
  predict: (rows: Matrix) => Float64Array,
  context: RunContext,
): readonly RawColumn[] {
  if (columns.length <= SHOWN) return columns;
  const rows = pickRows(x, order.slice(0, COMPARED));
  const here = predict(rows);
  const moves = columns.map(({ from, width }, k) => {
    context.check();
    context.progress((COMPARING * k) / columns.length, 'comparing the columns');
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
