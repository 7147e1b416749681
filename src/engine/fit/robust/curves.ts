import type { Design, Matrix } from '../../contract/data';
import type { RobustCurve } from '../../contract/robust';
import type { CurveFit, LivePredictor, PartialDependence } from '../../contract/run';
import { permutation } from '../../data/random';
import type { EncodedColumns } from '../../kernels/movedCross';
import { curveFits, partialDependence, type VariedColumn } from '../partialColumns';
import type { FitSession } from '../session';
import type { PathPredictor, PathValues } from './predictor';

const curveOf = ({ along, fitted, squared }: PathValues): RobustCurve => ({ values: along, fitted, squared });

/** The ridge baseline's values as a predictor that no slider moves. */
const still = (base: Float64Array): LivePredictor => ({ rows: base.length, rank: 0, p: new Float32Array(0), base });

/** Mean predictions as one raw column moves, along the path and of the ridge baseline, for one output. */
export function robustPartials(
  predictor: PathPredictor,
  middle: number,
  { transform }: Pick<Design, 'transform'>,
  session: FitSession,
): { readonly partial: PartialDependence[]; readonly curves: RobustCurve[] } {
  const curves: RobustCurve[] = [];
  const columns = {
    size: predictor.size,
    moving: (rows: Matrix) => {
      const cross = predictor.moving(rows, session);
      return (moved: Matrix, of: EncodedColumns) => [predictor.values(cross(moved, of), session).fitted[middle]];
    },
    over: (background: Matrix) => {
      const means = predictor.meansOver(background, session);
      return (varied: VariedColumn, part: FitSession) => {
        const values = predictor.values(means(varied, part), part);
        curves.push(curveOf(values));
        return [{ predictor: still(values.squared) }];
      };
    },
  };
  const order = permutation(session.problem.x.rows, session.seed);
  const [partial] = partialDependence(columns, transform, order, session);
  return { partial, curves };
}

/** The fitted curve over 200 even points, if the only feature is one number or date; otherwise undefined. */
export function robustCurve(
  predictor: PathPredictor,
  y: Float64Array,
  design: Design,
  session: FitSession,
): { readonly fit: CurveFit; readonly curve: RobustCurve } | undefined {
  let values: PathValues | undefined;
  const at = (rows: Matrix) => {
    values = predictor.values(predictor.cross(rows, session), session);
    return [still(values.squared)];
  };
  const [fit] = curveFits(design, [y], at, session) ?? [];
  return fit && values && { fit, curve: curveOf(values) };
}
