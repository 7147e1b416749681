import type { FigureSpec } from '../contract/figure';
import { approximationCostFigure } from './approximationCost';
import { approximationCountFigure } from './approximationCount';
import { ofTheFeatures } from './approximationNotes';
import { conjugateGradientFigure } from './approximationSolver';
import { classScoresFigure, confusionFigure } from './classes';
import { conditioningFigure } from './conditioning';
import { curveFigure } from './curve';
import { effectiveDimensionFigure } from './effectiveDimension';
import { errorsFigure, errorsInDetail } from './errors';
import { filterFigure } from './filter';
import { learnabilityFigure } from './learnability';
import { learningCurveFigure } from './learningCurve';
import { lengthScaleFigure } from './lengthScale';
import { partialFigures } from './partial';
import { predictedFigure, residualsFigure } from './predicted';
import { riskFigure } from './risk';
import { looMapFigure, riskMapFigure } from './riskMap';
import { ofTheTwin, robustFigures } from './robustTabs';
import { scoresFigure } from './scores';
import { shareFigure } from './share';
import { softSearchFigure, softThresholdingFigure } from './softThresholding';
import { spectrumFigure } from './spectrum';
import type { RunView } from './view';

export type FigureTab = 'overview' | 'spectrum' | 'alignment' | 'risk' | 'fit' | 'rows' | 'data';

/** The figures of a tab, in reading order. What a run cannot show is left out. */
export function figuresOf(tab: FigureTab, view: RunView): FigureSpec[] {
  const figures = candidates(tab, view).filter((figure) => figure !== undefined);
  return view.robust && (tab === 'spectrum' || tab === 'alignment') ? figures.map(ofTheTwin) : figures;
}

function candidates(tab: FigureTab, view: RunView): (FigureSpec | undefined)[] {
  const { axes } = view.run;
  if (view.robust && tab !== 'spectrum' && tab !== 'alignment' && tab !== 'data') return robustFigures(tab, view);
  switch (tab) {
    case 'overview':
      // With nothing held out, the risk takes the place of the held-out rows.
      return [
        errorsFigure(view, axes[0]),
        confusionFigure(view) ?? predictedFigure(view) ?? riskFigure(view, axes[0]),
        ofTheFeatures(spectrumFigure(view), view),
        approximationCountFigure(view) ?? shareFigure(view),
      ];
    case 'spectrum':
      return [
        ofTheFeatures(spectrumFigure(view), view),
        effectiveDimensionFigure(view),
        filterFigure(view),
        softThresholdingFigure(view),
      ];
    case 'alignment':
      return [scoresFigure(view), shareFigure(view), learnabilityFigure(view), conditioningFigure(view)];
    case 'risk':
      return [
        approximationCountFigure(view),
        ...axes.flatMap((axis) => [riskFigure(view, axis), errorsInDetail(view, axis)]),
        approximationCostFigure(view, 'time'),
        approximationCostFigure(view, 'memory'),
        conjugateGradientFigure(view),
        riskMapFigure(view),
        looMapFigure(view),
        softSearchFigure(view),
        learningCurveFigure(view),
        lengthScaleFigure(view),
      ];
    case 'fit': {
      const curve = curveFigure(view);
      return [
        confusionFigure(view),
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
  const found = new Map<string, FigureSpec>();
  for (const tab of tabs) for (const figure of figuresOf(tab, view)) found.set(figure.id, figure);
  return [...found.values()];
}
