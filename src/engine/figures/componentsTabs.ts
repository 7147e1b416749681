import type { FigureSpec } from '../contract/figure';
import { costFigure } from './componentsCost';
import { loadingsFigure } from './componentsLoadings';
import { errorsFigure, rankedFigure } from './componentsOutliers';
import { reconstructionFigure } from './componentsReconstruction';
import { scorePlot } from './componentsScores';
import { eigenvaluesFigure, explainedFigure } from './componentsSpectrum';
import type { ComponentsView } from './componentsView';

export type ComponentsTab = 'overview' | 'spectrum' | 'scores' | 'reconstruction' | 'outliers';

/** The figures of a tab of a run of components, in reading order. What a run cannot show is left out. */
export function componentsFigures(tab: ComponentsTab, view: ComponentsView): FigureSpec[] {
  return candidates(tab, view).filter((figure) => figure !== undefined);
}

function candidates(tab: ComponentsTab, view: ComponentsView): (FigureSpec | undefined)[] {
  switch (tab) {
    case 'overview':
      return [
        scorePlot(view, false),
        explainedFigure(view),
        // Random features have no error in the kernel's space.
        reconstructionFigure(view, view.run.components.kind === 'randomFeatures' ? 'l2' : 'h'),
        errorsFigure(view),
      ];
    case 'spectrum':
      return [eigenvaluesFigure(view), explainedFigure(view)];
    case 'scores':
      return [scorePlot(view, true), loadingsFigure(view)];
    case 'reconstruction':
      return [
        reconstructionFigure(view, 'h'),
        reconstructionFigure(view, 'l2'),
        costFigure(view, 'seconds'),
        costFigure(view, 'bytes'),
      ];
    case 'outliers':
      return [errorsFigure(view), rankedFigure(view)];
  }
}

/** Every figure of a run once, for exports. */
export function allComponentsFigures(view: ComponentsView): FigureSpec[] {
  const tabs: ComponentsTab[] = ['overview', 'spectrum', 'scores', 'reconstruction', 'outliers'];
  const found = new Map<string, FigureSpec>();
  for (const tab of tabs) for (const figure of componentsFigures(tab, view)) found.set(figure.id, figure);
  return [...found.values()];
}
