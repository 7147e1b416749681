import type { FileSource } from '../../engine/contract/data';
import type { MethodSpec, ParameterValue } from '../../engine/contract/method';
import type { FitRequest } from '../../engine/contract/run';
import type { FieldValues } from '../picks/field';
import type { FitChoices } from '../remembered';
import { DESIGN_DEFAULTS, DESIGN_NAMES, designChoices } from './designSchema';

/** What a person chose, with at least a target. */
export type CompleteChoices = FitChoices & { readonly target: string };

/**
 * The request for a fit. A parameter or design option comes from the choices or, where those say nothing of it, from the
 * settings. Settings of other methods' parameters are left out; there is one seed.
 */
export function fitRequest(
  source: FileSource,
  method: MethodSpec,
  choices: CompleteChoices,
  settings: FieldValues,
): FitRequest {
  const takes = new Set(method.parameters.map(({ name }) => name));
  const ofMethod = Object.entries(settings).filter(([name]) => takes.has(name) && !DESIGN_NAMES.has(name));
  const design = {
    ...DESIGN_DEFAULTS,
    ...designChoices(settings),
    ...choices.design,
    target: choices.target,
    ...(choices.features && { features: choices.features }),
  };
  const parameters: Record<string, ParameterValue> = { ...Object.fromEntries(ofMethod), ...choices.parameters };
  if (takes.has('seed')) parameters.seed ??= design.seed;
  return { source, read: choices.read ?? {}, design, method: method.id, parameters };
}

/** The same fit at the lambda of a slider: everything the run chose by rule for the kernel stays as it was. */
export function requestAtLambda(request: FitRequest, lengthScale: number, lambda: number): FitRequest {
  return { ...request, parameters: { ...request.parameters, lengthScale, lambda } };
}
