import type { RunContext } from '../../contract/context';
import type { KernelSpec } from '../../contract/kernel';
import { drawFeatures } from '../../features/drawFeatures';
import { checkMapRows, mapEntry } from '../../features/mapList';
import type { FeatureMapName } from '../../features/table';
import { asked } from '../../parameters/asked';
import { FEATURE_COUNT, FEATURE_MAP, mapAsked, mapTakesKernel } from '../../parameters/randomFeatureParameters';
import type { DrawnFeatures } from './featureComponents';
import { type ComponentsForm, DEFAULT_COUNT } from './form';

export const randomFeatureForm: ComponentsForm = {
  id: 'rf-kpca',
  title: 'Kernel principal components on random features',
  summary:
    'Principal components of M random features in place of the kernel: one pass over the rows, memory M², and a model that stores no rows. Landmarks (ny-kpca) usually need fewer for the same error.',
  purpose: 'the same map in one pass, with a model that holds no rows',
  source: 'NYPCA section 4.2 (RF-EKPCA), RF appendix E',
  kind: 'randomFeatures',
  parameters: [{ ...FEATURE_COUNT, default: DEFAULT_COUNT }, FEATURE_MAP],
  count: (given) => asked(given).features ?? DEFAULT_COUNT,
  unscaled: (parameters) => !mapTakesKernel(parameters),
  draw({ design, kernel, parameters, count, seed }, context) {
    const name = mapAsked(parameters, kernel);
    const { train, holdout, transform } = design;
    for (const sample of [train, holdout]) if (sample) checkMapRows(name, sample.x, transform.names, sample.rows);
    return {
      ...drawNamed(name, kernel, train.x.columns, count, seed, context),
      chosen: [{ name: 'featureMap', value: name, rule: FEATURE_MAP.rule }],
      notes: [],
      ownKernel: mapEntry(name).kernels.length === 0 || name === 'binary',
    };
  },
};

export function drawNamed(
  name: FeatureMapName,
  kernel: KernelSpec,
  inputs: number,
  count: number,
  seed: number,
  context: RunContext,
): DrawnFeatures {
  const { title } = mapEntry(name);
  return { map: drawFeatures({ map: name, kernel, count, inputs, seed }, context), title };
}
