import { partOf } from '../../contract/context';
import { isWorthwhile, type LaneId, type RaceHuber } from '../../contract/race';
import type { Computing } from '../../linalg/linalg';
import type { HuberOnFolds } from '../../search/huberTrial';
import type { SearchProblem } from '../../search/searchProblem';
import { trialsUntil } from '../../search/trialPool';
import { foldMean } from '../../statistics/foldStatistics';
import { heavyTail } from '../../statistics/suspects';
import { withinSentence } from '../../words/sentence';
import { CANDIDATES } from './candidates';
import { differenceOf, type Judged, lowestOf } from './choose';
import {
  blocksOf,
  emptyLosses,
  haltedAfter,
  kernelOfLane,
  type RaceProgress,
  type RaceTask,
  roundsOf,
  rowsOfFold,
  setLane,
} from './judge';
import { addLosses, type RowLosses } from './judgedRows';
import { type CandidateProgress, differenceTo, laneError } from './lanes';

/**
 * If squared errors of numbers are judged and those on rows left out have a heavy tail, Huber's fit with the kernel,
 * length scales and lambda of the winner joins, judged on the same folds. These were tuned outside each block of folds,
 * so that the fit has not seen the rows that judge it. If targets lie so far out that they may have decided who won,
 * the kernel is that of the candidate with the lowest absolute error without them.
 */
export function judgeHuber(task: RaceTask, winner: LaneId, lanes: RaceProgress, context: Computing): void {
  const { rows, judging } = task;
  const lane = kernelLane(lanes, winner, task);
  const own = lanes.get(lane);
  const chosen = lanes.get(winner)?.judged;
  if (own?.judged === undefined || chosen === undefined || judging.loss !== 'squared' || judging.codes) return;
  if (farRows(own.judged.losses, task).length === 0) return;
  const { title } = CANDIDATES[lane];
  setLane(lanes, 'huber', { title: `Huber, ${withinSentence(title)}`, of: lane, tunings: own.tunings });
  const judged: Judged = { id: 'huber', judged: 0, losses: emptyLosses(rows.folds.length, judging.outputs.length) };
  for (const round of roundsOf(blocksOf(rows.count))) {
    const end = round[round.length - 1][1];
    const [from, to] = [round[0][0] / rows.count, end / rows.count];
    const change = judgeRound(task, lane, round, lanes, judged.losses, partOf(context, from, to));
    setLane(lanes, 'huber', { ...change, ...(change.state === 'running' && { judged: { ...judged, judged: end } }) });
    if (change.state !== 'running') return;
    if (end === rows.count) break;
    const differences = differenceOf({ ...judged, judged: end }, chosen, 'absolute');
    const { mean, standardError } = foldMean(differences, rows, end);
    if (!(mean > standardError)) continue;
    const why = `Stopped after ${end} of ${rows.count} folds: its absolute error was higher there.`;
    setLane(lanes, 'huber', { state: 'stopped', why });
    return;
  }
  setLane(lanes, 'huber', { state: 'judged' });
}

/**
 * Adds the losses on the folds of the round; returns the resulting state of the candidate, which keeps running if it
 * got through.
 */
function judgeRound(
  task: RaceTask,
  lane: LaneId,
  round: readonly (readonly [number, number])[],
  lanes: RaceProgress,
  losses: RowLosses,
  context: Computing,
): Pick<CandidateProgress, 'state'> & Partial<CandidateProgress> {
  const { rows, judging, lambda, pool, finishing } = task;
  const { tunings, seconds } = lanes.get('huber') ?? { tunings: [], seconds: 0 };
  const trials = round.flatMap(([from, to]): HuberOnFolds[] => {
    const at = tunings[blocksOf(rows.count).findIndex(([first]) => first === from)];
    const same = { kind: 'huber', kernel: kernelOfLane(task, lane, at), folds: rows.folds } as const;
    if (lambda === undefined) return [{ ...same, ridge: at.ridge, block: [from, to] }];
    // When lambda is set, the total ridge depends on the rows of the fit, and with it everything that folds have in
    // common.
    return Array.from({ length: to - from }, (_, f) => {
      const ridge = lambda * rowsOfFold(rows, from + f).fitted.length;
      return { ...same, ridge, block: [from + f, from + f + 1] };
    });
  });
  const options = { ...pool, named: "Huber's fit" };
  const results = trialsUntil<'huber'>(finishing, withNear(task), trials, context, options);
  let more = 0;
  for (const [t, result] of results.entries()) {
    if (result === undefined) return haltedAfter(round[0][0], rows.count);
    if ('failed' in result) return { state: 'failed', why: result.failed };
    for (const [f, predicted] of result.predicted.entries())
      addLosses(judging, rowsOfFold(rows, trials[t].block[0] + f).others, predicted, [], losses);
    more += result.seconds;
  }
  return { state: 'running', seconds: seconds + more };
}

/**
 * The targets in the form in which they are judged: beyond that Huber's loss does not change, and no digits are lost.
 */
function withNear({ searched: { near: _, ...searched }, judging: { near } }: RaceTask): SearchProblem {
  const { rootWeights } = searched;
  const y = near?.map((values) => (rootWeights ? values.map((v, i) => v * rootWeights[i]) : values));
  return { ...searched, ...(y && { y }) };
}

/**
 * The winner; if targets lie far out, the finished candidate with a kernel that has the lowest absolute error with
 * these targets drawn in.
 */
function kernelLane(lanes: RaceProgress, winner: LaneId, { rows, judging }: RaceTask): LaneId {
  if (judging.near === undefined) return winner;
  const through = [...lanes.values()].flatMap(({ id, state, judged }) =>
    state === 'judged' && judged && CANDIDATES[id].kernel ? [judged] : [],
  );
  return through.length === 0 ? winner : lowestOf(through, rows, 'drawn').id;
}

/** The measured difference of Huber's fit, if it joined. */
export function huberOf(lanes: RaceProgress, winner: LaneId, task: RaceTask): RaceHuber | undefined {
  const { rows, numbers } = task;
  const { judged: huber, state } = lanes.get('huber') ?? {};
  const own = lanes.get(winner)?.judged;
  if (huber === undefined || state !== 'judged' || own === undefined) return undefined;
  const difference = differenceTo(huber, own, rows, 'absolute', 'absolute');
  const far = farRows(huber.losses, task);
  return {
    lane: kernelLane(lanes, winner, task),
    beyond: far.length,
    rows: Array.from(far.slice(0, NAMED), (i) => numbers[i]),
    drawnIn: drawnIn(task),
    error: laneError(huber, rows, 'absolute', 'absolute'),
    difference,
    lower: isWorthwhile(difference),
  };
}

const drawnIn = ({ judging: { outputs, near } }: RaceTask): number =>
  outputs.reduce((sum, { y }, o) => sum + y.filter((v, i) => near !== undefined && near[o][i] !== v).length, 0);

/** The most rows that are named. */
const NAMED = 20;

/**
 * Rows (0-based) far out, the furthest first; with several targets, those of the target that has the most; rows without
 * weight are skipped.
 */
function farRows({ errors }: RowLosses, { rows: { weights }, judging: { outputs } }: RaceTask): readonly number[] {
  const counting = Array.from(errors[0].keys()).filter((i) => weights?.[i] !== 0);
  const of = (values: Float64Array) => Float64Array.from(counting, (i) => values[i]);
  const far = errors.map((values, o) => heavyTail(of(values), of(outputs[o].y)).map((at) => counting[at]));
  return far.reduce((most, some) => (some.length > most.length ? some : most));
}
