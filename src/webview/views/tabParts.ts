import { overviewOf } from '../../figures/spectral/overview';
import { filterTable, ratesTable, spectrumTable } from '../../figures/spectral/tables';
import type { RunView } from '../../figures/view/view';
import { viewNotes } from '../../figures/view/viewNotes';
import type { PageContext } from '../context';
import type { Tab } from '../protocol';
import { callouts } from './callouts';
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
  const figures = (view: RunView) => figuresFor(tab, view);
  switch (tab) {
    case 'overview':
      return overviewTab(context, overviewOf, figures);
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
    case 'data':
      return dataTab(context);
  }
}

/** The overview's notes whose codes begin with one of these, beside the figures they are about. */
function notesOn(...topics: readonly string[]) {
  return (view: RunView) => viewNotes(view).filter(({ code }) => topics.some((topic) => code.startsWith(topic)));
}
