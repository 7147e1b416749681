import type { FigureSpec } from '../engine/contract/figure';
import { approximationCountFigure } from './features/count';
import { ofTheFeatures } from './features/notes';
import { precisionRecallFigure, rocFigure } from './fit/classCurves';
import { classScoresFigure, confusionFigure } from './fit/classes';
import { curveFigure } from './fit/curve';
import { partialFigures } from './fit/partial';
import { predictedFigure, residualsFigure } from './fit/predicted';
import { reliabilityFigure } from './fit/reliability';
import { baselineLanes } from './lanes/baselines';
import { coverageLanes, setCoverageLanes } from './lanes/coverage';
import { type Lanes, lanesFigure } from './lanes/lanes';
import { raceLanes } from './lanes/race';
import { robustFigures } from './robust/tabs';
import { errorsFigure } from './spectral/errors';
import { riskFigure } from './spectral/risk';
import { shareFigure } from './spectral/share';
import { spectrumFigure } from './spectral/spectrum';
import { spectralFigures } from './spectral/tabs';
import { withoutClaims } from './view/noSignal';
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

/** A tab that a small figure of the overview leads to. */
type WhyTab = 'spectrum' | 'alignment' | 'risk';

/** The figures of the first screen and below it, by what they answer. What a run cannot show is left out. */
export interface OverviewFigures {
  /** Compared with what, and how sure. */
  readonly lanes: readonly Lanes[];
  /** The fit itself. */
  readonly main: readonly FigureSpec[];
  /** Below the lanes. */
  readonly beside: readonly FigureSpec[];
  /** Why, each with the tab that says more. */
  readonly why: readonly { readonly tab: WhyTab; readonly figure: FigureSpec }[];
}

export function overviewFigures(view: RunView): OverviewFigures {
  const sure = coverageLanes(view) ?? setCoverageLanes(view);
  const lanes = [raceLanes(view.run) ?? baselineLanes(view), sure].filter((one) => one !== undefined);
  if (view.robust) return { lanes, main: shown(robustFigures('overview', view)), beside: [], why: [] };
  const [axis] = view.run.axes;
  const confusion = confusionFigure(view);
  // With nothing held out, the risk takes the place of the held-out rows.
  const main = confusion ? [rocFigure(view), confusion] : [predictedFigure(view) ?? riskFigure(view, axis)];
  const why: readonly (readonly [WhyTab, FigureSpec | undefined])[] = [
    ['spectrum', ofTheFeatures(spectrumFigure(view), view)],
    ['alignment', shareFigure(view)],
    ['risk', approximationCountFigure(view) ?? errorsFigure(view, axis)],
  ];
  return {
    lanes,
    main: shown(main),
    beside: shown([confusion && reliabilityFigure(view)]),
    why: why.flatMap(([tab, figure]) => (figure ? [{ tab, figure: withoutClaims(figure, view) }] : [])),
  };
}

const shown = (figures: readonly (FigureSpec | undefined)[]): FigureSpec[] =>
  figures.filter((figure) => figure !== undefined);
