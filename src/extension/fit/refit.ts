import type { Uri } from 'vscode';
import type { RunHead } from '../../doors/runs/summary';
import type { FitRequest } from '../../engine/contract/run';
import type { StoredRun } from '../../engine/contract/storedRun';
import { APPROXIMATIONS, type RunChange } from '../../figures/next/runChange';
import { reportFailure } from '../failures';
import { fileOf } from '../runs/fileOf';
import type { Services } from '../services';
import { sourceOf } from '../source';
import type { ReportProgress } from '../tasks';
import { methodSpec } from './fitFlow';
import {
  type HeadChoice,
  raceFittedBy,
  requestAt,
  requestWith,
  type SliderSetting,
  withApproximation,
  withMethod,
  withoutRows,
  withWinner,
} from './request';
import { runFit } from './runFit';

/** What a refit needs to know of its run. */
type RefitRun = Pick<RunHead, 'origin' | 'file' | 'inspection' | 'request' | 'parameters' | 'axes' | 'race'>;

/**
 * "Use this": the run fitted again with what the sliders say, and with its length scale, as a new run; or with another candidate of its race. The
 * new run keeps that race, whose rows and folds are the same.
 */
export async function refit(
  services: Services,
  run: RefitRun,
  setting: SliderSetting | RunChange | HeadChoice,
  follow: ReportProgress,
  signal: AbortSignal,
): Promise<StoredRun | undefined> {
  let origin: Uri | undefined;
  try {
    const file = await fileOf(services, run);
    origin = file;
    // The stored request names its file but, for a virtual one, no longer holds its bytes.
    const changed = await changedRequest(services, run, setting);
    const request = { ...changed, source: await sourceOf(file) };
    return await runFit(services, request, file, { follow, signal, race: raceAfter(run, setting) });
  } catch (error) {
    reportFailure(services, error, { doing: 'refit', ...(origin && { uri: origin }) });
    return undefined;
  }
}

const OF_RACE: ReadonlySet<string> = new Set(['kernel', 'anyKernel']);

/** Other rows, another target or a method that is judged by other errors have had no race yet. */
function raceAfter({ race }: RefitRun, setting: SliderSetting | RunChange | HeadChoice): RefitRun['race'] {
  if (!('kind' in setting) || OF_RACE.has(setting.kind)) return race;
  return setting.kind === 'approximation' ? race && raceFittedBy(race, setting.lane) : undefined;
}

async function changedRequest(
  services: Services,
  run: RefitRun,
  setting: SliderSetting | RunChange | HeadChoice,
): Promise<FitRequest> {
  if (!('kind' in setting)) return requestAt(run.request, lengthScaleOf(run), setting, run);
  if (setting.kind === 'huber') {
    const method = await methodSpec(services, setting.kind);
    // With another kernel than the chosen one, the method runs a race of its own.
    return run.race?.huber?.lane === run.race?.chosen ? withWinner(run, method) : withMethod(run.request, method);
  }
  if (setting.kind === 'tkrr') return withWinner(run, await methodSpec(services, setting.kind));
  if (setting.kind === 'approximation')
    return withApproximation(run, setting.lane, await methodSpec(services, APPROXIMATIONS[setting.lane].method));
  if (setting.kind === 'leaveOut') return withoutRows(run, setting.rows);
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
