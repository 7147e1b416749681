import type { RunContext } from '../../contract/context';
import { isWorthwhile, type LaneId, type RaceHuber } from '../../contract/race';
import type { HuberOnFold } from '../../search/huberTrial';
import { trialsUntil } from '../../search/trialPool';
import { heavyTail } from '../../statistics/suspects';
import { withinSentence } from '../../words/withinSentence';
import { CANDIDATES } from './candidates';
import type { FoldedRows } from './foldStatistics';
import { blocksOf, emptyLosses, halt, kernelOfLane, type Lanes, type RaceTask, rowsOf, setLane } from './judge';
import { addLosses, type RowLosses } from './judgedRows';
import { differenceTo, errorOf } from './lanes';

/**
 * Where squared errors of numbers are judged and the winner's on rows left out have a heavy tail, Huber's fit with its kernel, length scales and
 * lambda joins, judged on the same folds. These were tuned outside each block of folds, so that nothing of it knows the rows that it is judged by.
 */
export function judgeHuber(task: RaceTask, winner: LaneId, lanes: Lanes, context: RunContext): void {
  const { searched, rows, judging, lambda, linalg, pool, finishing } = task;
  const own = lanes.get(winner);
  if (own?.judged === undefined || judging.loss !== 'squared') return;
  if (beyondOf(own.judged.losses, rows) === undefined) return;
  const { title } = CANDIDATES[winner];
  const { tunings } = own;
  setLane(lanes, 'huber', { title: `Huber, ${withinSentence(title)}`, tunings });
  const trials = blocksOf(rows.count).flatMap(([from, to], b) =>
    Array.from({ length: to - from }, (_, f): HuberOnFold => {
      const { ridge } = tunings[b];
      const fold = from + f;
      return {
        kind: 'huber',
        kernel: kernelOfLane(task, winner, tunings[b]),
        ridge: lambda === undefined ? ridge : lambda * rowsOf(rows, fold).fitted.length,
        folds: rows.folds,
        fold,
      };
    }),
  );
  const options = { ...pool, named: "Huber's fit" };
  // Where the first fold fails the others would too.
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

/** What Huber's fit was found to be worth, where it joined. */
export function huberOf(lanes: Lanes, winner: LaneId, rows: FoldedRows): RaceHuber | undefined {
  const huber = lanes.get('huber')?.judged;
  const own = lanes.get(winner)?.judged;
  if (huber === undefined || own === undefined) return undefined;
  const difference = differenceTo(huber, own, rows, 'absolute', 'absolute');
  return {
    beyond: beyondOf(own.losses, rows) ?? 0,
    error: errorOf(huber, rows, 'absolute', 'absolute'),
    difference,
    lower: isWorthwhile(difference),
  };
}

/** Rows far out, of several targets that with the most; rows without weight are passed over. */
function beyondOf({ errors }: RowLosses, { weights }: FoldedRows): number | undefined {
  const counts = errors.map((values) => heavyTail(values.filter((_, i) => weights?.[i] !== 0)) ?? 0);
  return Math.max(...counts) || undefined;
}
