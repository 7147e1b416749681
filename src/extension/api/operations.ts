import { Uri } from 'vscode';
import type { FitChoices } from '../../choices/fitChoices';
import { completed } from '../../choices/fitChoices';
import { fitRequest } from '../../choices/fitRequest';
import type { Explained } from '../../doors/brief/explainBrief';
import { isDamaged } from '../../doors/runs/summary';
import type { Inspection, ReadOptions } from '../../engine/contract/data';
import { KernelscopeError } from '../../engine/contract/failure';
import type { MethodSpec } from '../../engine/contract/method';
import type { Comparison, Estimate, Predictions } from '../../engine/contract/rpc';
import type { FitRequest } from '../../engine/contract/run';
import type { StoredRun } from '../../engine/contract/storedRun';
import { baseName } from '../../engine/words/fileName';
import { methodSpec } from '../fit/fitFlow';
import { methodSettings } from '../fit/methodSettings';
import { runFit } from '../fit/runFit';
import type { Services } from '../services';
import { sourceOf } from '../source';

// What other extensions and language models ask for, without a dialog, a pick or a panel: the same engine, defaults and history as those of the
// commands. All of it throws the failures that commands report.

/** Where nothing is said of the method. */
const METHOD = 'krr';

/** Progress shows in the status bar alone: whoever asked shows its own. */
const quiet = (signal: AbortSignal) => ({ follow: () => {}, signal });

export async function inspectQuietly(
  { engine, tasks }: Services,
  uri: Uri,
  read: ReadOptions,
  signal: AbortSignal,
): Promise<Inspection> {
  const source = await sourceOf(uri);
  return tasks.run({ title: `Reading ${baseName(uri.path)}`, ...quiet(signal) }, (call) =>
    engine.call('inspect', { source, read }, call),
  );
}

/** What `choices` ask of a file, as the engine takes it. */
export async function requestFor(
  services: Services,
  uri: Uri,
  choices: FitChoices,
): Promise<{ readonly request: FitRequest; readonly method: MethodSpec }> {
  const method = await methodSpec(services, choices.method ?? METHOD);
  const complete = completed(method, choices);
  return { request: fitRequest(await sourceOf(uri), method, complete, methodSettings(method, uri)), method };
}

/** Rows, time and memory of a fit before it begins; the table that is read for it is kept for the fit. */
export async function estimateQuietly(
  services: Services,
  uri: Uri,
  choices: FitChoices,
  signal: AbortSignal,
): Promise<Estimate> {
  const { engine, tasks, paces } = services;
  const { request } = await requestFor(services, uri, choices);
  return tasks.run({ title: `Looking at ${baseName(uri.path)}`, ...quiet(signal) }, (call) =>
    engine.call('estimate', { ...request, paces: paces.get() }, call),
  );
}

/** The run, which then is in the history. */
export async function fitQuietly(
  services: Services,
  uri: Uri,
  choices: FitChoices,
  signal: AbortSignal,
): Promise<StoredRun> {
  const { request } = await requestFor(services, uri, choices);
  return runFit(services, request, uri, { goAhead: true, ...quiet(signal) });
}

export async function compareQuietly(
  services: Services,
  uri: Uri,
  choices: FitChoices,
  signal: AbortSignal,
): Promise<Comparison> {
  const { engine, tasks } = services;
  const { request } = await requestFor(services, uri, choices);
  const title = `Comparing kernels on ${baseName(uri.path)}`;
  return tasks.run({ title, ...quiet(signal) }, (call) => engine.call('compare', request, call));
}

export async function predictQuietly(
  { engine, tasks, store }: Services,
  id: string,
  uri: Uri,
  signal: AbortSignal,
): Promise<Predictions> {
  const { model } = await store.load(id);
  const source = await sourceOf(uri);
  return tasks.run({ title: `Predicting ${baseName(uri.path)}`, ...quiet(signal) }, (call) =>
    engine.call('predict', { model, source }, call),
  );
}

/** A stored run by its id, or the newest. Throws `run/unreadable` where there is none. */
export async function storedRun({ store }: Services, id: string | undefined): Promise<StoredRun> {
  if (id !== undefined) return store.load(id);
  const [newest] = (await store.list()).filter((entry) => !isDamaged(entry));
  if (newest) return store.load(newest.id);
  throw new KernelscopeError('run/unreadable', 'There is no stored run yet. Fit a file first.');
}

/** `mayRead`: throws where the run's file is not to be read. */
export async function explainQuietly(
  { engine, tasks }: Services,
  run: StoredRun,
  signal: AbortSignal,
  mayRead: (uri: Uri) => Promise<unknown> = async () => {},
): Promise<Explained> {
  const { measured } = await import('../../doors/brief/explainBrief');
  const title = `Explaining a run of ${run.file.name}`;
  return tasks.run({ title, ...quiet(signal) }, (call) =>
    measured(
      run,
      (method, params) => engine.call(method, params, call),
      async () => {
        const origin = Uri.parse(run.origin);
        await mayRead(origin);
        return sourceOf(origin);
      },
    ),
  );
}
