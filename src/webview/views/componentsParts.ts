import { costTable } from '../../engine/figures/componentsCost';
import { loadingsTable } from '../../engine/figures/componentsLoadings';
import { componentsOverview, notesOf } from '../../engine/figures/componentsOverview';
import { eigenvaluesTable, spectrumFactsTable } from '../../engine/figures/componentsSpectrum';
import { type ComponentsTab, componentsFigures } from '../../engine/figures/componentsTabs';
import type { ComponentsView } from '../../engine/figures/componentsView';
import type { PageContext } from '../context';
import type { Tab } from '../protocol';
import { callouts } from './callouts';
import { comparisonPicker } from './componentsPickers';
import { dataTab } from './dataTab';
import { figuresTab } from './figuresTab';
import { outliersTab } from './outliersTab';
import { overviewTab } from './overviewTab';
import type { Part } from './part';
import { scoresTab } from './scoresTab';
import { tablePart } from './tablePart';

/** What stands in each tab of a run of principal components. */
export function componentsPart(tab: Tab, context: PageContext): Part<ComponentsView> {
  const figures = (of: ComponentsTab) => (view: ComponentsView) => componentsFigures(of, view);
  const table = (tableOf: Parameters<typeof tablePart<ComponentsView>>[1]) => tablePart(context, tableOf);
  switch (tab) {
    case 'overview':
      return overviewTab(context, componentsOverview, figures('overview'));
    case 'spectrum':
      return figuresTab(figures('spectrum'), context, [table(spectrumFactsTable), table(eigenvaluesTable)]);
    case 'scores':
      return scoresTab(context, figures('scores'), table(loadingsTable));
    case 'reconstruction':
      return figuresTab(
        figures('reconstruction'),
        context,
        [
          table(costTable),
          callouts((view) => notesOf(view).filter(({ code }) => code === 'components/nothing-held-out')),
        ],
        [comparisonPicker(context)],
      );
    case 'outliers':
      return outliersTab(context, figures('outliers'));
    default:
      return dataTab(context);
  }
}
