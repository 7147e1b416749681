import type { Importance } from '../engine/contract/importance';
import { counted } from '../engine/words/sentence';
import { importanceNote, importanceSentence, importanceTable } from '../figures/improve/importance';
import { plainText } from '../figures/words/describe';
import { figurePart, headedTable } from './reportParts';
import type { Part } from './text/parts';

/** The most columns that are printed; `--json` has all. */
const PRINTED = 20;

/** Which columns matter: the sentence, a table of rises with their intervals, and what they rest on. */
export function importanceParts(importance: Importance): Part[] {
  const { rows, ...table } = importanceTable(importance);
  const more = rows.length - PRINTED;
  return [
    figurePart('Which columns matter?', plainText(importanceSentence(importance))),
    ...headedTable({ ...table, rows: rows.slice(0, PRINTED) }).slice(1),
    ...(more > 0 ? [{ line: `and ${counted(more, 'more column')}` }] : []),
    { prose: importanceNote(importance), indent: '  ' },
  ];
}
