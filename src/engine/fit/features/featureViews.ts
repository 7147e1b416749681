import type { Calibration } from '../../contract/classes';
import type { Design, Matrix, Transform } from '../../contract/data';
import type { CurveFit, LivePredictor, PartialDependence } from '../../contract/run';
import { probabilitiesOf } from '../../statistics/calibration';
import { evenGrid, onlyColumn } from '../curveFit';
import { shownColumn, variedColumns, withColumn } from '../partialColumns';
import { encodeRaw, rawValues } from '../rawColumn';
import type { FitSession } from '../session';
import { type FeatureProjectionBasis, featureValues, meanFeatures, projectFeatures } from './featureProjection';

/** The fit at some rows: of the first target, and, of classes with a calibration, of all of them. */
export interface FeaturePredictor {
  readonly first: (rows: Matrix) => Float64Array;
  readonly all: (rows: Matrix) => readonly Float64Array[];
  readonly calibration?: Calibration;
}

/** The mean prediction as one raw column moves (partialDependence.ts), from means of the features. One list for each target. */
export function featurePartials(
  projection: FeatureProjectionBasis,
  along: readonly Float64Array[],
  predict: FeaturePredictor,
  transform: Transform,
  order: Uint32Array,
  session: FitSession,
): PartialDependence[][] {
  const { problem, linalg } = session;
  const { count } = projection.spectrum;
  const { columns, background, done } = variedColumns(problem.x, transform, order, count, predict.first, session);
  const curves: PartialDependence[][] = along.map(() => []);
  columns.forEach((varied, k) => {
    const part = session.part(done + ((1 - done) * k) / columns.length, done + ((1 - done) * (k + 1)) / columns.length);
    part.progress(0, 'partial dependence');
    const { calibration } = predict;
    const probabilities = calibration && along.map(() => new Float64Array(varied.grid.length));
    const samples = Array.from(varied.grid, (_, g) => withColumn(background, varied, g));
    samples.forEach((rows, g) => {
      if (!calibration) return;
      session.check();
      probabilitiesOf(calibration, predict.all(rows)).forEach((values, t) => {
        if (probabilities) probabilities[t][g] = values.reduce((sum, p) => sum + p, 0) / values.length;
      });
    });
    projectFeatures(projection, meanFeatures(projection, samples, linalg, part), along, linalg, part).forEach(
      (predictor, t) => {
        curves[t].push({
          ...shownColumn(varied),
          predictor,
          ...(probabilities && { probability: probabilities[t] }),
        });
      },
    );
  });
  return curves;
}

/** The fitted curve of each target, when the only feature is one number or date; `shown` are the training rows drawn with it (0-based). */
export function featureCurves(
  projection: FeatureProjectionBasis,
  { train, transform }: Design,
  targets: readonly { readonly y: Float64Array; readonly along: Float64Array }[],
  shown: Uint32Array,
  session: FitSession,
): CurveFit[] | undefined {
  const column = onlyColumn(transform);
  if (column === undefined) return undefined;
  const { rows, lines } = train;
  const raw = rawValues(session.problem.x, transform, column, session);
  const grid = evenGrid(raw, session);
  const values = featureValues(projection, encodeRaw(grid, transform, column), session.linalg, session);
  const predictors: LivePredictor[] = projectFeatures(
    projection,
    values,
    targets.map(({ along }) => along),
    session.linalg,
    session,
    true,
  );
  return targets.map(({ y }, t) => ({
    column: column.input.column,
    grid,
    predictor: predictors[t],
    x: Float64Array.from(shown, (i) => raw[i]),
    y: Float64Array.from(shown, (i) => y[i]),
    rows: Uint32Array.from(shown, (i) => rows[i]),
    lines: Uint32Array.from(shown, (i) => lines[i]),
  }));
}
