import type { RunContext } from '../contract/context';
import type { Transform } from '../contract/data';
import type { CurveFit } from '../contract/run';
import type { LinearAlgebra } from '../linalg/linalg';
import { baseOf, livePredictor, projectRows, type Reach } from '../model/projection';
import { encodeRaw, type RawColumn, rawColumns, rawValues } from './rawColumn';

const POINTS = 200;

export interface CurveRows {
  readonly rows: Uint32Array;
  readonly lines: Uint32Array;
}

/** The fitted curve of each output over 200 even points, when the only feature is one number or date; otherwise undefined. */
export function curveFits(
  reach: Reach,
  { rows, lines }: CurveRows,
  outputs: readonly { readonly y: Float64Array; readonly along: Float64Array }[],
  transform: Transform,
  linalg: LinearAlgebra,
  context: RunContext,
): CurveFit[] | undefined {
  const column = onlyColumn(transform);
  if (column === undefined) return undefined;
  const x = rawValues(reach.x, transform, column);
  const grid = evenly(x);
  const projected = projectRows(reach, encodeRaw(grid, transform, column), linalg, context);
  return outputs.map(({ y, along }) => ({
    column: column.input.column,
    grid,
    predictor: livePredictor(projected, reach.residual.basis.rank, baseOf(projected, along), true),
    x,
    y,
    rows,
    lines,
  }));
}

/** The only feature, when it is one number or date. */
export function onlyColumn(transform: Transform): RawColumn | undefined {
  const columns = rawColumns(transform);
  const [column] = columns;
  const numeric = column?.input.kind === 'number' || column?.input.kind === 'date';
  return columns.length === 1 && numeric ? column : undefined;
}

/** 200 places from the least to the largest value. */
export function evenly(values: Float64Array): Float64Array {
  const low = values.reduce((a, b) => Math.min(a, b));
  const high = values.reduce((a, b) => Math.max(a, b));
  return Float64Array.from({ length: POINTS }, (_, i) => low + ((high - low) * i) / (POINTS - 1));
}
