import type { Design, Matrix, Transform } from '../../contract/data';
import type { RobustCurve } from '../../contract/robust';
import type { CurveFit, LivePredictor, PartialDependence } from '../../contract/run';
import { permutation } from '../../data/random';
import { evenGrid, onlyColumn } from '../curveFit';
import { meanOfColumns, shownColumn, variedColumns, withColumn } from '../partialColumns';
import { encodeRaw, rawValues } from '../rawColumn';
import type { FitSession } from '../session';
import type { PathPredictor, PathValues } from './predictor';

const curveOf = ({ along, fitted, squared }: PathValues): RobustCurve => ({ values: along, fitted, squared });

/** The ridge baseline's values as a predictor that no slider moves. */
const still = (base: Float64Array): LivePredictor => ({ rows: base.length, rank: 0, p: new Float32Array(0), base });

/** Mean predictions as one raw column moves, along the path and of the ridge baseline: the places of partialDependence.ts, for one output. */
export function robustPartials(
  predictor: PathPredictor,
  middle: number,
  transform: Transform,
  session: FitSession,
): { readonly partial: PartialDependence[]; readonly curves: RobustCurve[] } {
  const { x } = session.problem;
  const order = permutation(x.rows, session.seed);
  const predict = (rows: Matrix) => predictor.values(predictor.cross(rows, session), session).fitted[middle];
  const { columns, background, done } = variedColumns(x, transform, order, predictor.size, predict, session);
  const partial: PartialDependence[] = [];
  const curves: RobustCurve[] = [];
  columns.forEach((varied, c) => {
    const part = session.part(done + ((1 - done) * c) / columns.length, done + ((1 - done) * (c + 1)) / columns.length);
    part.progress(0, 'partial dependence');
    const m = varied.grid.length;
    let mean: { fit: Float64Array; baseline: Float64Array } | undefined;
    for (let g = 0; g < m; g++) {
      const { fit, baseline } = predictor.cross(withColumn(background, varied, g), part);
      const [e, be] = [fit.length / background.rows, baseline.length / background.rows];
      if (!mean) {
        const shared = new Float64Array(e * m);
        mean = { fit: shared, baseline: fit === baseline ? shared : new Float64Array(be * m) };
      }
      meanOfColumns(fit, e, mean.fit, g);
      if (fit !== baseline) meanOfColumns(baseline, be, mean.baseline, g);
    }
    if (!mean) return;
    const values = predictor.values({ ...mean, m }, part);
    curves.push(curveOf(values));
    partial.push({
      ...shownColumn(varied),
      predictor: still(values.squared),
    });
  });
  return { partial, curves };
}

/** The curve itself over 200 even points, when the only feature is one number or date; otherwise undefined. */
export function robustCurve(
  predictor: PathPredictor,
  y: Float64Array,
  { train, transform }: Design,
  session: FitSession,
): { readonly fit: CurveFit; readonly curve: RobustCurve } | undefined {
  const column = onlyColumn(transform);
  if (column === undefined) return undefined;
  const raw = rawValues(session.problem.x, transform, column, session);
  const grid = evenGrid(raw, session);
  const values = predictor.values(predictor.cross(encodeRaw(grid, transform, column), session), session);
  const { rows, lines } = train;
  const fit = { column: column.input.column, grid, predictor: still(values.squared), x: raw, y, rows, lines };
  return { fit, curve: curveOf(values) };
}
