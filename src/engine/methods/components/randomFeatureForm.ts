import type { KernelSpec } from '../../contract/kernel';
import type { ParameterSchema, Parameters } from '../../contract/method';
import { drawFeatures } from '../../features/drawFeatures';
import { defaultMap, FEATURE_MAPS, type FeatureMapName, mapEntry } from '../../features/mapList';
import { checkMapRows } from '../../features/mapRows';
import type { DrawnFeatures } from './featureComponents';
import type { ComponentsForm } from './form';
import { DEFAULT_COUNT } from './parameters';

const FEATURES: ParameterSchema = {
  name: 'features',
  title: 'Random features M',
  description: 'How many random features stand for the kernel, from 1.',
  type: 'integer',
  minimum: 1,
  maximum: 20_000,
  default: DEFAULT_COUNT,
};

const FEATURE_MAP: ParameterSchema = {
  name: 'featureMap',
  title: 'Feature map',
  description: FEATURE_MAPS.map(({ name, description }) => `${name}: ${description}`).join(' '),
  type: 'choice',
  choices: FEATURE_MAPS.map(({ name }) => name),
  rule: 'by the kernel',
};

export const randomFeatureForm: ComponentsForm = {
  id: 'rf-kpca',
  title: 'Kernel principal components on random features',
  summary:
    'Principal components of M random features in place of the kernel: one pass over the rows, memory M², and a model without rows. Landmarks (ny-kpca) mostly need fewer for the same error.',
  source: 'NYPCA section 4.2 (RF-EKPCA), RF appendix E',
  kind: 'randomFeatures',
  parameters: [FEATURES, FEATURE_MAP],
  count: ({ features }) => (features as number | undefined) ?? DEFAULT_COUNT,
  unscaled: ({ featureMap }) => featureMap !== undefined && mapEntry(featureMap as string).kernels.length === 0,
  draw({ design, kernel, parameters, count, seed }) {
    const name = mapName(parameters, kernel);
    const { train, holdout, transform } = design;
    for (const sample of [train, holdout]) if (sample) checkMapRows(name, sample.x, transform.names, sample.rows);
    return {
      ...drawNamed(name, kernel, train.x.columns, count, seed),
      chosen: [{ name: 'featureMap', value: name, rule: 'by the kernel' }],
      notes: [],
      ownKernel: mapEntry(name).kernels.length === 0 || name === 'binary',
    };
  },
};

/** Throws `parameter/invalid` for a kernel without random features. */
export function mapName({ featureMap }: Parameters, kernel: KernelSpec): FeatureMapName {
  return featureMap === undefined ? defaultMap(kernel) : mapEntry(featureMap as string).name;
}

export function drawNamed(
  name: FeatureMapName,
  kernel: KernelSpec,
  inputs: number,
  count: number,
  seed: number,
): DrawnFeatures {
  const { title } = mapEntry(name);
  return { map: drawFeatures({ map: name, kernel, count, inputs, seed }), title };
}
