import {
  goesOn,
  JOINS,
  type LaneId,
  type Race,
  type RaceDifference,
  type RaceLane,
  type RaceLoss,
} from '../../engine/contract/race';
import type { RunResult } from '../../engine/contract/run';
import { count, fixed, inUnits, NARROW, plain } from '../../engine/words/numbers';
import { failureReason, isLowest, lossName, raceSentence } from '../../engine/words/raceWords';
import type { Lane, Lanes } from './lanes';
import { logAxis, shareAxis } from './lanes';

/** While lanes are open the axis reaches a tenth of its upper end, which the mean fixes: it then moves for nearly perfect fits alone. */
const RACING_REACH = 10;

/** What the numbers of an axis are. */
const AXIS_NAMES: Readonly<Record<RaceLoss, (folds: number) => string>> = {
  squared: (folds) => `${folds}-fold RMSE`,
  absolute: (folds) => `${folds}-fold MAE`,
  pinball: (folds) => `${folds}-fold quantile loss`,
  misclassified: (folds) => `correct in ${folds} folds`,
};

/** The lanes of the race that a run carries, `shown` being that of the run; undefined where there was none. */
export function raceLanes({ race, parameters }: Pick<RunResult, 'race' | 'parameters'>): Lanes | undefined {
  return race && lanesOf(race, shownLane(race, parameters));
}

/** The candidate that a run with these parameters is; undefined for one that did not race. While the race runs: none. */
export function shownLane(race: Race, parameters: RunResult['parameters']): LaneId | undefined {
  if (goesOn(race)) return undefined;
  const value = (name: string) => String(parameters.find((parameter) => parameter.name === name)?.value ?? '');
  const each = /[\s,]/.test(value('lengthScale').trim());
  const kernel = value('kernel');
  const id = kernel === 'linear' ? 'line' : each ? `${kernel}-columns` : kernel;
  return race.lanes.find((lane) => (lane.kernel === undefined ? lane.id === id : lane.kernel === kernel))?.id;
}

/** The lanes of a race, `shown` being that of the run beside it, where there is one. */
export function lanesOf(race: Race, shown?: LaneId): Lanes {
  const { loss, folds, lanes, chosen } = race;
  const shares = loss === 'misclassified';
  const title = AXIS_NAMES[loss](folds);
  // What is drawn: an error, or the share of rows that are right.
  const drawn = (value: number) => (shares ? 1 - value : value);
  const own = lanes.find(({ id }) => id === chosen);
  const ends = lanes.flatMap((lane) => {
    const at = errorAt(lane, own);
    return at === undefined ? [] : [at, ...((!lane.baseline && lane.error?.interval) || [])].map(drawn);
  });
  const open = goesOn(race);
  const axis = shares ? shareAxis(open ? [...ends, 1] : ends) : logAxis(ends, open ? RACING_REACH : undefined);
  const words: LaneWords = {
    race,
    own,
    axis: title,
    ofChosen: shown !== undefined && shown === chosen,
    drawn,
    told: valueText(race, ends),
    top: isLowest(race) ? (shares ? 'highest' : 'lowest') : 'chosen',
  };
  const besides = shares ? 'points' : `above ${words.top}`;
  return {
    id: 'race',
    title: 'Which kernel predicts best',
    sentence: raceSentence(race),
    axis: { title, scale: shares ? 'linear' : 'log', format: shares ? 'percent' : 'plain', ...axis },
    heads: { value: '', beside: open ? '' : `${besides}, 95${NARROW}%` },
    ...(own?.error && { rule: { at: drawn(own.error.value), kind: 'lowest' } }),
    lanes: lanes.map((lane) => ({ ...drawnLane(lane, words), shown: lane.id === shown })),
    // Always there, so that it moves nothing below when the first candidate is stopped.
    note: `Hollow: judged on some folds only. ${race.endedAfter === undefined ? 'What cannot win any more is stopped.' : 'The others were stopped as they could no longer win, or by you.'}${largeNote(race)}${lanes.some(({ id }) => id === 'huber') ? ' Huber joined as some errors lie far out; it counts them less, and is never chosen by itself.' : ''}`,
    data: dataOf(race),
  };
}

/** Where a lane stands: what was stopped as far from the chosen one as on the folds that both were judged on. */
function errorAt({ error, difference }: RaceLane, own: RaceLane | undefined): number | undefined {
  return error?.value ?? (own?.error && difference && own.error.value + difference.value);
}

interface LaneWords {
  readonly race: Race;
  readonly own: RaceLane | undefined;
  readonly axis: string;
  /** The run beside it has the chosen kernel. */
  readonly ofChosen: boolean;
  readonly drawn: (value: number) => number;
  readonly told: (value: number) => string;
  /** What is said of the chosen lane in place of a difference. */
  readonly top: string;
}

function drawnLane(lane: RaceLane, words: LaneWords): Omit<Lane, 'shown'> {
  const { id, title, baseline, error } = lane;
  const { race, own, drawn, told, axis, ofChosen } = words;
  const at = errorAt(lane, own);
  const [name] = title.split(', ');
  const each = id.endsWith('-columns') || id === 'sum';
  const fitted = ofChosen && lane.approximates?.fitted === true;
  const how = howText(lane, fitted);
  const beside = besideText(lane, words);
  const ends =
    error && ([drawn(error.interval[0]), drawn(error.interval[1])].sort((a, b) => a - b) as [number, number]);
  const measured = error ? `: ${axis} ${told(drawn(error.value))}` : '';
  return {
    id,
    name,
    how,
    group: baseline ? 0 : JOINS.has(id) ? 3 : each ? 2 : 1,
    muted: baseline,
    look: lookOf(lane, race),
    ...(at !== undefined && { at: drawn(at) }),
    ...(ends && !baseline && { interval: ends }),
    value: error ? told(drawn(error.value)) : '',
    beside,
    ...(fitted && { fitted }),
    spoken: `${how === '' ? name : `${name}, ${how}`}${measured}${spokenBeside(lane, beside)}${id === 'huber' ? absoluteText(words) : ''}`,
  };
}

/** What the others learn from where some learn from more. */
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

/** What Huber's fit is for: the axis may be of squared errors, which a few rows decide. */
function absoluteText({ race: { huber } }: LaneWords): string {
  if (huber === undefined) return '';
  const { error, difference } = huber;
  const told = inUnits(error.value, 3);
  return `; mean absolute error ${told(error.value)}, chosen ${told(error.value - difference.value)}`;
}

function lookOf({ state, baseline, folds }: RaceLane, race: Race): Lane['look'] {
  if (state === 'waits' || state === 'failed') return 'waits';
  if (folds === 0) return state === 'halted' ? 'waits' : 'started';
  if (folds < race.folds) return 'first';
  return baseline ? 'baseline' : 'full';
}

function besideText(lane: RaceLane, words: LaneWords): string {
  const { race, top } = words;
  const { state, folds, difference, id } = lane;
  if (state === 'failed') return 'failed';
  if (state === 'waits') return 'waits';
  if (state === 'running') return folds === 0 ? 'started' : `${folds} of ${race.folds} folds`;
  if (id === race.chosen) return top;
  if (difference === undefined) return state === 'stopped' || state === 'halted' ? 'stopped' : '';
  return differenceText(words, difference);
}

/** "+0.67 ± 0.15"; of shares of rows in points of those that are right, "−2.1 ± 2.4". */
function differenceText({ race: { loss }, told }: LaneWords, { value, interval }: RaceDifference): string {
  const points = loss === 'misclassified' ? -100 : 1;
  const half = (Math.abs(points) * (interval[1] - interval[0])) / 2;
  const text = points < 0 ? (v: number) => fixed(v, 1) : told;
  const signed = points * value;
  return `${signed > 0 ? '+' : ''}${text(signed)} ± ${text(half)}`;
}

function spokenBeside(lane: RaceLane, beside: string): string {
  const { state, difference } = lane;
  if (state === 'failed') return `, failed: ${failureReason(lane).replace(/\.$/, '')}`;
  if (beside === '') return '';
  const stopped = state === 'stopped' ? ', stopped' : state === 'halted' ? ', stopped by you' : '';
  return `, ${beside}${difference ? stopped : ''}`;
}

/** Numbers of a column share their decimals. */
function valueText({ loss }: Race, ends: readonly number[]): (value: number) => string {
  if (loss === 'misclassified') return (value) => `${fixed(100 * value, 1)}${NARROW}%`;
  const least = Math.min(...ends.filter((v) => v > 0));
  return Number.isFinite(least) ? inUnits(least, 3) : (value) => plain(value, 3);
}

function dataOf(race: Race): Lanes['data'] {
  const name = lossName(race);
  return {
    columns: [
      'candidate',
      name,
      '95 % from',
      '95 % to',
      'difference',
      'difference from',
      'difference to',
      'folds',
      'state',
      'length scale',
      'lambda',
      'seconds',
    ],
    rows: race.lanes.map((lane) => {
      const { title, column, error, difference, folds, state, lengthScale, kernel, lambda, seconds } = lane;
      return [
        column === undefined ? title : `${title}, ${column}`,
        error?.value ?? '',
        ...(error?.interval ?? ['', '']),
        difference?.value ?? '',
        ...(difference?.interval ?? ['', '']),
        folds,
        state === 'failed' ? `failed: ${failureReason(lane)}` : state,
        lengthScale?.join(' ') ?? kernel ?? '',
        lambda ?? '',
        seconds,
      ];
    }),
  };
}
