import type { Uri } from 'vscode';
import { cancelledError } from '../../engine/contract/context';
import type { FileSource, Inspection, ReadOptions } from '../../engine/contract/data';
import { type Failure, KernelscopeError } from '../../engine/contract/failure';
import type { MethodSpec } from '../../engine/contract/method';
import { settleUnsavedChanges } from '../chooseFile';
import { reportFailure } from '../failures';
import { baseName } from '../fileName';
import { methodCommand } from '../ids';
import type { ResultsPanel } from '../panels/resultsPanel';
import { pickColumns } from '../picks/columnPick';
import type { FieldValues } from '../picks/field';
import { pickTarget } from '../picks/targetPick';
import type { FitChoices } from '../remembered';
import type { Services } from '../services';
import { sourceOf } from '../source';
import type { Report } from '../tasks';
import { DESIGN_NAMES, designChoices } from './designSchema';
import { type CompleteChoices, fitRequest, settingsFor } from './request';
import { runFit } from './runFit';
import { settingValues } from './settings';
import { showSettingsForm } from './settingsForm';

/** What a fit command resolves to, for keybindings, tests and other extensions. */
export type FitReport = { readonly runId: string } | { readonly failure: Failure };

const QUIET = 400;

/**
 * The whole way from a file to the open panel. With complete `given` choices nothing is picked and nothing remembered;
 * `goAhead` says that nobody is there to be asked about size either.
 */
export async function fitFile(
  services: Services,
  methodId: string,
  uri: Uri,
  given?: CompleteChoices,
  goAhead = given !== undefined,
): Promise<FitReport> {
  const since = performance.now();
  const remembered = services.remembered.get(uri.toString());
  const retry = (maxRows?: number) => {
    if (maxRows === undefined) return fitFile(services, methodId, uri, given, goAhead);
    const last = given ?? services.remembered.get(uri.toString());
    if (last.target === undefined) return undefined;
    return fitFile(services, methodId, uri, { ...last, target: last.target, design: { ...last.design, maxRows } });
  };
  let panel: ResultsPanel | undefined;
  try {
    const method = await methodSpec(services, methodId);
    const settings = methodSettings(method, uri);
    const source = await sourceOf(uri);
    if (!goAhead) await settleUnsavedChanges(uri);
    let choices = given;
    if (!choices) {
      const inspection = await inspectFile(services, source, remembered.read ?? {}, baseName(uri.path));
      choices = await askChoices(method, inspection, remembered, settings, baseName(uri.path));
      await services.remembered.set(uri.toString(), { ...choices, method: method.id });
    }
    // Time at the picks is the person's own.
    const from = given ? since : performance.now();
    const begin = (cancel: () => void): Report => {
      const opened = services.panels.prepare(baseName(uri.path), method.title, cancel);
      panel = opened;
      return (fraction, stage) => opened.progress(fraction, stage);
    };
    const run = await runFit(services, fitRequest(source, method, choices, settings), uri, { goAhead, begin });
    if (!panel?.finish(run.id, from)) services.panels.show(run, { since: from });
    return { runId: run.id };
  } catch (error) {
    panel?.abandon();
    return { failure: reportFailure(services, error, { doing: 'fit', uri, choose: methodCommand(methodId), retry }) };
  }
}

/** Fits with the remembered choices, asking nothing; with nothing remembered it is the whole way. */
export async function fitFileAgain(services: Services, fallback: string, uri: Uri): Promise<FitReport> {
  const { method = fallback, target, ...others } = services.remembered.get(uri.toString());
  return fitFile(services, method, uri, target === undefined ? undefined : { ...others, target }, false);
}

/** Throws `method/unknown`. */
export async function methodSpec({ engine }: Services, id: string): Promise<MethodSpec> {
  const found = (await engine.call('methods', {})).find((method) => method.id === id);
  if (!found) throw new KernelscopeError('method/unknown', `There is no method ${id}.`, { method: id });
  return found;
}

const methodSettings = (method: MethodSpec, uri: Uri): FieldValues =>
  settingsFor(method, settingValues(new Set([...DESIGN_NAMES, ...method.parameters.map(({ name }) => name)]), uri));

export function inspectFile(
  { engine, tasks }: Services,
  source: FileSource,
  read: ReadOptions,
  file: string,
): Promise<Inspection> {
  return tasks.run({ title: `Reading ${file}`, quiet: QUIET }, (onProgress, signal) =>
    engine.call('inspect', { source, read }, { onProgress, signal }),
  );
}

/** Throws `run/cancelled` on Escape. */
async function askChoices(
  method: MethodSpec,
  inspection: Inspection,
  remembered: FitChoices,
  settings: FieldValues,
  file: string,
): Promise<CompleteChoices> {
  let { parameters, design } = remembered;
  const title = `${method.title}: ${file}`;
  for (;;) {
    const { task, weights } = { ...designChoices(settings), ...design };
    const answer = await pickTarget(title, inspection, {
      remembered,
      ...(task !== undefined && task !== 'auto' && { task }),
    });
    if (answer === undefined) throw cancelledError();
    if (answer === 'settings') {
      const chosen = await showSettingsForm(method, { parameters, design }, settings, inspection);
      if (!chosen) throw cancelledError();
      ({ parameters, design } = chosen);
      continue;
    }
    const { target, moreTargets = [] } = answer;
    const kept = target === remembered.target ? remembered.features : undefined;
    const roles = { targets: [target, ...moreTargets], weights: columnName(inspection, weights) };
    const columns = await pickColumns(title, inspection, roles, kept);
    if (!columns) throw cancelledError();
    return { ...answer, ...columns, parameters, design, read: remembered.read };
  }
}

/** The name of a column given by name or 1-based position; undefined for one that is not there. */
function columnName({ columns }: Inspection, reference: string | undefined): string | undefined {
  const named = columns.find(({ name }) => name === reference);
  return (named ?? (/^\d+$/.test(reference ?? '') ? columns[Number(reference) - 1] : undefined))?.name;
}
