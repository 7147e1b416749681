import { Uri } from 'vscode';
import { reportFailure } from '../failures';
import type { RunHead, StoredRun } from '../runs/summary';
import type { Services } from '../services';
import { sourceOf } from '../source';
import type { ReportProgress } from '../tasks';
import { requestAt, type SliderSetting } from './request';
import { runFit } from './runFit';

/** What a refit needs to know of its run. */
export type RefitRun = Pick<RunHead, 'origin' | 'request' | 'parameters' | 'axes'>;

/** "Use this": the run fitted again with what the sliders say, and with its length scale, as a new run. */
export async function refit(
  services: Services,
  run: RefitRun,
  setting: SliderSetting,
  follow: ReportProgress,
  signal: AbortSignal,
): Promise<StoredRun | undefined> {
  const origin = Uri.parse(run.origin);
  try {
    // The stored request names its file but, for a virtual one, no longer holds its bytes.
    const request = { ...requestAt(run.request, lengthScaleOf(run), setting, run), source: await sourceOf(origin) };
    return await runFit(services, request, origin, { follow, signal, goAhead: true });
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
