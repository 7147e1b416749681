import { type ColumnSummary, type DesignOptions, MAX_CLASSES } from '../../engine/contract/data';
import { isClassified } from '../../engine/contract/targetTask';
import { count } from '../../engine/words/numbers';

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
