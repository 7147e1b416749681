import type { FigureSpec, Sentence } from '../../engine/contract/figure';
import { count, percent } from '../../engine/words/numbers';
import { selectionTable } from '../../figures/components/rows';
import type { ComponentsView } from '../../figures/components/view';
import type { PageContext } from '../context';
import { actionButton } from '../controls';
import { el, say } from '../element';
import { chosenRows } from '../improve/chosenRows';
import { scorePickers } from './componentsPickers';
import { FigureGrid } from './figureGrid';
import type { Part } from './part';
import { tablePart } from './tablePart';

/** Rows on two components: the plot and what is selected in it, the columns that go with them, and all scores as a file. */
export function scoresTab(
  context: PageContext,
  figuresOf: (view: ComponentsView) => readonly FigureSpec[],
  loadings: Part<ComponentsView>,
): Part<ComponentsView> {
  const pickers = scorePickers(context);
  const save = actionButton('Save Scores…', 'secondary', 'Scores and errors of all rows of the file, as CSV', () =>
    context.post({ type: 'saveScores' }),
  );
  pickers.element.append(save.element);
  const row = el('div', { class: 'grid scores' });
  const sentence = el('p', { class: 'say' });
  const table = tablePart(context, selectionTable, 'spoken');
  const clear = actionButton('Clear', 'secondary', 'Remove the rectangle', () => context.selectRows?.(undefined));
  const selection = el(
    'section',
    { class: 'suspects selected' },
    el('div', { class: 'head' }, el('h2', {}, 'Selected rows'), clear.element),
    sentence,
    table.element,
  );
  const choice = chosenRows(context, 'Draw a rectangle over the score plot.');
  row.append(selection, choice.element);
  const foot = el('div', { class: 'grid foot' }, loadings.element);
  const figures = new FigureGrid(row, context, () => 'full');
  return {
    element: el('div', {}, pickers.element, row, foot),
    update(view) {
      pickers.update(view);
      figures.update(figuresOf(view));
      say(sentence, selectedWords(view));
      clear.element.hidden = view.selection === undefined;
      table.update(view);
      choice.element.hidden = view.selected.length === 0;
      choice.choose(view.selected.map((i) => view.facts.pooled.rows[i]).sort((a, b) => a - b));
      loadings.update(view);
    },
    destroy() {
      figures.destroy();
      choice.destroy();
    },
  };
}

function selectedWords({ selection, selected, facts }: ComponentsView): Sentence {
  if (selection === undefined)
    return [
      { text: 'Nothing is selected.', strong: true },
      { text: ' Drag a rectangle over the score plot, or go to it with Tab and press Enter.' },
    ];
  if (selected.length === 0)
    return [{ text: 'No row', strong: true }, { text: ' is in the rectangle. Draw it over some points.' }];
  const rows = selected.length === 1 ? '1 row' : `${count(selected.length)} rows`;
  const { count: all, train } = facts.pooled;
  const held = selected.filter((i) => i >= train).length;
  const parts = held === 0 ? '' : `, ${count(held)} of them held out`;
  return [
    { text: rows, strong: true },
    {
      text: ` in the rectangle, ${percent(selected.length / all)} of all${parts}. Choose a row to open it in the file.`,
    },
  ];
}
