import type {
  Approximates,
  Race,
  RaceDifference,
  RaceHuber,
  RaceLane,
  RaceLoss,
  RaceNumber,
} from '../../engine/contract/race';
import { type Holds, isCount, isListOf, isMade, isText } from '../../engine/contract/shape';
import { isAnyNumber, isFlag, isList, isMaybe, isNameOf, isPair } from './shapes';

const LOSSES: Readonly<Record<RaceLoss, true>> = { squared: true, misclassified: true, absolute: true, pinball: true };
const TASKS: Readonly<Record<Race['task'], true>> = { regress: true, classify: true };
// What was called alike in earlier runs is unclear: everything that is not one of the others.
const VERDICTS: Readonly<Record<RaceDifference['verdict'] | 'alike', true>> = {
  better: true,
  worse: true,
  'as good': true,
  unclear: true,
  alike: true,
};
const STATES: Readonly<Record<RaceLane['state'], true>> = {
  waits: true,
  running: true,
  judged: true,
  stopped: true,
  halted: true,
  failed: true,
};

const NUMBER = { value: isAnyNumber, standardError: isAnyNumber, interval: isPair };

const isWhole: Holds = (value) =>
  isMade<Race>(value, {
    task: isNameOf(TASKS),
    loss: isNameOf(LOSSES),
    taus: isMaybe(isList(isAnyNumber)),
    judgedWith: isMaybe((of) => isMade<NonNullable<Race['judgedWith']>>(of, { kind: isText, count: isCount })),
    target: isText,
    rows: isCount,
    trainingRows: isCount,
    folds: isCount,
    optimism: isMaybe(isAnyNumber),
    seed: isCount,
    columns: (columns) => isListOf(columns, isText),
    lanes: isList(isLane),
    chosen: isMaybe(isText),
    lowest: isMaybe(isText),
    huber: isMaybe(isHuber),
    endedAfter: isMaybe(isCount),
    rule: isText,
    seconds: isAnyNumber,
  });

/** Whether the comparison that chose a stored run's kernel can be drawn: whole, and what it names is among its candidates. */
export const isRace: Holds = (value) => isWhole(value) && namesItsLanes(value as Race);

const namesItsLanes = ({ lanes, chosen, lowest, huber }: Race): boolean =>
  [chosen, lowest, huber?.lane].every((id) => id === undefined || lanes.some((lane) => lane.id === id));

const isRaceNumber: Holds = (value) => isMade<RaceNumber>(value, NUMBER);

const isDifference: Holds = (value) =>
  isMade<RaceDifference>(value, {
    ...NUMBER,
    share: isAnyNumber,
    shareHalfWidth: isAnyNumber,
    verdict: isNameOf(VERDICTS),
  });

const isHuber: Holds = (value) =>
  isMade<RaceHuber>(value, {
    lane: isText,
    beyond: isCount,
    rows: isList(isCount),
    drawnIn: isCount,
    error: isRaceNumber,
    difference: isDifference,
    lower: isFlag,
  });

const isApproximates: Holds = (value) =>
  isMade<Approximates>(value, { count: isCount, rows: isCount, fitted: isFlag, toOther: isMaybe(isDifference) });

const isLane: Holds = (value) =>
  isMade<RaceLane>(value, {
    id: isText,
    title: isText,
    baseline: isFlag,
    state: isNameOf(STATES),
    folds: isCount,
    error: isMaybe(isRaceNumber),
    difference: isMaybe(isDifference),
    lengthScale: isMaybe(isList(isAnyNumber)),
    kernel: isMaybe(isText),
    lambda: isMaybe(isAnyNumber),
    column: isMaybe(isText),
    approximates: isMaybe(isApproximates),
    why: isMaybe(isText),
    seconds: isAnyNumber,
  });
