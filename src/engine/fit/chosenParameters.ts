import type { FilterSpec } from '../contract/filter';
import type { ParameterSchema, Parameters, ParameterValue } from '../contract/method';
import type { ChosenParameter } from '../contract/run';
import { axisValue } from '../filters/anyFilter';
import { kernelText } from '../kernels/kernelWords';
import { SELECTIONS } from '../parameters/common';
import type { ChosenKernel } from './chooseKernel';
import type { Settings } from './settings';
import type { SpectralFamily } from './spectral/family';

/** Every parameter of the schema with its value and how it came about; `own` are those that the method chose itself. */
export function chosenParameters(
  schema: readonly ParameterSchema[],
  given: Parameters,
  settings: Settings,
  scale: ChosenKernel,
  filter: FilterSpec,
  { axes }: Pick<SpectralFamily, 'axes'>,
  own: readonly ChosenParameter[],
): ChosenParameter[] {
  const rule = SELECTIONS[settings.selection];
  const ruled = new Map<string, readonly [ParameterValue, string]>([
    ['kernel', [kernelText(settings.kernel), 'default']],
    ['lengthScale', [scaleText(scale.lengthScale), scale.rule]],
    ['folds', [settings.folds, 'default']],
    ...axes.map((axis) => [axis, [axisValue(filter, axis), rule]] as const),
  ]);
  if (filter.kind === 'descent') ruled.set('stepSize', [filter.stepSize, '1 over the largest eigenvalue of K']);
  for (const { name, value, rule: by } of own) ruled.set(name, [value, by]);
  return schema.flatMap(({ name, title, default: standard }): ChosenParameter[] => {
    const set = given[name];
    if (set !== undefined) return [{ name, title, value: set, rule: 'set' }];
    const [value, by] = ruled.get(name) ?? [standard, 'default'];
    return value === undefined ? [] : [{ name, title, value, rule: by }];
  });
}

/** As the parameter is written: the same numbers come back when it is read. */
function scaleText(lengthScale: readonly number[]): ParameterValue {
  return lengthScale.length === 1 ? lengthScale[0] : lengthScale.join(' ');
}
