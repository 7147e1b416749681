import type { FigureSpec, Sentence } from '../../engine/contract/figure';
import { count, percent } from '../../engine/words/numbers';
import { counted, sentence } from '../../engine/words/sentence';
import { costTable } from '../../figures/components/cost';
import { loadingsTable } from '../../figures/components/loadings';
import { outliersTable, timesMedian } from '../../figures/components/outliers';
import { componentsOverview, notesOf } from '../../figures/components/overview';
import { selectionTable } from '../../figures/components/rows';
import { eigenvaluesTable, spectrumFactsTable } from '../../figures/components/spectrum';
import { type ComponentsTab, componentsFigures } from '../../figures/components/tabs';
import type { ComponentsView } from '../../figures/components/view';
import { componentsSteps } from '../../figures/next/nextSteps';
import { made } from '../../figures/spectral/tabs';
import type { PageContext } from '../context';
import { actionButton } from '../controls';
import { el, say } from '../element';
import { rowChooser } from '../improve/chosenRows';
import { rowList } from '../improve/rowList';
import { callouts } from './calloutsPart';
import { comparisonPicker, scorePickers } from './componentsPickers';
import { dataTab } from './dataTab';
import { FigureGrid, figuresTab } from './figureGrid';
import { overviewTab } from './overviewTab';
import { type Part, tablePart } from './part';
import type { Tab } from './runTabs';

/** What stands in each tab of a run of principal components. */
export function componentsPart(tab: Tab, context: PageContext): Part<ComponentsView> {
  const figures = (of: ComponentsTab) => (view: ComponentsView) => componentsFigures(of, view);
  const makers = (of: ComponentsTab) => (view: ComponentsView) => made(componentsFigures(of, view));
  const table = (tableOf: Parameters<typeof tablePart<ComponentsView>>[1]) => tablePart(context, tableOf);
  switch (tab) {
    case 'overview':
      return overviewTab(
        context,
        componentsOverview,
        (view) => ({ main: componentsFigures('overview', view), why: () => [] }),
        componentsSteps,
      );
    case 'spectrum':
      return figuresTab(makers('spectrum'), context, [table(spectrumFactsTable), table(eigenvaluesTable)]);
    case 'scores':
      return scoresTab(context, figures('scores'), table(loadingsTable));
    case 'reconstruction':
      return figuresTab(
        makers('reconstruction'),
        context,
        [
          table(costTable),
          callouts((view) => notesOf(view).filter(({ code }) => code === 'components/nothing-held-out')),
        ],
        [comparisonPicker(context)],
      );
    case 'outliers':
      return outliersTab(context, figures('outliers'));
    case 'data':
    // Tabs of fits, which no run of components has.
    case 'alignment':
    case 'risk':
    case 'rows':
    case 'columns':
      return dataTab(context, componentsOverview);
  }
}

/** What the components leave of single rows: how the errors are spread, who stands out, and the rows by rank. */
function outliersTab(
  context: PageContext,
  figuresOf: (view: ComponentsView) => readonly FigureSpec[],
): Part<ComponentsView> {
  const element = el('div.grid.rows');
  const figures = new FigureGrid(element, context, () => 'full');
  const choice = rowChooser(context);
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
  const sentence = el('p.say');
  element.append(choice.element, el('section.suspects', el('h2', 'Largest errors'), sentence, list.element));
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
  if (length === 0) return sentence('', 'No row stands out', `; the largest come first.${hint}`);
  return sentence('', counted(length, 'row stands out', 'rows stand out'), `: ${timesMedian(view, outlying)}.${hint}`);
}

/** Rows on two components: the plot and what is selected in it, the columns that go with them, and all scores as a file. */
function scoresTab(
  context: PageContext,
  figuresOf: (view: ComponentsView) => readonly FigureSpec[],
  loadings: Part<ComponentsView>,
): Part<ComponentsView> {
  const pickers = scorePickers(context);
  const save = actionButton('Save Scores…', 'secondary', 'Scores and errors of all rows of the file, as CSV', () =>
    context.post({ type: 'saveScores' }),
  );
  pickers.element.append(save.element);
  const row = el('div.grid.scores');
  const sentence = el('p.say');
  const table = tablePart(context, selectionTable, 'spoken');
  const clear = actionButton('Clear', 'secondary', 'Remove the rectangle', () => context.selectRows?.(undefined));
  const selection = el(
    'section.suspects.selected',
    el('div.head', el('h2', 'Selected rows'), clear.element),
    sentence,
    table.element,
  );
  const choice = rowChooser(context, 'Draw a rectangle over the score plot.');
  row.append(selection, choice.element);
  const foot = el('div.grid.foot', loadings.element);
  const figures = new FigureGrid(row, context, () => 'full');
  return {
    element: el('div', pickers.element, row, foot),
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
    return sentence(
      '',
      'Nothing is selected.',
      ' Drag a rectangle over the score plot, or go to it with Tab and press Enter.',
    );
  if (selected.length === 0) return sentence('', 'No row', ' is in the rectangle. Draw it over some points.');
  const { count: all, train } = facts.pooled;
  const held = selected.filter((i) => i >= train).length;
  const parts = held === 0 ? '' : `, ${count(held)} of them held out`;
  return sentence(
    '',
    counted(selected.length, 'row'),
    ` in the rectangle, ${percent(selected.length / all)} of all${parts}. Choose a row to open it in the file.`,
  );
}
