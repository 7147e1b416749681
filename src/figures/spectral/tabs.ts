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

/** Figures by their ids, in reading order, each made when it is asked for; undefined where a run cannot show it. */
export type FigureMakers = Readonly<Record<string, () => FigureSpec | undefined>>;

/** Figures that are made already. */
export const made = (figures: readonly FigureSpec[]): FigureMakers =>
  Object.fromEntries(figures.map((figure) => [figure.id, () => figure]));

/**
 * The figures of these tabs, in reading order; for a robust fit those of its ridge baseline. Figures that a run cannot
 * show are left out.
 */
export function spectralFigures(tab: SpectralTab, view: RunView): FigureSpec[] {
  return Object.values(spectralMakers(tab, view)).flatMap((make) => make() ?? []);
}

/** The same, for those who need not make all of them. */
export function spectralMakers(tab: SpectralTab, view: RunView): FigureMakers {
  const told = (make: FigureMakers[string]) => () => {
    const made = make();
    const figure = made && withoutClaims(made, view);
    return figure && view.robust ? ofBaseline(figure) : figure;
  };
  return Object.fromEntries(Object.entries(candidates(tab, view)).map(([id, make]) => [id, told(make)]));
}

function candidates(tab: SpectralTab, view: RunView): FigureMakers {
  const { axes } = view.run;
  switch (tab) {
    case 'spectrum':
      return {
        spectrum: () => ofTheFeatures(spectrumFigure(view), view),
        'effective-dimension': () => effectiveDimensionFigure(view),
        filter: () => filterFigure(view),
        'soft-thresholding': () => softThresholdingFigure(view),
      };
    case 'alignment':
      return {
        scores: () => scoresFigure(view),
        share: () => shareFigure(view),
        learnability: () => learnabilityFigure(view),
        conditioning: () => conditioningFigure(view),
      };
    case 'risk':
      return {
        'approximation-count': () => approximationCountFigure(view),
        'leverage-scores': () => leverageFigure(view),
        'risk-map': () => riskMapFigure(view),
        'loo-map': () => looMapFigure(view),
        ...Object.fromEntries(
          axes.flatMap((axis) => [
            [`risk-${axis}`, () => riskFigure(view, axis)],
            [`errors-${axis}`, () => errorsInDetail(view, axis)],
          ]),
        ),
        'beside-ridge': () => besideRidgeFigure(view),
        'approximation-time': () => approximationCostFigure(view, 'time'),
        'approximation-memory': () => approximationCostFigure(view, 'memory'),
        'conjugate-gradient': () => conjugateGradientFigure(view),
        'soft-k': () => softSearchFigure(view),
        'learning-curve': () => learningCurveFigure(view),
        'exact-fit': () => exactFitFigure(view),
        'length-scale': () => lengthScaleFigure(view),
        ...Object.fromEntries(axes.map((axis) => [`what-if-${axis}`, () => whatIfFigure(view, axis)])),
      };
  }
}
