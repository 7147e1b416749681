import type { Calibration } from '../../contract/classes';
import type { Matrix } from '../../contract/data';
import type { LivePredictor } from '../../contract/run';
import { type ColumnPredictor, meanProbabilities, withColumn } from '../partialColumns';
import type { FitSession } from '../session';
import { type FeatureProjectionBasis, featureValues, meanFeatures, projectFeatures } from './featureProjection';

/** Predictions of the fit at some rows: of the first target and, for classes with a calibration, of all of them. */
export interface FeaturePredictor {
  readonly first: (rows: Matrix) => Float64Array;
  readonly all: (rows: Matrix) => readonly Float64Array[];
  readonly calibration?: Calibration;
}

/** The predictor of a fit along a column, from means of the features. */
export function featureColumns(
  projection: FeatureProjectionBasis,
  along: readonly Float64Array[],
  { first, all, calibration }: FeaturePredictor,
): ColumnPredictor {
  return {
    size: projection.spectrum.count,
    moving: () => (moved) => [first(moved)],
    over: (background) => (varied, part) => {
      const samples = Array.from(varied.grid, (_, g) => withColumn(background, varied, g));
      const probabilities =
        calibration &&
        samples.map((rows) => {
          part.check();
          return meanProbabilities(calibration, all(rows));
        });
      const means = meanFeatures(projection, samples, part);
      return projectFeatures(projection, means, along, part).map((predictor, t) => ({
        predictor,
        ...(probabilities && { probability: Float64Array.from(probabilities, (of) => of[t]) }),
      }));
    },
  };
}

/** Predictors at rows that follow the sliders, with intervals, one for each target. */
export const featurePredictors = (
  projection: FeatureProjectionBasis,
  along: readonly Float64Array[],
  rows: Matrix,
  session: FitSession,
): LivePredictor[] => projectFeatures(projection, featureValues(projection, rows, session), along, session, true);
