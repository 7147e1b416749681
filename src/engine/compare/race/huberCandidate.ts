import type { RunContext } from '../../contract/context';
import { isWorthwhile, type LaneId, type RaceHuber } from '../../contract/race';
import type { HuberOnFold } from '../../search/huberTrial';
import type { SearchProblem } from '../../search/searchProblem';
import { trialsUntil } from '../../search/trialPool';
import { heavyTail } from '../../statistics/suspects';
import { withinSentence } from '../../words/sentence';
import { CANDIDATES } from './candidates';
import { lowestOf } from './choose';
import { blocksOf, emptyLosses, halt, kernelOfLane, type RaceProgress, type RaceTask, rowsOf, setLane } from './judge';
import { addLosses, type RowLosses } from './judgedRows';
import { differenceTo, laneError } from './lanes';

/**
 * If squared errors of numbers are judged and those on rows left out have a heavy tail, Huber's fit with the kernel, length scales and
 * lambda of the winner joins, judged on the same folds. These were tuned outside each block of folds, so that nothing of it knows the rows that it
 * is judged by. Where targets lie so far out that they may have decided who won, they are those of the lane with the lowest absolute error without them.
 */
export function judgeHuber(task: RaceTask, winner: LaneId, lanes: RaceProgress, context: RunContext): void {
  const { rows, judging, lambda, linalg, pool, finishing } = task;
  const lane = kernelLane(lanes, winner, task);
  const own = lanes.get(lane);
  if (own?.judged === undefined || judging.loss !== 'squared') return;
  if (farRows(own.judged.losses, task).length === 0) return;
  const { title } = CANDIDATES[lane];
  const searched = withNear(task);
  const { tunings } = own;
  setLane(lanes, 'huber', { title: `Huber, ${withinSentence(title)}`, of: lane, tunings });
  const trials = blocksOf(rows.count).flatMap(([from, to], b) =>
    Array.from({ length: to - from }, (_, f): HuberOnFold => {
      const { ridge } = tunings[b];
      const fold = from + f;
      return {
        kind: 'huber',
        kernel: kernelOfLane(task, lane, tunings[b]),
        ridge: lambda === undefined ? ridge : lambda * rowsOf(rows, fold).fitted.length,
        folds: rows.folds,
        fold,
      };
    }),
  );
  const options = { ...pool, named: "Huber's fit" };
  // If the first fold fails, the others would too.
  const computed = (some: readonly HuberOnFold[]) =>
    trialsUntil<'huber'>(finishing, searched, some, linalg, context, options);
  const results = computed(trials.slice(0, 1));
  if (results[0] && !('failed' in results[0])) results.push(...computed(trials.slice(1)));
  const losses = emptyLosses(rows.folds.length, judging.outputs.length);
  let seconds = 0;
  for (const [fold, result] of results.entries()) {
    if (result === undefined) {
      halt(lanes, rows.count);
      return;
    }
    if ('failed' in result) {
      setLane(lanes, 'huber', { state: 'failed', why: result.failed });
      return;
    }
    addLosses(judging, rowsOf(rows, fold).others, result.predicted, [], losses);
    seconds += result.seconds;
  }
  setLane(lanes, 'huber', { state: 'judged', judged: { id: 'huber', judged: rows.count, losses }, seconds });
}

/** The targets as they are judged: beyond that Huber's loss does not change, and no digits are lost. */
function withNear({ searched: { near: _, ...searched }, judging: { near } }: RaceTask): SearchProblem {
  const { rootWeights } = searched;
  const y = near?.map((values) => (rootWeights ? values.map((v, i) => v * rootWeights[i]) : values));
  return { ...searched, ...(y && { y }) };
}

/** The winner; where targets lie far out, of the lanes with a kernel that are through, that of the lowest absolute error with these drawn in. */
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
  const huber = lanes.get('huber')?.judged;
  const own = lanes.get(winner)?.judged;
  if (huber === undefined || own === undefined) return undefined;
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

/** Rows that are named. */
const NAMED = 20;

/** Rows (0-based) far out, the furthest first, of several targets that with the most; rows without weight are passed over. */
function farRows({ errors }: RowLosses, { rows: { weights }, judging: { outputs } }: RaceTask): readonly number[] {
  const counting = Array.from(errors[0].keys()).filter((i) => weights?.[i] !== 0);
  const of = (values: Float64Array) => Float64Array.from(counting, (i) => values[i]);
  const far = errors.map((values, o) => heavyTail(of(values), of(outputs[o].y)).map((at) => counting[at]));
  return far.reduce((most, some) => (some.length > most.length ? some : most));
}
