import { type Overview, overviewOf } from '../../figures/fit/overview';
import { filterTable, ratesTable, spectrumTable } from '../../figures/fit/tables';
import { coverageLanes } from '../../figures/lanes/coverage';
import { nextSteps } from '../../figures/next/nextSteps';
import { overviewFigures } from '../../figures/overviewFigures';
import type { RunView } from '../../figures/view/view';
import { viewNotes } from '../../figures/view/viewNotes';
import type { PageContext } from '../context';
import type { Tab } from '../protocol';
import { callouts } from './callouts';
import { columnsTab } from './columnsTab';
import { dataTab } from './dataTab';
import { figuresFor } from './figureGrid';
import { figuresTab } from './figuresTab';
import { fitTab } from './fitTab';
import { overviewTab } from './overviewTab';
import { pairPart } from './pairPart';
import type { Part } from './part';
import { rangePart } from './rangePart';
import { regimeView } from './regimeView';
import { rowsTab } from './rowsTab';
import { suggestionPart } from './suggestionPart';
import { tablePart } from './tablePart';

/** The tabs of a fit to a target. */
export type FitTab = Exclude<Tab, 'scores' | 'reconstruction' | 'outliers'>;

/** What stands in each tab. */
export function tabPart(tab: FitTab, context: PageContext): Part {
  const figures = (view: RunView) => (tab === 'columns' ? [] : figuresFor(tab, view));
  switch (tab) {
    case 'overview':
      return overviewTab(context, overviewShown, overviewFigures, nextSteps);
    case 'spectrum':
      return figuresTab(figures, context, [
        rangePart(context, 'spectrum'),
        tablePart(context, spectrumTable),
        tablePart(context, filterTable),
        callouts(notesOn('spectrum/')),
      ]);
    case 'alignment':
      return figuresTab(figures, context, [
        rangePart(context, 'alignment'),
        regimeView(),
        tablePart(context, ratesTable),
        suggestionPart(context),
      ]);
    case 'risk':
      return figuresTab(
        figures,
        context,
        [callouts(notesOn('lambda/', 'filter/', 'noise/', 'length-scale/'))],
        [pairPart(context)],
      );
    case 'fit':
      return fitTab(context);
    case 'rows':
      return rowsTab(context);
    case 'columns':
      return columnsTab(context);
    case 'data':
      return dataTab(context);
  }
}

/** Told in the tabs of the spectrum and the risk: on the first screen there is nothing to decide about them. */
const TOLD_IN_TABS: ReadonlySet<string> = new Set([
  'lambda/gcv-disagrees',
  'lambda/interpolates',
  'lambda/below-rounding',
  'spectrum/rank',
  'length-scale/sample',
]);

/** Rows outside their intervals are told by the figure that shows them, where there is one. */
function overviewShown(view: RunView): Overview {
  const overview = overviewOf(view);
  const drawn = coverageLanes(view) !== undefined;
  const told = (code: string) => TOLD_IN_TABS.has(code) || (drawn && code === 'interval/misses');
  return { ...overview, notes: overview.notes.filter(({ code }) => !told(code)) };
}

/** The overview's notes whose codes begin with one of these, beside the figures they are about. */
function notesOn(...topics: readonly string[]) {
  return (view: RunView) => viewNotes(view).filter(({ code }) => topics.some((topic) => code.startsWith(topic)));
}
