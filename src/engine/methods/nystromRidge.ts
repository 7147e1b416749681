import { featureCount } from '../contract/kernel';
import type { ParameterSchema, Parameters } from '../contract/method';
import { drawFeatures } from '../features/drawFeatures';
import { landmarkMap } from '../features/landmarks/landmarkMap';
import { uniformRows } from '../features/landmarks/uniformRows';
import { mapEntry, mapFor } from '../features/mapList';
import type { FeatureFamily, MapInput, TitledFeatures } from '../fit/features/family';
import { defaultFeatures, FEATURES_RULE, featureMethod } from '../fit/features/featureMethod';
import { polynomialOrder } from '../kernels/polynomialOrder';
import { pickRows } from '../kernels/rows';
import type { Computing } from '../linalg/linalg';
import { asked } from '../parameters/asked';
import {
  LANDMARK_ROWS,
  LANDMARK_RULE,
  landmarkNotes,
  landmarkRuleOf,
  landmarksAsked,
} from '../parameters/landmarkParameters';
import { count } from '../words/numbers';

/** With more landmarks than this, one lambda by conjugate gradients takes less time than the entire path. */
const ITERATED = 4000;

const LANDMARKS: ParameterSchema = {
  name: 'landmarks',
  title: 'Landmarks m',
  description: 'Number of landmark rows that approximate the kernel: from 1 to the number of training rows.',
  type: 'integer',
  minimum: 1,
  rule: FEATURES_RULE,
};

const SOLVER: ParameterSchema = {
  name: 'solver',
  title: 'Solver',
  description:
    'spectrum: every lambda from one m×m decomposition. conjugateGradient: preconditioned (FALKON), at one lambda, for many landmarks.',
  type: 'choice',
  choices: ['spectrum', 'conjugateGradient'],
  rule: `spectrum up to ${count(ITERATED)} landmarks`,
};

export const nystromFamily: FeatureFamily = {
  id: 'nystrom-ridge',
  title: 'Nyström ridge regression',
  summary:
    'Kernel ridge regression on m landmark rows instead of all n: time n·m², memory m². For files whose kernel matrix does not fit in memory; one pass gives every lambda, and the error with fewer landmarks.',
  purpose: 'files too large for an exact fit, mostly the best way',
  source: 'METHODS section 6; Rudi, Camoriano and Rosasco 2015; FALKON: Rudi, Carratino and Rosasco 2017',
  kind: 'landmarks',
  parameters: [LANDMARKS, LANDMARK_RULE, LANDMARK_ROWS, SOLVER],
  count: landmarkCount,
  usesKernel: () => true,
  takes: (_, kernel) => polynomialOrder(kernel) === 0,
  draw,
  trial: ({ x, kernel, seed }, count, context) =>
    landmarkMap(kernel, pickRows(x, uniformRows(x.rows, Math.min(count, x.rows), seed, context)), context),
  peer({ kernel, x, seed }, count, context) {
    const map = mapFor(kernel);
    if (map === undefined) return undefined;
    return {
      map: drawFeatures({ map, kernel, count, inputs: x.columns, seed }, context),
      title: mapEntry(map).title,
      drawn: 'features',
      key: '',
      chosen: [],
      notes: [],
    };
  },
  iterates: (given, n) =>
    given.solver === undefined ? landmarkCount(given, n) > ITERATED : given.solver === 'conjugateGradient',
};

export const nystromRidge = featureMethod(nystromFamily);

function landmarkCount(given: Parameters, n: number): number {
  return asked(given).landmarks ?? Math.min(n, defaultFeatures(n));
}

function draw(input: MapInput, count: number, mapped: number, context: Computing): TitledFeatures {
  const { design, x, kernel, parameters, seed } = input;
  const rule = landmarkRuleOf(parameters);
  const drawn = landmarksAsked(design, kernel, parameters, count, seed, context);
  const points = pickRows(x, drawn.rows);
  const map = landmarkMap(
    kernel,
    mapped < drawn.rows.length ? pickRows(x, drawn.rows.slice(0, mapped)) : points,
    context,
  );
  const used = mapped < count ? drawn.rows.length : featureCount(map);
  // Only a permutation of the rows gives fewer landmarks as the first of more.
  const countInKey = rule === 'uniform' ? '' : ` ${count} ${parameters.landmarkRows ?? ''}`;
  return {
    map,
    points,
    title: drawn.title,
    drawn: rule === 'leverage' ? 'leverageLandmarks' : 'landmarks',
    // The jitter added to the diagonal changes every feature, and grows with their number.
    key: `landmarks ${rule} ${seed}${countInKey} ${map.jitter}`,
    ...(drawn.sampling && { sampling: drawn.sampling }),
    chosen: [
      {
        name: 'landmarks',
        title: LANDMARKS.title,
        value: used,
        rule: rule === 'chosen' ? 'those of landmarkRows' : FEATURES_RULE,
      },
      {
        name: 'solver',
        title: SOLVER.title,
        value: mapped < count ? 'conjugateGradient' : 'spectrum',
        rule: SOLVER.rule ?? '',
      },
    ],
    notes: landmarkNotes(map.repeated, map.jitter, drawn.candidates),
  };
}
