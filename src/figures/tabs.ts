import type { FigureSpec } from '../engine/contract/figure';
import { precisionRecallFigure, rocFigure } from './fit/classCurves';
import { classScoresFigure, confusionFigure } from './fit/classes';
import { curveFigure } from './fit/curve';
import { partialFigures } from './fit/partial';
import { predictedFigure, residualsFigure } from './fit/predicted';
import { reliabilityFigure } from './fit/reliability';
import { lanesFigure } from './lanes/lanes';
import { overviewFigures } from './overviewFigures';
import { robustFigures } from './robust/tabs';
import { spectralFigures } from './spectral/tabs';
import type { RunView } from './view/view';

export type FigureTab = 'overview' | 'spectrum' | 'alignment' | 'risk' | 'fit' | 'rows' | 'data';

/** The figures of a tab, in reading order. What a run cannot show is left out. */
export function figuresOf(tab: FigureTab, view: RunView): FigureSpec[] {
  return candidates(tab, view).filter((figure) => figure !== undefined);
}

function candidates(tab: FigureTab, view: RunView): (FigureSpec | undefined)[] {
  if (view.robust && tab !== 'overview' && tab !== 'spectrum' && tab !== 'alignment' && tab !== 'data')
    return robustFigures(tab, view);
  switch (tab) {
    case 'overview': {
      const { lanes, main, beside, why } = overviewFigures(view);
      return [...lanes.map(lanesFigure), ...main, ...beside, ...why.map(({ figure }) => figure)];
    }
    case 'spectrum':
    case 'alignment':
    case 'risk':
      return spectralFigures(tab, view);
    case 'fit': {
      const curve = curveFigure(view);
      return [
        confusionFigure(view),
        rocFigure(view),
        reliabilityFigure(view),
        precisionRecallFigure(view),
        classScoresFigure(view),
        predictedFigure(view),
        residualsFigure(view),
        ...(curve ? [curve] : partialFigures(view)),
      ];
    }
    // Of robust fits alone: squares leave all rows alike.
    case 'rows':
    case 'data':
      return [];
  }
}

/** Every figure of a run once, for exports: id → figure. */
export function allFigures(view: RunView): FigureSpec[] {
  const tabs: FigureTab[] = ['overview', 'spectrum', 'alignment', 'risk', 'fit', 'rows'];
  const figures = new Map<string, FigureSpec>();
  for (const tab of tabs) for (const figure of figuresOf(tab, view)) figures.set(figure.id, figure);
  return [...figures.values()];
}
