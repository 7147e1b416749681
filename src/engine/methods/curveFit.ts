import type { RunContext } from '../contract/context';
import type { Sample, Transform } from '../contract/data';
import type { CurveFit } from '../contract/run';
import { gaussianCross } from '../kernels/gaussian';
import type { LinearAlgebra } from '../linalg/linalg';
import type { Eigenbasis } from '../spectrum/spectrum';
import { livePredictor, projectKernel } from './projection';
import { encodeRaw, rawColumns, rawValues } from './rawColumn';

const POINTS = 200;

/** The fitted curve over 200 even points, when the only feature is one number or date; otherwise undefined. */
export function curveFit(
  sample: Sample,
  transform: Transform,
  basis: Eigenbasis,
  lengthScale: number,
  linalg: LinearAlgebra,
  context: RunContext,
): CurveFit | undefined {
  const columns = rawColumns(transform);
  const [column] = columns;
  if (columns.length !== 1 || (column.input.kind !== 'number' && column.input.kind !== 'date')) return undefined;
  const x = rawValues(sample.x, transform, column);
  const low = x.reduce((a, b) => Math.min(a, b));
  const high = x.reduce((a, b) => Math.max(a, b));
  const grid = Float64Array.from({ length: POINTS }, (_, i) => low + ((high - low) * i) / (POINTS - 1));
  const points = encodeRaw(grid, transform, column);
  const cross = gaussianCross(sample.x, points, lengthScale, linalg, context);
  const projected = projectKernel(basis, cross, POINTS, linalg, context);
  return {
    column: column.input.column,
    grid,
    predictor: livePredictor(basis, projected, POINTS),
    prior: new Float64Array(POINTS).fill(1),
    x,
    y: sample.y,
    rows: sample.rows,
    lines: sample.lines,
  };
}
