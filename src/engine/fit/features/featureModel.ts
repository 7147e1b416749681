import { featureCount, featureScale, type LandmarkMap } from '../../contract/kernel';
import type { ModelOutput } from '../../contract/model';
import type { FitOutcome } from '../../contract/run';
import { blockNames } from '../../features/blocks';
import { landmarkCoefficients } from '../../features/maps/landmarkFeatures';
import type { Coefficients } from '../../model/coefficients';
import type { FitSession } from '../session';
import { type FeatureIntervals, modelledIntervals } from './intervals';
import { type LinearFit, unpenalisedWeights } from './predictFeatures';
import type { FeatureWork } from './rowSource';

export interface ModelledFit extends LinearFit {
  readonly name: string;
  readonly intervals: FeatureIntervals;
}

/**
 * The model that predicts new rows. For landmarks: an expansion alpha = L^-T·w over them. For random features: a linear model, the features standing
 * among the unpenalised blocks with their weights in beta and no rows at all.
 */
export function featureModel(fitted: FeatureWork, fits: readonly ModelledFit[]): FitOutcome['model'] {
  const { family, design, map, blocks, unpenalised } = fitted;
  const session = fitted.session.silent();
  const { columns } = design.train.x;
  const shared = { method: family.id, transform: design.transform, kernel: fitted.scale.kernel };
  const { p, kept } = unpenalised;
  const beta = fits.map(({ along }) => unpenalisedWeights(unpenalised, along));
  const outputs = (coefficients: (weights: Float64Array, free: Float64Array) => Coefficients) =>
    fits.map(({ name, weights, intervals }, t) => ({
      name,
      ...coefficients(weights, beta[t]),
      ...modelledIntervals(fitted, intervals, coefficients),
    }));
  if (map.kind === 'landmarks')
    return {
      ...shared,
      outputs: outputs(overLandmarks(map, session)),
      x: { rows: featureCount(map), columns, values: map.points.slice() },
      unpenalised: blocks,
      kept: kept.slice(0, p),
    };
  const first = blockNames(blocks, design.transform.names).length;
  const scale = featureScale(map);
  return {
    ...shared,
    outputs: outputs((weights, free) => ({
      alpha: new Float64Array(0),
      beta: Float64Array.of(...free, ...weights.map((w) => w * scale)),
    })),
    x: { rows: 0, columns, values: new Float64Array(0) },
    unpenalised: [...blocks, { kind: 'units', map, name: 'random feature' }],
    kept: Uint32Array.of(...kept.slice(0, p), ...Array.from({ length: featureCount(map) }, (_, j) => first + j)),
  };
}

/** Intervals of a fit by iteration over all landmarks: the size of errors is that of the first landmarks, which the map has. */
export function iteratedIntervals(
  fitted: FeatureWork,
  fits: readonly ModelledFit[],
): Pick<ModelOutput, 'intervalWidth' | 'spread'>[] {
  const { map, session } = fitted;
  if (map.kind !== 'landmarks') throw new Error('conjugate gradients need landmarks');
  return fits.map(({ intervals }) => modelledIntervals(fitted, intervals, overLandmarks(map, session)));
}

/** Weights of the features as coefficients of an expansion over the landmarks. */
const overLandmarks =
  (map: LandmarkMap, session: FitSession) =>
  (weights: Float64Array, beta: Float64Array): Coefficients => ({
    alpha: landmarkCoefficients(map, weights, session),
    beta,
  });
