import { goesOn, isWorthwhile, type Race } from '../../engine/contract/race';
import { count, percent } from '../../engine/words/numbers';
import { boundedWords } from '../../engine/words/raceWords';
import { rangesOf, rowsText, rowsWords } from '../../engine/words/rowRanges';
import { counted } from '../../engine/words/sentence';
import { shownLane } from '../lanes/race';
import { regimeFinding } from '../spectral/regime';
import type { RunView } from '../view/view';
import { APPROXIMATIONS, changeOfLane, type PanelCommand, type RunChange } from './runChange';

/** What a person could do now that a fit is there. */
export interface NextStep {
  readonly kind: StepKind;
  readonly label: string;
  /** Why it is offered, on hover. */
  readonly why: string;
  readonly act: { readonly change: RunChange } | { readonly command: PanelCommand };
}

export type StepKind =
  | 'winner'
  | 'classes'
  | 'lastRows'
  | 'huber'
  | 'approximation'
  | 'leaveOut'
  | 'kernel'
  | 'tkrr'
  | 'predict'
  | 'compare'
  | 'export';

type Offer = Omit<NextStep, 'kind'>;

/** More than three are a menu. */
const MOST = 3;

const PREDICT: Offer = {
  label: 'Predict…',
  why: 'Predict rows of another file with this model',
  act: { command: 'kernelscope.predict' },
};
const EXPORT: Offer = {
  label: 'Export…',
  why: 'Save the model as a file',
  act: { command: 'kernelscope.exportModel' },
};

/** When each step is offered and what it does, the one that would change the answer most first. */
const OFFERS: Readonly<Record<StepKind, (view: RunView) => Offer | undefined>> = {
  winner({ run: { race, parameters } }) {
    const lane = race?.lanes.find(({ id }) => id === race.chosen);
    const change = lane && changeOfLane(lane.id);
    if (!race || !change || shownLane(race, parameters) === lane.id) return undefined;
    return {
      label: `Show ${lane.title.replace(', one length scale per column', ' per column')}`,
      why: 'It was chosen by the comparison on the training rows.',
      act: { change },
    };
  },
  classes({ run }) {
    if (!run.notes.some(({ code }) => code === 'data/few-values')) return undefined;
    return {
      label: 'Fit as classes',
      why: `${run.target} has few different values, all whole numbers.`,
      act: { change: { kind: 'classes' } },
    };
  },
  lastRows({ run: { notes, request, model } }) {
    if (!notes.some(({ code }) => code === 'split/flatters')) return undefined;
    const { holdout } = request.design;
    const share = holdout.kind === 'fraction' && holdout.fraction > 0 ? holdout.fraction : 0.2;
    const by = model.transform.inputs.find(({ kind }) => kind === 'date')?.column;
    return {
      label: `Hold out the last ${percent(share)}`,
      why: 'Neighbouring rows are similar, so rows held out at random are easier to predict than later ones will be.',
      act: { change: { kind: 'lastRows', share, ...(by !== undefined && { by }) } },
    };
  },
  huber({ run: { race, robust } }) {
    if (!race?.huber?.lower || robust) return undefined;
    const { beyond, rows, difference } = race.huber;
    return {
      label: 'Try Huber',
      why: `Large errors count less. ${count(beyond)} rows are missed by more than 3.5 robust scales (${rowsWords(rangesOf(rows))}); on the rows left out in the comparison, Huber's mean absolute error is ${percent(-difference.share)} lower${boundedWords(race.huber)}.`,
      act: { change: { kind: 'huber' } },
    };
  },
  approximation({ run: { race, request, parameters } }) {
    if (!race || shownLane(race, parameters) !== race.chosen) return undefined;
    const own = approximationIn(race, true);
    const other = approximationIn(race, false);
    if (!own || !other?.toOther || !isWorthwhile(other.toOther)) return undefined;
    // What was judged is this fit only where it has as many of them.
    if (request.parameters[APPROXIMATIONS[own.id].count] !== own.count) return undefined;
    const [label, present] = [other, own].map(({ id, count: many }) => `${count(many)} ${APPROXIMATIONS[id].name}`);
    return {
      label: `Fit with ${label}`,
      why: `${percent(-other.toOther.share)} lower error than the ${present} of this fit, on the same rows left out in the comparison.`,
      act: { change: { kind: 'approximation', lane: other.id } },
    };
  },
  leaveOut({ robust }) {
    const suspects = robust?.suspects ?? [];
    if (suspects.length === 0) return undefined;
    const rows = rowsText(rangesOf(suspects.map(({ row }) => row)));
    return {
      label: `Leave out ${counted(suspects.length, 'row')}`,
      why: 'They do not fit: they lie more than 3.5 robust scales out. Undo brings them back.',
      act: { change: { kind: 'leaveOut', rows } },
    };
  },
  kernel(view) {
    const { run } = view;
    const kernel = run.parameters.find(({ name }) => name === 'kernel');
    if (run.race || run.robust || kernel?.rule !== 'set' || kernel.value === 'laplace') return undefined;
    if (regimeFinding(view)?.regime !== 'under-aligned') return undefined;
    return {
      label: 'Try Laplace',
      why: 'The target is rougher than the functions that this kernel favours.',
      act: { change: { kind: 'kernel', kernel: 'laplace', byColumn: false } },
    };
  },
  tkrr(view) {
    const { run } = view;
    if (run.robust || run.approximation || run.axes.includes('r')) return undefined;
    if (regimeFinding(view)?.regime !== 'over-aligned') return undefined;
    return {
      label: 'Try truncated ridge',
      why: 'The target is so smooth for this kernel that ridge makes no full use of it.',
      act: { change: { kind: 'tkrr' } },
    };
  },
  predict: () => PREDICT,
  compare: ({ run }) =>
    run.race
      ? undefined
      : {
          label: 'Compare…',
          why: 'Compare kernels on the same folds of this file',
          act: { command: 'kernelscope.compare' },
        },
  export: () => EXPORT,
};

/** Landmarks or random features as they were judged: those that the run is fitted by, or those that it is not. */
function approximationIn({ lanes }: Race, fitted: boolean) {
  for (const id of ['landmarks', 'features'] as const) {
    const approximates = lanes.find((lane) => lane.id === id)?.approximates;
    if (approximates?.fitted === fitted) return { id, ...approximates };
  }
  return undefined;
}

/** At most three steps, from what is known of the run; none while its race goes on. */
export function nextSteps(view: RunView): NextStep[] {
  const { race } = view.run;
  if (race && goesOn(race)) return [];
  const kinds = Object.keys(OFFERS) as StepKind[];
  return kinds
    .flatMap((kind) => {
      const offer = OFFERS[kind](view);
      return offer ? [{ kind, ...offer }] : [];
    })
    .slice(0, MOST);
}

/** Of a run of principal components: its model scores other rows. */
export const componentsSteps = (): NextStep[] => [
  { kind: 'predict', ...PREDICT, label: 'Score rows…' },
  { kind: 'export', ...EXPORT },
];
