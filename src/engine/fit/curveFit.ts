import { inBlocks, type RunContext } from '../contract/context';
import type { Transform } from '../contract/data';
import type { CurveFit } from '../contract/run';
import { baseOf, livePredictor, type ProjectionBasis, projectRows } from '../model/projection';
import { between } from './partialColumns';
import { encodeRaw, type RawColumn, rawColumns, rawValues } from './rawColumn';
import type { FitSession } from './session';

const POINTS = 200;

export interface CurveRows {
  readonly rows: Uint32Array;
  readonly lines: Uint32Array;
}

/** The fitted curve of each output over 200 even points, when the only feature is one number or date; otherwise undefined. */
export function curveFits(
  projection: ProjectionBasis,
  { rows, lines }: CurveRows,
  outputs: readonly { readonly y: Float64Array; readonly along: Float64Array }[],
  transform: Transform,
  session: FitSession,
): CurveFit[] | undefined {
  const column = onlyColumn(transform);
  if (column === undefined) return undefined;
  const x = rawValues(projection.x, transform, column, session);
  const grid = evenGrid(x, session);
  const projected = projectRows(projection, encodeRaw(grid, transform, column), session.linalg, session);
  return outputs.map(({ y, along }) => ({
    column: column.input.column,
    grid,
    predictor: livePredictor(projected, projection.residual.basis.rank, baseOf(projected, along), true),
    x,
    y,
    rows,
    lines,
  }));
}

/** The only feature, when it is one number, or a date of which only the days count. */
export function onlyColumn(transform: Transform): RawColumn | undefined {
  const columns = rawColumns(transform);
  const [column] = columns;
  const numeric = column?.input.kind === 'number' || column?.part === 'trend';
  return columns.length === 1 && numeric ? column : undefined;
}

/** 200 places from the least to the largest value. */
export function evenGrid(values: Float64Array, context: RunContext): Float64Array {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  inBlocks(values.length, context, (from, to) => {
    for (let i = from; i < to; i++) {
      low = Math.min(low, values[i]);
      high = Math.max(high, values[i]);
    }
  });
  return Float64Array.from({ length: POINTS }, (_, i) => between(low, high, i, POINTS - 1));
}
