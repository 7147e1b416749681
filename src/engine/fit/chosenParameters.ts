import type { Axis, FilterSpec } from '../contract/filter';
import type { ParameterSchema, Parameters, ParameterValue } from '../contract/method';
import type { ChosenParameter } from '../contract/run';
import { axisValue, filterNumbers } from '../filters/anyFilter';
import { kernelText } from '../kernels/kernelWords';
import { SELECTIONS } from '../parameters/common';
import type { ChosenKernel } from './chooseKernel';
import type { Settings } from './settings';

/** A value and the rule that chose it. */
export type Ruled = readonly [value: ParameterValue, rule: string];

/** Every parameter of the schema with its value and its origin: set, by a rule, or its default. */
export function parametersBy(
  schema: readonly ParameterSchema[],
  given: Parameters,
  ruled: Iterable<readonly [name: string, by: Ruled]>,
): ChosenParameter[] {
  const rules = new Map(ruled);
  return schema.flatMap(({ name, title, default: standard }): ChosenParameter[] => {
    const set = given[name];
    if (set !== undefined) return [{ name, title, value: set, rule: 'set' }];
    const [value, rule] = rules.get(name) ?? [standard, 'default'];
    return value === undefined ? [] : [{ name, title, value, rule }];
  });
}

/**
 * The parameters of a fit with a filter: its `axes` by the criterion, its other numbers by their own rules; `chosen` are those that the method chose
 * itself.
 */
export function chosenParameters(
  schema: readonly ParameterSchema[],
  settings: Settings,
  scale: ChosenKernel,
  filter: FilterSpec,
  axes: readonly Axis[],
  chosen: readonly ChosenParameter[],
): ChosenParameter[] {
  const rule = SELECTIONS[settings.selection];
  const numbers: Readonly<Record<string, number | undefined>> = filterNumbers(filter);
  const held = schema.flatMap(({ name, rule: by }): [string, Ruled][] => {
    const value = numbers[name];
    return by === undefined || value === undefined ? [] : [[name, [value, by]]];
  });
  return parametersBy(schema, settings.given, [
    ...held,
    ['kernel', [kernelText(settings.kernel), 'default']],
    ['lengthScale', [scaleText(scale.lengthScale), scale.rule]],
    ['folds', [settings.folds, 'default']],
    ['selection', [settings.selection, settings.selectedBy ?? 'default']],
    ...axes.map((axis) => [axis, [axisValue(filter, axis), rule]] as const),
    ...chosen.map(({ name, value, rule: by }) => [name, [value, by]] as const),
  ]);
}

/** The length scale as the value of the parameter: the same numbers result when it is read. */
export function scaleText(lengthScale: readonly number[]): ParameterValue {
  return lengthScale.length === 1 ? lengthScale[0] : lengthScale.join(' ');
}
