import { l10n } from 'vscode';
import { invalidArgument } from '../../choices/members';
import { isDamaged, type StoredRunSummary } from '../../doors/runs/summary';
import { pickOne, showInformation } from '../plainWindow';
import type { Services } from '../services';
import { rowText, runGroups, runRows } from './groups';
import { runDescription, runLabel } from './label';

/** The run of a command: the tree's item, an id, the panel in front, or the person's pick. */
export async function chooseRun(
  { store, panels, marks }: Services,
  argument: unknown,
  title: string,
  fits: (run: StoredRunSummary) => boolean = () => true,
): Promise<string | undefined> {
  if (typeof argument === 'string') return argument;
  if (typeof argument === 'number' || typeof argument === 'boolean')
    throw invalidArgument('run', 'The argument run has to be the id of a run.');
  if (typeof argument === 'object' && argument !== null && 'id' in argument) return String(argument.id);
  if (panels.active?.runId) return panels.active.runId;
  const now = Date.now();
  const all = await store.list();
  const rows = runRows(runGroups(all), marks.nameOf);
  const nameOf = ({ id, method }: StoredRunSummary) => {
    const row = rows.get(id);
    return row ? rowText(row) : l10n.t(method.title);
  };
  const entries = all.filter((entry) => isDamaged(entry) || fits(entry));
  const items = entries.map((entry) =>
    isDamaged(entry)
      ? { label: l10n.t('Damaged run'), description: entry.damage, id: entry.id }
      : { label: runLabel(entry), description: `${nameOf(entry)} · ${runDescription(entry, now)}`, id: entry.id },
  );
  if (items.length === 0) {
    void showInformation(l10n.t('No matching runs yet. Fit a file first.'));
    return undefined;
  }
  const picked = await pickOne(items, { title, placeHolder: l10n.t('Which run?'), matchOnDescription: true });
  return picked?.id;
}
