import { l10n } from 'vscode';
import { fitArguments } from '../../choices/readArguments';
import { KernelscopeError } from '../../engine/contract/failure';
import { isListOf, isText } from '../../engine/contract/shape';
import { MOST_RUNS, refusal } from '../../figures/compare/refusal';
import { type CompareReport, compareFile } from '../compare/compareFile';
import { reportFailure } from '../failures';
import { pickMany } from '../plainWindow';
import { chooseRun } from '../runs/chooseRun';
import { groupKey, type RunGroup, rowText, runGroups, runRows } from '../runs/groups';
import { runDescription } from '../runs/label';
import type { Services } from '../services';
import { chooseShown } from './files';
import { selectedIds } from './runs';

/** "Compare…": the candidates of a race on a file, side by side. */
export async function compareCommand(
  services: Services,
  argument: unknown,
  given: unknown,
): Promise<CompareReport | undefined> {
  const choices = fitArguments(given);
  const uri = await chooseShown(services, argument, l10n.t('Compare'));
  return uri && compareFile(services, choices?.method ?? services.methods[0].id, uri, choices);
}

/**
 * "Compare Runs": the runs selected in the view, or for a run or a group, all that predict the same column of the same
 * file. A caller may give a list of ids.
 */
export async function compareRunsCommand(
  services: Services,
  argument: unknown,
  selected?: unknown,
): Promise<{ readonly runIds: readonly string[] } | { readonly failure: unknown } | undefined> {
  try {
    const chosen = await chosenRuns(services, argument, selected);
    if (chosen === undefined) return undefined;
    const { ids, first } = chosen;
    const runs = [];
    for (const id of ids) runs.push(await services.store.load(id));
    const refused = refusal(runs);
    if (refused !== undefined) throw new KernelscopeError('parameter/invalid', refused);
    const group = await groupOf(services, ids[0]);
    const pinned = group && services.marks.baselineOf(group.key);
    const baseline = pinned !== undefined && ids.includes(pinned) ? pinned : first;
    services.comparisons.show(runs[0].file.name, ids, baseline);
    return { runIds: ids };
  } catch (error) {
    return { failure: reportFailure(services, error, { doing: 'compare runs' }) };
  }
}

interface Chosen {
  readonly ids: readonly string[];
  /** The run that the others are compared with, unless another is pinned. */
  readonly first?: string;
}

async function chosenRuns(services: Services, argument: unknown, selected: unknown): Promise<Chosen | undefined> {
  if (isListOf(argument, isText)) return { ids: [...new Set(argument)] };
  const several = selectedIds(selected);
  if (several.length > 1) return { ids: several };
  const groups = runGroups(await services.store.list());
  const key = typeof argument === 'object' && argument !== null && 'key' in argument ? argument.key : undefined;
  const group = groups.find((other) => other.key === key);
  if (group) return { ids: bestOf(group) };
  const id = await chooseRun(services, argument, l10n.t('Compare Runs'), ({ components }) => components === undefined);
  if (id === undefined) return undefined;
  const around = groups.find(({ runs }) => runs.some((run) => run.id === id));
  return { ids: around ? bestOf(around, id) : [id], first: id };
}

/** As many of the best runs as can be told apart, including the one that was asked for. */
function bestOf({ runs }: RunGroup, id?: string): readonly string[] {
  const ids = runs.map((run) => run.id);
  const best = ids.slice(0, MOST_RUNS);
  return id === undefined || best.includes(id) ? best : [...best.slice(0, MOST_RUNS - 1), id];
}

async function groupOf({ store }: Services, id: string): Promise<RunGroup | undefined> {
  return runGroups(await store.list()).find(({ runs }) => runs.some((run) => run.id === id));
}

/** Lets the person pick runs of one file to compare, with those shown already picked; undefined on Escape. */
export async function pickRuns(
  { store, marks }: Services,
  shown: readonly string[],
  origin: string | undefined,
): Promise<readonly string[] | undefined> {
  const groups = runGroups(await store.list()).filter(({ target }) => target !== '');
  const keys = new Set(
    groups.filter((group) => group.runs.some(({ id }) => shown.includes(id))).map((group) => group.key),
  );
  const offered = groups.filter((group) => (keys.size > 0 ? keys.has(group.key) : group.origin === origin));
  const runs = offered.flatMap((group) => group.runs);
  const rows = runRows(offered, marks.nameOf);
  const now = Date.now();
  const picked = await pickMany(
    runs.map((run) => {
      const row = rows.get(run.id);
      return {
        label: row ? rowText(row) : l10n.t(run.method.title),
        description: [row?.how, runDescription(run, now)].filter(Boolean).join(' · '),
        detail: keys.size > 1 || keys.size === 0 ? run.target : undefined,
        picked: shown.includes(run.id),
        id: run.id,
      };
    }),
    {
      title: l10n.t('Compare Runs'),
      placeHolder: l10n.t('Two to {0} runs of this file and target', MOST_RUNS),
      matchOnDescription: true,
    },
  );
  return picked?.map(({ id }) => id);
}

/** Stores the baseline of a comparison with its file and target, where the view shows it. */
export async function pinBaseline(services: Services, id: string): Promise<void> {
  const group = await groupOf(services, id);
  const run = group?.runs.find((entry) => entry.id === id);
  if (!run) return;
  await services.marks.pin(groupKey(run), id);
  services.tree.refresh();
}
