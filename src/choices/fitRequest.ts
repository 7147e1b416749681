import type { FileSource } from '../engine/contract/data';
import type { MethodSpec, Parameters, ParameterValue } from '../engine/contract/method';
import type { FitRequest } from '../engine/contract/run';
import { DESIGN_DEFAULTS, DESIGN_NAMES, designChoices } from './designSchema';
import type { CompleteChoices } from './fitChoices';

/**
 * Settings that a method can do something with: of its parameters and, where one is a choice, its own choices. A setting of the
 * same name may be meant for methods that have others.
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
 * The request for a fit. A parameter or design option comes from the choices or, where those say nothing of it, from the
 * settings. Settings of other methods' parameters are left out; there is one seed.
 */
export function fitRequest(
  source: FileSource,
  method: MethodSpec,
  choices: CompleteChoices,
  settings: Parameters,
): FitRequest {
  const takes = new Set(method.parameters.map(({ name }) => name));
  const ofMethod = Object.entries(settingsFor(method, settings)).filter(([name]) => !DESIGN_NAMES.has(name));
  const { task, ...all } = { ...DESIGN_DEFAULTS, ...designChoices(settings), ...choices.design };
  const { weights: _weights, splitBy: _splitBy, ...withoutTarget } = all;
  const rows = method.family === 'components' ? withoutTarget : all;
  const design = {
    ...rows,
    target: choices.target,
    ...(choices.moreTargets && choices.moreTargets.length > 0 && { moreTargets: choices.moreTargets }),
    ...(method.family !== 'components' && task !== undefined && task !== 'auto' && { task }),
    ...(choices.features && { features: choices.features }),
  };
  const parameters: Record<string, ParameterValue> = { ...Object.fromEntries(ofMethod), ...choices.parameters };
  if (takes.has('seed')) parameters.seed ??= design.seed;
  return { source, read: choices.read ?? {}, design, method: method.id, parameters };
}
