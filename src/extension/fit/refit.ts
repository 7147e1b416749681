import { Uri } from 'vscode';
import { reportFailure } from '../failures';
import type { RunHead, StoredRun } from '../runs/summary';
import type { Services } from '../services';
import { sourceOf } from '../source';
import type { Report } from '../tasks';
import { requestAtLambda } from './request';
import { runFit } from './runFit';

/** "Use this": the run fitted again at the slider's lambda, with its length scale, as a new run. */
export async function refit(
  services: Services,
  run: RunHead,
  lambda: number,
  follow: Report,
  signal: AbortSignal,
): Promise<StoredRun | undefined> {
  const origin = Uri.parse(run.origin);
  try {
    // The stored request names its file but, for a virtual one, no longer holds its bytes.
    const request = { ...requestAtLambda(run.request, run.lengthScale, lambda), source: await sourceOf(origin) };
    return await runFit(services, request, origin, { follow, signal, goAhead: true });
  } catch (error) {
    reportFailure(services, error, { doing: 'refit', uri: origin });
    return undefined;
  }
}
