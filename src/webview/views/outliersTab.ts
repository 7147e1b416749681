import type { FigureSpec, Sentence } from '../../engine/contract/figure';
import { count } from '../../engine/words/numbers';
import { outliersTable } from '../../figures/components/outliers';
import type { ComponentsView } from '../../figures/components/view';
import type { PageContext } from '../context';
import { el, say } from '../element';
import { FigureGrid } from './figureGrid';
import type { Part } from './part';
import { tablePart } from './tablePart';

/** What the components leave of single rows: how the errors are spread, who stands out, and the rows by rank. */
export function outliersTab(
  context: PageContext,
  figuresOf: (view: ComponentsView) => readonly FigureSpec[],
): Part<ComponentsView> {
  const element = el('div', { class: 'grid rows' });
  const figures = new FigureGrid(element, context, () => 'full');
  const table = tablePart<ComponentsView>(context, outliersTable, 'spoken');
  const sentence = el('p', { class: 'say' });
  element.append(el('section', { class: 'suspects' }, el('h2', {}, 'Largest errors'), sentence, table.element));
  return {
    element,
    update(view) {
      figures.update(figuresOf(view));
      say(sentence, outliersSentence(view));
      table.update(view);
    },
    destroy: () => figures.destroy(),
  };
}

function outliersSentence({ facts }: ComponentsView): Sentence {
  const { length } = facts.outliers().outlying;
  const hint = ' Choose a row to open it in the file.';
  if (length === 0) return [{ text: 'None stands out', strong: true }, { text: `; the largest come first.${hint}` }];
  return [
    { text: `${count(length)} ${length === 1 ? 'stands' : 'stand'} out`, strong: true },
    { text: `, each among rows of its kind.${hint}` },
  ];
}
