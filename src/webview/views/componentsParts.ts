import { costTable } from '../../figures/components/cost';
import { loadingsTable } from '../../figures/components/loadings';
import { componentsOverview, notesOf } from '../../figures/components/overview';
import { eigenvaluesTable, spectrumFactsTable } from '../../figures/components/spectrum';
import { type ComponentsTab, componentsFigures } from '../../figures/components/tabs';
import type { ComponentsView } from '../../figures/components/view';
import { componentsSteps } from '../../figures/next/nextSteps';
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
      return overviewTab(
        context,
        componentsOverview,
        (view) => ({ lanes: [], main: componentsFigures('overview', view), beside: [], why: [] }),
        componentsSteps,
      );
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
    case 'data':
    // Tabs of fits, which no run of components has.
    case 'alignment':
    case 'risk':
    case 'fit':
    case 'rows':
    case 'columns':
      return dataTab(context);
  }
}
