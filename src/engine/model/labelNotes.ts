import type { Note } from '../contract/note';
import type { ColumnBuilder } from '../data/columnBuilder';
import type { LevelCount } from '../data/labels';
import { isTotalLabel, MOST_TOTALS } from '../data/totals';
import { count } from '../words/numbers';

/**
 * The note on rows that are labelled as totals of others in a file to be predicted, whose numbers are read block by block
 * and are not added up.
 */
export function labelNotes(
  builders: readonly Pick<ColumnBuilder, 'labels' | 'frozen'>[],
  rows: number,
): readonly Note[] {
  // Other levels of a category that the model knows are said anyway.
  const labelled = builders.map(({ labels, frozen }) =>
    frozen?.kind === 'category' ? [] : (labels?.counted.filter(({ level }) => isTotalLabel(level)) ?? []),
  );
  const most = labelled.reduce((found, levels) => (sumOf(levels) > sumOf(found) ? levels : found), []);
  const times = sumOf(most);
  if (times === 0 || times > Math.max(1, MOST_TOTALS * rows)) return [];
  const [{ level }] = most;
  const [has, them] = times === 1 ? ['row is', 'it'] : ['rows are', 'them'];
  const text = `${count(times)} ${has} labelled as a total or mean (“${level.slice(0, 30)}”) and predicted as others. If so, leave ${them} out.`;
  return [{ severity: 'warning', code: 'data/totals', text }];
}

const sumOf = (levels: readonly LevelCount[]) => levels.reduce((sum, { count: n }) => sum + n, 0);
