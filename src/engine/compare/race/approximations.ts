import { partOf, type RunContext } from '../../contract/context';
import { KernelscopeError } from '../../contract/failure';
import type { ApproximateLane, LaneId } from '../../contract/race';
import { permutation } from '../../data/random';
import { divisionOf, type Problem } from '../../fit/problem';
import { approximatingMap, type KernelApproximation } from '../../search/approximation';
import { withinSentence } from '../../words/sentence';
import { type ApproximateFit, type ApproximateRows, approximateFit } from './approximateFit';
import { CANDIDATES, FEATURES, MOST_ROWS } from './candidates';
import { blocksOf, emptyLosses, halt, kernelOfLane, type RaceProgress, type RaceTask, rowsOf, setLane } from './judge';
import { addLosses, type RowLosses } from './judgedRows';
import { differenceTo } from './lanes';

/** Those that are judged: leverage scores beside a fit by random features alone. */
const kindsBeside = (fits: ApproximateLane | undefined): readonly ApproximateLane[] =>
  fits === 'features' || fits === 'leverage' ? ['landmarks', 'features', 'leverage'] : ['landmarks', 'features'];

/** A race on a sample, and all the rows that it was drawn from. */
interface LargeRace {
  readonly task: RaceTask;
  readonly whole: Problem;
  /** The sample's rows (0-based) in the whole. */
  readonly sample: Uint32Array;
  /** The one that the method is, if it is. */
  readonly fits?: ApproximateLane;
  readonly intercept: boolean;
}

/**
 * If there are more rows than an exact fit takes, landmarks and random features of the winner's kernel join the race on a sample. They are judged on
 * the same folds of the sample, and learn from the rows outside it too, which is what they are for: as many as the fit has, where it has them. Length scales and ridge are those that the
 * winner was tuned to outside each block of folds. Squared errors, and classes.
 */
export function judgeApproximations(large: LargeRace, winner: LaneId, lanes: RaceProgress, context: RunContext): void {
  const { task, fits } = large;
  const own = lanes.get(winner);
  const { kernel, title } = CANDIDATES[winner];
  const squared = task.judging.loss === 'squared' || task.judging.loss === 'misclassified';
  if (!squared || own?.judged === undefined || kernel === undefined || kernel === 'linear') return;
  const count = (fits && task.approximation?.count) ?? FEATURES;
  // As many operations for each number of features.
  const rest = rowsBeside(large, Math.min(MOST_ROWS, Math.round(MOST_ROWS * (FEATURES / count) ** 2)), context);
  if (rest === undefined || rest.length < Math.max(count + 1, 2 * FEATURES)) return;
  const kinds = kindsBeside(fits);
  for (const [i, id] of kinds.entries()) {
    const rows = rest.length + Math.round(task.problem.x.rows * (1 - 1 / task.rows.count));
    setLane(lanes, id, {
      title: `${CANDIDATES[id].title}, ${withinSentence(title)}`,
      approximates: { count, rows, fitted: fits === id },
      tunings: own.tunings,
      state: 'running',
    });
    judgeLane(large, id, winner, rest, count, lanes, partOf(context, i / kinds.length, (i + 1) / kinds.length));
  }
  compareEachOther(large, lanes);
}

/** A fit by one of them is judged beside the others, and not beside the exact fits, which learn from fewer rows. */
function compareEachOther({ task: { rows, judging }, fits }: LargeRace, lanes: RaceProgress): void {
  const kinds = kindsBeside(fits);
  for (const id of kinds) {
    const own = lanes.get(id);
    const other = lanes.get(
      fits !== undefined && fits !== id ? fits : id === 'landmarks' ? 'features' : 'landmarks',
    )?.judged;
    if (own?.judged === undefined || own.approximates === undefined || other === undefined) continue;
    const toOther = differenceTo(own.judged, other, rows, judging.loss);
    setLane(lanes, id, { approximates: { ...own.approximates, toOther } });
  }
}

/**
 * Rows outside the sample, none of which has to stay together with one of it. Undefined where folds were given or go in order: those rows
 * belong to folds too.
 */
function rowsBeside({ task, whole, sample }: LargeRace, most: number, context: RunContext): Uint32Array | undefined {
  const division = divisionOf(whole);
  if (division !== undefined && division.kind !== 'together') return undefined;
  const inside = new Set(sample);
  const units = new Set(division && sample.map((row) => division.unit[row]));
  const free = (row: number) => !inside.has(row) && !(division && units.has(division.unit[row]));
  return permutation(whole.x.rows, task.seed, context).filter(free).slice(0, most);
}

function judgeLane(
  { task, whole, sample, intercept }: LargeRace,
  id: ApproximateLane,
  winner: LaneId,
  rest: Uint32Array,
  count: number,
  lanes: RaceProgress,
  context: RunContext,
): void {
  const { rows, judging, lambda, linalg, approximation, seed } = task;
  const drawn: KernelApproximation =
    approximation?.kind === id || (approximation && id !== 'landmarks' && approximation.kind !== 'landmarks')
      ? { ...approximation, kind: id, count }
      : { kind: id, count, seed };
  const started = performance.now();
  const losses: RowLosses = emptyLosses(rows.folds.length, judging.outputs.length);
  const blocks = blocksOf(rows.count);
  try {
    for (const [b, [from, to]] of blocks.entries()) {
      if (task.finishing()) {
        halt(lanes, rows.count);
        return;
      }
      const tuned = lanes.get(winner)?.tunings[b] ?? { scales: [1], ridge: 1 };
      const spec = kernelOfLane(task, winner, tuned, whole.x.rows);
      // Landmarks are rows that are never judged.
      const map = approximatingMap(drawn, spec, whole, rest, linalg, context);
      if (map === undefined)
        throw new KernelscopeError('parameter/invalid', 'There are no random features of this kernel.', {
          name: 'kernel',
        });
      const total = (fitted: number) => (lambda === undefined ? tuned.ridge : lambda * fitted);
      const learning: ApproximateRows = { whole, rest, sample, map, intercept };
      const fit: ApproximateFit = approximateFit(learning, linalg, partOf(context, b / blocks.length, 1));
      for (let fold = from; fold < to; fold++) {
        const { others } = rowsOf(rows, fold);
        const predicted = fit.without(others, total(rest.length + sample.length - others.length));
        addLosses(judging, others, predicted, [], losses);
      }
    }
  } catch (error) {
    if (!(error instanceof KernelscopeError) || error.failure.code === 'run/cancelled') throw error;
    setLane(lanes, id, { state: 'failed', why: error.message });
    return;
  }
  const seconds = (performance.now() - started) / 1000;
  setLane(lanes, id, { state: 'judged', judged: { id, judged: rows.count, losses }, seconds });
}
