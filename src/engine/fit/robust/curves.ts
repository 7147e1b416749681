import { partOf, type RunContext } from '../../contract/context';
import type { Matrix, Transform } from '../../contract/data';
import type { RobustCurve } from '../../contract/robust';
import type { CurveFit, LivePredictor, PartialDependence } from '../../contract/run';
import { evenly, onlyColumn } from '../curveFit';
import { levelsOf, meanOfColumns, movedColumns, withColumn } from '../partialColumns';
import { encodeRaw, rawValues, rugOf } from '../rawColumn';
import type { PathPredictor, PathValues } from './predictor';

const curveOf = ({ along, fitted, squared }: PathValues): RobustCurve => ({ values: along, fitted, squared });

/** The twin's values as a predictor that no slider moves. */
const still = (base: Float64Array): LivePredictor => ({ rows: base.length, rank: 0, p: new Float32Array(0), base });

/** Mean predictions as one raw column moves, along the path and of the twin: the places of partialDependence.ts, for one output. */
export function robustPartials(
  predictor: PathPredictor,
  middle: number,
  x: Matrix,
  expansion: number,
  transform: Transform,
  order: Uint32Array,
  context: RunContext,
): { readonly partial: PartialDependence[]; readonly curves: RobustCurve[] } {
  const predict = (rows: Matrix) => predictor.values(predictor.cross(rows, context), context).fitted[middle];
  const { columns, background } = movedColumns(x, transform, order, expansion, predict, context);
  const partial: PartialDependence[] = [];
  const curves: RobustCurve[] = [];
  columns.forEach((moved, c) => {
    const part = partOf(context, c / columns.length, (c + 1) / columns.length);
    part.progress(0, 'partial dependence');
    const m = moved.grid.length;
    let mean: { own: Float64Array; twin: Float64Array } | undefined;
    for (let g = 0; g < m; g++) {
      const { own, twin } = predictor.cross(withColumn(background, moved, g), part);
      const [e, te] = [own.length / background.rows, twin.length / background.rows];
      if (!mean) {
        const shared = new Float64Array(e * m);
        mean = { own: shared, twin: own === twin ? shared : new Float64Array(te * m) };
      }
      meanOfColumns(own, e, mean.own, g);
      if (own !== twin) meanOfColumns(twin, te, mean.twin, g);
    }
    if (!mean) return;
    const values = predictor.values({ ...mean, m }, part);
    const { input } = moved.column;
    curves.push(curveOf(values));
    partial.push({
      column: input.column,
      kind: input.kind,
      grid: moved.grid,
      ...levelsOf(input),
      predictor: still(values.squared),
      rug: rugOf(moved.raw),
    });
  });
  return { partial, curves };
}

/** The curve itself over 200 even points, when the only feature is one number or date; otherwise undefined. */
export function robustCurve(
  predictor: PathPredictor,
  x: Matrix,
  y: Float64Array,
  { rows, lines }: { readonly rows: Uint32Array; readonly lines: Uint32Array },
  transform: Transform,
  context: RunContext,
): { readonly fit: CurveFit; readonly curve: RobustCurve } | undefined {
  const column = onlyColumn(transform);
  if (column === undefined) return undefined;
  const raw = rawValues(x, transform, column);
  const grid = evenly(raw);
  const values = predictor.values(predictor.cross(encodeRaw(grid, transform, column), context), context);
  const fit = { column: column.input.column, grid, predictor: still(values.squared), x: raw, y, rows, lines };
  return { fit, curve: curveOf(values) };
}
