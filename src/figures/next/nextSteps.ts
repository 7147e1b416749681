import { type ApproximateLane, goesOn, type Race, type RaceDifference } from '../../engine/contract/race';
import { count, percent, percentRange } from '../../engine/words/numbers';
import { boundedWords } from '../../engine/words/raceWords';
import { counted, plural } from '../../engine/words/sentence';
import { shownLane } from '../lanes/race';
import { plainLane, ridgeBetter } from '../lanes/rival';
import { regimeFinding, truncationWords } from '../spectral/regime';
import { missForm } from '../view/misses';
import { growsByFactors } from '../view/noSignal';
import { outsideIntervals } from '../view/outsideIntervals';
import type { RunView } from '../view/view';
import { APPROXIMATIONS, changeOfLane, type PanelCommand, type RunChange } from './runChange';

/** A step that a person could take now that a fit is there. */
export interface NextStep {
  readonly kind: NextStepKind;
  readonly label: string;
  /** Why it is offered, beside the button. */
  readonly reason: string;
  readonly act:
    | { readonly change: RunChange }
    | { readonly command: PanelCommand }
    | { readonly tab: 'rows' | 'columns' };
}

export type NextStepKind =
  | 'winner'
  | 'huber'
  | 'krr'
  | 'approximation'
  | 'plain'
  | 'suspects'
  | 'kernel'
  | 'tkrr'
  | 'predict'
  | 'outside'
  | 'compare'
  | 'export';

type Offer = Omit<NextStep, 'kind'>;

/** More than three are a menu. */
const MOST = 3;

const PREDICT: Offer = {
  label: 'Predict new rows…',
  reason: 'rows of another file',
  act: { command: 'kernelscope.predict' },
};
const EXPORT: Offer = {
  label: 'Export…',
  reason: 'program or data',
  act: { command: 'kernelscope.exportModel' },
};

/** When each step is offered and what it does, the one that would change the answer most first. */
const OFFERS: Readonly<Record<NextStepKind, (view: RunView) => Offer | undefined>> = {
  winner({ run: { race, parameters } }) {
    const lane = race?.lanes.find(({ id }) => id === race.chosen);
    const change = lane && changeOfLane(lane.id);
    if (!race || !change || shownLane(race, parameters) === lane.id) return undefined;
    return {
      label: `Show ${lane.title.replace(', one length scale per column', ' per column')}`,
      reason: 'chosen by the comparison on the training rows',
      act: { change },
    };
  },
  huber(view) {
    const { race, robust } = view.run;
    // A target that grows by factors has rows far out by its nature.
    if (race?.huber?.difference.verdict !== 'better' || robust || growsByFactors(view)) return undefined;
    const { difference } = race.huber;
    return {
      label: 'Try Huber',
      reason: `large errors count less: mean absolute error ${lowerWords(difference)} on rows left out${boundedWords(race.huber)}`,
      act: { change: { kind: 'huber' } },
    };
  },
  krr(view) {
    if (ridgeBetter(view) === undefined) return undefined;
    return {
      label: 'Use ridge regression',
      reason: 'the same kernel and squared errors: lower mean absolute error on rows left out',
      act: { change: { kind: 'krr' } },
    };
  },
  approximation({ run: { race, request, parameters } }) {
    if (!race || shownLane(race, parameters) !== race.chosen) return undefined;
    const [own] = approximationsIn(race, true);
    const [other] = approximationsIn(race, false)
      .filter(({ toOther }) => toOther?.verdict === 'better')
      .sort((a, b) => (a.toOther?.share ?? 0) - (b.toOther?.share ?? 0));
    if (!own || !other?.toOther) return undefined;
    // The judged approximation is this fit only if the fit has as many of them.
    if (request.parameters[APPROXIMATIONS[own.id].count] !== own.count) return undefined;
    const [label, present] = [other, own].map(({ id, count: many }) => `${count(many)} ${APPROXIMATIONS[id].name}`);
    return {
      label: `Fit with ${label}`,
      reason: `error ${lowerWords(other.toOther)} than with the ${present} of this fit`,
      act: { change: { kind: 'approximation', lane: other.id } },
    };
  },
  plain(view) {
    const rival = plainLane(view);
    if (rival?.id === 'line')
      return {
        label: 'Use the straight line',
        reason: 'one weight per column, easy to explain',
        act: { change: { kind: 'kernel', kernel: 'linear', byColumn: false } },
      };
    if (rival?.id !== 'column' || rival.column === undefined) return undefined;
    return {
      label: `Try ${rival.column} alone`,
      reason: `one column, not ${count(view.run.data.columns.length)}`,
      act: { change: { kind: 'columns', features: [rival.column] } },
    };
  },
  suspects({ robust }) {
    const { length } = robust?.suspects ?? [];
    if (length === 0) return undefined;
    return {
      label: `Look at ${counted(length, 'row')}…`,
      reason: `far from what is predicted of ${plural(length, 'it', 'them')}; whether a fit without ${plural(length, 'it', 'them')} predicts better was not measured`,
      act: { tab: 'rows' },
    };
  },
  kernel(view) {
    const { run } = view;
    const kernel = run.parameters.find(({ name }) => name === 'kernel');
    if (run.race || run.robust || kernel?.rule !== 'set' || kernel.value === 'laplace') return undefined;
    if (regimeFinding(view)?.regime !== 'under-aligned') return undefined;
    return {
      label: 'Try Laplace',
      reason: 'the target is rougher than what this kernel favours',
      act: { change: { kind: 'kernel', kernel: 'laplace', byColumn: false } },
    };
  },
  tkrr(view) {
    const { run } = view;
    if (run.robust || run.approximation || run.axes.includes('r')) return undefined;
    const { truncation } = run;
    // If the folds have judged it, they alone decide.
    const ruledOut = truncation?.verdict === 'worse' || truncation?.verdict === 'as good';
    if (ruledOut || regimeFinding(view)?.regime !== 'over-aligned') return undefined;
    const smooth = 'the target is smoother than ridge can use in full';
    return {
      label: 'Try truncated ridge',
      reason: truncation ? `${smooth}; ${truncationWords(truncation)}` : `${smooth}; the gain was not measured`,
      act: { change: { kind: 'tkrr' } },
    };
  },
  predict: () => PREDICT,
  outside(view) {
    const rows = view.robust ? undefined : outsideIntervals(view);
    if (rows === undefined || rows.length === 0) return undefined;
    const { observed, predicted } = view.run.holdout ?? { observed: [], predicted: [] };
    const most = Math.max(...rows.map((j) => Math.abs(observed[j] - predicted[j])));
    return {
      label: `Look at ${counted(rows.length, 'row')}…`,
      reason: `outside ${plural(rows.length, 'its interval, missed by', 'their intervals, missed by up to')} ${missForm(view).nine(most)}`,
      act: { tab: 'rows' },
    };
  },
  compare: ({ run }) =>
    run.race
      ? undefined
      : {
          label: 'Compare…',
          reason: 'kernels on the same folds of this file',
          act: { command: 'kernelscope.compare' },
        },
  export: () => EXPORT,
};

/** "12 % lower (8 to 16 %)" */
function lowerWords({ share, shareHalfWidth }: RaceDifference): string {
  const [least, most] = [Math.max(0, -share - shareHalfWidth), Math.min(1, -share + shareHalfWidth)];
  return `${percent(-share)} lower (${percentRange([least, most])})`;
}

/** Landmarks or random features as they were judged: those that the run is fitted by, or the others. */
function approximationsIn({ lanes }: Race, fitted: boolean) {
  return (Object.keys(APPROXIMATIONS) as ApproximateLane[]).flatMap((id) => {
    const approximates = lanes.find((lane) => lane.id === id)?.approximates;
    return approximates?.fitted === fitted ? [{ id, ...approximates }] : [];
  });
}

/** At most three steps, from what is known of the run; none while its race goes on. */
export function nextSteps(view: RunView): NextStep[] {
  const { race } = view.run;
  if (race && goesOn(race)) return [];
  const kinds = Object.keys(OFFERS) as NextStepKind[];
  return kinds
    .flatMap((kind) => {
      const offer = OFFERS[kind](view);
      return offer ? [{ kind, ...offer }] : [];
    })
    .slice(0, MOST);
}

/** The steps after a run of principal components: its model scores other rows. */
export const componentsSteps = (): NextStep[] => [
  { kind: 'predict', ...PREDICT, label: 'Score rows…' },
  { kind: 'export', ...EXPORT },
];
