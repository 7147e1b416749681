import type { Importance } from '../engine/contract/explain';
import {
  columnRises,
  importanceLoss,
  importanceNote,
  importanceSentence,
  riseFormat,
} from '../figures/improve/importance';
import { plainText } from '../figures/words/describe';
import { printed } from './text/parts';

/** Which columns matter, as `fit --importance` prints it. */
export function importanceText(importance: Importance, columns?: number): string {
  const format = riseFormat(importance);
  const rows = columnRises(importance).map(({ column, rise, low, high }) => [
    column,
    format(rise),
    `${format(low)} to ${format(high)}`,
  ]);
  const head = ['column', `rise of the ${importanceLoss(importance)}`, '95 % interval'];
  const parts = [
    { prose: plainText(importanceSentence(importance)), mark: 'Which columns matter? ' },
    { rows: [head, ...rows], right: [1, 2] },
    { prose: importanceNote(importance), indent: '  ' },
  ];
  return `\n${printed([parts], columns)}`;
}
