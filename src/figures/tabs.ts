import type { FigureSpec } from '../engine/contract/figure';
import { goesOn } from '../engine/contract/race';
import { approximationCountFigure } from './features/count';
import { ofTheFeatures } from './features/notes';
import { precisionRecallFigure, rocFigure } from './fit/classCurves';
import { classScoresFigure, confusionFigure } from './fit/classes';
import { classRowsFigure } from './fit/classRows';
import { curveFigure } from './fit/curve';
import { partialFigures } from './fit/partial';
import { predictedFigure, residualsFigure } from './fit/predicted';
import { reliabilityFigure } from './fit/reliability';
import { coverageLanes, setCoverageLanes } from './lanes/coverage';
import { howGoodLanes } from './lanes/howGood';
import { type Lanes, lanesFigure } from './lanes/lanes';
import { raceInShort, raceTried, raceWhole } from './lanes/race';
import { columnLanes } from './lanes/whichColumns';
import { fanFigure } from './robust/fan';
import { robustPathFigure } from './robust/path';
import { ofBaseline, robustFigures } from './robust/tabs';
import { errorsFigure } from './spectral/errors';
import { riskFigure } from './spectral/risk';
import { shareFigure } from './spectral/share';
import { spectrumFigure } from './spectral/spectrum';
import { type FigureMakers, made, spectralFigures, spectralMakers } from './spectral/tabs';
import { withoutClaims } from './view/noSignal';
import type { RunView } from './view/view';

export type FigureTab = 'overview' | 'rows' | 'columns' | 'spectrum' | 'alignment' | 'risk' | 'data';

/** The figures of a tab, in reading order. Figures that a run cannot show are left out. */
export function figuresOf(tab: FigureTab, view: RunView): FigureSpec[] {
  return candidates(tab, view).filter((figure) => figure !== undefined);
}

/** The same, each made when it is asked for. */
export function figureMakers(tab: FigureTab, view: RunView): FigureMakers {
  if (tab === 'spectrum' || tab === 'alignment' || (tab === 'risk' && !view.robust)) return spectralMakers(tab, view);
  return made(figuresOf(tab, view));
}

function candidates(tab: FigureTab, view: RunView): (FigureSpec | undefined)[] {
  if (view.robust && tab !== 'overview' && tab !== 'spectrum' && tab !== 'alignment' && tab !== 'data')
    return robustFigures(tab, view);
  switch (tab) {
    case 'overview': {
      const { good, kernels, columns, main, why } = overviewFigures(view);
      return [
        ...shown([good, kernels?.lanes, columns]).map(lanesFigure),
        ...main,
        ...why().map(({ figure }) => figure),
      ];
    }
    case 'spectrum':
    case 'alignment':
    case 'risk':
      return spectralFigures(tab, view);
    case 'rows':
      return [
        classRowsFigure(view),
        confusionFigure(view),
        rocFigure(view),
        reliabilityFigure(view),
        precisionRecallFigure(view),
        classScoresFigure(view),
        predictedFigure(view),
        residualsFigure(view),
        curveFigure(view),
        ...intervalLanes(view).map(lanesFigure),
      ];
    case 'columns':
      return curveFigure(view) ? [] : partialFigures(view);
    case 'data':
      return [];
  }
}

/** Every figure of a run once, for exports: id → figure. */
export function allFigures(view: RunView): FigureSpec[] {
  const tabs: FigureTab[] = ['overview', 'rows', 'columns', 'spectrum', 'alignment', 'risk'];
  const figures = new Map<string, FigureSpec>();
  for (const tab of tabs) for (const figure of figuresOf(tab, view)) figures.set(figure.id, figure);
  return [...figures.values()];
}

/** A tab that a small figure of the overview leads to. */
type WhyTab = 'spectrum' | 'alignment' | 'risk';

/** The figures of the first screen, by the questions that they answer. Figures that a run cannot show are left out. */
export interface OverviewFigures {
  /** How good the fit is, beside ways that need no kernel; while candidates race, their lanes. */
  readonly good?: Lanes;
  /** All candidates of the race, folded. */
  readonly kernels?: { readonly lanes: Lanes; readonly tried: string };
  /** Which columns matter. */
  readonly columns?: Lanes;
  /** The rows themselves. */
  readonly main: readonly FigureSpec[];
  /** The reasons, each with the tab that says more; made when asked for. */
  readonly why: () => readonly { readonly tab: WhyTab; readonly title: string; readonly figure: FigureSpec }[];
}

export function overviewFigures(view: RunView): OverviewFigures {
  const [axis] = view.run.axes;
  const { race } = view.run;
  const whole = raceWhole(view);
  const racing = race !== undefined && goesOn(race);
  const good = racing ? whole : (howGoodLanes(view) ?? raceInShort(view));
  const columns = columnLanes(view.run);
  const main = view.robust
    ? (fanFigure(view) ?? predictedFigure(view) ?? robustPathFigure(view))
    : // With nothing held out, the risk takes the place of the held-out rows.
      (classRowsFigure(view) ?? confusionFigure(view) ?? predictedFigure(view) ?? riskFigure(view, axis));
  const why = (): readonly (readonly [WhyTab, string, FigureSpec | undefined])[] => [
    ['spectrum', 'Spectrum', ofTheFeatures(spectrumFigure(view), view)],
    ['alignment', 'Alignment', shareFigure(view)],
    view.robust
      ? ['risk', 'Path', robustPathFigure(view)]
      : ['risk', 'Excess risk', approximationCountFigure(view) ?? errorsFigure(view, axis)],
  ];
  return {
    ...(good && { good }),
    ...(whole && !racing && { kernels: { lanes: whole, tried: raceTried(view) } }),
    ...(columns && { columns }),
    main: shown([main]),
    why: () =>
      why().flatMap(([tab, title, figure]) => {
        if (figure === undefined) return [];
        return [
          { tab, title, figure: view.robust && tab !== 'risk' ? ofBaseline(figure) : withoutClaims(figure, view) },
        ];
      }),
  };
}

/** How many rows lie within prediction intervals, or have their class in its set. */
export function intervalLanes(view: RunView): Lanes[] {
  return shown([coverageLanes(view) ?? setCoverageLanes(view)]);
}

const shown = <T>(figures: readonly (T | undefined)[]): T[] => figures.filter((figure) => figure !== undefined);
