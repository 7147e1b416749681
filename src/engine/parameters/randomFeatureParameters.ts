import type { KernelSpec } from '../contract/kernel';
import type { ParameterSchema, Parameters } from '../contract/method';
import { defaultMap, FEATURE_MAPS, mapEntry } from '../features/mapList';
import type { FeatureMapName } from '../features/table';
import { asked } from './asked';

/** The number of random features, for every method that has them; each adds its default or its rule. */
export const FEATURE_COUNT = {
  name: 'features',
  title: 'Random features M',
  description: 'Number of random features that approximate the kernel: from 1.',
  type: 'integer',
  minimum: 1,
  maximum: 20_000,
} as const satisfies ParameterSchema;

const BY_KERNEL = 'by the kernel';

export const FEATURE_MAP = {
  name: 'featureMap',
  title: 'Feature map',
  description: FEATURE_MAPS.map(({ name, description }) => `${name}: ${description}`).join(' '),
  type: 'choice',
  choices: FEATURE_MAPS.map(({ name }) => name),
  rule: BY_KERNEL,
} as const satisfies ParameterSchema;

/** The map that is requested, or the kernel's own. Throws `parameter/invalid` for a kernel without random features. */
export function mapAsked(parameters: Parameters, kernel: KernelSpec): FeatureMapName {
  const { featureMap } = asked(parameters);
  return featureMap === undefined ? defaultMap(kernel) : mapEntry(featureMap).name;
}

/** True if the requested map takes the kernel, instead of having its own. */
export function mapTakesKernel(parameters: Parameters): boolean {
  const { featureMap } = asked(parameters);
  return featureMap === undefined || mapEntry(featureMap).kernels.length > 0;
}
