import { l10n, Uri } from 'vscode';
import { completed, type FitChoices } from '../../choices/fitChoices';
import { fitRequest } from '../../choices/fitRequest';
import type { Failure } from '../../engine/contract/failure';
import type { LaneId } from '../../engine/contract/race';
import type { Interim } from '../../engine/contract/rpc';
import { baseName } from '../../engine/words/fileName';
import { settleUnsavedChanges } from '../chooseFile';
import { reportFailure } from '../failures';
import { methodSpec } from '../fit/changedRequest';
import { askChoices, askedFor } from '../fit/fitFlow';
import { runFit } from '../fit/runFit';
import { methodSettings } from '../fit/userSettings';
import { methodCommand } from '../ids';
import type { ComparePanel } from '../panels/comparePanel';
import type { Services } from '../services';
import { sourceOf } from '../source';
import type { ReportProgress } from '../tasks';
import { candidateRequest, type StoredRace } from './races';

/** The result of the command: the candidate that the race chose, if it chose one. */
export type CompareReport = { readonly race: string; readonly chosen?: LaneId } | { readonly failure: Failure };

/**
 * From a file to the candidates of a race side by side. With complete `given` choices nothing is picked and nothing is
 * remembered.
 */
export async function compareFile(
  services: Services,
  methodId: string,
  uri: Uri,
  given?: FitChoices,
): Promise<CompareReport> {
  const { engine, tasks, remembered, comparisons, races } = services;
  const file = baseName(uri.path);
  const origin = uri.toString();
  const retry = () => compareFile(services, methodId, uri, given);
  const readAnyway = async () => {
    await remembered.acceptExpansion(origin);
    return compareFile(services, methodId, uri, given && { ...given, read: { ...given.read, acceptExpansion: true } });
  };
  let panel: ComparePanel | undefined;
  try {
    const named = await methodSpec(services, methodId);
    const source = await sourceOf(uri);
    if (!given) await settleUnsavedChanges(uri);
    const { method, choices } = given
      ? { method: named, choices: completed(named, given) }
      : await askedFor(services, named, { source, uri }, askCompared);
    const stop = new AbortController();
    const opened = comparisons.prepare(file, () => stop.abort());
    panel = opened;
    const request = fitRequest(source, method, choices, methodSettings(method, uri));
    const also: ReportProgress = (fraction, stage) => opened.progress(fraction, stage);
    const onInterim = (interim: Interim) => {
      if (interim.kind === 'race') opened.interim(interim.race);
    };
    const comparison = await tasks.run(
      { title: l10n.t('Comparing kernels on {0}', file), also, place: opened.place, signal: stop.signal },
      (call) => engine.call('compare', request, { ...call, onInterim }),
    );
    const { race, candidates } = comparison;
    const id = crypto.randomUUID();
    await races.add({ id, origin, file, request: comparison.request, race, candidates });
    opened.finish(id);
    return { race: id, ...(race.chosen !== undefined && { chosen: race.chosen }) };
  } catch (error) {
    panel?.abandon();
    const choose = methodCommand(methodId);
    return { failure: reportFailure(services, error, { doing: 'compare', uri, choose, retry, readAnyway }) };
  }
}

const askCompared: typeof askChoices = (services, subject) =>
  askChoices(services, { ...subject, method: { ...subject.method, title: l10n.t('Compare') } });

/** Fits a candidate of a race to all training rows; resolves to the id of its run, undefined if that failed. */
export async function fitCandidate(
  services: Services,
  stored: StoredRace,
  lane: LaneId,
  follow: ReportProgress,
  signal: AbortSignal,
): Promise<string | undefined> {
  const request = candidateRequest(stored, lane);
  if (request === undefined) return undefined;
  const uri = Uri.parse(stored.origin);
  try {
    const source = await sourceOf(uri);
    return (await runFit(services, { ...request, source }, uri, { follow, signal })).id;
  } catch (error) {
    reportFailure(services, error, { doing: 'fit candidate', uri });
    return undefined;
  }
}
