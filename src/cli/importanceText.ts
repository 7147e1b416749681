import type { Importance } from '../engine/contract/explain';
import { columnRises, importanceNote, importanceSentence, lossName, riseFormat } from '../figures/improve/importance';
import { plainText } from '../figures/words/describe';
import { printableText, wrap } from './reportText';
import { textTable } from './textTable';

/** Which columns matter, as `fit --importance` prints it. */
export function importanceText(importance: Importance): string {
  const format = riseFormat(importance);
  const rows = columnRises(importance).map(({ column, rise, low, high }) => [
    column,
    format(rise),
    `${format(low)} to ${format(high)}`,
  ]);
  const table = textTable([['column', `rise of the ${lossName(importance)}`, '95 % interval'], ...rows], [1, 2]);
  return printableText(
    `\n${wrap(plainText(importanceSentence(importance)), '', 'Which columns matter? ')}${table}${wrap(importanceNote(importance), '  ')}`,
  );
}
