import type { FigureSpec, Sentence } from '../../engine/contract/figure';
import { counted } from '../../engine/words/sentence';
import { outliersTable, timesMedian } from '../../figures/components/outliers';
import type { ComponentsView } from '../../figures/components/view';
import type { PageContext } from '../context';
import { el, say } from '../element';
import { chosenRows } from '../improve/chosenRows';
import { rowList } from '../improve/rowList';
import { FigureGrid } from './figureGrid';
import type { Part } from './part';

/** What the components leave of single rows: how the errors are spread, who stands out, and the rows by rank. */
export function outliersTab(
  context: PageContext,
  figuresOf: (view: ComponentsView) => readonly FigureSpec[],
): Part<ComponentsView> {
  const element = el('div', { class: 'grid rows' });
  const figures = new FigureGrid(element, context, () => 'full');
  const choice = chosenRows(context);
  let chosen = new Set<number>();
  let first = true;
  const list = rowList(context, {
    toggled(row, on) {
      if (on) chosen.add(row);
      else chosen.delete(row);
      choice.choose([...chosen]);
    },
    pointed: () => {},
  });
  const sentence = el('p', { class: 'say' });
  element.append(
    choice.element,
    el('section', { class: 'suspects' }, el('h2', {}, 'Largest errors'), sentence, list.element),
  );
  return {
    element,
    update(view) {
      figures.update(figuresOf(view));
      say(sentence, outliersSentence(view));
      if (first) chosen = new Set(view.facts.outliers().outlying.map((i) => view.facts.pooled.rows[i]));
      first = false;
      list.show(outliersTable(view), chosen);
      choice.choose([...chosen]);
    },
    destroy() {
      figures.destroy();
      choice.destroy();
    },
  };
}

function outliersSentence(view: ComponentsView): Sentence {
  const { outlying } = view.facts.outliers();
  const { length } = outlying;
  const hint = ' Arrow keys move through the rows, Space ticks or unticks one, Enter opens it in the file.';
  if (length === 0) return [{ text: 'No row stands out', strong: true }, { text: `; the largest come first.${hint}` }];
  return [
    { text: `${counted(length, 'row')} ${length === 1 ? 'stands' : 'stand'} out`, strong: true },
    { text: `: ${timesMedian(view, outlying)}.${hint}` },
  ];
}
