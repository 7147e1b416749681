import { env, l10n, Uri, workspace } from 'vscode';
import { isDamaged, type StoredRunSummary } from '../../doors/runs/summary';
import type { Failure } from '../../engine/contract/failure';
import { isComponents, type StoredRun } from '../../engine/contract/run';
import { shellOf } from '../../engine/words/shellWord';
import { amount } from '../amount';
import { uriArgument } from '../chooseFile';
import { reportFailure } from '../failures';
import type { FitReport } from '../fit/fitFlow';
import { fitInPanel } from '../fit/fitInPanel';
import { kernelOfRun } from '../fit/request';
import { type RunFitOptions, runFit } from '../fit/runFit';
import { showInformation, showInputBox, showOpenDialog, showWarning } from '../plainWindow';
import { chooseRun } from '../runs/chooseRun';
import { fileOf } from '../runs/fileOf';
import { foreignRun } from '../runs/foreignRun';
import { groupKey } from '../runs/groups';
import type { Services } from '../services';
import { sourceOf } from '../source';
import { RUN_FILTER } from './fileOfRun';

/** Opens a stored run in its panel. */
export async function openRunCommand(services: Services, argument: unknown): Promise<void> {
  const id = await chooseRun(services, argument, l10n.t('Open Run'));
  if (id === undefined) return;
  try {
    services.panels.show(await services.store.load(id), { since: performance.now() });
  } catch (error) {
    reportFailure(services, error, { doing: 'open run' });
    services.tree.refresh();
  }
}

/** Deletes the run named, or all that are selected in the view. */
export async function deleteRunCommand(services: Services, argument: unknown, selected?: unknown): Promise<void> {
  const several = selectedIds(selected);
  const chosen = several.length > 1 ? undefined : await chooseRun(services, argument, l10n.t('Delete Run'));
  try {
    for (const id of chosen === undefined ? several : [chosen]) await services.store.delete(id);
  } catch (error) {
    reportFailure(services, error, { doing: 'delete run' });
  }
  services.tree.refresh();
}

/** The runs selected in the view, as VS Code passes them to a command in addition to the one that was clicked. */
export function selectedIds(selected: unknown): string[] {
  if (!Array.isArray(selected)) return [];
  return selected.flatMap((item: unknown) =>
    typeof item === 'object' && item !== null && 'id' in item && typeof item.id === 'string' ? [item.id] : [],
  );
}

/** Gives a run a name in place of method and kernel; an empty name brings these back. */
export async function renameRunCommand(services: Services, argument: unknown, given?: unknown): Promise<void> {
  const { marks, tree } = services;
  const id = await chooseRun(services, argument, l10n.t('Rename Run'));
  if (id === undefined) return;
  const name =
    typeof given === 'string'
      ? given
      : await showInputBox({
          title: l10n.t('Rename Run'),
          prompt: l10n.t('A name of your own, or nothing for method and kernel.'),
          value: marks.nameOf(id) ?? '',
        });
  if (name === undefined) return;
  await marks.rename(id, name);
  tree.refresh();
}

/** Pins the run that others of its file and target are compared with; a second call unpins it. */
export async function pinRunCommand(services: Services, argument: unknown): Promise<void> {
  const { marks, tree } = services;
  const id = await chooseRun(
    services,
    argument,
    l10n.t('Pin or Unpin as Baseline'),
    ({ components }) => components === undefined,
  );
  const run = await summaryOf(services, id);
  if (!run) return;
  const key = groupKey(run);
  await marks.pin(key, marks.baselineOf(key) === run.id ? '' : run.id);
  tree.refresh();
}

async function summaryOf({ store }: Services, id: string | undefined): Promise<StoredRunSummary | undefined> {
  const entry = (await store.list()).find((run) => run.id === id);
  return entry === undefined || isDamaged(entry) ? undefined : entry;
}

/** Fits the same request once more, on the file as it is now. */
export async function fitRunAgainCommand(
  services: Services,
  argument: unknown,
): Promise<FitReport | { readonly cancelled: true }> {
  const id = await chooseRun(services, argument, l10n.t('Fit Again'));
  if (id === undefined) return { cancelled: true };
  return fitStored(services, id, { doing: 'fit run again', fileAt: (run) => fileOf(services, run) });
}

/**
 * "Fit More Exactly…": every way to fit the rows of a run, as a pilot measured them when it was fitted or measures them
 * now, and the fit of the one that is picked, with the kernel that its race chose.
 */
export async function moreExactlyCommand(services: Services, argument: unknown): Promise<FitReport | undefined> {
  const id = await chooseRun(services, argument, l10n.t('Fit More Exactly'));
  if (id === undefined) return undefined;
  const optionsOf = (run: StoredRun) => {
    const race = isComponents(run) ? undefined : run.race;
    const kernel = race?.chosen === undefined ? {} : kernelOfRun(run.parameters);
    return { ways: { known: run.approximate?.ways, kernel }, race };
  };
  return fitStored(services, id, {
    doing: 'fit more exactly',
    fileAt: async ({ origin }) => Uri.parse(origin),
    optionsOf,
  });
}

interface StoredFit {
  /** The task, for the log. */
  readonly doing: string;
  readonly fileAt: (run: StoredRun) => Promise<Uri>;
  readonly optionsOf?: (run: StoredRun) => RunFitOptions;
}

/** Fits the request of a stored run again, in a panel. */
async function fitStored(services: Services, id: string, { doing, fileAt, optionsOf }: StoredFit): Promise<FitReport> {
  const since = performance.now();
  let uri: Uri | undefined;
  try {
    const before = await services.store.load(id);
    const file = await fileAt(before);
    uri = file;
    const request = { ...before.request, source: await sourceOf(file) };
    const run = await fitInPanel(services, file, before.method.title, since, (begin) =>
      runFit(services, request, file, { ...optionsOf?.(before), begin }),
    );
    return { runId: run.id };
  } catch (error) {
    return { failure: reportFailure(services, error, { doing, ...(uri && { uri }) }) };
  }
}

/** Always asks first: deletion cannot be undone, and the caller may be a link. */
export async function clearRunsCommand(services: Services): Promise<void> {
  const { length } = await services.store.list();
  if (length === 0) return;
  const sure = l10n.t('Delete All');
  const question = l10n.t('Delete {0} of this workspace? The CSV files stay.', amount(length, 'runs'));
  if ((await showWarning(question, { modal: true }, sure)) !== sure) return;
  try {
    await services.store.clear();
  } catch (error) {
    reportFailure(services, error, { doing: 'clear runs' });
  }
  services.tree.refresh();
}

/** "Copy Command Line": the command that repeats a run's fit in the person's own shell. Resolves to the line. */
export async function copyCommandLineCommand(services: Services, argument: unknown): Promise<string | undefined> {
  const id = await chooseRun(services, argument, l10n.t('Copy the Command Line of a Run'));
  if (id === undefined) return undefined;
  try {
    const { fitCommandLine } = await import('../../figures/report/commandLine');
    const asked = shellOf(env.shell);
    const { line, shell } = fitCommandLine(await services.store.load(id), asked);
    await env.clipboard.writeText(line);
    const other = l10n.t(
      'The command line is on the clipboard, for PowerShell: a name in it has a line break or a control character, which cmd cannot take.',
    );
    void showInformation(shell === asked ? l10n.t('The command line is on the clipboard.') : other);
    return line;
  } catch (error) {
    reportFailure(services, error, { doing: 'copy command line' });
    return undefined;
  }
}

/** "Import Run…": takes a run's file into the history of this workspace and opens it. Resolves to its id there. */
export async function importRunCommand(
  services: Services,
  argument: unknown,
): Promise<{ readonly runId: string } | { readonly failure: Failure } | undefined> {
  const { store, tree, panels } = services;
  try {
    const uri =
      uriArgument(argument) ?? (await showOpenDialog({ title: l10n.t('Import Run'), filters: RUN_FILTER }))?.[0];
    if (!uri) return undefined;
    const run = await foreignRun(await workspace.fs.readFile(uri));
    await store.save(run);
    tree.refresh();
    panels.show(run, { since: performance.now() });
    return { runId: run.id };
  } catch (error) {
    return { failure: reportFailure(services, error, { doing: 'import run' }) };
  }
}
