import { l10n, type Uri } from 'vscode';
import { DEFAULT_METHOD } from '../../choices/choices';
import { designChoices } from '../../choices/design';
import { type CompleteChoices, completed, type FitChoices, targetless } from '../../choices/fitChoices';
import { fitRequest } from '../../choices/fitRequest';
import { cancelledError } from '../../engine/contract/context';
import type { FileSource, Inspection, ReadOptions } from '../../engine/contract/data';
import type { Failure } from '../../engine/contract/failure';
import type { MethodSpec } from '../../engine/contract/method';
import { baseName } from '../../engine/words/fileName';
import { settleUnsavedChanges } from '../chooseFile';
import { reportFailure } from '../failures';
import { COMMAND, methodCommand } from '../ids';
import type { ResultsPanel } from '../panels/resultsPanel';
import { askForColumns, pickComponentColumns } from '../picks/columnPick';
import { pickTarget } from '../picks/targetPick';
import type { Services } from '../services';
import { sourceOf } from '../source';
import { QUIET } from '../tasks';
import { type AskedSubject, askSettings } from './askSettings';
import { methodSpec } from './changedRequest';
import { type BeginFit, fitInPanel } from './fitInPanel';
import { type LookAhead, lookAhead } from './lookAhead';
import { parametersOf, rememberedComponents, rememberedWith } from './request';
import { runFit } from './runFit';
import { methodSettings } from './userSettings';

/** The result of a fit command, for keybindings, tests and other extensions. */
export type FitReport = { readonly runId: string } | { readonly failure: Failure };

/** Quick picks; quick picks and then the ways to fit the file; or one form. */
type FitWay = 'picks' | 'recommend' | 'form';

/**
 * The whole way from a file to the open panel. Without `methodId` the method is open: the first one, or the recommended
 * way to fit as many rows. With complete `given` choices nothing is picked and nothing is remembered; `way` says how
 * the rest is asked.
 */
export async function fitFile(
  services: Services,
  methodId: string | undefined,
  uri: Uri,
  given?: FitChoices,
  way: FitWay = 'picks',
): Promise<FitReport> {
  const since = performance.now();
  const first = methodId ?? DEFAULT_METHOD;
  let expecting: ResultsPanel | undefined;
  let look: LookAhead | undefined;
  const left = new AbortController();
  const retry = async (maxRows?: number) => {
    if (maxRows === undefined) return fitFile(services, methodId, uri, given);
    const last = given ?? (await lastChoices(services, first, uri));
    return last && fitFile(services, methodId, uri, { ...last, design: { ...last.design, maxRows } });
  };
  const readAnyway = async () => {
    await services.remembered.acceptExpansion(uri.toString());
    const more = given && { ...given, read: { ...given.read, acceptExpansion: true } };
    return fitFile(services, methodId, uri, more, way);
  };
  try {
    const named = await methodSpec(services, first);
    const source = await sourceOf(uri);
    if (!given) await settleUnsavedChanges(uri);
    const ask = way === 'form' ? askSettings : askingFor(named);
    // Picks take seconds, in which the page of the panel gets ready.
    const onRead = () => {
      if (way === 'picks') expecting = services.panels.expect(baseName(uri.path), named.title, () => left.abort());
    };
    const requestOf = (method: MethodSpec, { method: _, ...choices }: CompleteChoices) => {
      // A form names the method that it began with, but that method is still open.
      const open = methodId === undefined && method.id === first;
      return fitRequest(
        source,
        method,
        { ...choices, ...(!open && { method: method.id }) },
        methodSettings(method, uri),
      );
    };
    const onTarget = (choices: CompleteChoices) => {
      look = lookAhead(services, requestOf(named, choices));
    };
    const { method, choices } = given
      ? { method: named, choices: completed(named, given) }
      : await askedFor(services, named, { source, uri, onRead, onTarget }, ask);
    // The time spent on picks does not count as the fit's.
    const from = given ? since : performance.now();
    const request = requestOf(method, choices);
    const options = { ...(way === 'recommend' && { ways: {} }), signal: left.signal, ...(look && { look }) };
    const fitting = (begin: BeginFit) => runFit(services, request, uri, { ...options, begin });
    const run = await fitInPanel(services, uri, method.title, from, fitting, expecting);
    return { runId: run.id };
  } catch (error) {
    expecting?.abandon();
    look?.end();
    const choose = methodId === undefined ? COMMAND.fit : methodCommand(methodId);
    const compareWays = () => fitFile(services, methodId, uri, given, 'recommend');
    return { failure: reportFailure(services, error, { doing: 'fit', uri, choose, retry, readAnyway, compareWays }) };
  }
}

/** The file that questions are about. */
export interface AskedFile {
  readonly source: FileSource;
  readonly uri: Uri;
  /**
   * The key by which its choices are remembered, and the previous choices; if omitted, its address and the choices
   * remembered by it.
   */
  readonly key?: string;
  readonly before?: FitChoices;
  /** The name to show; if omitted, the file's own. */
  readonly name?: string;
  readonly onCluster?: true;
  /** Called when the file has been read and questions begin. */
  readonly onRead?: () => void;
  readonly onTarget?: AskedSubject['onTarget'];
}

/** The person's choices for a fit of a file, and the method, which a form may have changed; both are remembered. */
export async function askedFor(
  services: Services,
  named: MethodSpec,
  {
    source,
    uri,
    key = uri.toString(),
    before = services.remembered.get(key),
    name,
    onCluster,
    onRead,
    onTarget,
  }: AskedFile,
  ask: (services: Services, subject: AskedSubject) => Promise<CompleteChoices>,
): Promise<{ readonly method: MethodSpec; readonly choices: CompleteChoices }> {
  const read = await inspectWithProgress(services, source, before.read ?? {}, baseName(uri.path));
  const inspection = name === undefined ? read : { ...read, file: { ...read.file, name } };
  const [remembered, settings] = [choicesFor(named, before), methodSettings(named, uri)];
  onRead?.();
  const choices = await ask(services, {
    method: named,
    inspection,
    remembered,
    settings,
    file: uri,
    ranks: (signal) => services.engine.call('targets', { source, read: before.read ?? {} }, { signal }),
    ...(onCluster && { onCluster }),
    ...(onTarget && { onTarget }),
  });
  const { method: id = named.id } = choices;
  const method = id === named.id ? named : await methodSpec(services, id);
  await services.remembered.set(key, rememberedWith(before, choices, method));
  return { method, choices };
}

/** Fits with the remembered choices, asking nothing; if nothing is remembered, everything is asked. */
export async function fitFileAgain(services: Services, uri: Uri, fallback?: string): Promise<FitReport> {
  const method = lastMethod(services, uri, fallback);
  return fitFile(services, method, uri, await lastChoices(services, method ?? DEFAULT_METHOD, uri));
}

/** The method last used for a file, or `fallback`; undefined if the method was open. */
export function lastMethod({ remembered }: Services, uri: Uri, fallback?: string): string | undefined {
  const { method = fallback } = remembered.get(uri.toString());
  return method === DEFAULT_METHOD ? undefined : method;
}

/**
 * The choices remembered for a file, in the form that a caller would give; undefined while they are not enough for a
 * fit.
 */
async function lastChoices(services: Services, methodId: string, uri: Uri): Promise<FitChoices | undefined> {
  const last = services.remembered.get(uri.toString());
  const method = await methodSpec(services, methodId);
  if (method.family === 'components') return last.components && rememberedComponents(method, last);
  return last.target === undefined ? undefined : last;
}

export function inspectWithProgress(
  { engine, tasks }: Services,
  source: FileSource,
  read: ReadOptions,
  file: string,
): Promise<Inspection> {
  return tasks.run({ title: l10n.t('Reading {0}', file), quiet: QUIET.reading }, (call) =>
    engine.call('inspect', { source, read }, call),
  );
}

/** The function that asks for a method's choices, step by step. */
export const askingFor = ({ family }: MethodSpec) => (family === 'components' ? askColumns : askChoices);

/** The choices remembered for the file, reduced to those for such a method. */
const choicesFor = (method: MethodSpec, remembered: FitChoices): FitChoices =>
  method.family === 'components' ? rememberedComponents(method, remembered) : remembered;

/** Asks for the columns, for methods without a target. Throws `run/cancelled` on Escape. */
async function askColumns(services: Services, subject: AskedSubject): Promise<CompleteChoices> {
  const { method, inspection, remembered } = subject;
  const answer = await pickComponentColumns(titleOf(subject), inspection, remembered.features);
  if (answer === undefined) throw cancelledError();
  if (answer === 'settings') return askSettings(services, subject);
  return targetless({
    ...remembered,
    parameters: parametersOf(method, remembered.parameters),
    features: answer.features,
  });
}

/** Asks for target and columns. Throws `run/cancelled` on Escape. */
export async function askChoices(services: Services, subject: AskedSubject): Promise<CompleteChoices> {
  const { inspection, remembered, settings, onTarget, ranks } = subject;
  const { task, weights } = { ...designChoices(settings), ...remembered.design };
  const known = { remembered, ...(task !== undefined && task !== 'auto' && { task }) };
  const answer = await pickTarget(titleOf(subject), inspection, known, ranks);
  if (answer === undefined) throw cancelledError();
  if (answer === 'settings') return askSettings(services, subject);
  const { target, moreTargets = [] } = answer;
  const rememberedFeatures = target === remembered.target ? remembered.features : undefined;
  const roles = { targets: [target, ...moreTargets], weights: columnName(inspection, weights) };
  const { parameters, design, read } = remembered;
  const rest = { parameters, design, read };
  onTarget?.({ ...answer, ...(rememberedFeatures && { features: rememberedFeatures }), ...rest });
  const columns = await askForColumns(titleOf(subject), inspection, roles, rememberedFeatures);
  if (!columns) throw cancelledError();
  return { ...answer, ...columns, ...rest };
}

const titleOf = ({ method, inspection }: AskedSubject): string => `${l10n.t(method.title)}: ${inspection.file.name}`;

/** The name of a column given by name or 1-based position; undefined for one that is not there. */
function columnName({ columns }: Inspection, reference: string | undefined): string | undefined {
  const named = columns.find(({ name }) => name === reference);
  return (named ?? (/^\d+$/.test(reference ?? '') ? columns[Number(reference) - 1] : undefined))?.name;
}
