import type { Sentence } from '../../engine/contract/figure';
import { count } from '../../engine/words/numbers';
import { suspectsTable } from '../../figures/robust/tables';
import type { RunView } from '../../figures/view/view';
import type { PageContext } from '../context';
import { el, say } from '../element';
import { FigureGrid, figuresFor } from './figureGrid';
import type { Part } from './part';
import { tablePart } from './tablePart';

/** More rows than this nobody reads, and a drag draws them anew. */
const LISTED = 50;

/** What single rows do to a robust fit: their influence, their errors, and which rows are suspect. */
export function rowsTab(context: PageContext): Part {
  const element = el('div', { class: 'grid rows' });
  const figures = new FigureGrid(element, context, () => 'full');
  const table = tablePart(context, (view) => suspectsTable(view, LISTED), 'spoken');
  const sentence = el('p', { class: 'say' });
  const suspects = el('section', { class: 'suspects' }, el('h2', {}, 'Suspected outliers'), sentence, table.element);
  element.append(suspects);
  return {
    element,
    update(view) {
      figures.update(figuresFor('rows', view));
      say(sentence, suspectsSentence(view));
      table.update(view);
    },
    destroy: () => figures.destroy(),
  };
}

function suspectsSentence({ robust }: RunView): Sentence {
  const { suspectCount: suspects = 0, beyond: far = 0 } = robust ?? {};
  if (far > suspects)
    return [
      { text: 'Heavy tails, not outliers', strong: true },
      { text: `: ${count(far)} rows, more than a tenth, miss by more than 3.5 robust scales.` },
    ];
  const beyond = 'by more than 3.5 robust scales.';
  if (suspects === 0) return [{ text: 'No row', strong: true }, { text: ` misses ${beyond}` }];
  const rows = suspects === 1 ? '1 row misses' : `${count(suspects)} rows miss`;
  const part = suspects > LISTED ? ` The ${LISTED} furthest are listed.` : '';
  return [{ text: rows, strong: true }, { text: ` ${beyond}${part} Choose a row to open it in the file.` }];
}
