import { l10n } from 'vscode';
import {
  type ColumnSummary,
  type DesignOptions,
  type Inspection,
  isClassified,
  MAX_CLASSES,
  type TargetCandidate,
} from '../../engine/contract/data';
import { logarithmOf, spreads } from '../../engine/words/logarithmName';
import { count } from '../../engine/words/numbers';
import { describeColumn } from '../../figures/words/columnText';

export interface ColumnItem {
  readonly label: string;
  readonly description: string;
  readonly detail?: string;
  readonly column: string;
}

/** The target and, if there are several, the further ones. */
export interface Targets {
  readonly target: string;
  readonly moreTargets?: readonly string[];
}

export interface TargetItems {
  /** The several targets of last time, if all of them still exist. */
  readonly again?: { readonly label: string; readonly description: string; readonly targets: Targets };
  /** The target of last time, or the column whose name says that it is the target; it is listed first. */
  readonly preselected?: { readonly column: string; readonly why: 'name' | 'lastTime' };
  /** Columns that can be a target, the best first, under headings. */
  readonly groups: readonly { readonly title: string; readonly items: readonly ColumnItem[] }[];
  /** Columns that cannot be a target, with the reason; listed last. */
  readonly unfit: readonly ColumnItem[];
}

export interface TargetChoices {
  readonly remembered?: Partial<Targets>;
  readonly task?: DesignOptions['task'];
  /** The measurements of the columns as targets; omitted while they are not known. */
  readonly targets?: readonly TargetCandidate[];
}

type Group = keyof typeof GROUPS;

const GROUPS = {
  last: l10n.t('chosen last time'),
  named: l10n.t('its name says so'),
  open: l10n.t('columns'),
  explained: l10n.t('the other columns say something about these'),
  little: l10n.t('little found in a linear fit on the other columns, or not measured'),
  copy: l10n.t('nearly copies: a formula rather than a question'),
  idle: l10n.t('seldom a question: IDs, codes and dates'),
};

/** Below this fraction the other columns say little. */
const LITTLE = 0.01;

/**
 * The columns as targets: the remembered one first, or else the one whose name says that it is the target, then by how
 * much the other columns explain.
 */
export function targetItems(inspection: Inspection, choices: TargetChoices = {}): TargetItems {
  const { remembered = {}, task, targets } = choices;
  const { columns, defaultTarget } = inspection;
  const possible = columns.filter((column) => targetProblem(column, task) === undefined);
  const last = remembered.target;
  const known = possible.find(({ name }) => name === last) ?? possible.find(({ name }) => last === logarithmOf(name));
  const named = possible.find((column) => column.index === defaultTarget);
  const measured = new Map(targets?.map((target, place) => [target.index, { ...target, place }]));
  const groupOf = (column: ColumnSummary): Group => {
    const found = measured.get(column.index);
    if (column === known) return 'last';
    if (column === named) return 'named';
    if (found === undefined) return 'open';
    if (found.standing === 'unfit') return 'idle';
    return found.standing === 'copy' ? 'copy' : (found.explained ?? 0) < LITTLE ? 'little' : 'explained';
  };
  const place = (column: ColumnSummary) => measured.get(column.index)?.place ?? 0;
  const ordered = [...possible].sort((a, b) => place(a) - place(b));
  const first = known ?? named;
  const itemsOf = (column: ColumnSummary): readonly ColumnItem[] => {
    const items = [item(column), ...(column === first && hasLogarithm(column) ? [logarithmItem(column)] : [])];
    return items.sort((a, b) => Number(b.column === last) - Number(a.column === last));
  };
  const item = (column: ColumnSummary): ColumnItem => ({
    label: column.name,
    description: [describeColumn(column), isClassified(column, task) ? l10n.t('classify') : '']
      .filter(Boolean)
      .join(' · '),
    detail: measured.get(column.index)?.reason ?? (targets ? '' : '…'),
    column: column.name,
  });
  const again = lastSeveral(inspection, remembered, task);
  return {
    ...(again && { again }),
    ...(first && { preselected: { column: itemsOf(first)[0].column, why: known ? 'lastTime' : 'name' } }),
    groups: (Object.keys(GROUPS) as Group[])
      .map((group) => ({
        title: GROUPS[group],
        items: ordered.filter((column) => groupOf(column) === group).flatMap(itemsOf),
      }))
      .filter(({ items }) => items.length > 0),
    unfit: columns
      .filter((column) => !possible.includes(column))
      .map((column) => ({
        label: column.name,
        description: `${targetProblem(column, task)} · ${describeColumn(column)}`,
        column: column.name,
      })),
  };
}

/** True if the logarithm of a column may well be the better target. */
const hasLogarithm = ({ kind, numeric }: ColumnSummary): boolean =>
  kind === 'number' && numeric !== undefined && spreads(numeric);

const logarithmItem = ({ name }: ColumnSummary): ColumnItem => ({
  label: logarithmOf(name),
  description: l10n.t('its natural logarithm'),
  column: logarithmOf(name),
});

/**
 * The columns that can be targets together, which excludes classes; those of last time are checked, or else the one
 * whose name says that it is the target.
 */
export function severalItems(
  inspection: Inspection,
  { remembered = {}, task }: TargetChoices = {},
): readonly (ColumnItem & { readonly picked: boolean })[] {
  const chosen = new Set([remembered.target, ...(remembered.moreTargets ?? [])]);
  return inspection.columns
    .filter((column) => goesWithOthers(column, task))
    .map((column) => ({
      label: column.name,
      description: describeColumn(column),
      column: column.name,
      picked: remembered.target === undefined ? column.index === inspection.defaultTarget : chosen.has(column.name),
    }));
}

const goesWithOthers = (column: ColumnSummary, task: DesignOptions['task']): boolean =>
  targetProblem(column, task, true) === undefined && !isClassified(column, task, true);

function lastSeveral(
  { columns }: Inspection,
  { target, moreTargets = [] }: Partial<Targets>,
  task: DesignOptions['task'],
): TargetItems['again'] {
  if (target === undefined || moreTargets.length === 0) return undefined;
  const names = [target, ...moreTargets];
  const fit = (name: string) => columns.some((column) => column.name === name && goesWithOthers(column, task));
  if (!names.every(fit)) return undefined;
  return {
    label: names.join(', '),
    description: l10n.t('{0} targets · chosen last time', names.length),
    targets: { target, moreTargets },
  };
}

type Task = DesignOptions['task'];

const isWords = ({ kind }: ColumnSummary): boolean => kind === 'category' || kind === 'text';

/** The reason why a column cannot be a target; undefined if it can. */
export function targetProblem(column: ColumnSummary, task?: Task, several = false): string | undefined {
  if (column.kind === 'empty' || column.count === 0) return l10n.t('has no values');
  if (column.constant) return l10n.t('has one value only');
  if (isClassified(column, task, several)) return classProblem(column, task);
  if (!isWords(column)) return undefined;
  return column.kind === 'text' ? l10n.t('is text') : l10n.t('holds categories');
}

function classProblem(
  { kind, distinct, distinctCapped, count: present, reason }: ColumnSummary,
  task: Task,
): string | undefined {
  if (task === undefined && reason.startsWith('mostly')) return l10n.t('is mostly numbers');
  if (kind === 'date') return l10n.t('holds dates');
  if (distinctCapped || distinct > MAX_CLASSES)
    return distinctCapped
      ? l10n.t('has over {0} different values', count(distinct))
      : l10n.t('has {0} different values', count(distinct));
  return distinct > Math.max(2, present / 2) ? l10n.t('has a different value in nearly every row') : undefined;
}
