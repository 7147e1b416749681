import type { FigureSpec } from '../../engine/contract/figure';
import { lengthScaleFigure } from '../fit/lengthScale';
import { partialFigures } from '../fit/partial';
import { riskFigure } from '../spectral/risk';
import type { RunView } from '../view/view';
import { robustAlphaFigure } from './alpha';
import { robustBesideFigure } from './beside';
import { calibrationFigure } from './calibration';
import { robustCoefficientsFigure, robustSupportFigure } from './coefficients';
import { robustCompareFigure } from './compare';
import { robustCurveFigure } from './curve';
import { fanFigure } from './fan';
import { robustPathInDetail } from './path';
import { robustResidualsFigure } from './residuals';

/** The figures of a robust fit's own tabs, in reading order; its spectrum and alignment are those of any run. */
export function robustFigures(tab: 'risk' | 'rows' | 'columns', view: RunView): (FigureSpec | undefined)[] {
  switch (tab) {
    case 'risk':
      return [
        robustPathInDetail(view),
        robustCoefficientsFigure(view),
        robustSupportFigure(view),
        robustBesideFigure(view),
        lengthScaleFigure(view),
        riskFigure(view, view.run.axes[0]),
      ];
    case 'rows':
      return [
        robustCompareFigure(view),
        robustCurveFigure(view),
        fanFigure(view),
        calibrationFigure(view),
        robustAlphaFigure(view),
        robustResidualsFigure(view),
      ];
    case 'columns':
      return view.run.live.curve ? [] : partialFigures(view);
  }
}

/** A figure about the filter, said to be about the ridge baseline's. */
export function ofBaseline(figure: FigureSpec): FigureSpec {
  const note = 'λ and the filter here belong to ordinary ridge with the same kernel and do not follow the slider.';
  return { ...figure, footnotes: [...(figure.footnotes ?? []), note] };
}
