import type { ColumnSummary, DesignOptions } from './data';

/**
 * True if the values of a target are classes: as the task says, otherwise for words, yes and no, and a number with two values. Classes can only
 * be a single target, so that a number among `several` targets stays one.
 */
export function isClassified(
  { kind, distinct, distinctCapped }: Pick<ColumnSummary, 'kind' | 'distinct' | 'distinctCapped'>,
  task: DesignOptions['task'],
  several = false,
): boolean {
  if (task !== undefined) return task === 'classify';
  if (kind === 'number') return !several && distinct === 2 && !distinctCapped;
  return kind === 'category' || kind === 'text' || kind === 'boolean';
}
