import { type Uri, window } from 'vscode';
import { cancelledError } from '../../engine/contract/context';
import { toFailure } from '../../engine/contract/failure';
import type { Estimate } from '../../engine/contract/rpc';
import type { FitRequest } from '../../engine/contract/run';
import { useRowsTitle } from '../failures';
import { baseName } from '../fileName';
import type { StoredRun } from '../runs/summary';
import type { Services } from '../services';
import type { Report } from '../tasks';
import { historyLimit } from './settings';

/** Looking at a small file takes less; a notification that only flashes is noise. */
const QUIET = 400;

export interface RunFitOptions {
  /** Progress goes here instead of into a notification. */
  readonly follow?: Report;
  readonly signal?: AbortSignal;
  /** The person has been asked already, or nobody is there to be asked. */
  readonly goAhead?: boolean;
  /** Called when nothing is left to ask and the fit begins; what it returns hears the progress too. */
  readonly begin?: (cancel: () => void) => Report;
}

/**
 * Says what the fit will take, asks where it is too much, fits, and keeps the run. Throws the engine's failures; a run
 * that cannot be stored is a warning, not a failure.
 */
export async function runFit(
  services: Services,
  request: FitRequest,
  origin: Uri,
  { follow, signal, goAhead = false, begin }: RunFitOptions = {},
): Promise<StoredRun> {
  const { engine, tasks } = services;
  const file = baseName(origin.path);
  const estimate = await tasks.run({ title: `Looking at ${file}`, quiet: QUIET, follow, signal }, (onProgress, abort) =>
    engine.call('estimate', request, { onProgress, signal: abort }),
  );
  const agreed = goAhead || estimate.verdict === 'go' ? request : await ask(request, estimate);
  const stop = new AbortController();
  const ended = AbortSignal.any([stop.signal, ...(signal ? [signal] : [])]);
  const also = begin?.(() => stop.abort());
  const result = await tasks.run({ title: `Fitting ${file}`, follow, signal: ended }, (report, abort) => {
    const onProgress: Report = (fraction, stage) => {
      report(fraction, stage);
      also?.(fraction, stage);
    };
    return engine.call('fit', agreed, { onProgress, signal: abort });
  });
  const run: StoredRun = { ...result, origin: origin.toString() };
  await keep(services, run);
  return run;
}

/** The request to go on with. Throws `run/cancelled` when the person thinks better of it. */
async function ask(request: FitRequest, estimate: Estimate): Promise<FitRequest> {
  const sample = useRowsTitle(estimate.proposedRows);
  const anyway = 'Run All Rows Anyway';
  const choices = estimate.verdict === 'ask' ? [sample, anyway] : [sample];
  const answer = await window.showWarningMessage(estimate.message, ...choices, 'Cancel');
  if (answer === anyway) return request;
  if (answer !== sample) throw cancelledError();
  return { ...request, design: { ...request.design, maxRows: estimate.proposedRows } };
}

async function keep({ store, tree, panels, log }: Services, run: StoredRun): Promise<void> {
  try {
    await store.save(run);
    const dropped = await store.prune(historyLimit(), panels.openRuns());
    if (dropped > 0) log.info(`history: ${dropped} oldest runs deleted`);
  } catch (error) {
    const { message } = toFailure(error);
    log.error(`history: ${message}`);
    void window.showWarningMessage(`The run is shown but could not be kept in the history. ${message}`);
  }
  tree.refresh();
}
