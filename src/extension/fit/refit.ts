import { Uri } from 'vscode';
import type { RunChange } from '../../webview/protocol';
import { reportFailure } from '../failures';
import type { RunHead, StoredRun } from '../runs/summary';
import type { Services } from '../services';
import { sourceOf } from '../source';
import type { ReportProgress } from '../tasks';
import { requestAt, requestWith, type SliderSetting } from './request';
import { runFit } from './runFit';

/** What a refit needs to know of its run. */
export type RefitRun = Pick<RunHead, 'origin' | 'request' | 'parameters' | 'axes' | 'race'>;

/**
 * "Use this": the run fitted again with what the sliders say, and with its length scale, as a new run; or with another candidate of its race. The
 * new run keeps that race, whose rows and folds are the same.
 */
export async function refit(
  services: Services,
  run: RefitRun,
  setting: SliderSetting | RunChange,
  follow: ReportProgress,
  signal: AbortSignal,
): Promise<StoredRun | undefined> {
  const origin = Uri.parse(run.origin);
  try {
    // The stored request names its file but, for a virtual one, no longer holds its bytes.
    const changed =
      'kind' in setting ? requestWith(run.request, setting) : requestAt(run.request, lengthScaleOf(run), setting, run);
    const request = { ...changed, source: await sourceOf(origin) };
    // Other rows or another target have no race yet.
    const race = 'kind' in setting && setting.kind !== 'kernel' ? undefined : run.race;
    return await runFit(services, request, origin, { follow, signal, goAhead: true, race });
  } catch (error) {
    reportFailure(services, error, { doing: 'refit', uri: origin });
    return undefined;
  }
}

/** The length scale in the run's list of parameters: a number, or several in a text. */
function lengthScaleOf({ parameters }: RefitRun): readonly number[] {
  const value = parameters.find(({ name }) => name === 'lengthScale')?.value ?? 1;
  return String(value)
    .split(/[\s,;]+/)
    .map(Number);
}
