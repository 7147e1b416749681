import { AS_GOOD } from '../../engine/contract/pairedVerdict';
import {
  goesOn,
  isLeftOut,
  JOINS,
  type LaneId,
  type Race,
  type RaceDifference,
  type RaceLane,
  type RaceLoss,
  standsAt,
} from '../../engine/contract/race';
import type { RunResult } from '../../engine/contract/run';
import { count, fixed, NARROW, percent, type QuantityForm, quantityForm } from '../../engine/words/numbers';
import {
  besideFitted,
  failureReason,
  halfWidth,
  hasManyScales,
  laneWord,
  lossName,
  raceSentence,
  triedText,
} from '../../engine/words/raceWords';
import { type Lane, type Lanes, lanesLogAxis, lanesShareAxis } from './lanes';

/**
 * While lanes are open the axis reaches a tenth of its upper end, which the mean fixes: it then moves only for nearly
 * perfect fits.
 */
const RACING_REACH = 10;

interface Raced {
  readonly run: Pick<RunResult, 'race' | 'parameters'>;
}

/** The quantity that the numbers of an axis are. */
const AXIS_NAMES: Readonly<Record<RaceLoss, (folds: number) => string>> = {
  squared: (folds) => `${folds}-fold RMSE`,
  absolute: (folds) => `${folds}-fold MAE`,
  pinball: (folds) => `${folds}-fold quantile loss`,
  misclassified: (folds) => `correct in ${folds} folds`,
};

/** All candidates of the race that a run carries, that of the run marked; undefined where there was no race. */
export function raceWhole({ run }: Raced): Lanes | undefined {
  return run.race && lanesOf(run.race, shownLane(run.race, run.parameters));
}

/** In the order of the short form. */
const SHORT: readonly LaneId[] = ['line', 'column', 'mean'];

/**
 * The chosen candidate beside a straight line and the mean, and the best single column where it is not clearly worse;
 * undefined where nothing was chosen.
 */
export function raceInShort(view: Raced): Lanes | undefined {
  const { race } = view.run;
  const whole = raceWhole(view);
  if (!race?.chosen || !whole) return undefined;
  const { chosen } = race;
  const column = race.lanes.find(({ id }) => id === 'column')?.difference?.verdict;
  const ids = [chosen, ...SHORT.filter((id) => id !== chosen && (id !== 'column' || column !== 'worse'))];
  const kept = ids.flatMap((id) => {
    const at = whole.lanes.findIndex((lane) => lane.id === id);
    return at < 0 ? [] : [at];
  });
  const rows = whole.data?.rows;
  return {
    ...whole,
    id: 'race-in-short',
    title: 'How good',
    lanes: kept.map((at) => ({ ...whole.lanes[at], group: 0 })),
    data: { ...whole.data, rows: kept.map((at) => rows[at]) },
  };
}

/** The summary of a race beside a fold that holds its lanes: "8 tried; 3 not clearly worse". */
export const raceTried = ({ run }: Raced): string => (run.race ? triedText(run.race) : '');

/**
 * The candidate that a run with these parameters is; undefined for a run that did not race, and while the race runs.
 */
export function shownLane(race: Race, parameters: RunResult['parameters']): LaneId | undefined {
  if (goesOn(race)) return undefined;
  const value = (name: string) => String(parameters.find((parameter) => parameter.name === name)?.value ?? '');
  const each = /[\s,]/.test(value('lengthScale').trim());
  const kernel = value('kernel');
  const id = kernel === 'linear' ? 'line' : each ? `${kernel}-columns` : kernel;
  return race.lanes.find((lane) => (lane.kernel === undefined ? lane.id === id : lane.kernel === kernel))?.id;
}

/**
 * The lanes of a race; `shown` is that of the run beside it, if there is one. All others are compared with the chosen
 * one.
 */
export function lanesOf(given: Race, shown?: LaneId): Lanes {
  const race = { ...given, lanes: given.lanes.filter((lane) => !isLeftOut(lane)) };
  const { loss, folds, lanes, chosen } = race;
  const shares = loss === 'misclassified';
  const title = AXIS_NAMES[loss](folds);
  // The drawn quantity: an error, or the fraction of rows that are right.
  const drawn = (value: number) => (shares ? 1 - value : value);
  const own = lanes.find(({ id }) => id === chosen);
  const ends = lanes.flatMap((lane) => {
    const at = standsAt(race, lane);
    const interval = lane.folds < folds ? undefined : intervalOf(lane, race, own);
    return at === undefined ? [] : [at, ...((!lane.baseline && interval) || [])].map(drawn);
  });
  const open = goesOn(race);
  const axis = shares
    ? lanesShareAxis(open ? [...ends, 1] : ends)
    : lanesLogAxis(ends, open ? RACING_REACH : undefined);
  const words: LaneWords = {
    race,
    own,
    axis: title,
    ofChosen: shown !== undefined && shown === chosen,
    drawn,
    form: formIn(race, ends),
  };
  return {
    id: 'race',
    title: 'Which kernel predicts best',
    sentence: raceSentence(race),
    axis: { ...axis, title },
    heads: { value: '', beside: open ? '' : 'against chosen' },
    ...(own?.error && { rule: { at: drawn(own.error.value), kind: 'lowest' } }),
    lanes: lanes.map((lane) => ({ ...drawnLane(lane, words), shown: lane.id === shown })),
    // Always there, so that it moves nothing below when the first candidate is stopped.
    note: noteOf(race),
    data: dataOf(race),
  };
}

/**
 * The interval around a lane's position: of its difference from the chosen one, or while none is chosen, of its own
 * error.
 */
function intervalOf(
  { id, error, difference }: RaceLane,
  { loss }: Race,
  own: RaceLane | undefined,
): readonly [number, number] | undefined {
  if (own?.error === undefined) return error?.interval;
  if (id === own.id || difference === undefined) return undefined;
  const { value } = own.error;
  const most = loss === 'misclassified' ? 1 : Number.POSITIVE_INFINITY;
  const end = (above: number) => Math.min(most, Math.max(0, value + above));
  return [end(difference.interval[0]), end(difference.interval[1])];
}

interface LaneWords {
  readonly race: Race;
  readonly own: RaceLane | undefined;
  readonly axis: string;
  /** The run beside it has the chosen kernel. */
  readonly ofChosen: boolean;
  readonly drawn: (value: number) => number;
  readonly form: QuantityForm;
}

function drawnLane(lane: RaceLane, words: LaneWords): Omit<Lane, 'shown'> {
  const { id, title, baseline } = lane;
  const { race, own, drawn, form, axis, ofChosen } = words;
  const at = standsAt(race, lane);
  const [name] = title.split(', ');
  const fitted = ofChosen && lane.approximates?.fitted === true;
  const how = (ofChosen && besideFitted(lane, race)) || howText(lane, fitted);
  const beside = besideText(lane, words);
  const word = laneWord(lane, race);
  const interval = intervalOf(lane, race, own)
    ?.map(drawn)
    .sort((a, b) => a - b) as [number, number] | undefined;
  // While the race runs, some candidates are judged on fewer rows than others.
  const value = at !== undefined && (own || lane.folds === race.folds) ? form.miss(drawn(at)) : '';
  return {
    id,
    name,
    how,
    group: baseline ? 0 : JOINS.has(id) ? 3 : hasManyScales(id) ? 2 : 1,
    muted: baseline,
    look: lookOf(lane, race),
    ...(at !== undefined && { at: drawn(at) }),
    ...(interval && (own || !baseline) && { interval }),
    value,
    beside,
    word,
    ...(fitted && { fitted }),
    spoken: `${how === '' ? name : `${name}, ${how}`}${value === '' ? '' : `: ${axis} ${value}`}${spokenBeside(lane, beside, word)}${id === 'huber' ? absoluteText(words) : ''}`,
  };
}

/**
 * Says what the columns are, what hollow means, what the others learn from where some learn from more, and by how much
 * the lowest of many is too low.
 */
function noteOf(race: Race): string {
  const { endedAfter, lanes, chosen, optimism, loss } = race;
  const hollow =
    endedAfter === undefined ? 'stopped early, as it could no longer win' : 'judged on fewer folds than planned';
  const own = lanes.find(({ id }) => id === chosen)?.error?.value;
  const root = (value: number) => (loss === 'squared' ? Math.sqrt(value) : value);
  const low = own && optimism ? root((loss === 'squared' ? own ** 2 : own) + optimism) / own - 1 : 0;
  return [
    `Differences: same rows, 95${NARROW}%; as good: within ${percent(AS_GOOD)}. Hollow: ${hollow}, drawn at the chosen plus its difference.`,
    low > 0.005 ? ` The lowest of many is some ${percent(low)} too low.` : '',
    largeNote(race),
    lanes.some(({ id }) => id === 'huber')
      ? ' Huber joined as some errors lie far out; it counts them less, and is never chosen by itself.'
      : '',
  ].join('');
}

/** The rows that the others learn from, where some candidates learn from more. */
function largeNote({ lanes, rows, folds, trainingRows, judgedWith }: Race): string {
  const approximates = lanes.find((lane) => lane.approximates)?.approximates;
  if (approximates === undefined) return '';
  const exact = count(Math.round(rows * (1 - 1 / folds)));
  return ` ${count(approximates.count)} landmarks or random features of the chosen kernel learn from ${count(approximates.rows)} of ${count(trainingRows)} training rows, the ${judgedWith ? 'others' : 'exact fits'} from ${exact}; all are judged on the same rows.`;
}

/** Muted words behind a name. */
function howText({ id, title, column, approximates }: RaceLane, fitted: boolean): string {
  if (approximates) return fitted ? 'this fit' : '';
  if (id === 'huber') return withKernel(title);
  return id.endsWith('-columns') ? 'per column' : (column ?? '');
}

/** "Gaussian, per column", of "Huber, Gaussian, one length scale per column". */
const withKernel = (title: string): string =>
  title.replace(/^[^,]*, /, '').replace(', one length scale per column', ', per column');

/** The mean absolute error, which Huber's fit is for: the axis may be of squared errors, which a few rows decide. */
function absoluteText({ race: { huber } }: LaneWords): string {
  if (huber === undefined) return '';
  const { error, difference } = huber;
  const { miss } = quantityForm(error.value, 0, 3);
  return `; mean absolute error ${miss(error.value)}, chosen ${miss(error.value - difference.value)}`;
}

function lookOf({ state, baseline, folds }: RaceLane, race: Race): Lane['look'] {
  if (state === 'waits' || state === 'failed') return 'waits';
  if (folds === 0) return state === 'halted' ? 'waits' : 'started';
  if (folds < race.folds) return 'first';
  return baseline ? 'baseline' : 'full';
}

function besideText(lane: RaceLane, words: LaneWords): string {
  const { race } = words;
  const { state, folds, difference, id } = lane;
  if (state === 'failed') return 'failed';
  if (state === 'waits') return 'waits';
  if (state === 'running') return folds === 0 ? 'started' : `${folds} of ${race.folds} folds`;
  if (id === race.chosen) return '';
  if (difference === undefined) return state === 'stopped' || state === 'halted' ? 'stopped' : '';
  return differenceText(words, difference);
}

/** "+0.67 ± 0.15"; for fractions of rows, in points of right rows, "−2.1 ± 2.4". */
function differenceText({ race: { loss }, form }: LaneWords, difference: RaceDifference): string {
  const points = loss === 'misclassified' ? -100 : 1;
  const text = points < 0 ? (v: number) => fixed(v, 1) : form.value;
  const signed = points * difference.value;
  return `${signed > 0 ? '+' : ''}${text(signed)} ± ${text(Math.abs(points) * halfWidth(difference))}`;
}

function spokenBeside(lane: RaceLane, beside: string, word: string): string {
  const { state, difference } = lane;
  if (state === 'failed') return `, failed: ${failureReason(lane).replace(/\.$/, '')}`;
  const stopped = difference && (state === 'stopped' ? 'stopped' : state === 'halted' ? 'stopped by you' : '');
  return [beside, word, stopped].map((part) => (part ? `, ${part}` : '')).join('');
}

/** Three digits of the chosen error, whatever its rivals'; while none is chosen, of the lowest yet. */
function formIn({ loss, lanes, chosen }: Race, ends: readonly number[]): QuantityForm {
  if (loss === 'misclassified') {
    const share = (value: number) => `${fixed(100 * value, 1)}${NARROW}%`;
    return { miss: share, value: share };
  }
  const errorOf = (wanted: LaneId | undefined) => lanes.find(({ id }) => id === wanted)?.error?.value;
  return quantityForm(errorOf(chosen) ?? Math.min(...ends.filter((v) => v > 0)), errorOf('mean'), 3);
}

function dataOf(race: Race): Lanes['data'] {
  const columns: readonly (readonly [name: string, cell: (lane: RaceLane) => string | number | undefined])[] = [
    ['candidate', ({ title, column }) => (column === undefined ? title : `${title}, ${column}`)],
    [lossName(race), ({ error }) => error?.value],
    ['95 % from', ({ error }) => error?.interval[0]],
    ['95 % to', ({ error }) => error?.interval[1]],
    ['difference', ({ difference }) => difference?.value],
    ['difference from', ({ difference }) => difference?.interval[0]],
    ['difference to', ({ difference }) => difference?.interval[1]],
    ['folds', ({ folds }) => folds],
    ['state', (lane) => (lane.state === 'failed' ? `failed: ${failureReason(lane)}` : lane.state)],
    ['length scale', ({ lengthScale, kernel }) => lengthScale?.join(' ') ?? kernel],
    ['lambda', ({ lambda }) => lambda],
    ['seconds', ({ seconds }) => seconds],
  ];
  return {
    columns: columns.map(([name]) => name),
    rows: race.lanes.map((lane) => columns.map(([, cell]) => cell(lane) ?? '')),
  };
}
