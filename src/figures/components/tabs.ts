import type { FigureSpec } from '../../engine/contract/figure';
import { componentsCostFigure } from './cost';
import { loadingsFigure } from './loadings';
import { rankedFigure, reconstructionErrorsFigure } from './outliers';
import { reconstructionFigure } from './reconstruction';
import { scorePlot } from './scores';
import { eigenvaluesFigure, explainedFigure } from './spectrum';
import type { ComponentsView } from './view';

export type ComponentsTab = 'overview' | 'spectrum' | 'scores' | 'reconstruction' | 'outliers';

/** The figures of a tab of a run of components, in reading order. Figures that a run cannot show are left out. */
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
        reconstructionErrorsFigure(view),
      ];
    case 'spectrum':
      return [eigenvaluesFigure(view), explainedFigure(view)];
    case 'scores':
      return [scorePlot(view, true), loadingsFigure(view)];
    case 'reconstruction':
      return [
        reconstructionFigure(view, 'h'),
        reconstructionFigure(view, 'l2'),
        componentsCostFigure(view, 'seconds'),
        componentsCostFigure(view, 'bytes'),
      ];
    case 'outliers':
      return [reconstructionErrorsFigure(view), rankedFigure(view)];
  }
}

/** Every figure of a run once, for exports. */
export function allComponentsFigures(view: ComponentsView): FigureSpec[] {
  const tabs: ComponentsTab[] = ['overview', 'spectrum', 'scores', 'reconstruction', 'outliers'];
  const figures = new Map<string, FigureSpec>();
  for (const tab of tabs) for (const figure of componentsFigures(tab, view)) figures.set(figure.id, figure);
  return [...figures.values()];
}
