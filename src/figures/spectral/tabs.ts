import type { FigureSpec } from '../../engine/contract/figure';
import { approximationCostFigure } from '../features/cost';
import { approximationCountFigure } from '../features/count';
import { leverageFigure } from '../features/leverage';
import { ofTheFeatures } from '../features/notes';
import { conjugateGradientFigure } from '../features/solver';
import { lengthScaleFigure } from '../fit/lengthScale';
import { ofBaseline } from '../robust/tabs';
import { withoutClaims } from '../view/noSignal';
import type { RunView } from '../view/view';
import { besideRidgeFigure } from './besideRidge';
import { conditioningFigure } from './conditioning';
import { effectiveDimensionFigure } from './effectiveDimension';
import { errorsInDetail } from './errors';
import { exactFitFigure } from './exactFit';
import { filterFigure } from './filter';
import { learnabilityFigure } from './learnability';
import { learningCurveFigure } from './learningCurve';
import { riskFigure } from './risk';
import { looMapFigure, riskMapFigure } from './riskMap';
import { scoresFigure } from './scores';
import { shareFigure } from './share';
import { softSearchFigure, softThresholdingFigure } from './softThresholding';
import { spectrumFigure } from './spectrum';
import { whatIfFigure } from './whatIf';

/** The tabs that speak of the spectrum and the filter; a report in words has no others. */
type SpectralTab = 'spectrum' | 'alignment' | 'risk';

/** Their figures, in reading order, of a robust fit those of its ridge baseline. What a run cannot show is left out. */
export function spectralFigures(tab: SpectralTab, view: RunView): FigureSpec[] {
  const drawn = candidates(tab, view).filter((figure) => figure !== undefined);
  const figures = drawn.map((figure) => withoutClaims(figure, view));
  return view.robust ? figures.map(ofBaseline) : figures;
}

function candidates(tab: SpectralTab, view: RunView): (FigureSpec | undefined)[] {
  const { axes } = view.run;
  switch (tab) {
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
        leverageFigure(view),
        riskMapFigure(view),
        looMapFigure(view),
        ...axes.flatMap((axis) => [riskFigure(view, axis), errorsInDetail(view, axis)]),
        besideRidgeFigure(view),
        approximationCostFigure(view, 'time'),
        approximationCostFigure(view, 'memory'),
        conjugateGradientFigure(view),
        softSearchFigure(view),
        learningCurveFigure(view),
        exactFitFigure(view),
        lengthScaleFigure(view),
        ...axes.map((axis) => whatIfFigure(view, axis)),
      ];
  }
}
