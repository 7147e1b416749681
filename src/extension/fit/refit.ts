import type { Uri } from 'vscode';
import type { StoredRun } from '../../engine/contract/run';
import { reportFailure } from '../failures';
import { fileOf } from '../runs/fileOf';
import type { Services } from '../services';
import { sourceOf } from '../source';
import type { ReportProgress } from '../tasks';
import { type ChangedSetting, changedRequest, type RefitRun, raceAfter } from './changedRequest';
import { runFit } from './runFit';

/**
 * "Use this": the run fitted again as a new run, with the values of the sliders and its own length scale; or with
 * another candidate of its race. The new run has that race, whose rows and folds are the same.
 */
export async function refit(
  services: Services,
  run: RefitRun,
  setting: ChangedSetting,
  follow: ReportProgress,
  signal: AbortSignal,
): Promise<StoredRun | undefined> {
  let origin: Uri | undefined;
  try {
    const file = await fileOf(services, run);
    origin = file;
    // The stored request names its file, but for a virtual file it no longer holds the bytes.
    const changed = await changedRequest(services, run, setting);
    const request = { ...changed, source: await sourceOf(file) };
    return await runFit(services, request, file, { follow, signal, race: raceAfter(run, setting) });
  } catch (error) {
    reportFailure(services, error, { doing: 'refit', ...(origin && { uri: origin }) });
    return undefined;
  }
}
