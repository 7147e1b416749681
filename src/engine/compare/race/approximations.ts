import { partOf } from '../../contract/context';
import { KernelscopeError } from '../../contract/failure';
import type { ApproximateLane, LaneId, Race } from '../../contract/race';
import { permutation } from '../../data/random';
import { divisionOf, type Problem } from '../../fit/problem';
import type { Computing } from '../../linalg/linalg';
import { approximatingMap, type KernelApproximation } from '../../search/approximation';
import type { KernelNumbers } from '../../search/columnSum';
import { withinSentence } from '../../words/sentence';
import { type ApproximateFit, type ApproximateRows, approximateFit } from './approximateFit';
import { AGAIN, CANDIDATES, LANDMARKS_AGAIN, MOST_RACED_ROWS, RACED_FEATURES } from './candidates';
import { type Judged, mayGain } from './choose';
import { type RacedTuning, refined } from './finish';
import {
  BLOCKS,
  blocksOf,
  emptyLosses,
  halt,
  kernelOfLane,
  type RaceProgress,
  type RaceTask,
  rowsOfFold,
  setLane,
} from './judge';
import { addLosses, type RowLosses } from './judgedRows';
import { type CandidateProgress, differenceTo } from './lanes';

/** A candidate whose error exceeds the chosen one's by at most this fraction is close enough to be compared again. */
const BEHIND = 0.25;

/** The kinds that are judged: leverage scores only if the fit itself uses random features. */
const kindsBeside = (fits: ApproximateLane | undefined): readonly ApproximateLane[] =>
  fits === 'features' || fits === 'leverage' ? ['landmarks', 'features', 'leverage'] : ['landmarks', 'features'];

/** A race on a sample, and all the rows that the sample was drawn from. */
interface LargeRace {
  readonly task: RaceTask;
  readonly full: Problem;
  /** The sample's rows (0-based) among all rows. */
  readonly sample: Uint32Array;
  /** The kind that the method itself uses, if it uses one. */
  readonly fits?: ApproximateLane;
  readonly intercept: boolean;
}

/**
 * The rows (0-based among all rows) outside the sample from which fits with `count` landmarks or features learn;
 * undefined if they are too few. More features learn from fewer rows, so that all fits take as many operations; `times`
 * as many are affordable where one tuning serves all folds.
 */
function restOf(large: LargeRace, count: number, context: Computing, times = 1): Uint32Array | undefined {
  const affordable = Math.round(times * MOST_RACED_ROWS * (RACED_FEATURES / count) ** 2);
  const rest = rowsBeside(large, Math.min(MOST_RACED_ROWS, affordable), context);
  const { loss } = large.task.judging;
  const enough = rest && rest.length >= Math.max(count + 1, 2 * RACED_FEATURES);
  return enough && (loss === 'squared' || loss === 'misclassified') ? rest : undefined;
}

/** The number of rows that a fit of all but one fold learns from. */
const rowsOfFit = ({ task }: LargeRace, rest: Uint32Array) =>
  rest.length + Math.round(task.problem.x.rows * (1 - 1 / task.rows.count));

export interface JudgedAgain extends Omit<NonNullable<Race['again']>, 'lowest' | 'lanes'> {
  readonly judged: readonly Judged[];
  /** The numbers that each candidate was tuned to beforehand, on rows that are not judged. */
  readonly tuned: ReadonlyMap<LaneId, TunedAgain>;
}

interface TunedAgain extends KernelNumbers {
  /** The numbers with which it was judged: the ridge is that of the lowest leave-one-out error. */
  readonly judgedAt: KernelNumbers;
}

/**
 * The candidate `chosen` and others that are not far behind it, at most four, those with scales for the columns first
 * and never the straight line, judged on the same folds with landmarks (or the fit's features) that learn from the rows
 * outside the sample too: few rows hardly tell candidates apart, and another one may gain more from many. Before that
 * they are tuned on more of those rows: from few, a kernel does not find the columns in which the target changes within
 * short distances. Undefined if the chosen one is alone, or has no such approximation.
 */
export function judgeAgain(
  large: LargeRace,
  chosen: LaneId,
  judged: readonly Judged[],
  tuningOf: (id: LaneId) => RacedTuning | undefined,
  context: Computing,
): JudgedAgain | undefined {
  const { task, full } = large;
  const { rows, judging } = task;
  const own = judged.find(({ id }) => id === chosen);
  const kind = large.fits ?? 'landmarks';
  // Landmarks of many rows approach the kernel itself; features are what is delivered.
  const { count: given = LANDMARKS_AGAIN } = task.approximation ?? {};
  const count = kind === 'landmarks' ? Math.min(LANDMARKS_AGAIN, given) : given;
  const rest = own && restOf(large, count, context, BLOCKS);
  if (own === undefined || rest === undefined || CANDIDATES[chosen].kernel === 'linear') return undefined;
  const isClose = (other: Judged) => {
    const { share, verdict } = differenceTo(other, own, rows, judging.loss);
    return share <= BEHIND || verdict !== 'worse';
  };
  const close = mayGain(judged, rows).filter((other) => other !== own && isClose(other));
  const ids = [chosen, ...close.map(({ id }) => id)].slice(0, AGAIN);
  if (ids.length === 1) return undefined;
  const again: Judged[] = [];
  const tuned = new Map<LaneId, TunedAgain>();
  for (const [i, id] of ids.entries()) {
    const tuning = tuningOf(id);
    if (tuning === undefined || task.finishing()) return undefined;
    const part = partOf(context, i / ids.length, (i + 1) / ids.length);
    const at = refined({ full, task, id, ...tuning }, rest, true, partOf(part, 0, 0.7));
    const judgedAt = { ...at, ridge: at.ridge * tuning.common.ridgeFactor };
    const candidate = { id, tunings: [judgedAt] };
    const losses = attempted(() => lossesWith(large, { kind, count }, candidate, rest, partOf(part, 0.7, 1)));
    if (losses === undefined || 'failed' in losses) return undefined;
    tuned.set(id, { ...at, judgedAt });
    again.push({ id, judged: rows.count, losses });
  }
  return { kind, count, rows: rowsOfFit(large, rest), judged: again, tuned };
}

/**
 * If there are more rows than an exact fit takes, landmarks and random features of the winner's kernel join the race on
 * a sample. They are judged on the same folds of the sample, and learn from the rows outside it too, which is their
 * purpose; their number is that of the fit, if it has them. Length scales and ridge are those with which the winner was
 * judged `again`, or else those tuned outside each block of folds. For squared errors and classes only.
 */
export function judgeApproximations(
  large: LargeRace,
  winner: LaneId,
  again: JudgedAgain | undefined,
  lanes: RaceProgress,
  context: Computing,
): void {
  const { task, fits } = large;
  const own = lanes.get(winner);
  const { kernel, title } = CANDIDATES[winner];
  const count = (fits && task.approximation?.count) ?? RACED_FEATURES;
  const rest = own?.judged && kernel !== undefined && kernel !== 'linear' ? restOf(large, count, context) : undefined;
  if (own === undefined || rest === undefined) return;
  const kinds = kindsBeside(fits);
  const tuned = again?.tuned.get(winner);
  const tunings = tuned ? [tuned.judgedAt] : own.tunings;
  for (const [i, id] of kinds.entries()) {
    setLane(lanes, id, {
      title: `${CANDIDATES[id].title}, ${withinSentence(title)}`,
      approximates: { count, rows: rowsOfFit(large, rest), fitted: fits === id },
      tunings,
      state: 'running',
    });
    const started = performance.now();
    const known =
      again?.kind === id && again.count === count
        ? again.judged.find((entry) => entry.id === winner)?.losses
        : undefined;
    const part = partOf(context, i / kinds.length, (i + 1) / kinds.length);
    const losses =
      known ?? attempted(() => lossesWith(large, { kind: id, count }, { id: winner, tunings }, rest, part));
    const seconds = (performance.now() - started) / 1000;
    if (losses === undefined) halt(lanes, task.rows.count);
    else if ('failed' in losses) setLane(lanes, id, { state: 'failed', why: losses.failed });
    else setLane(lanes, id, { state: 'judged', judged: { id, judged: task.rows.count, losses }, seconds });
  }
  compareEachOther(large, lanes);
}

/** The losses of an approximation, or the reason why it failed; a cancellation is rethrown. */
function attempted(body: () => RowLosses | undefined): RowLosses | { readonly failed: string } | undefined {
  try {
    return body();
  } catch (error) {
    if (!(error instanceof KernelscopeError) || error.failure.code === 'run/cancelled') throw error;
    return { failed: error.message };
  }
}

/** A fit by one of them is compared with the other kinds, and not with the exact fits, which learn from fewer rows. */
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
 * Rows outside the sample, none of which must stay together with a row in it. Undefined if folds were given or go in
 * order: those rows belong to folds too.
 */
function rowsBeside({ task, full, sample }: LargeRace, most: number, context: Computing): Uint32Array | undefined {
  const division = divisionOf(full);
  if (division !== undefined && division.kind !== 'together') return undefined;
  const inside = new Set(sample);
  const units = new Set(division && sample.map((row) => division.unit[row]));
  const free = (row: number) => !inside.has(row) && !(division && units.has(division.unit[row]));
  return permutation(full.x.rows, task.seed, context).filter(free).slice(0, most);
}

/**
 * The losses of the sample's rows by fits of a candidate's kernel, tuned once or for each block of folds, with landmarks or features; undefined once the person has
 * ended the race.
 */
function lossesWith(
  { task, full, sample, intercept }: LargeRace,
  { kind, count }: { readonly kind: ApproximateLane; readonly count: number },
  { id, tunings }: Pick<CandidateProgress, 'id' | 'tunings'>,
  rest: Uint32Array,
  context: Computing,
): RowLosses | undefined {
  const { rows, judging, lambda, approximation, seed } = task;
  const drawn: KernelApproximation =
    approximation?.kind === kind || (approximation && kind !== 'landmarks' && approximation.kind !== 'landmarks')
      ? { ...approximation, kind, count }
      : { kind, count, seed };
  const losses: RowLosses = emptyLosses(rows.folds.length, judging.outputs.length);
  const blocks = tunings.length === 1 ? [[0, rows.count]] : blocksOf(rows.count);
  for (const [b, [from, to]] of blocks.entries()) {
    if (task.finishing()) return undefined;
    const tuned = tunings[b];
    const spec = kernelOfLane(task, id, tuned, full.x.rows);
    // Landmarks are rows that are never judged.
    const map = approximatingMap(drawn, spec, full, rest, context);
    if (map === undefined)
      throw new KernelscopeError('parameter/invalid', 'There are no random features of this kernel.', {
        name: 'kernel',
      });
    const total = (fitted: number) => (lambda === undefined ? tuned.ridge : lambda * fitted);
    const learning: ApproximateRows = { full, rest, sample, map, intercept };
    const fit: ApproximateFit = approximateFit(learning, partOf(context, b / blocks.length, 1));
    for (let fold = from; fold < to; fold++) {
      const { others } = rowsOfFold(rows, fold);
      const predicted = fit.without(others, total(rest.length + sample.length - others.length));
      addLosses(judging, others, predicted, [], losses);
    }
  }
  return losses;
}
