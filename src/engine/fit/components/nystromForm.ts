import type { Matrix } from '../../contract/data';
import type { KernelSpec } from '../../contract/kernel';
import type { ParameterSchema } from '../../contract/method';
import { chooseLandmarks, type LandmarkRule } from '../../features/landmarks/chooseLandmarks';
import { landmarkMap } from '../../features/landmarks/landmarkMap';
import { uniformRows } from '../../features/landmarks/uniformRows';
import { pickRows } from '../../kernels/rows';
import type { Computing } from '../../linalg/linalg';
import { asked } from '../../parameters/asked';
import {
  LANDMARK_ROWS,
  LANDMARK_RULE,
  landmarkNotes,
  landmarkRuleOf,
  landmarksAsked,
} from '../../parameters/landmarkParameters';
import { count } from '../../words/numbers';
import type { DrawnFeatures } from './featureComponents';
import { type ComponentsForm, DEFAULT_COUNT, type DrawInput, type DrawnForm } from './form';

const RULE = `${count(DEFAULT_COUNT)}, or all training rows if fewer`;

const LANDMARKS: ParameterSchema = {
  name: 'landmarks',
  title: 'Landmarks m',
  description:
    'Number of training rows that the components are combinations of: from 1 to the number of training rows.',
  type: 'integer',
  minimum: 1,
  rule: RULE,
};

export const nystromForm: ComponentsForm = {
  id: 'ny-kpca',
  title: 'Nyström kernel principal components',
  summary:
    'Kernel principal components from m landmark rows instead of all n: time n·m², memory m², for any number of rows. With a few hundred landmarks nearly as good as the exact components.',
  purpose: 'the same map of very many rows',
  source: 'NYPCA section 3.2, Prop. 2',
  kind: 'nystrom',
  parameters: [LANDMARKS, LANDMARK_RULE, LANDMARK_ROWS],
  count: (given, n) => asked(given).landmarks ?? Math.min(n, DEFAULT_COUNT),
  draw: drawLandmarks,
};

function drawLandmarks({ design, kernel, parameters, count, seed }: DrawInput, context: Computing): DrawnForm {
  const rule = landmarkRuleOf(parameters);
  const { rows, title, candidates } = landmarksAsked(design, kernel, parameters, count, seed, context);
  const map = landmarkMap(kernel, pickRows(design.train.x, rows), context);
  const used = rows.length - map.repeated;
  const chosen = [
    { name: 'landmarks', value: used, rule: rule === 'chosen' ? 'those of landmarkRows' : RULE },
    { name: 'landmarkRule', value: rule, rule: 'default' },
  ];
  return { map, title, chosen, notes: landmarkNotes(map.repeated, map.jitter, candidates) };
}

/** Landmarks of the way that is compared, evenly drawn unless another rule draws them by number. */
export function comparedLandmarks(
  rule: LandmarkRule,
  kernel: KernelSpec,
  x: Matrix,
  count: number,
  seed: number,
  context: Computing,
): DrawnFeatures {
  const { rows, title } =
    rule === 'chosen'
      ? { rows: uniformRows(x.rows, count, seed, context), title: 'uniform landmarks' }
      : chooseLandmarks({ rule, kernel, x, count, seed }, context);
  return { map: landmarkMap(kernel, pickRows(x, rows), context), title };
}
