import { partOf } from '../../contract/context';
import type { Design } from '../../contract/data';
import { isLeftOut, type LaneId, type Race, type RaceLoss } from '../../contract/race';
import { permutation, Random } from '../../data/random';
import { COMMON_SHARE } from '../../data/targetCallouts';
import { firstFit } from '../../fit/firstFit';
import type { Racing } from '../../fit/method';
import { nearZero, type Problem, problemOf } from '../../fit/problem';
import { kernelText } from '../../kernels/kernelWords';
import { medianHeuristic } from '../../kernels/medianHeuristic';
import type { Computing } from '../../linalg/linalg';
import type { KernelApproximation } from '../../search/approximation';
import { type ColumnSum, columnSum, type KernelNumbers } from '../../search/columnSum';
import type { FirstTuning, TunedCandidate } from '../../search/foldTrial';
import { problemOn, type SearchProblem } from '../../search/searchProblem';
import { Crew, type PoolOptions, trialsUntil } from '../../search/trialPool';
import type { ScaleGroups } from '../../search/tune';
import { mostCommon } from '../../statistics/classes';
import type { FoldedRows } from '../../statistics/foldStatistics';
import { type JudgedAgain, judgeAgain, judgeApproximations } from './approximations';
import { AGAIN, AGAIN_ROWS, CANDIDATES, LANE_IDS, LARGE_ROWS } from './candidates';
import { choose, type RaceChoice, ruleOf } from './choose';
import { type FarTargets, farTargets } from './farTargets';
import { finalScales, type RacedTuning } from './finish';
import { huberOf, judgeHuber } from './huberCandidate';
import {
  halt,
  judgeBaselines,
  judgedOf,
  judgeKernels,
  kernelOfLane,
  openKernel,
  type RaceProgress,
  type RaceTask,
  setLane,
} from './judge';
import { laneOf, meanRidge, meanTuning } from './lanes';
import { optimismOfLowest } from './optimism';
import { distinctRows, foldedRows, racedSample, sampled, searchedOf } from './racedRows';

/** The number of rows on which likelihoods are computed, and of those whose leave-one-out errors choose the ridge. */
export const TUNED_ROWS = 300;
export const RIDGE_ROWS = 450;
/** More landmarks or features than this differ little from the exact kernel on so few rows, and take long. */
const MOST: Readonly<Record<KernelApproximation['kind'], number>> = { landmarks: 1000, features: 2000, leverage: 2000 };
/**
 * With more columns of the file than this, or than half the rows that are tuned on, columns get no separate length
 * scales.
 */
const MOST_COLUMNS = 200;

export interface RaceRequest extends Racing {
  readonly seed: number;
  /** If omitted, ten. */
  readonly folds?: number;
  /** The lambda per sample, if the person has set it. */
  readonly lambda?: number;
  readonly intercept: boolean;
}

/** The part of a candidate that a fit of all rows takes. */
export interface RacedKernelChoice {
  /** The kernel as the value of the parameter. */
  readonly kernel: string;
  /** One, or one for each encoded column; absent for the straight line. */
  readonly lengthScale?: readonly number[];
}

export interface RaceOutcome {
  readonly race: Race;
  /** The kernel of the chosen candidate; absent if every candidate failed. */
  readonly taken?: RacedKernelChoice;
  /** The kernels of all candidates that were tuned and can be fitted. */
  readonly candidates: ReadonlyMap<LaneId, RacedKernelChoice>;
}

/** The listener, the threads and the end of a race. */
export interface RaceOptions {
  readonly onRace?: (race: Race) => void;
  readonly pool?: PoolOptions;
  /** True once the person has ended the race: the folds judged by then decide. */
  readonly finishing?: () => boolean;
  /** The number of training rows of the fit, if those of the design are a sample of them. */
  readonly fitted?: number;
}

/**
 * Undefined if a race is not worth running: too few rows to tell candidates apart. Its threads are reused from round to
 * round.
 */
export function race(
  design: Design,
  request: RaceRequest,
  context: Computing,
  options: RaceOptions = {},
): RaceOutcome | undefined {
  const crew = new Crew(context.linalg);
  try {
    return raced(design, request, context, { ...options, pool: { crew, ...options.pool } });
  } finally {
    crew.end();
  }
}

function raced(
  design: Design,
  request: RaceRequest,
  context: Computing,
  options: RaceOptions,
): RaceOutcome | undefined {
  const started = performance.now();
  const { onRace = () => {}, fitted: most = design.train.x.rows } = options;
  const { full, task, approximation, large } = racedRows(design, request, context, options, most);
  if (task === undefined) return undefined;
  const entered = entrants(task, request, most);
  const lanes: RaceProgress = new Map();
  for (const id of LANE_IDS) if (CANDIDATES[id].baseline || entered.includes(id)) setLane(lanes, id, {});
  const fitted = entered.filter((id) => request.takes(CANDIDATES[id].kernel ?? 'linear'));
  const tell = (choice?: RaceChoice, decided?: Race['again'], optimism = 0, endedAfter?: number): Race =>
    described(design, task, lanes, { choice, again: decided, optimism, endedAfter, started });
  judgeBaselines(task, lanes, context);
  if (design.classes) setLane(lanes, 'mean', { title: sameForAll(task.judging.loss) });
  onRace(tell());
  const tuned = tuneAll(task, entered, lanes, partOf(context, 0, 0.2));
  const until = large ? 0.5 : 0.8;
  const folds = judgeKernels(task, tuned, lanes, () => onRace(tell()), partOf(context, 0.2, until));
  const endedAfter = folds < task.rows.count ? folds : undefined;
  const byShare = request.loss === 'squared' && task.judging.loss === 'misclassified';
  const judged = judgedOf(lanes, fitted);
  const finer = byShare ? 'squared' : task.judging.near && 'drawn';
  const first = choose(judged, task.rows, finer, folds);
  const tuningOf = (id: LaneId) => tuningIn(tuned, lanes, id);
  const again =
    first && large && endedAfter === undefined
      ? judgeAgain(large, first.chosen, judged, tuningOf, partOf(context, until, 0.84))
      : undefined;
  const closest = again && choose(again.judged, task.rows, finer);
  const choice = first && { ...first, ...(closest && { chosen: closest.chosen }) };
  const decided = again && closest && decidedBy(again, closest.lowest);
  if (choice && endedAfter === undefined) {
    if (large && (large.fits !== undefined || full.x.rows >= LARGE_ROWS))
      judgeApproximations(large, choice.chosen, again, lanes, partOf(context, 0.84, 0.86));
    judgeHuber(task, choice.chosen, lanes, partOf(context, 0.86, 0.9));
  }
  const byLowest = choice?.chosen === choice?.lowest && endedAfter === undefined;
  const optimism = choice && byLowest ? optimismOfLowest(judgedOf(lanes, LANE_IDS), task.rows, task.seed) : 0;
  const result = tell(choice, decided, optimism, endedAfter);
  const candidates = new Map(
    fitted.flatMap((id) => {
      const tuning = tuningOf(id);
      return tuning ? [[id, kernelChoice(task, id, tuning.start, full)] as const] : [];
    }),
  );
  const tuning = choice && tuningOf(choice.chosen);
  if (choice === undefined || tuning === undefined) return { race: result, candidates };
  const { common } = tuning;
  if (common.scales.length === 0)
    return { race: result, taken: kernelChoice(task, choice.chosen, common, full), candidates };
  const refining = { full, task, id: choice.chosen, ...tuning };
  const { scales, ridge, sum } = finalScales(refining, again?.tuned.get(choice.chosen), partOf(context, 0.9, 1));
  const { lambda } = request;
  const tunings = lanes.get(choice.chosen)?.tunings ?? [];
  const own = approximation && tunings.length > 0 ? meanRidge(tunings) : ridge * common.ridgeFactor;
  const total = lambda === undefined ? own : lambda * task.problem.x.rows;
  const numbers = { scales, ridge: total, ...(sum && { sum }) };
  setLane(lanes, choice.chosen, { tuned: numbers });
  const taken = kernelChoice(task, choice.chosen, numbers, full);
  return { race: tell(choice, decided, optimism, endedAfter), taken, candidates: candidates.set(choice.chosen, taken) };
}

/**
 * The rows that a race runs on, all or a sample, and the task on them, which is undefined if it is not worth running;
 * `large`: how the candidates that lead on a sample are compared again on more rows.
 */
function racedRows(
  design: Design,
  request: RaceRequest,
  context: Computing,
  { pool = {}, finishing = () => false }: RaceOptions,
  most: number,
) {
  const { fits, intercept, loss, seed } = request;
  const given = problemOf(design, context);
  const full = intercept ? nearZero(given, context) : given;
  const sample = racedSample(full, seed, context);
  const problem = sample ? sampled(full, sample) : full;
  const wanted = request.approximation?.(most);
  const approximation = wanted && { ...wanted, count: Math.min(wanted.count, MOST[wanted.kind]) };
  const { copies } = problem;
  const rule = { robust: loss !== 'squared', seed, copies };
  const beginning = problem.codes ? undefined : firstFit(searchedOf(problem, true), rule, context);
  const goesOn = sample !== undefined && (fits !== undefined || full.x.rows >= AGAIN_ROWS);
  const run = {
    ...{ pool, finishing },
    ...(goesOn && full.x.rows >= AGAIN_ROWS && { keeps: AGAIN }),
    ...(approximation && { approximation }),
    ...(sample && { raced: sample }),
    ...(beginning && { first: beginning }),
  };
  const task = taskOf(design, problem, request, run, context);
  const large = task && goesOn && { task, full, sample, intercept, ...(fits && { fits }) };
  return { full, task, approximation, large };
}

/** The name of predicting the same for all rows: a class where mistakes are counted, scores otherwise. */
const sameForAll = (loss: RaceLoss) => (loss === 'misclassified' ? 'Most common class' : 'Same score for all rows');

/** The part of a second comparison that is reported. */
const decidedBy = ({ kind, count, rows, judged }: JudgedAgain, lowest: LaneId): Race['again'] => ({
  ...{ kind, count, rows, lowest },
  lanes: judged.map(({ id }) => id),
});

/** The numbers that a candidate was tuned to: one scale, or the mean over the folds of several. */
function tuningIn(
  tuned: ReadonlyMap<LaneId, TunedCandidate>,
  lanes: RaceProgress,
  id: LaneId,
): RacedTuning | undefined {
  const common = tuned.get(id);
  const ofEach = CANDIDATES[id].byColumn && meanTuning(lanes.get(id)?.tunings ?? []);
  return common && { common, start: ofEach ?? common };
}

/** Scales by column of the file become scales by encoded column; a sum is its expression, with everything in it. */
function kernelChoice(task: RaceTask, id: LaneId, at: KernelNumbers, { fileColumns, x }: Problem): RacedKernelChoice {
  const { kernel = 'linear' } = CANDIDATES[id];
  const scales = at.scales.map(rounded);
  if (kernel === 'sum') return { kernel: kernelText(kernelOfLane(task, id, { ...at, scales }, x.rows)) };
  if (scales.length === 0) return { kernel };
  return { kernel, lengthScale: scales.length > 1 ? Array.from(fileColumns, (c) => scales[c]) : scales };
}

const rounded = (value: number) => Number(value.toPrecision(4));

function taskOf(
  design: Design,
  given: Problem,
  { loss, taus, seed, folds: asked, lambda, intercept }: RaceRequest,
  {
    raced,
    ...run
  }: Pick<RaceTask, 'pool' | 'finishing' | 'approximation' | 'first' | 'keeps'> & { readonly raced?: Uint32Array },
  context: Computing,
): RaceTask | undefined {
  const rows = foldedRows(given, asked, seed);
  if (rows === undefined) return undefined;
  const all = { problem: given, searched: searchedOf(given, intercept) };
  const { first } = run;
  const { problem, searched, near }: FarTargets = first ? farTargets(given, all.searched, loss, first, context) : all;
  const { x, outputs, codes, fileColumns } = problem;
  const distinct = distinctRows(problem, permutation(x.rows, seed), RIDGE_ROWS);
  const byColumn = { of: fileColumns, count: fileColumns[fileColumns.length - 1] + 1 };
  const guess = medianHeuristic(x, new Random(seed), context).lengthScale;
  const sample = distinct.slice(0, TUNED_ROWS);
  return {
    problem,
    searched,
    rows,
    numbers: raced ? raced.map((row) => design.train.rows[row]) : design.train.rows,
    judging: {
      loss: codes ? judgedBy(codes, rows, loss) : loss,
      outputs,
      ...(near && { near }),
      ...(codes && { codes }),
      taus,
    },
    sample,
    ridgeRows: distinct,
    byColumn,
    sum: sumOf(problemOn({ ...searched, y: searched.near ?? searched.y }, sample), byColumn, guess),
    guess,
    columns: design.transform.inputs.map(({ column }) => column),
    ...(lambda !== undefined && { lambda }),
    seed,
    ...run,
  };
}

/**
 * If nearly all rows are of one class, mistakes hardly tell candidates apart, since most of them never predict another
 * class. Squared errors of the scores do, if they are the loss of the fit.
 */
const judgedBy = (codes: Float64Array, { weights }: FoldedRows, loss: RaceRequest['loss']): RaceLoss =>
  loss === 'squared' && mostCommon(codes, weights).share >= COMMON_SHARE ? loss : 'misclassified';

/** The sum over columns, with a scale for each column in its product if there are not too many. */
function sumOf({ x, y }: SearchProblem, byColumn: ScaleGroups, guess: number): ColumnSum {
  return columnSum(x, y, byColumn, manyScales(byColumn, x.rows) ? byColumn.count : 1, guess);
}

/** True if columns may have length scales of their own. */
const manyScales = ({ count }: ScaleGroups, rows: number) => count > 1 && count <= Math.min(MOST_COLUMNS, rows / 2);

/**
 * The candidates that run: a line and every kernel, with scales by column if there are several columns and not too
 * many.
 */
function entrants({ byColumn, sample }: RaceTask, { takes }: RaceRequest, rows: number): LaneId[] {
  const many = manyScales(byColumn, sample.length);
  return LANE_IDS.filter((id) => {
    const { kernel, byColumn: each, fromRows = 0 } = CANDIDATES[id];
    return kernel !== undefined && rows >= fromRows && (kernel === 'linear' || takes(kernel)) && (!each || many);
  });
}

/**
 * Tunes a common length scale of every kernel on all rows of the race, from which the search of each block of folds
 * begins. Candidates with one scale for each column begin there too.
 */
function tuneAll(
  task: RaceTask,
  entered: readonly LaneId[],
  lanes: RaceProgress,
  context: Computing,
): Map<LaneId, TunedCandidate> {
  const { searched, sample, ridgeRows, lambda, approximation, pool, problem, guess, rows, finishing } = task;
  // The longest trial comes first, so that no thread is still busy with it at the end.
  const kernels = [...new Set(entered.map((id) => CANDIDATES[id].kernel))].reverse();
  const trials = kernels.map(
    (kernel): FirstTuning => ({
      kind: 'first',
      kernel: openKernel(task, kernel),
      rows: sample,
      guess,
      ridgeRows,
      drawsIn: problem.codes === undefined,
      ...(lambda !== undefined && { lambda }),
    }),
  );
  const ridgeOf = ({ ridge, ridgeFactor }: TunedCandidate) =>
    lambda === undefined ? ridge * ridgeFactor : lambda * problem.x.rows;
  const results = trialsUntil<'first'>(finishing, searched, trials, context, {
    ...pool,
    named: 'kernel',
  });
  const tuned = new Map<LaneId, TunedCandidate>();
  if (results.includes(undefined)) {
    halt(lanes, rows.count);
    return tuned;
  }
  for (const id of entered) {
    const { kernel, byColumn: each } = CANDIDATES[id];
    const result = results[kernels.indexOf(kernel)];
    if (result === undefined) continue;
    if ('failed' in result) {
      setLane(lanes, id, { state: 'failed', why: result.failed });
      continue;
    }
    tuned.set(id, result);
    // With features the ridge is different, and is chosen with them.
    if (!each && approximation === undefined)
      setLane(lanes, id, { tuned: { scales: result.scales, ridge: ridgeOf(result) }, seconds: result.seconds });
  }
  return tuned;
}

/** The state of the race; `started` is `performance.now()` at its beginning. */
interface RaceEnd {
  readonly choice: RaceChoice | undefined;
  readonly again: Race['again'];
  /** As in `Race`; 0 if it is omitted there. */
  readonly optimism: number;
  readonly endedAfter: number | undefined;
  readonly started: number;
}

function described(
  design: Design,
  task: RaceTask,
  lanes: RaceProgress,
  { choice, again, optimism, endedAfter, started }: RaceEnd,
): Race {
  const { rows, judging, columns, problem, seed, approximation } = task;
  const { loss, taus } = judging;
  const expressionOf = (at: KernelNumbers) =>
    kernelText(kernelOfLane(task, 'sum', { ...at, scales: at.scales.map(rounded) }, design.train.x.rows));
  const huber = choice && huberOf(lanes, choice.chosen, task);
  const best = choice && lanes.get(choice.chosen)?.judged;
  const chosen = best && { ...best, optimism };
  return {
    task: design.classes ? 'classify' : 'regress',
    loss,
    ...(loss === 'pinball' && { taus }),
    ...(approximation && { judgedWith: { kind: approximation.kind, count: approximation.count } }),
    ...(design.division?.kind === 'blocks' && { inOrder: true }),
    target: [design.target, ...design.moreTargets].join(', '),
    rows: problem.x.rows,
    trainingRows: design.train.x.rows,
    folds: rows.count,
    seed,
    columns,
    ...(optimism > 0 && { optimism }),
    lanes: [...lanes.values()]
      .filter((lane) => !isLeftOut(lane))
      .map((lane) => laneOf(lane, rows, loss, chosen, expressionOf)),
    ...(choice && choice),
    ...(again && { again }),
    ...(huber && { huber }),
    ...(endedAfter !== undefined && { endedAfter }),
    rule: ruleOf(choice, rows.count, loss === 'misclassified', { again, endedAfter }),
    seconds: (performance.now() - started) / 1000,
  };
}
