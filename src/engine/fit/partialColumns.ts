import type { Calibration } from '../contract/classes';
import { inBlocks, partOf, type RunContext } from '../contract/context';
import type { Design, Matrix, Transform } from '../contract/data';
import type { CurveFit, LivePredictor, PartialDependence } from '../contract/run';
import { pickRows } from '../kernels/rows';
import { columnMoves, type MovedPredictions } from '../model/columnMoves';
import { probabilitiesOf } from '../statistics/calibration';
import { meanOf } from '../statistics/mean';
import { sortedValues } from '../statistics/sorted';
import {
  cyclePlaces,
  encodeRaw,
  levelsOf,
  type RawColumn,
  rawColumns,
  rawColumnWords,
  rawValues,
  rugOf,
} from './rawColumn';
import type { FitSession } from './session';

/** The most raw columns that are shown; of more, the most influential ones. */
export const SHOWN = 24;
const POINTS = 25;
/** Kernel values over all columns, which limit the background rows that the mean is over. */
const EVALUATIONS = 2e7;
const BRIEF_EVALUATIONS = 2e6;
/** Rows on which columns are compared when there are too many to show. */
const COMPARED = 50;
/** Fraction of the progress that this comparison takes. */
const COMPARING = 0.5;

/** A column that moves: its places in raw units, and the encoded cells at each. */
export interface VariedColumn {
  readonly column: RawColumn;
  readonly grid: Float64Array;
  /** Raw values of the background's rows. */
  readonly raw: Float64Array;
  /** Quantiles of the raw values of the fit's rows. */
  readonly rug: Float64Array;
  readonly points: Matrix;
}

/** A fit as its predictions follow a column. */
export interface ColumnPredictor {
  /** Rows or features that a prediction is a sum over. */
  readonly size: number;
  /** Predictions of the first output while columns of the rows move. */
  moving(rows: Matrix): MovedPredictions;
  /** The effect of a column on the mean over the background's rows, by output. */
  over(background: Matrix): (varied: VariedColumn, session: FitSession) => readonly ColumnMeans[];
}

type ColumnMeans = Pick<PartialDependence, 'predictor' | 'share' | 'probability'>;

/**
 * The mean prediction as one raw column moves over a grid and the others keep their values (Friedman 2001), for up to 24 columns: one list for
 * each output. The mean is over a seeded sample of the training rows (`order` is a permutation of them).
 */
export function partialDependence(
  predictor: ColumnPredictor,
  transform: Transform,
  order: Uint32Array,
  session: FitSession,
): PartialDependence[][] {
  if (session.hints.withoutPartial) return session.problem.outputs.map(() => []);
  const { columns, background, done } = variedColumns(predictor, transform, order, session);
  const meansOf = predictor.over(background);
  const shown = columns.map((varied, k) => {
    const part = session.part(done + ((1 - done) * k) / columns.length, done + ((1 - done) * (k + 1)) / columns.length);
    part.progress(0, 'partial dependence');
    const { column, grid, rug } = varied;
    const words = { ...rawColumnWords(column), grid, rug };
    return meansOf(varied, part).map((means) => ({ ...words, ...means }));
  });
  return shown[0].map((_, o) => shown.map((ofColumn) => ofColumn[o]));
}

/** Mean probabilities over rows with these scores, by output: they are computed by row and then averaged, since they are not linear in scores. */
export const meanProbabilities = (calibration: Calibration, scores: readonly Float64Array[]): number[] =>
  probabilitiesOf(calibration, scores).map(meanOf);

/** The columns to show, the rows that their mean is over, and the fraction of the progress that choosing them took. */
function variedColumns(predictor: ColumnPredictor, transform: Transform, order: Uint32Array, session: FitSession) {
  const { x } = session.problem;
  const all = rawColumns(transform);
  const columns = mostInfluential(x, all, order, predictor, session);
  const perPoint = (session.hints.brief ? BRIEF_EVALUATIONS : EVALUATIONS) / (columns.length * POINTS * predictor.size);
  const background = pickRows(x, order.slice(0, Math.max(20, Math.min(x.rows, Math.floor(perPoint)))).sort());
  return {
    background,
    done: columns.length < all.length ? COMPARING : 0,
    columns: columns.map((column): VariedColumn => {
      const raw = rawValues(x, transform, column, session);
      // Cycles have gaps. Filtering takes three times the memory of its input.
      const sorted = sortedValues(raw.some(Number.isNaN) ? raw.filter((v) => !Number.isNaN(v)) : raw, session);
      const grid = gridOf(column, sorted);
      const of = rawValues(background, transform, column, session);
      return { column, grid, raw: of, rug: rugOf(sorted), points: encodeRaw(grid, transform, column) };
    }),
  };
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

/** A curve over the grid at raw values: linear between numbers, NaN if a row has none. */
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

/**
 * The grid of a column. For numbers, half of the points are even from lowest to highest and half at quantiles, to
 * resolve ends and bulk.
 */
function gridOf(column: RawColumn, sorted: Float64Array): Float64Array {
  const { input } = column;
  const cycle = cyclePlaces(column, POINTS);
  if (cycle) return cycle;
  const levels = levelsOf(column);
  if (levels) return Float64Array.from(levels.keys());
  if (input.kind === 'boolean') return Float64Array.of(0, 1);
  const low = sorted[0];
  const high = sorted[sorted.length - 1];
  const even = Math.ceil(POINTS / 2);
  const points = Array.from({ length: even }, (_, i) => stepBetween(low, high, i, even - 1));
  for (let q = 1; q <= POINTS - even; q++) {
    points.push(sorted[Math.round((q / (POINTS - even + 1)) * (sorted.length - 1))]);
  }
  // Scaling there and back turns 0 into −9e-16.
  const rounded = points.map((value) => (Math.abs(value) < 1e-12 * high - 1e-12 * low ? 0 : value));
  return Float64Array.from(new Set(rounded)).sort();
}

/** low + (high − low)·i/steps, even if the range is beyond the largest number. */
export function stepBetween(low: number, high: number, i: number, steps: number): number {
  const product = (high - low) * i;
  return Number.isFinite(product) ? low + product / steps : low * (1 - i / steps) + high * (i / steps);
}

/** The columns that move the fit most when they take the values of other rows; all if there are few columns. */
function mostInfluential(
  x: Matrix,
  columns: readonly RawColumn[],
  order: Uint32Array,
  predictor: Pick<ColumnPredictor, 'moving'>,
  context: RunContext,
): readonly RawColumn[] {
  if (columns.length <= SHOWN) return columns;
  const rows = pickRows(x, order.slice(0, COMPARED));
  const moves = columnMoves(rows, columns, predictor.moving(rows), partOf(context, 0, COMPARING));
  const ranked = [...columns.keys()].sort((a, b) => moves[b] - moves[a]);
  const chosen = new Set(ranked.slice(0, SHOWN));
  return columns.filter((_, c) => chosen.has(c));
}

const CURVE_POINTS = 200;

/**
 * The fitted curve of each target over 200 even points, when the only feature is one number or date; otherwise undefined. `at`: the predictors at rows,
 * one for each of the targets `ys`; `shown`: the training rows (0-based) drawn with the curves, all if omitted.
 */
export function curveFits(
  { train, transform }: Pick<Design, 'train' | 'transform'>,
  ys: readonly Float64Array[],
  at: (rows: Matrix) => readonly LivePredictor[],
  session: FitSession,
  shown?: Uint32Array,
): CurveFit[] | undefined {
  const column = onlyColumn(transform);
  if (column === undefined) return undefined;
  const raw = rawValues(session.problem.x, transform, column, session);
  const grid = evenGrid(raw, session);
  const values = (all: Float64Array) => (shown ? Float64Array.from(shown, (i) => all[i]) : all);
  const numbers = (all: Uint32Array) => (shown ? Uint32Array.from(shown, (i) => all[i]) : all);
  const rows = { x: values(raw), rows: numbers(train.rows), lines: numbers(train.lines) };
  return at(encodeRaw(grid, transform, column)).map((predictor, o) => ({
    column: column.input.column,
    grid,
    predictor,
    y: values(ys[o]),
    ...rows,
  }));
}

/** The only feature, when it is one number, or a date of which only the days count. */
function onlyColumn(transform: Transform): RawColumn | undefined {
  const columns = rawColumns(transform);
  const [column] = columns;
  const numeric = column?.input.kind === 'number' || column?.part === 'trend';
  return columns.length === 1 && numeric && levelsOf(column) === undefined ? column : undefined;
}

/** 200 places from the lowest to the highest value. */
function evenGrid(values: Float64Array, context: RunContext): Float64Array {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  inBlocks(values.length, context, 1, (from, to) => {
    for (let i = from; i < to; i++) {
      low = Math.min(low, values[i]);
      high = Math.max(high, values[i]);
    }
  });
  return Float64Array.from({ length: CURVE_POINTS }, (_, i) => stepBetween(low, high, i, CURVE_POINTS - 1));
}
