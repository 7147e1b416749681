import type { FigureSpec, Sentence } from '../../engine/contract/figure';
import { count, percent } from '../../engine/words/numbers';
import { counted, sentence, stressed } from '../../engine/words/sentence';
import { costTable } from '../../figures/components/cost';
import { loadingsTable } from '../../figures/components/loadings';
import { outliersTable, timesMedian } from '../../figures/components/outliers';
import { componentsOverview, notesOf } from '../../figures/components/overview';
import { selectionTable } from '../../figures/components/rows';
import { eigenvaluesTable, spectrumFactsTable } from '../../figures/components/spectrum';
import { type ComponentsTab, componentsFigures } from '../../figures/components/tabs';
import { type ComponentsView, ERROR_AXIS } from '../../figures/components/view';
import { componentsSteps } from '../../figures/next/nextSteps';
import { made } from '../../figures/spectral/tabs';
import type { PageContext } from '../context';
import { actionButton, labelled } from '../controls';
import { el, say } from '../element';
import { rowChooser } from '../improve/chosenRows';
import { rowList } from '../improve/rowList';
import { callouts } from './calloutsPart';
import { dataTab } from './dataTab';
import { FigureGrid, figuresTab } from './figureGrid';
import { overviewTab } from './overviewTab';
import { type Part, tablePart } from './part';
import type { Tab } from './runTabs';

/** The contents of each tab of a run of principal components. */
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
    // Tabs of fits, which runs of components do not have.
    case 'alignment':
    case 'risk':
    case 'rows':
    case 'columns':
      return dataTab(context, componentsOverview);
  }
}

/**
 * The errors of single rows after the components: their distribution, the rows that stand out, and the rows by rank.
 */
function outliersTab(
  context: PageContext,
  figuresOf: (view: ComponentsView) => readonly FigureSpec[],
): Part<ComponentsView> {
  const element = el('div.grid.rows');
  const figures = new FigureGrid(element, context, () => 'full');
  const choice = rowChooser(context);
  let chosen = new Set<number>();
  let first = true;
  const list = rowList(context, choice.choose);
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
  if (length === 0)
    return sentence('By reconstruction error ', 'no row stands out', `; the largest come first.${hint}`);
  return stressed(counted(length, 'row stands out', 'rows stand out'), `: ${timesMedian(view, outlying)}.${hint}`);
}

/** Rows on two components: the plot and the rows selected in it, the related columns, and all scores as a file. */
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
    return stressed(
      'Nothing is selected.',
      ' Drag a rectangle over the score plot, or go to it with Tab and press Enter.',
    );
  if (selected.length === 0) return stressed('No row', ' is in the rectangle. Draw it over some points.');
  const { count: all, train } = facts.pooled;
  const held = selected.filter((i) => i >= train).length;
  const parts = held === 0 ? '' : `, ${count(held)} of them held out`;
  return stressed(
    counted(selected.length, 'row'),
    ` in the rectangle, ${percent(selected.length / all)} of all${parts}. Choose a row to open it in the file.`,
  );
}

interface Choice {
  readonly value: number;
  readonly text: string;
}

/** A select with its label, whose choices may change. */
class Picker {
  readonly element: HTMLElement;
  private readonly select: HTMLSelectElement;
  private choices: readonly Choice[] = [];

  constructor(id: string, label: string, changed: (value: number) => void) {
    this.select = el('select', { id });
    this.select.addEventListener('change', () => changed(this.choices[this.select.selectedIndex].value));
    this.element = labelled(label, this.select);
  }

  show(choices: readonly Choice[], value: number): void {
    if (choices.length !== this.choices.length || choices.some((c, i) => c.text !== this.choices[i].text))
      this.select.replaceChildren(...choices.map(({ text }) => el('option', text)));
    this.choices = choices;
    this.select.selectedIndex = choices.findIndex((choice) => choice.value === value);
  }
}

/** The pickers of the components that the score plot is over, and of the column that colours it. */
function scorePickers(context: PageContext): Part<ComponentsView> {
  let view: ComponentsView | undefined;
  const setOptions = context.setComponentsOptions ?? (() => {});
  // The same component on both axes would be a line: the other axis takes the one that it left.
  const across = new Picker('scores-x', 'Across', (x) => {
    const [, y] = view?.pair ?? [1, 2];
    setOptions({ pair: x === y ? [x, view?.pair[0] ?? 1] : [x, y] });
  });
  const up = new Picker('scores-y', 'Up', (y) => {
    const [x] = view?.pair ?? [1, 2];
    setOptions({ pair: x === y ? [view?.pair[1] || otherThan(y), y] : [x, y] });
  });
  const colour = new Picker('scores-colour', 'Colour', (index) => setOptions({ colour: index }));
  const element = el('div.range.pickers.figures-above', across.element, up.element, colour.element);
  return {
    element,
    update(now) {
      view = now;
      const { share, l } = now.facts;
      const components = Array.from({ length: l }, (_, i) => ({
        value: i + 1,
        text: `component ${i + 1} (${percent(share[i])})`,
      }));
      across.show(components, now.pair[0]);
      up.show([...components, { value: ERROR_AXIS, text: 'reconstruction error' }], now.pair[1]);
      const columns = now.run.components.colours.map(({ column }, value) => ({ value, text: column }));
      colour.show([{ value: -1, text: 'nothing' }, ...columns], now.colour);
    },
  };
}

const otherThan = (component: number): number => (component === 1 ? 2 : 1);

/** The picker of the number of components at which forms are compared by their cost. */
function comparisonPicker(context: PageContext): Part<ComponentsView> {
  const at = new Picker('compared-at', 'Forms compared at', (value) => context.setComponentsOptions?.({ at: value }));
  const element = el('div.range.pickers.figures-above', at.element);
  return {
    element,
    update({ counts, at: shown, run }) {
      element.hidden = counts.length < 2 || run.components.reconstruction.length < 2;
      at.show(
        counts.map((value) => ({ value, text: `${count(value)} component${value === 1 ? '' : 's'}` })),
        shown,
      );
    },
  };
}
