import { type CancellationToken, l10n, Uri } from 'vscode';
import { fitChoices, readOptions } from '../../choices/readArguments';
import type { EngineCall, House, KeptRun } from '../../doors/house';
import { storedRun } from '../../doors/runs/history';
import { isDamaged, type StoredRunSummary as StoredSummary, summariseRun } from '../../doors/runs/summary';
import { toFailure } from '../../engine/contract/failure';
import type { StoredRun } from '../../engine/contract/run';
import { baseName } from '../../engine/words/fileName';
import { runFit } from '../fit/runFit';
import { methodSettings } from '../fit/userSettings';
import type { Services } from '../services';
import { sourceOf } from '../source';
import type { FitArguments, FitResult, KernelscopeApi, KernelscopeFailure, RunSummary } from './kernelscope';

/** The API of the version that another extension asks for. Throws for an unknown version. */
export function apiOf(services: Services, version: number): KernelscopeApi {
  if (version !== 1) throw new Error(`Kernelscope has no version ${version} of its API: ask for version 1.`);
  const house = (title: string, token: CancellationToken | undefined) => houseOf(services, title, signalOf(token));
  const asked = (file: Uri, request: FitArguments) => ({ file: file.toString(), choices: fitChoices(request) });
  return {
    version,
    inspect: (file, read = {}, token) =>
      answered(async ({ operations, inspected }) => {
        const given = { file: file.toString(), read: readOptions(read) };
        return inspected(await operations.inspect.run(house(l10n.t('Reading {0}', baseName(file.path)), token), given));
      }),
    fit: (file, request, token) =>
      answered(async ({ operations, runBrief }) => {
        const on = house(l10n.t('Fitting {0}', baseName(file.path)), token);
        const { run } = await operations.fit.run(on, asked(file, request));
        const { verdict, numbers, warnings, nextSteps } = runBrief(run);
        const steps = nextSteps.map(({ text }) => text);
        return { ...summary(summariseRun(run)), verdict, numbers, warnings, nextSteps: steps } satisfies FitResult;
      }),
    compare: (file, request, token) =>
      answered(async ({ operations, compared }) =>
        compared(
          await operations.compare.run(
            house(l10n.t('Comparing kernels on {0}', baseName(file.path)), token),
            asked(file, request),
          ),
        ),
      ),
    runs: () =>
      answered(async () =>
        (await services.store.list()).flatMap((entry) => (isDamaged(entry) ? [] : [summary(entry)])),
      ),
    predict: (runId, file, token) =>
      answered(async ({ predicted }) => {
        const { call, model, source } = house(l10n.t('Predicting {0}', baseName(file.path)), token);
        const { model: used } = await model(runId);
        return predicted(await call('predict', { model: used, source: await source(file.toString()) }));
      }),
    explain: (runId, token) =>
      answered(async ({ operations }) => {
        const {
          id: _,
          what: __,
          ...told
        } = await operations.explain.run(house(l10n.t('Explaining a run'), token), { model: runId });
        return told;
      }),
    open: (runId) =>
      answered(async () => void services.panels.show(await services.store.load(runId), { since: performance.now() })),
  };
}

/**
 * A house with the editor's own engine, defaults and history, without a dialog, a pick or a panel. Only the status bar
 * shows progress.
 */
function houseOf(services: Services, title: string, signal: AbortSignal): House {
  const { engine, tasks, store } = services;
  const quiet = { follow: () => {}, signal };
  const call: EngineCall = (method, params) =>
    tasks.run({ title, ...quiet }, (task) => engine.call(method, params, task));
  return {
    call,
    methods: () => engine.call('methods', {}),
    source: (file) => sourceOf(Uri.parse(file)),
    shown: baseName,
    reading: async () => ({}),
    settings: async (method, file) => methodSettings(method, Uri.parse(file)),
    fit: async (request, file) => keptAs(await runFit(services, request, Uri.parse(file), quiet)),
    run: async (id) => keptAs(await storedRun(store, id)),
    model: async (id) => {
      const { model } = await storedRun(store, id);
      return { id: id ?? '', model };
    },
  };
}

const keptAs = (run: StoredRun): KeptRun => ({ id: run.id, run, file: run.origin, where: '' });

/** The modules that state results in the API's words, loaded once they are needed. */
async function words() {
  const { OPERATIONS: operations } = await import('../../doors/operations');
  const { inspected, compared, predicted } = await import('../../doors/brief/resultOf');
  const { runBrief } = await import('../../doors/brief/runBrief');
  return { operations, inspected, compared, predicted, runBrief };
}

/** Rethrows a failure as an error with its code, for code that does not know our types. */
async function answered<T>(job: (said: Awaited<ReturnType<typeof words>>) => Promise<T>): Promise<T> {
  try {
    return await job(await words());
  } catch (error) {
    const { code, message } = toFailure(error);
    const failure: KernelscopeFailure = Object.assign(new Error(message), { code });
    throw failure;
  }
}

/** A cancellation token of VS Code as an abort signal, which the engine's calls take. */
function signalOf(token: CancellationToken | undefined): AbortSignal {
  const abort = new AbortController();
  if (token?.isCancellationRequested) abort.abort();
  token?.onCancellationRequested(() => abort.abort());
  return abort.signal;
}

function summary(stored: StoredSummary): RunSummary {
  const { id, file, origin, target, method, kernel, rows, columns, r2, rmse, accuracy } = stored;
  const same = { id, file, origin, target, method, kernel, rows, features: columns.length };
  return {
    ...same,
    created: new Date(stored.created).toISOString(),
    ...(r2 !== undefined && { r2 }),
    ...(rmse !== undefined && { rmse }),
    ...(accuracy !== undefined && { accuracy }),
  };
}
