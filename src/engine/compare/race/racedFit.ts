import { contextWith, type RunContext, silently } from '../../contract/context';
import type { Design } from '../../contract/data';
import { KernelscopeError } from '../../contract/failure';
import type { Parameters } from '../../contract/method';
import type { Race } from '../../contract/race';
import type { ComponentsOutcome, FitOutcome } from '../../contract/run';
import { permutation } from '../../data/random';
import { checkDesign } from '../../fit/checkDesign';
import { scaleText } from '../../fit/chosenParameters';
import type { AnyMethod, FitContext, FitCost, Method } from '../../fit/method';
import { onRows } from '../../fit/onRows';
import { AUTO, leavesKernelOpen } from '../../parameters/common';
import { SpectrumCache } from '../../spectrum/cache';
import { raceCost } from './cost';
import { type RacedKernelChoice, type RaceOptions, type RaceOutcome, race } from './race';

/** The method, if it fits a target and its kernel is left to a race. */
export function racingMethod(method: AnyMethod, given: Parameters): Method | undefined {
  if (method.family === 'components' || !leavesKernelOpen(given)) return undefined;
  return method.racing(given) && method;
}

/** The race of a method's kernels on the training rows; undefined if it has nothing to choose or too few rows. */
export function raceOf(
  method: Method,
  design: Design,
  given: Parameters,
  context: FitContext,
  options: RaceOptions,
): RaceOutcome | undefined {
  const racing = method.racing(given);
  if (racing === undefined) return undefined;
  checkDesign(design, context);
  racing.check?.(design);
  const { seed = 0, folds, lambda, intercept = true } = given;
  const request = {
    ...racing,
    seed: seed as number,
    ...(folds !== undefined && { folds: folds as number }),
    ...(lambda !== undefined && method.filter && { lambda: lambda as number }),
    intercept: intercept as boolean,
  };
  return race(design, request, context, options);
}

/** A candidate as the parameters of a fit. */
export const racedParameters = ({ kernel, lengthScale }: RacedKernelChoice): Parameters => ({
  kernel,
  ...(lengthScale && { lengthScale: scaleText(lengthScale) }),
});

/** The parameters of an open kernel without a race: of first figures, and of a fit whose race ended before anything was judged. */
const UNTUNED: Parameters = { lengthScaleRule: 'median' };

/** A fit of all training rows with the kernel and the length scales that won the race. */
export function fitWinner(
  method: Method,
  design: Design,
  given: Parameters,
  outcome: RaceOutcome,
  context: FitContext,
): FitOutcome {
  const { parameters, withRace } = afterRace(given, outcome);
  const { linalg, cache } = context;
  const hints = { ...context.hints, nested: nestedError(outcome.race) };
  return withRace(method.run(design, parameters, contextWith(context, { linalg, cache, hints })));
}

/**
 * The mean squared error of the chosen candidate on rows that neither it nor the choice has seen, if all training rows
 * were judged by squared errors.
 */
function nestedError({ lanes, chosen, loss, rows, trainingRows, optimism = 0 }: Race): number | undefined {
  const lane = lanes.find(({ id }) => id === chosen);
  if (loss !== 'squared' || rows < trainingRows || lane?.state !== 'judged' || !lane.error) return undefined;
  return lane.error.value ** 2 + optimism;
}

/** The results of a race that the fit uses. */
interface AfterRace {
  readonly parameters: Parameters;
  /** For each parameter that the race chose, by name, the rule that chose it. */
  readonly rules: Readonly<Record<string, string>>;
  /** Adds the race to the outcome of a fit with these parameters. */
  readonly withRace: (outcome: FitOutcome) => FitOutcome;
}

/** The same for a sample of the rows of the fit: if the kernel is left open, the race is run on the sample. */
export function racedOn(
  method: AnyMethod,
  sample: Design,
  given: Parameters,
  context: FitContext,
  options: RaceOptions,
): AfterRace {
  const racing = racingMethod(method, given);
  const race = racing && raceOf(racing, sample, given, context, options);
  if (race) return afterRace(given, race);
  return { parameters: withoutOpenKernel(given), rules: {}, withRace: (outcome) => outcome };
}

/** Parameters whose rules were found elsewhere, with these. */
export const withRules = <Outcome extends FitOutcome | ComponentsOutcome>(
  outcome: Outcome,
  rules: AfterRace['rules'],
) => ({
  ...outcome,
  parameters: outcome.parameters.map((parameter) =>
    Object.hasOwn(rules, parameter.name) ? { ...parameter, rule: rules[parameter.name] } : parameter,
  ),
});

/** The parameters with the winner of a race, and a function that adds the race to a fit with them. */
function afterRace(given: Parameters, { race: run, taken }: RaceOutcome): AfterRace {
  const { kernel: _, ...others } = given;
  const chosen = taken && racedParameters(taken);
  const untuned = taken === undefined && run.endedAfter !== undefined;
  const lane = run.lanes.find(({ id }) => id === run.chosen);
  const rules: Readonly<Record<string, string>> = {
    kernel: run.rule,
    ...(!untuned && {
      lengthScale: `highest marginal likelihood${(lane?.lengthScale?.length ?? 1) > 1 ? ', one per column' : ''}`,
    }),
  };
  const raced = chosen ?? (untuned ? { kernel: run.rule } : {});
  const ruled = Object.fromEntries(Object.entries(rules).filter(([name]) => name in raced));
  return {
    parameters: { ...others, ...(untuned ? UNTUNED : chosen) },
    rules: ruled,
    withRace: (outcome) => ({ ...withRules(outcome, ruled), race: run }),
  };
}

/**
 * A Gaussian at the median distance on a few rows, without folds: shown while the race runs. Undefined if parameters
 * set for all rows do not suit so few.
 */
export function firstFigures(
  method: Method,
  design: Design,
  given: Parameters,
  context: FitContext,
): FitOutcome | undefined {
  const { kernel: _, ...others } = given;
  const some = forFirstFigures(design, (given.seed as number | undefined) ?? 0, context);
  const alone = contextWith(silently(context), {
    linalg: context.linalg,
    cache: new SpectrumCache(),
    hints: { brief: true },
  });
  try {
    return method.run(some, { ...others, ...UNTUNED, folds: 0 }, alone);
  } catch (error) {
    if (error instanceof KernelscopeError && error.failure.code !== 'run/cancelled') return undefined;
    throw error;
  }
}

/** The cost of a fit, with that of the race before it if its kernel is left open. */
export function costWithRace(method: AnyMethod, given: Parameters, n: number, d: number, threads: number): FitCost {
  if (racingMethod(method, given) === undefined) return method.cost(given, n, d, threads);
  return racedCost(method, given, n, d, threads);
}

/** The cost of a race and of the fit of its winner. */
function racedCost(method: AnyMethod, given: Parameters, n: number, d: number, threads: number): FitCost {
  // The length scale comes from the race; its value does not matter to the cost.
  const fit = method.cost({ ...given, lengthScale: 1 }, n, d, threads);
  const { bytes, seconds } = raceCost(n, d, threads);
  return { ...fit, bytes: Math.max(fit.bytes, bytes), seconds: fit.seconds + seconds };
}

/** Without a race, an open kernel is the method's own default. */
export function withoutOpenKernel(parameters: Parameters): Parameters {
  const { kernel, ...others } = parameters;
  return kernel === AUTO ? others : parameters;
}

/** The number of rows of a fit that is done within half a second. */
const ROWS = 300;

/** The design on some of its training rows, drawn with the seed; itself if it has no more. */
export function forFirstFigures(design: Design, seed: number, context: RunContext): Design {
  const n = design.train.x.rows;
  if (n <= ROWS) return design;
  return onRows(design, permutation(n, seed, context).slice(0, ROWS).sort());
}
