import { inBlocks, type RunContext } from '../contract/context';
import type { Design, Matrix, Transform } from '../contract/data';
import type { CurveFit, LivePredictor } from '../contract/run';
import { between } from './partialColumns';
import { encodeRaw, type RawColumn, rawColumns, rawValues } from './rawColumn';
import type { FitSession } from './session';

const POINTS = 200;

/**
 * The fitted curve of each target over 200 even points, when the only feature is one number or date; otherwise undefined. `at`: the predictors at rows,
 * one for each of the targets `ys`; `shown`: the training rows (0-based) drawn beside the curves, all where it is left out.
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
  return columns.length === 1 && numeric ? column : undefined;
}

/** 200 places from the least to the largest value. */
function evenGrid(values: Float64Array, context: RunContext): Float64Array {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  inBlocks(values.length, context, (from, to) => {
    for (let i = from; i < to; i++) {
      low = Math.min(low, values[i]);
      high = Math.max(high, values[i]);
    }
  });
  return Float64Array.from({ length: POINTS }, (_, i) => between(low, high, i, POINTS - 1));
}
