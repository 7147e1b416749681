import { partOf, type RunContext } from '../../contract/context';
import type { Design } from '../../contract/data';
import type { LaneId, Race, RacedKernel } from '../../contract/race';
import { divisionOn, repeatedRows } from '../../data/folds';
import { permutation, Random } from '../../data/random';
import { problemOnRows } from '../../fit/features/problemOnRows';
import { type FirstFit, firstFit } from '../../fit/firstFit';
import type { Racing } from '../../fit/method';
import { foldsOf, type Problem, problemOf } from '../../fit/problem';
import { medianHeuristic } from '../../kernels/medianHeuristic';
import type { LinearAlgebra } from '../../linalg/linalg';
import { drawnIn } from '../../search/drawnIn';
import type { FirstTuning, TunedCandidate } from '../../search/foldTrial';
import { problemOn, type SearchProblem } from '../../search/searchProblem';
import { type PoolOptions, trialsUntil } from '../../search/trialPool';
import { type Hyperparameters, oneScale, tune } from '../../search/tune';
import { judgeApproximations } from './approximations';
import { CANDIDATES, LANE_IDS } from './candidates';
import { type Choice, choose } from './choose';
import { type FarTargets, farTargets, tunedTargets } from './farTargets';
import type { FoldedRows } from './foldStatistics';
import { huberOf, judgeHuber } from './huberCandidate';
import { halt, judgeBaselines, judgedOf, judgeKernels, type Lanes, type RaceTask, setLane, templateOf } from './judge';
import { laneOf, meanOf } from './lanes';
import { ruleOf } from './words';

/** Rows that are raced on: of more, a seeded sample. */
export const RACE_ROWS = 1500;
/** Rows on which likelihoods are computed, in the race and at its end; and those whose leave-one-out errors choose the ridge. */
export const TUNED_ROWS = 400;
export const RIDGE_ROWS = 1000;
export const REFINED_ROWS = 800;
const REFINEMENTS = 15;
/** Fewer rows, or fewer folds, tell candidates apart too poorly to be worth it. */
const FEWEST_ROWS = 20;
const FEWEST_FOLDS = 2;
const FOLDS = 10;
const MOST_FOLDS = 50;
/** More columns of the file than this, or than half the rows that are tuned on, get no length scale each. */
const MOST_COLUMNS = 200;

export interface RaceRequest extends Racing {
  readonly seed: number;
  /** Left out: ten. */
  readonly folds?: number;
  /** Per sample, where the person has set it. */
  readonly lambda?: number;
  readonly intercept: boolean;
}

/** What a fit of all rows takes of a candidate. */
export interface RacedKernelChoice {
  /** As the parameter says it. */
  readonly kernel: string;
  /** One, or one for each encoded column; absent for the straight line. */
  readonly lengthScale?: readonly number[];
}

export interface RaceOutcome {
  readonly race: Race;
  /** Of the chosen one; absent where every candidate failed. */
  readonly taken?: RacedKernelChoice;
  /** Of every candidate that was tuned and can be fitted. */
  readonly candidates: ReadonlyMap<LaneId, RacedKernelChoice>;
}

/** How a race is followed, and by whom it is run. */
export interface RaceOptions {
  readonly onRace?: (race: Race) => void;
  readonly pool?: PoolOptions;
  /** Whether the person has ended the race: what was judged by then decides. */
  readonly finishing?: () => boolean;
}

/** Undefined where a race is not worth running: too few rows to tell candidates apart. */
export function race(
  design: Design,
  request: RaceRequest,
  linalg: LinearAlgebra,
  context: RunContext,
  { onRace = () => {}, pool = {}, finishing = () => false }: RaceOptions = {},
): RaceOutcome | undefined {
  const started = performance.now();
  const whole = problemOf(design, context);
  const sample = sampleOf(whole, request.seed, context);
  const problem = sample ? sampled(whole, sample) : whole;
  const first = problem.codes
    ? undefined
    : firstFit(searchedOf(problem, true), request.loss !== 'squared', request.seed, linalg, context);
  const task = taskOf(
    design,
    problem,
    request,
    linalg,
    { pool, finishing, ...(sample && { sample }), ...(first && { first }) },
    context,
  );
  if (task === undefined) return undefined;
  const entered = entrants(task, request);
  const lanes: Lanes = new Map();
  for (const id of LANE_IDS) if (CANDIDATES[id].baseline || entered.includes(id)) setLane(lanes, id, {});
  const fitted = entered.filter((id) => request.takes(CANDIDATES[id].kernel ?? 'linear'));
  const tell = (choice?: Choice, endedAfter?: number): Race =>
    described(design, task, lanes, { choice, endedAfter, started });
  judgeBaselines(task, lanes, context);
  onRace(tell());
  const tuned = tuneAll(task, entered, lanes, partOf(context, 0, 0.2));
  const folds = judgeKernels(task, tuned, lanes, () => onRace(tell()), partOf(context, 0.2, 0.8));
  const endedAfter = folds < task.rows.count ? folds : undefined;
  const byShare = request.loss === 'squared' && design.classes !== undefined;
  const choice = choose(judgedOf(lanes, fitted), task.rows, byShare, folds);
  if (choice && endedAfter === undefined) {
    const large = sample && {
      task,
      whole,
      sample,
      intercept: request.intercept,
      ...(request.fits && { fits: request.fits }),
    };
    if (large) judgeApproximations(large, choice.chosen, lanes, partOf(context, 0.8, 0.85));
    judgeHuber(task, choice.chosen, lanes, partOf(context, 0.85, 0.9));
  }
  const result = tell(choice, endedAfter);
  const candidates = new Map(
    fitted.flatMap((id) => {
      const scales = startOf(id, tuned, lanes)?.scales;
      return scales ? [[id, kernelChoice(id, scales, whole)] as const] : [];
    }),
  );
  const common = choice && tuned.get(choice.chosen);
  if (choice === undefined || common === undefined) return { race: result, candidates };
  if (common.scales.length === 0) return { race: result, taken: kernelChoice(choice.chosen, [], whole), candidates };
  const start = startOf(choice.chosen, tuned, lanes) ?? common;
  const { kernel = 'linear' } = CANDIDATES[choice.chosen];
  const last = partOf(context, 0.9, 1);
  const { scales, ridge } = finished(whole, task, kernel, { common: common.scales[0], start }, last);
  const { lambda } = request;
  const total = lambda === undefined ? ridge * common.ridgeFactor : lambda * task.problem.x.rows;
  setLane(lanes, choice.chosen, { tuned: { scales, ridge: total } });
  const taken = kernelChoice(choice.chosen, scales, whole);
  return { race: tell(choice, endedAfter), taken, candidates: candidates.set(choice.chosen, taken) };
}

/** What a candidate was tuned to: one scale, or of several the mean over the folds. */
function startOf(id: LaneId, tuned: ReadonlyMap<LaneId, TunedCandidate>, lanes: Lanes): Hyperparameters | undefined {
  const { byColumn } = CANDIDATES[id];
  return (byColumn && meanOf(lanes.get(id)?.tunings ?? [])) || tuned.get(id);
}

/** Scales by column of the file become scales by encoded column. */
function kernelChoice(id: LaneId, scales: readonly number[], { fileColumns }: Problem): RacedKernelChoice {
  const { kernel = 'linear' } = CANDIDATES[id];
  if (scales.length === 0) return { kernel };
  const rounded = scales.map((v) => Number(v.toPrecision(4)));
  return { kernel, lengthScale: rounded.length > 1 ? Array.from(fileColumns, (c) => rounded[c]) : rounded };
}

/** Rows (0-based) that are raced on where there are more. */
function sampleOf({ x }: Problem, seed: number, context: RunContext): Uint32Array | undefined {
  return x.rows > RACE_ROWS ? permutation(x.rows, seed, context).slice(0, RACE_ROWS).sort() : undefined;
}

function taskOf(
  design: Design,
  given: Problem,
  { loss, taus, seed, folds: asked, lambda, intercept }: RaceRequest,
  linalg: LinearAlgebra,
  {
    sample,
    first,
    ...run
  }: Pick<RaceTask, 'pool' | 'finishing'> & { readonly sample?: Uint32Array; readonly first?: FirstFit },
  context: RunContext,
): RaceTask | undefined {
  const rows = foldedRows(given, asked, seed);
  if (rows === undefined) return undefined;
  const all = { problem: given, searched: searchedOf(given, intercept) };
  const { problem, searched, near }: FarTargets = first ? farTargets(given, all.searched, loss, first, context) : all;
  const { x, outputs, codes, fileColumns } = problem;
  const distinct = distinctRows(x, permutation(x.rows, seed), RIDGE_ROWS);
  return {
    problem,
    searched,
    rows,
    numbers: sample ? sample.map((row) => design.train.rows[row]) : design.train.rows,
    judging: { loss: codes ? 'misclassified' : loss, outputs, ...(near && { near }), ...(codes && { codes }), taus },
    sample: distinct.slice(0, TUNED_ROWS),
    ridgeRows: distinct,
    byColumn: { of: fileColumns, count: fileColumns[fileColumns.length - 1] + 1 },
    columns: design.transform.inputs.map(({ column }) => column),
    ...(lambda !== undefined && { lambda }),
    seed,
    linalg,
    ...(first && { first }),
    ...run,
  };
}

/** The rows, targets and unpenalised features of every search; each candidate puts in its kernel. */
function searchedOf({ x, outputs, rootWeights }: Problem, intercept: boolean): SearchProblem {
  return {
    x,
    y: outputs.map(({ weighted }) => weighted),
    ...(rootWeights && { rootWeights }),
    ...(intercept && { features: { values: rootWeights ?? new Float64Array(x.rows).fill(1), columns: 1 } }),
    template: templateOf('gaussian'),
  };
}

/** Folds that the person gave go on dividing the sample. */
function sampled(problem: Problem, rows: Uint32Array): Problem {
  const division = divisionOn(problem.division, rows);
  return { ...problemOnRows(problem, rows), ...(division && { division }) };
}

/** The same folds for all, those without rows left out. */
function foldedRows(problem: Problem, asked: number | undefined, seed: number): FoldedRows | undefined {
  const { x, rootWeights } = problem;
  const wanted = asked !== undefined && asked >= FEWEST_FOLDS && asked <= MOST_FOLDS ? asked : FOLDS;
  const { of } = foldsOf(problem, wanted, seed);
  const used = [...new Set(of)].sort((a, b) => a - b);
  const folds = of.map((fold) => used.indexOf(fold));
  if (x.rows < FEWEST_ROWS || used.length < FEWEST_FOLDS) return undefined;
  return { folds, count: used.length, ...(rootWeights && { weights: rootWeights.map((root) => root * root) }) };
}

/**
 * The first `count` rows in this order, of rows that agree in every column the first alone: repeated ones, often with one target, would be taken
 * for a target without noise.
 */
function distinctRows(x: Problem['x'], order: Uint32Array, count: number): Uint32Array {
  for (let among = 2 * count; ; among *= 2) {
    const some = order.subarray(0, among);
    const repeated = repeatedRows(x, some);
    const distinct = repeated?.kind === 'together' ? some.filter((_, i) => repeated.unit[i] === i) : some;
    if (distinct.length >= count || some.length === order.length) return distinct.slice(0, count);
  }
}

/** Who runs: a line and every kernel, with scales by column where there are several and not too many. */
function entrants({ byColumn, sample }: RaceTask, { takes }: RaceRequest): LaneId[] {
  const many = byColumn.count > 1 && byColumn.count <= Math.min(MOST_COLUMNS, sample.length / 2);
  return LANE_IDS.filter((id) => {
    const { kernel, byColumn: each } = CANDIDATES[id];
    return kernel !== undefined && (kernel === 'linear' || takes(kernel)) && (!each || many);
  });
}

/**
 * A common length scale of every kernel on all rows of the race, from where the search of each block of folds begins. Candidates with one for each
 * column begin there too.
 */
function tuneAll(
  { searched, sample, ridgeRows, lambda, linalg, pool, problem, seed, rows, finishing }: RaceTask,
  entered: readonly LaneId[],
  lanes: Lanes,
  context: RunContext,
): Map<LaneId, TunedCandidate> {
  const guess = medianHeuristic(problem.x, new Random(seed), context).lengthScale;
  const kernels = [...new Set(entered.map((id) => CANDIDATES[id].kernel))];
  const trials = kernels.map(
    (kernel): FirstTuning => ({
      kind: 'first',
      template: templateOf(kernel),
      rows: sample,
      guess,
      ridgeRows,
      drawsIn: problem.codes === undefined,
      ...(lambda !== undefined && { lambda }),
    }),
  );
  const ridgeOf = ({ ridge, ridgeFactor }: TunedCandidate) =>
    lambda === undefined ? ridge * ridgeFactor : lambda * problem.x.rows;
  const results = trialsUntil<'first'>(finishing, searched, trials, linalg, context, { ...pool, named: 'kernel' });
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
    if (!each)
      setLane(lanes, id, { tuned: { scales: result.scales, ridge: ridgeOf(result) }, seconds: result.seconds });
  }
  return tuned;
}

/** The scales of the chosen one on all rows, as many as are affordable, from those of the race. */
function finished(
  whole: Problem,
  { searched, judging, first, byColumn, lambda, seed, linalg }: RaceTask,
  kernel: RacedKernel | 'linear',
  { common, start }: { readonly common: number; readonly start: Hyperparameters },
  context: RunContext,
): Hyperparameters {
  const { x } = whole;
  const several = start.scales.length > 1;
  const groups = several ? byColumn : oneScale(x.columns);
  const all = { ...searchedOf(whole, searched.features !== undefined), template: templateOf(kernel) };
  const some = problemOn(all, distinctRows(x, permutation(x.rows, seed, context), REFINED_ROWS));
  const tuned = first ? { ...some, y: tunedTargets(some, judging.loss, first) } : some;
  const near = whole.codes ? some : drawnIn(tuned, groups, start, linalg, context);
  const set = lambda === undefined ? {} : { lambda };
  const rule = { groups, ...set, budget: REFINEMENTS, ...(several && { reference: common }) };
  return tune(near, rule, start, linalg, context) ?? start;
}

/** The race as far as it is; `started` is `performance.now()` at its begin. */
interface RaceEnd {
  readonly choice: Choice | undefined;
  readonly endedAfter: number | undefined;
  readonly started: number;
}

function described(design: Design, task: RaceTask, lanes: Lanes, { choice, endedAfter, started }: RaceEnd): Race {
  const { rows, judging, columns, problem, seed } = task;
  const { loss, taus } = judging;
  const huber = choice && huberOf(lanes, choice.chosen, task);
  const chosen = choice && lanes.get(choice.chosen)?.judged;
  return {
    task: design.classes ? 'classify' : 'regress',
    loss,
    ...(loss === 'pinball' && { taus }),
    target: [design.target, ...design.moreTargets].join(', '),
    rows: problem.x.rows,
    trainingRows: design.train.x.rows,
    folds: rows.count,
    seed,
    columns,
    lanes: [...lanes.values()].map((lane) => laneOf(lane, rows, loss, chosen)),
    ...(choice && choice),
    ...(huber && { huber }),
    ...(endedAfter !== undefined && { endedAfter }),
    rule: ruleOf(choice, rows.count, loss === 'misclassified', endedAfter),
    seconds: (performance.now() - started) / 1000,
  };
}
