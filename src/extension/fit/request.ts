import { type CompleteChoices, type FitChoices, targetless } from '../../choices/fitChoices';
import { settingsFor } from '../../choices/fitRequest';
import { settledRequest } from '../../choices/settled';
import type { FilterSpec } from '../../engine/contract/filter';
import type { MethodSpec, Parameters, ParameterValue } from '../../engine/contract/method';
import type { ApproximateLane, Race } from '../../engine/contract/race';
import type { StrengthAxis } from '../../engine/contract/robust';
import type { FitRequest, RunResult } from '../../engine/contract/run';
import { isAxis } from '../../engine/filters/axes';
import { shownLane } from '../../figures/lanes/race';
import { APPROXIMATIONS, changeOfLane, type RunChange } from '../../figures/next/runChange';

/** Those remembered parameters that the method has: the others belong to methods fitted before. */
export function parametersOf({ parameters }: MethodSpec, remembered: Parameters = {}): Parameters {
  const names = new Set(parameters.map(({ name }) => name));
  return Object.fromEntries(Object.entries(remembered).filter(([name]) => names.has(name)));
}

/** The choices remembered for the file's principal components, in the form that a method for them takes. */
export function rememberedComponents(
  method: MethodSpec,
  { components = {}, design, read }: FitChoices,
): CompleteChoices {
  return targetless({ ...components, parameters: parametersOf(method, components.parameters), design, read });
}

/**
 * The choices to remember after a fit. After principal components, the target and its choices stay as they were for the
 * next fit.
 */
export function rememberedWith(before: FitChoices, choices: CompleteChoices, method: MethodSpec): FitChoices {
  const { components } = before;
  if (method.family !== 'components') return { ...choices, ...(components && { components }), method: method.id };
  const { features, parameters, design } = choices;
  const { task, weights, splitBy } = before.design ?? {};
  return {
    ...before,
    components: { ...(features && { features }), parameters: { ...components?.parameters, ...parameters } },
    design: { ...(task && { task }), ...(weights && { weights }), ...(splitBy && { splitBy }), ...design },
    method: method.id,
  };
}

/**
 * The values of the sliders: a filter of the spectrum, with the threshold of two classes if it was moved, or the
 * strength of a robust fit.
 */
export type SliderSetting =
  | { readonly filter: FilterSpec; readonly threshold?: number | undefined }
  | { readonly axis: StrengthAxis; readonly value: number };

/**
 * The same fit with the values of the sliders. Choices that the run made by rule stay as they were: the kernel's length
 * scale (one value, or one for each encoded column) and the other choices of its method.
 */
export function requestAt(
  request: FitRequest,
  kernelLengthScale: readonly number[],
  setting: SliderSetting,
  { parameters, axes }: Pick<RunResult, 'parameters' | 'axes'>,
): FitRequest {
  const names = new Set(parameters.map(({ name }) => name));
  // A robust fit's only slider is its strength; its axes are those of its ridge baseline.
  const sliders: readonly string[] = 'filter' in setting ? axes : [setting.axis];
  const byRule = parameters.filter(({ name, rule }) => rule !== 'set' && rule !== 'default' && !sliders.includes(name));
  const atSliders =
    'filter' in setting
      ? {
          ...filterParameters(setting.filter, names, sliders),
          ...(setting.threshold !== undefined && { threshold: setting.threshold }),
        }
      : { [setting.axis]: setting.value };
  return {
    ...request,
    parameters: {
      ...request.parameters,
      ...Object.fromEntries(byRule.map(({ name, value }) => [name, value])),
      ...(names.has('lengthScale') && { lengthScale: listText(kernelLengthScale) }),
      ...atSliders,
    },
  };
}

/** The choice made in the head of a panel. */
export type HeadChoice =
  | { readonly kind: 'method'; readonly method: string }
  /** The kernel as an expression, or auto. */
  | { readonly kind: 'anyKernel'; readonly kernel: string };

/** The same fit with a change, and with everything else that the person set. */
export function requestWith(
  request: FitRequest,
  change: Exclude<RunChange, MethodChange> | AnyKernel,
  race?: Race,
): FitRequest {
  switch (change.kind) {
    case 'kernel':
      return withKernel(request, change, race);
    case 'anyKernel':
      return { ...request, parameters: { ...withoutKernel(request.parameters), kernel: change.kernel } };
    case 'columns':
      return { ...request, design: { ...request.design, features: change.features } };
  }
  return settledRequest(request, change);
}

type MethodChange = Extract<RunChange, { readonly kind: 'huber' | 'krr' | 'tkrr' | 'approximation' }>;
type AnyKernel = Extract<HeadChoice, { readonly kind: 'anyKernel' }>;

/** The parameters without those of a kernel. If the sliders set its length scale, they also set the filter for it. */
function withoutKernel({ kernel: _, lengthScale, lengthScaleRule: __, ...others }: Parameters): Parameters {
  if (lengthScale === undefined) return others;
  return Object.fromEntries(Object.entries(others).filter(([name]) => !isAxis(name)));
}

/** The same rows with another method, and those parameters that it has: its filter is a different one. */
export function withMethod(request: FitRequest, method: MethodSpec): FitRequest {
  const common = Object.entries(parametersOf(method, request.parameters)).filter(([name]) => !isAxis(name));
  return { ...request, method: method.id, parameters: settingsFor(method, Object.fromEntries(common)) };
}

/**
 * The fit without these rows too, and with the kernel of the run, so that the two differ by the rows and nothing else.
 */
export function leavingOut({ request, race, parameters }: RacedRun, rows: string): FitRequest {
  const less = requestWith(request, { kind: 'leaveOut', rows });
  const lane = race && shownLane(race, parameters);
  const change = lane && changeOfLane(lane);
  return race && change?.kind === 'kernel' ? withKernel(less, change, race) : less;
}

type RacedRun = Pick<RunResult, 'request' | 'race' | 'parameters'>;

/**
 * Another method's fit of the same rows with the kernel that the race chose, at its length scales if the run has them.
 */
export function withWinner({ request, race, parameters }: RacedRun, method: MethodSpec): FitRequest {
  const same = withMethod(request, method);
  const change = race?.chosen && changeOfLane(race.chosen);
  if (race === undefined || change?.kind !== 'kernel') return same;
  if (shownLane(race, parameters) !== race.chosen) return withKernel(same, change, race);
  return { ...same, parameters: { ...withoutKernel(same.parameters), ...kernelOfRun(parameters) } };
}

/** The kernel of a run, with its length scales. */
export function kernelOfRun(parameters: RunResult['parameters']): Parameters {
  const taken = parameters.filter(({ name }) => name === 'kernel' || name === 'lengthScale');
  return Object.fromEntries(taken.map(({ name, value }) => [name, value]));
}

/** The same fit by landmarks or random features, as many as were judged in the race. */
export function withApproximation(run: RacedRun, lane: ApproximateLane, method: MethodSpec): FitRequest {
  const request = withWinner(run, method);
  const judged = run.race?.lanes.find(({ id }) => id === lane)?.approximates;
  if (judged === undefined) return request;
  const { count, sampling } = APPROXIMATIONS[lane];
  return { ...request, parameters: { ...request.parameters, [count]: judged.count, ...(sampling && { sampling }) } };
}

/** The race for a fit by landmarks or random features: the rows and the folds are the same. */
export function raceFittedBy(race: Race, fitted: ApproximateLane): Race {
  const lanes = race.lanes.map((lane) =>
    lane.approximates ? { ...lane, approximates: { ...lane.approximates, fitted: lane.id === fitted } } : lane,
  );
  return { ...race, lanes };
}

type KernelChange = Extract<RunChange, { readonly kind: 'kernel' }>;

/** A candidate's fit, with its length scales chosen as in the race, by marginal likelihood. */
function withKernel(request: FitRequest, { kernel, byColumn }: KernelChange, race: Race | undefined): FitRequest {
  const others = withoutKernel(request.parameters);
  const sum = race?.lanes.find(({ id }) => id === 'sum')?.kernel;
  if (kernel === 'sum') return sum === undefined ? request : { ...request, parameters: { ...others, kernel: sum } };
  const lengthScaleRule = byColumn ? 'ard' : 'marginalLikelihood';
  return { ...request, parameters: { ...others, kernel, ...(kernel !== 'linear' && { lengthScaleRule }) } };
}

/** The parameters of the method in a filter: its axes, and the step size and momentum if there are any. */
function filterParameters(filter: FilterSpec, names: ReadonlySet<string>, axes: readonly string[]): Parameters {
  const { kind: _, ...values } = filter;
  // A method may use the name k for something else: with soft thresholding it counts random features, and the filter's
  // own k is 0.
  return Object.fromEntries(
    Object.entries(values).filter(
      ([name, value]) => names.has(name) && Number.isFinite(value) && (axes.includes(name) || !isAxis(name)),
    ),
  );
}

/** A value for a parameter of type `numbers`. */
const listText = (values: readonly number[]): ParameterValue => (values.length === 1 ? values[0] : values.join(' '));
