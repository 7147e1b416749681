import { type ColumnSummary, MAX_CLASSES } from '../contract/data';
import { nameWords } from './nameWords';

const TARGET_WORDS = new Set(['target', 'class', 'label', 'y', 'price', 'outcome', 'response']);

/**
 * The column to propose as target: one that is called so (`target`, `class`, …), else one whose name holds such a word ("sale
 * price"), else any; of several the last. Only columns that can be predicted as they are: no dates, IDs, constants,
 * free text, codes of other columns, or words with too many levels.
 */
export function proposeTarget(summaries: readonly ColumnSummary[]): number | undefined {
  const fit = summaries.filter(canBeTarget);
  const called = fit.findLast(({ name }) => TARGET_WORDS.has(nameWords(name).join(' ')));
  // A y among other words is as likely a coordinate.
  const named = fit.findLast(({ name }) => nameWords(name).some((word) => word !== 'y' && TARGET_WORDS.has(word)));
  return (called ?? named ?? fit.at(-1))?.index;
}

function canBeTarget({ kind, constant, identifier, sameAs, reason, distinct, count }: ColumnSummary): boolean {
  if (constant || identifier || sameAs !== undefined) return false;
  if (kind === 'number' || kind === 'boolean') return true;
  return (
    kind === 'category' && !reason.startsWith('mostly') && distinct <= MAX_CLASSES && distinct <= Math.max(2, count / 2)
  );
}
