import type { FileSource } from '../../engine/contract/data';
import type { Axis, FilterSpec } from '../../engine/contract/filter';
import type { MethodSpec, ParameterValue } from '../../engine/contract/method';
import type { FitRequest, RunResult } from '../../engine/contract/run';
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
  const { task, ...rows } = { ...DESIGN_DEFAULTS, ...designChoices(settings), ...choices.design };
  const design = {
    ...rows,
    target: choices.target,
    ...(choices.moreTargets && choices.moreTargets.length > 0 && { moreTargets: choices.moreTargets }),
    ...(task !== undefined && task !== 'auto' && { task }),
    ...(choices.features && { features: choices.features }),
  };
  const parameters: Record<string, ParameterValue> = { ...Object.fromEntries(ofMethod), ...choices.parameters };
  if (takes.has('seed')) parameters.seed ??= design.seed;
  return { source, read: choices.read ?? {}, design, method: method.id, parameters };
}

/**
 * The same fit with the filter of the sliders. Whatever the run chose by rule stays as it was: the kernel's length scale (one
 * value, or one for each encoded column) and what else its method chose. Of the filter only what is a parameter of the method
 * is written: its axes, and the step size and momentum where there are any.
 */
export function requestAt(
  request: FitRequest,
  kernelLengthScale: readonly number[],
  filter: FilterSpec,
  { parameters, axes }: Pick<RunResult, 'parameters' | 'axes'>,
): FitRequest {
  const names = new Set(parameters.map(({ name }) => name));
  const slides = (name: string) => (axes as readonly string[]).includes(name);
  const byRule = parameters.filter(({ name, rule }) => rule !== 'set' && rule !== 'default' && !slides(name));
  const { kind: _, ...values } = filter;
  // A method may call something else k: with soft thresholding it counts random features, and the filter's own k is 0.
  const moved = Object.entries(values).filter(
    ([name, value]) => names.has(name) && Number.isFinite(value) && (slides(name) || !AXES.includes(name)),
  );
  return {
    ...request,
    parameters: {
      ...request.parameters,
      ...Object.fromEntries(byRule.map(({ name, value }) => [name, value])),
      ...(names.has('lengthScale') && { lengthScale: listText(kernelLengthScale) }),
      ...Object.fromEntries(moved),
    },
  };
}

const AXES: readonly string[] = ['lambda', 'k', 'r', 't', 'steps'] satisfies readonly Axis[];

/** A parameter of type `numbers`. */
const listText = (values: readonly number[]): ParameterValue => (values.length === 1 ? values[0] : values.join(' '));
