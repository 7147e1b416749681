import type { ParameterSchema } from '../contract/method';
import { drawFeatures } from '../features/drawFeatures';
import { landmarkMap } from '../features/landmarks/landmarkMap';
import { uniformRows } from '../features/landmarks/uniformRows';
import { leverageFeatures, leveragePilot } from '../features/leverageFeatures';
import { checkMapRows, hasMap, mapEntry, mapFor } from '../features/mapList';
import type { FeatureFamily, MapInput, TitledFeatures } from '../fit/features/family';
import { defaultFeatures, FEATURES_RULE, featureMethod } from '../fit/features/featureMethod';
import { polynomialOrder } from '../kernels/polynomialOrder';
import { pickRows } from '../kernels/rows';
import type { Computing } from '../linalg/linalg';
import { asked } from '../parameters/asked';
import { FEATURE_COUNT, FEATURE_MAP, mapAsked, mapTakesKernel } from '../parameters/randomFeatureParameters';
import { withinSentence } from '../words/sentence';

const SAMPLING: ParameterSchema = {
  name: 'sampling',
  title: 'Features drawn',
  description:
    'even: from the distribution that reproduces the kernel. leverage: reweighted by leverage scores on a pilot of rows, so that fewer features are enough.',
  type: 'choice',
  choices: ['even', 'leverage'],
  default: 'even',
};

export const rfFamily: FeatureFamily = {
  id: 'rf-ridge',
  title: 'Ridge regression on random features',
  summary:
    'Kernel ridge regression with M random features in place of the kernel: one pass over the rows, memory M², for any number of rows. For files of up to millions of rows; gives every lambda, and the error with fewer features.',
  purpose: 'files of up to millions of rows',
  source: 'RF sections 2 and 3, appendix E',
  kind: 'randomFeatures',
  parameters: [{ ...FEATURE_COUNT, rule: FEATURES_RULE }, FEATURE_MAP, SAMPLING],
  count: (given, n) => asked(given).features ?? defaultFeatures(n),
  usesKernel: mapTakesKernel,
  takes(given, kernel) {
    const { featureMap } = asked(given);
    return featureMap === undefined ? mapFor(kernel) !== undefined : hasMap(featureMap, kernel);
  },
  draw,
  trial: ({ x, kernel, parameters, seed }, count, context) =>
    drawFeatures({ map: mapAsked(parameters, kernel), kernel, count, inputs: x.columns, seed }, context),
  peer({ kernel, x, seed }, count, context) {
    if (polynomialOrder(kernel) > 0) return undefined;
    const points = pickRows(x, uniformRows(x.rows, Math.min(count, x.rows), seed, context));
    const map = landmarkMap(kernel, points, context);
    return { map, points, title: 'uniform landmarks', drawn: 'landmarks', key: '', chosen: [], notes: [] };
  },
};

export const rfRidge = featureMethod(rfFamily);

function draw(
  { design, x, kernel, parameters, seed }: MapInput,
  count: number,
  _: number,
  context: Computing,
): TitledFeatures {
  const name = mapAsked(parameters, kernel);
  checkMapRows(name, x, design.transform.names, design.train.rows);
  if (design.holdout) checkMapRows(name, design.holdout.x, design.transform.names, design.holdout.rows);
  const chosen = [
    { name: 'features', title: FEATURE_COUNT.title, value: count, rule: FEATURES_RULE },
    { name: 'featureMap', title: FEATURE_MAP.title, value: name, rule: FEATURE_MAP.rule },
  ];
  const shared = { title: withinSentence(mapEntry(name).title), chosen, notes: [] };
  if (parameters.sampling !== 'leverage') {
    const map = drawFeatures({ map: name, kernel, count, inputs: x.columns, seed }, context);
    return { ...shared, map, drawn: 'features', key: `${name} ${seed}` };
  }
  const pilot = leveragePilot(x, seed, context);
  // The lambda that theory takes in the worst case (RF theorem 1), on the pilot's rows.
  const lambda = 1 / Math.sqrt(x.rows);
  const options = { map: name, kernel, count, inputs: x.columns, seed, lambda };
  const sampled = leverageFeatures(options, pilot, context);
  return {
    ...shared,
    map: sampled.map,
    title: `${shared.title} by leverage scores`,
    drawn: 'leverageFeatures',
    key: `${name} leverage ${seed} ${count}`,
    sampling: { pilot: sampled.pilot, lambda, effective: sampled.effective },
  };
}
