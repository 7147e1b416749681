import { partOf } from '../../contract/context';
import type { KernelSpec } from '../../contract/kernel';
import type { LaneId } from '../../contract/race';
import type { FirstFit } from '../../fit/firstFit';
import type { Problem } from '../../fit/problem';
import { fillKernel } from '../../kernels/expression';
import type { KernelTemplate } from '../../kernels/kernel';
import type { Computing } from '../../linalg/linalg';
import type { KernelApproximation } from '../../search/approximation';
import { type ColumnSum, isColumnSum, type KernelNumbers, specOfSum } from '../../search/columnSum';
import type { OnFolds, TunedCandidate } from '../../search/foldTrial';
import type { SearchProblem } from '../../search/searchProblem';
import { type PoolOptions, trialsUntil } from '../../search/trialPool';
import { oneScale, type ScaleGroups, scalesOf } from '../../search/tune';
import { mostCommon } from '../../statistics/classes';
import type { FoldedRows } from '../../statistics/foldStatistics';
import { counted } from '../../words/sentence';
import { predictByColumn, predictConstant } from './baselines';
import { CANDIDATES, type CandidateKernel } from './candidates';
import { hopeless, type Judged, STOPPING_FOLDS } from './choose';
import { addLosses, type Judging, quantileOf, type RowLosses } from './judgedRows';
import type { CandidateProgress } from './lanes';

/** Blocks of folds, each tuned separately. */
export const BLOCKS = 5;

/** The task that all candidates share. */
export interface RaceTask {
  readonly problem: Problem;
  readonly searched: SearchProblem;
  readonly rows: FoldedRows;
  /** 1-based data rows. */
  readonly numbers: Uint32Array;
  readonly judging: Judging;
  /** Given if numeric targets lie far out. */
  readonly first?: FirstFit;
  /** Rows (0-based) on which likelihoods are computed. */
  readonly sample: Uint32Array;
  /** More rows, whose leave-one-out errors choose the ridge. */
  readonly ridgeRows: Uint32Array;
  /** One scale for each column of the file. */
  readonly byColumn: ScaleGroups;
  readonly sum: ColumnSum;
  /** The value from which the search for a common length scale begins. */
  readonly guess: number;
  readonly columns: readonly string[];
  /** The lambda per sample, if the person has set it. */
  readonly lambda?: number;
  /** The approximation with which the method replaces the kernel. */
  readonly approximation?: KernelApproximation;
  readonly seed: number;
  readonly pool: PoolOptions;
  /** True once the person has ended the race. */
  readonly finishing: () => boolean;
  /**
   * The number of kernels that are never stopped because they may gain from many rows, since they are compared again on
   * more.
   */
  readonly keeps?: number;
}

export type RaceProgress = Map<LaneId, CandidateProgress>;

/** Losses of n rows and this many outputs, none judged yet. */
export function emptyLosses(n: number, outputs: number): RowLosses {
  const unknown = () => new Float64Array(n).fill(Number.NaN);
  const errors = Array.from({ length: outputs }, unknown);
  return { main: unknown(), squared: unknown(), absolute: unknown(), drawn: unknown(), errors };
}

/** Judges the candidates without a kernel on all folds; this takes next to no time if columns are few. */
export function judgeBaselines(
  { problem, rows, judging, columns }: RaceTask,
  lanes: RaceProgress,
  context: Computing,
): void {
  const started = performance.now();
  const n = rows.folds.length;
  const [mean, column] = [emptyLosses(n, judging.outputs.length), emptyLosses(n, judging.outputs.length)];
  const chosen: number[] = [];
  for (let fold = 0; fold < rows.count; fold++) {
    const { fitted, others } = rowsOfFold(rows, fold);
    const constant = predictConstant(problem, judging.loss, judging.taus, fitted, others);
    addLosses(judging, others, constant.predicted, constant.shifts, mean);
    const single = predictByColumn(problem, judging.taus, fitted, others, context) ?? { ...constant, column: -1 };
    addLosses(judging, others, single.predicted, single.shifts, column);
    chosen.push(single.column);
  }
  const seconds = (performance.now() - started) / 2000;
  const whole = { state: 'judged', seconds, tunings: [] } as const;
  lanes.set('mean', { ...whole, id: 'mean', judged: { id: 'mean', judged: rows.count, losses: mean } });
  lanes.set('column', {
    ...whole,
    id: 'column',
    judged: { id: 'column', judged: rows.count, losses: column },
    column: columns[mostCommon(chosen).level],
  });
}

/**
 * Judges candidates in rounds of folds, each tuned anew on the rows outside a block of them. After a round those that
 * cannot win any more are stopped; this depends only on the results of the round, not on which thread was first.
 * `report` is called after every round. If the race is ended, a block of folds that is not finished for all candidates
 * counts for none. Returns the number of folds that the remaining candidates were judged on.
 */
export function judgeKernels(
  task: RaceTask,
  tuned: ReadonlyMap<LaneId, TunedCandidate>,
  lanes: RaceProgress,
  report: () => void,
  context: Computing,
): number {
  const { rows, judging } = task;
  const blocks = blocksOf(rows.count);
  let running = [...tuned.keys()];
  if (running.length === 0 && task.finishing()) return 0;
  for (const id of running) {
    const losses = emptyLosses(rows.folds.length, judging.outputs.length);
    setLane(lanes, id, { state: 'running', judged: { id, judged: 0, losses } });
  }
  for (const round of roundsOf(blocks)) {
    const [from, to] = [round[0][0], round[round.length - 1][1]];
    const through = judgeRound(task, tuned, running, round, lanes, partOf(context, from / rows.count, to / rows.count));
    const end = through === 0 ? from : round[through - 1][1];
    running = running.filter((id) => lanes.get(id)?.state === 'running');
    const judged = running.flatMap((id) => lanes.get(id)?.judged ?? []);
    const stopped = end < rows.count ? hopeless(judged, rows, task.keeps) : [];
    for (const id of stopped)
      setLane(lanes, id, {
        state: 'stopped',
        why: `Stopped after ${end} of ${rows.count} folds: it could no longer win.`,
      });
    running = running.filter((id) => !stopped.includes(id));
    if (end === rows.count) for (const id of running) setLane(lanes, id, { state: 'judged' });
    const ended = end < rows.count && task.finishing();
    if (ended) halt(lanes, rows.count);
    report();
    if (ended) return end;
  }
  return rows.count;
}

/** Marks the candidates that were not through when the race was ended. */
export function halt(lanes: RaceProgress, folds: number): void {
  for (const { id, state, judged } of lanes.values()) {
    if (state !== 'waits' && state !== 'running') continue;
    setLane(lanes, id, haltedAfter(judged?.judged ?? 0, folds));
  }
}

export function haltedAfter(judged: number, folds: number) {
  const when = judged === 0 ? 'before it was judged' : `after ${judged} of ${counted(folds, 'fold')}`;
  return { state: 'halted', why: `You stopped the comparison ${when}.` } as const;
}

/** Consecutive folds that share a tuning: at most five blocks of them. */
export function blocksOf(count: number): (readonly [number, number])[] {
  const blocks = Math.min(BLOCKS, count);
  return Array.from({ length: blocks }, (_, b) => [
    Math.floor((b * count) / blocks),
    Math.floor(((b + 1) * count) / blocks),
  ]);
}

/** The blocks of each round: as many as have the folds after which candidates may be stopped. */
export function roundsOf(blocks: readonly (readonly [number, number])[]): (readonly (readonly [number, number])[])[] {
  const ends = STOPPING_FOLDS.map((folds) => 1 + blocks.findIndex(([, end]) => end >= folds));
  const cuts = [0, ...ends.filter((end) => end > 0 && end < blocks.length), blocks.length];
  return cuts.slice(1).map((end, r) => blocks.slice(cuts[r], end));
}

/**
 * Returns the number of blocks of the round that were finished for all candidates: fewer than it has if the race was
 * ended meanwhile.
 */
function judgeRound(
  task: RaceTask,
  tuned: ReadonlyMap<LaneId, TunedCandidate>,
  running: readonly LaneId[],
  round: readonly (readonly [number, number])[],
  lanes: RaceProgress,
  context: Computing,
): number {
  const { searched, rows, judging, sample, byColumn, lambda, approximation, pool, finishing } = task;
  // The longest trial comes first, so that no thread is still busy with it at the end.
  const jobs = round.flatMap((block) => running.toReversed().map((id) => ({ id, block })));
  const trials = jobs.map(({ id, block }): OnFolds => {
    const { kernel, byColumn: many } = CANDIDATES[id];
    const { ridgeFactor, ...start } = tuned.get(id) as TunedCandidate;
    return {
      kind: 'folds',
      kernel: openKernel(task, kernel),
      ...(many && { groups: byColumn }),
      rows: sample,
      ...(lambda !== undefined && { lambda }),
      folds: rows.folds,
      block,
      start,
      ridgeFactor,
      drawsIn: judging.codes === undefined,
      residuals: judging.loss === 'pinball',
      ...(approximation && { approximation }),
    };
  });
  const options = { ...pool, named: 'comparison' };
  const results = trialsUntil<'folds'>(finishing, searched, trials, context, options);
  const missing = jobs.filter((_, at) => results[at] === undefined).map(({ block }) => round.indexOf(block));
  const through = Math.min(round.length, ...missing);
  results.forEach((result, at) => {
    const { id, block } = jobs[at];
    if (result === undefined || round.indexOf(block) >= through) return;
    const lane = lanes.get(id);
    if (!lane?.judged || lane.state === 'failed') return;
    if ('failed' in result) {
      setLane(lanes, id, { state: 'failed', why: result.failed });
      return;
    }
    const shifts = (result.residuals ?? []).map((values) => judging.taus.map((tau) => quantileOf(values, tau)));
    const { losses } = lane.judged;
    for (const [f, predicted] of result.predicted.entries())
      addLosses(judging, rowsOfFold(rows, block[0] + f).others, predicted, shifts, losses);
    setLane(lanes, id, {
      seconds: lane.seconds + result.seconds,
      tunings: [...lane.tunings, result.tuned],
      judged: { ...lane.judged, judged: block[1] },
    });
  });
  return through;
}

export function setLane(lanes: RaceProgress, id: LaneId, change: Partial<CandidateProgress>): void {
  lanes.set(id, { id, state: 'waits', seconds: 0, tunings: [], ...lanes.get(id), ...change });
}

/** The part of a candidate's kernel that is to be tuned. */
export const openKernel = ({ sum }: RaceTask, kernel: CandidateKernel = 'linear'): KernelTemplate | ColumnSum =>
  kernel === 'sum' ? sum : { kind: kernel };

/** The kernel of a candidate at these numbers, for fits of as many rows as there are. */
export function kernelOfLane(task: RaceTask, id: LaneId, at: KernelNumbers, n = task.problem.x.rows): KernelSpec {
  const { kernel, byColumn } = CANDIDATES[id];
  const open = openKernel(task, kernel);
  if (isColumnSum(open)) return specOfSum(at.sum ?? open, at, task.problem.x, n);
  const { of } = byColumn ? task.byColumn : oneScale(task.problem.x.columns);
  return fillKernel(open, scalesOf({ of, count: at.scales.length }, at.scales));
}

export function rowsOfFold({ folds }: FoldedRows, fold: number) {
  const all = Uint32Array.from(folds.keys());
  return { fitted: all.filter((i) => folds[i] !== fold), others: all.filter((i) => folds[i] === fold) };
}

/** The judged candidates that a fit may take; if the race was ended, those that remained then. */
export function judgedOf(lanes: RaceProgress, fitted: readonly LaneId[]): Judged[] {
  return fitted.flatMap((id) => {
    const lane = lanes.get(id);
    return (lane?.state === 'judged' || lane?.state === 'halted') && lane.judged ? [lane.judged] : [];
  });
}
