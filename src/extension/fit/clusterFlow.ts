import { l10n, type Uri } from 'vscode';
import { completed, type FitChoices } from '../../choices/fitChoices';
import { fitRequest } from '../../choices/fitRequest';
import { SUMMED_METHODS } from '../../engine/contract/cluster';
import { onDiskAlone } from '../../engine/contract/clusterFailures';
import type { ReadOptions } from '../../engine/contract/data';
import { KernelscopeError } from '../../engine/contract/failure';
import { filesNamed } from '../../engine/machine/listFiles';
import { baseName, tablesAmong } from '../../engine/words/fileName';
import { amount } from '../amount';
import { settleUnsavedChanges } from '../chooseFile';
import { reportFailure } from '../failures';
import type { Services } from '../services';
import { sourceOf } from '../source';
import { methodSpec } from './changedRequest';
import { type AskedFile, askedFor, askingFor, type FitReport, inspectWithProgress } from './fitFlow';
import { fitInPanel } from './fitInPanel';
import { runFit } from './runFit';
import { methodSettings } from './userSettings';

/**
 * From files to the panel of a fit on a cluster. With complete `given` choices nothing is asked and nothing is
 * remembered: the cluster comes from the settings.
 */
export async function fitFileOnCluster(services: Services, uri: Uri, given?: FitChoices): Promise<FitReport> {
  let last = given;
  const retry = () => fitFileOnCluster(services, uri, last);
  try {
    services.clusters.requireTrust();
    const source = await sourceOf(uri);
    if (source.kind !== 'path') throw onDiskAlone();
    if (!given) await settleUnsavedChanges(uri);
    const named = await methodSpec(services, methodOf(services, uri, given));
    const { method, choices } = given
      ? { method: named, choices: completed(named, given) }
      : await askedFor(services, named, await firstFile(services, uri), askingFor(named));
    last = { ...choices, method: method.id };
    const onCluster = await services.clusters.choose(given === undefined);
    const request = { ...fitRequest(source, method, choices, methodSettings(method, uri)), onCluster };
    const run = await fitInPanel(services, uri, method.title, performance.now(), (begin) =>
      runFit(services, request, uri, { begin }),
    );
    return { runId: run.id };
  } catch (error) {
    return { failure: reportFailure(services, error, { doing: 'fit on a cluster', uri, retry }) };
  }
}

/**
 * The key of choices for a cluster, which are stored separately: rows that are not held here cannot be sampled or left
 * out by number.
 */
const keyOf = (uri: Uri): string => uri.with({ fragment: 'cluster' }).toString();

function methodOf({ remembered }: Services, uri: Uri, given: FitChoices | undefined): string {
  const { method } = given ?? remembered.get(keyOf(uri));
  return method ?? SUMMED_METHODS[0];
}

/**
 * The file whose columns the questions are about: the first that has rows. All files together may be more than this
 * computer can hold.
 */
async function firstFile(services: Services, uri: Uri): Promise<AskedFile> {
  const { remembered } = services;
  const [key, here] = [keyOf(uri), remembered.get(uri.toString())];
  const { target, moreTargets, features, components, read } = here;
  const ofHere = {
    ...(target !== undefined && { target }),
    ...(moreTargets && { moreTargets }),
    ...(features && { features }),
    ...(components && { components }),
    ...(read && { read }),
  };
  const before = { ...ofHere, ...remembered.get(key) };
  const asked = { uri, key, before, onCluster: true } as const;
  const files = await filesNamed(uri.fsPath, tablesAmong);
  const many = files.length > 1;
  for (const { path } of files) {
    const name = many ? l10n.t('{0}, the first of {1}', baseName(path), amount(files.length, 'files')) : baseName(path);
    if (await hasRows(services, path, before.read ?? {})) return { ...asked, source: { kind: 'path', path }, name };
  }
  return { ...asked, source: await sourceOf(uri), name: baseName(uri.path) };
}

async function hasRows(services: Services, path: string, read: ReadOptions): Promise<boolean> {
  try {
    await inspectWithProgress(services, { kind: 'path', path }, read, baseName(path));
    return true;
  } catch (error) {
    const code = error instanceof KernelscopeError ? error.failure.code : undefined;
    if (code === 'file/empty' || code === 'data/header-only') return false;
    throw error;
  }
}
