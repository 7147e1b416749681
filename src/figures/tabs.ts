import type { FigureSpec } from '../engine/contract/figure';
import { approximationCostFigure } from './features/cost';
import { approximationCountFigure } from './features/count';
import { ofTheFeatures } from './features/notes';
import { conjugateGradientFigure } from './features/solver';
import { ofBaseline, robustFigures } from './robust/tabs';
import { precisionRecallFigure, rocFigure } from './spectral/classCurves';
import { classScoresFigure, confusionFigure } from './spectral/classes';
import { conditioningFigure } from './spectral/conditioning';
import { curveFigure } from './spectral/curve';
import { effectiveDimensionFigure } from './spectral/effectiveDimension';
import { errorsFigure, errorsInDetail } from './spectral/errors';
import { filterFigure } from './spectral/filter';
import { learnabilityFigure } from './spectral/learnability';
import { learningCurveFigure } from './spectral/learningCurve';
import { lengthScaleFigure } from './spectral/lengthScale';
import { partialFigures } from './spectral/partial';
import { predictedFigure, residualsFigure } from './spectral/predicted';
import { reliabilityFigure } from './spectral/reliability';
import { riskFigure } from './spectral/risk';
import { looMapFigure, riskMapFigure } from './spectral/riskMap';
import { scoresFigure } from './spectral/scores';
import { shareFigure } from './spectral/share';
import { softSearchFigure, softThresholdingFigure } from './spectral/softThresholding';
import { spectrumFigure } from './spectral/spectrum';
import type { RunView } from './view/view';

export type FigureTab = 'overview' | 'spectrum' | 'alignment' | 'risk' | 'fit' | 'rows' | 'data';

/** The figures of a tab, in reading order. What a run cannot show is left out. */
export function figuresOf(tab: FigureTab, view: RunView): FigureSpec[] {
  const figures = candidates(tab, view).filter((figure) => figure !== undefined);
  return view.robust && (tab === 'spectrum' || tab === 'alignment') ? figures.map(ofBaseline) : figures;
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
