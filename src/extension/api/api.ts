import { fitChoices, readOptions } from '../../choices/readArguments';
import { isDamaged, type RunSummary as StoredSummary, summariseRun } from '../../doors/runs/summary';
import { toFailure } from '../../engine/contract/failure';
import type { StoredRun } from '../../engine/contract/storedRun';
import type { Services } from '../services';
import type { FitResult, KernelscopeApi, KernelscopeFailure, RunSummary } from './kernelscope';
import { compareQuietly, explainQuietly, fitQuietly, inspectQuietly, predictQuietly, storedRun } from './operations';
import { signalOf } from './signal';

/** What other extensions get for the version they ask for. Throws for an unknown one. */
export function apiOf(services: Services, version: number): KernelscopeApi {
  if (version !== 1) throw new Error(`Kernelscope has no version ${version} of its API: ask for version 1.`);
  return {
    version,
    inspect: (file, read = {}, token) =>
      answered(async () => {
        const inspection = await inspectQuietly(services, file, readOptions(read), signalOf(token));
        return (await results()).inspected(inspection);
      }),
    fit: (file, request, token) =>
      answered(async () => fitResult(await fitQuietly(services, file, fitChoices(request), signalOf(token)))),
    compare: (file, request, token) =>
      answered(async () => {
        const comparison = await compareQuietly(services, file, fitChoices(request), signalOf(token));
        return (await results()).compared(comparison);
      }),
    runs: () =>
      answered(async () =>
        (await services.store.list()).flatMap((entry) => (isDamaged(entry) ? [] : [summary(entry)])),
      ),
    predict: (runId, file, token) =>
      answered(async () => {
        const predictions = await predictQuietly(services, runId, file, signalOf(token));
        return (await results()).predicted(predictions);
      }),
    explain: (runId, token) =>
      answered(async () => {
        const run = await storedRun(services, runId);
        const measured = await explainQuietly(services, run, signalOf(token));
        return (await results()).explanation(run, measured);
      }),
    open: (runId) =>
      answered(async () => void services.panels.show(await services.store.load(runId), { since: performance.now() })),
  };
}

/** What says results in the API's words, loaded once it is asked for. */
const results = () => import('../../doors/brief/resultOf');

/** A failure as an error that has its code, for code that knows nothing of ours. */
async function answered<T>(job: () => Promise<T>): Promise<T> {
  try {
    return await job();
  } catch (error) {
    const { code, message } = toFailure(error);
    const failure: KernelscopeFailure = Object.assign(new Error(message), { code });
    throw failure;
  }
}

function summary(stored: StoredSummary): RunSummary {
  const { id, file, origin, target, method, kernel, rows, features, r2, rmse, accuracy } = stored;
  const same = { id, file, origin, target, method, kernel, rows, features };
  return {
    ...same,
    created: new Date(stored.created).toISOString(),
    ...(r2 !== undefined && { r2 }),
    ...(rmse !== undefined && { rmse }),
    ...(accuracy !== undefined && { accuracy }),
  };
}

async function fitResult(run: StoredRun): Promise<FitResult> {
  const { runBrief } = await import('../../doors/brief/runBrief');
  const { verdict, numbers, warnings, nextSteps } = runBrief(run);
  return {
    ...summary(summariseRun(run)),
    verdict,
    numbers,
    warnings,
    nextSteps: nextSteps.map(({ text }) => text),
  };
}
