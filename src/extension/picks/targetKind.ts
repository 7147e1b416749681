import { type ColumnSummary, type DesignOptions, MAX_CLASSES } from '../../engine/contract/data';
import { count } from '../../engine/words/numbers';

type Task = DesignOptions['task'];

const isWords = ({ kind }: ColumnSummary): boolean => kind === 'category' || kind === 'text';

/** Whether a column's values would be classes: those of words and of yes and no, unless the person says otherwise. */
export const isClassified = (column: ColumnSummary, task: Task): boolean =>
  task === undefined ? isWords(column) || column.kind === 'boolean' : task === 'classify';

/** Why a column cannot be a target; undefined when it can. */
export function targetProblem(column: ColumnSummary, task?: Task): string | undefined {
  if (column.kind === 'empty' || column.count === 0) return 'has no values';
  if (column.constant) return 'has one value only';
  if (isClassified(column, task)) return classProblem(column, task);
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
  return distinct > Math.max(2, present / 2) ? 'has a value of its own in nearly every row' : undefined;
}
