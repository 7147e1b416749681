import type { FileSource } from '../engine/contract/data';
import { KernelscopeError } from '../engine/contract/failure';
import type { MethodSpec, Parameters, ParameterValue } from '../engine/contract/method';
import type { FitRequest } from '../engine/contract/run';
import { parameterValue, valuesOf } from '../engine/words/parameterValue';
import { parseRows, rowsText } from '../engine/words/rowRanges';
import { DEFAULT_METHOD } from './choices';
import { DESIGN_DEFAULTS, DESIGN_NAMES, DESIGN_SCHEMA, designChoices, typed } from './design';
import { type CompleteChoices, rowChoicesOf } from './fitChoices';

/**
 * The settings that a method can use: those of the design, and those of its parameters with a value among the parameter's choices, if it has
 * choices. A setting of the same name may be meant for methods with other choices.
 */
export function settingsFor({ parameters }: MethodSpec, settings: Parameters): Parameters {
  const schemas = new Map(parameters.map((schema) => [schema.name, schema]));
  const fits = ([name, value]: readonly [string, ParameterValue]) => {
    if (DESIGN_NAMES.has(name)) return true;
    const schema = schemas.get(name);
    return schema !== undefined && (schema.choices?.includes(String(value)) ?? true);
  };
  return Object.fromEntries(Object.entries(settings).filter(fits));
}

/**
 * The request for a fit. Its method is open if the choices name none. A parameter or design option comes from the
 * choices or, if they do not set it, from the settings. Settings of other methods' parameters are left out; there is
 * one seed. Throws `parameter/invalid` for a setting of the design beyond its limits.
 */
export function fitRequest(
  source: FileSource,
  method: MethodSpec,
  choices: CompleteChoices,
  settings: Parameters,
): FitRequest {
  const takes = new Set(method.parameters.map(({ name }) => name));
  const ofMethod = Object.entries(settingsFor(method, settings)).filter(([name]) => !DESIGN_NAMES.has(name));
  const targetless = method.family === 'components';
  const fromSettings = designChoices(checked(settings));
  const { task, ...rows } = {
    ...DESIGN_DEFAULTS,
    ...(targetless ? rowChoicesOf(fromSettings) : fromSettings),
    ...choices.design,
  };
  const design = {
    ...rows,
    ...(rows.without !== undefined && { without: rowsText(parseRows(rows.without)) }),
    target: choices.target,
    ...(choices.moreTargets && choices.moreTargets.length > 0 && { moreTargets: choices.moreTargets }),
    ...(!targetless && task !== undefined && task !== 'auto' && { task }),
    ...(choices.features && { features: choices.features }),
  };
  const parameters: Record<string, ParameterValue> = { ...Object.fromEntries(ofMethod), ...choices.parameters };
  if (takes.has('seed')) parameters.seed ??= design.seed;
  const open = choices.method === undefined && method.id === DEFAULT_METHOD;
  return {
    source,
    read: choices.read ?? {},
    design,
    method: method.id,
    ...(open && { openMethod: true }),
    parameters,
  };
}

function checked(settings: Parameters): Parameters {
  for (const choice of DESIGN_SCHEMA) {
    const value = typed(choice, settings[choice.name]);
    if (value === undefined || parameterValue(choice, value) !== undefined) continue;
    const { name } = choice;
    throw new KernelscopeError('parameter/invalid', `The setting ${name} has to be ${valuesOf(choice)}.`, { name });
  }
  return settings;
}
