import type { EngineClient } from '../../client/engineClient';
import type { RunHead } from '../../doors/runs/summary';
import { KernelscopeError } from '../../engine/contract/failure';
import type { MethodSpec } from '../../engine/contract/method';
import type { FitRequest } from '../../engine/contract/run';
import { APPROXIMATIONS, type RunChange } from '../../figures/next/runChange';
import {
  type HeadChoice,
  leavingOut,
  raceFittedBy,
  requestAt,
  requestWith,
  type SliderSetting,
  withApproximation,
  withMethod,
  withWinner,
} from './request';

/** The parts of a run that a refit needs. */
export type RefitRun = Pick<RunHead, 'origin' | 'file' | 'inspection' | 'request' | 'parameters' | 'axes' | 'race'>;

/** The change with which the run is fitted again. */
export type ChangedSetting = SliderSetting | RunChange | HeadChoice;

/** Any object with an engine to call. */
export interface HasEngine {
  readonly engine: Pick<EngineClient, 'call'>;
}

/** Throws `method/unknown`. */
export async function methodSpec({ engine }: HasEngine, id: string): Promise<MethodSpec> {
  const spec = (await engine.call('methods', {})).find((method) => method.id === id);
  if (!spec) throw new KernelscopeError('method/unknown', `There is no method ${id}.`, { method: id });
  return spec;
}

const OF_RACE: ReadonlySet<string> = new Set(['kernel', 'anyKernel']);

/**
 * The race that still holds after a change: there is none yet for other rows, another target or a method that is judged
 * by other errors.
 */
export function raceAfter({ race }: RefitRun, setting: ChangedSetting): RefitRun['race'] {
  if (!('kind' in setting) || OF_RACE.has(setting.kind)) return race;
  return setting.kind === 'approximation' ? race && raceFittedBy(race, setting.lane) : undefined;
}

/** The request of a run with a change. Throws `method/unknown`. */
export async function changedRequest(services: HasEngine, run: RefitRun, setting: ChangedSetting): Promise<FitRequest> {
  if (!('kind' in setting)) return requestAt(run.request, lengthScaleOf(run), setting, run);
  if (setting.kind === 'huber') {
    const method = await methodSpec(services, setting.kind);
    // With a kernel other than the chosen one, the method runs a separate race.
    return run.race?.huber?.lane === run.race?.chosen ? withWinner(run, method) : withMethod(run.request, method);
  }
  if (setting.kind === 'krr' || setting.kind === 'tkrr')
    return withWinner(run, await methodSpec(services, setting.kind));
  if (setting.kind === 'approximation')
    return withApproximation(run, setting.lane, await methodSpec(services, APPROXIMATIONS[setting.lane].method));
  if (setting.kind === 'leaveOut') return leavingOut(run, setting.rows);
  if (setting.kind !== 'method') return requestWith(run.request, setting, run.race);
  return withMethod(run.request, await methodSpec(services, setting.method));
}

/** The length scale in the run's list of parameters: a number, or several in a text. */
function lengthScaleOf({ parameters }: RefitRun): readonly number[] {
  const value = parameters.find(({ name }) => name === 'lengthScale')?.value ?? 1;
  return String(value)
    .split(/[\s,;]+/)
    .map(Number);
}
