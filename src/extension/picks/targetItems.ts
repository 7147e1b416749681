import { type ColumnSummary, type DesignOptions, type Inspection, MAX_CLASSES } from '../../engine/contract/data';
import { isClassified } from '../../engine/contract/targetTask';
import { count } from '../../engine/words/numbers';
import { describeColumn } from '../../figures/words/columnText';

export interface ColumnItem {
  readonly label: string;
  readonly description: string;
  readonly detail?: string;
  readonly column: string;
}

/** The target and, where there are several, the further ones. */
export interface Targets {
  readonly target: string;
  readonly moreTargets?: readonly string[];
}

export interface TargetItems {
  /** The several targets of last time, while all of them are still there. */
  readonly again?: { readonly label: string; readonly description: string; readonly targets: Targets };
  /** The proposed target first. */
  readonly fit: readonly ColumnItem[];
  /** Columns that cannot be a target, with the reason; listed last. */
  readonly unfit: readonly ColumnItem[];
}

export interface TargetChoices {
  readonly remembered?: Partial<Targets>;
  readonly task?: DesignOptions['task'];
}

/** The columns as targets: the remembered one first, or else the one the engine proposes, then as in the file. */
export function targetItems(inspection: Inspection, { remembered = {}, task }: TargetChoices = {}): TargetItems {
  const { columns, defaultTarget } = inspection;
  const possible = columns.filter((column) => targetProblem(column, task) === undefined);
  const known = possible.find((column) => column.name === remembered.target);
  const proposed = possible.find((column) => column.index === defaultTarget);
  const first = known ?? proposed;
  const ordered = first ? [first, ...possible.filter((column) => column !== first)] : possible;
  const describe = (column: ColumnSummary): string => {
    const note = column !== first ? undefined : known ? 'chosen last time' : 'proposed';
    return [describeColumn(column), isClassified(column, task) ? 'classify' : undefined, note]
      .filter(Boolean)
      .join(' · ');
  };
  const again = lastSeveral(inspection, remembered, task);
  return {
    ...(again && { again }),
    fit: ordered.map((column) => ({ label: column.name, description: describe(column), column: column.name })),
    unfit: columns
      .filter((column) => !possible.includes(column))
      .map((column) => ({
        label: column.name,
        description: `${targetProblem(column, task)} · ${describeColumn(column)}`,
        column: column.name,
      })),
  };
}

/** The columns that can be targets together, which excludes classes; checked are those of last time, or the proposed one. */
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
    description: `${names.length} targets · chosen last time`,
    targets: { target, moreTargets },
  };
}

type Task = DesignOptions['task'];

const isWords = ({ kind }: ColumnSummary): boolean => kind === 'category' || kind === 'text';

/** Why a column cannot be a target; undefined when it can. */
export function targetProblem(column: ColumnSummary, task?: Task, several = false): string | undefined {
  if (column.kind === 'empty' || column.count === 0) return 'has no values';
  if (column.constant) return 'has one value only';
  if (isClassified(column, task, several)) return classProblem(column, task);
  if (!isWords(column)) return undefined;
  return column.kind === 'text' ? 'is text' : 'holds categories';
}

function classProblem(
  { kind, distinct, distinctCapped, count: present, reason }: ColumnSummary,
  task: Task,
): string | undefined {
  if (task === undefined && reason.startsWith('mostly')) return 'is mostly numbers';
  if (kind === 'date') return 'holds dates';
  if (distinctCapped || distinct > MAX_CLASSES)
    return `has ${distinctCapped ? 'over ' : ''}${count(distinct)} different values`;
  return distinct > Math.max(2, present / 2) ? 'has a different value in nearly every row' : undefined;
}
