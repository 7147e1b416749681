import { partOf, type RunContext } from '../../contract/context';
import type { Design } from '../../contract/data';
import type { LaneId, Race } from '../../contract/race';
import { divisionOn, repeatedRows } from '../../data/folds';
import { permutation, Random } from '../../data/random';
import { problemOnRows } from '../../fit/features/problemOnRows';
import type { Racing } from '../../fit/method';
import { foldsOf, type Problem, problemOf } from '../../fit/problem';
import { medianHeuristic } from '../../kernels/medianHeuristic';
import type { LinearAlgebra } from '../../linalg/linalg';
import type { FailedTrial, FirstTuning, TunedCandidate } from '../../search/foldTrial';
import { problemOn, type SearchProblem } from '../../search/searchProblem';
import { type PoolOptions, runTrials } from '../../search/trialPool';
import { oneScale, type Tuned, tune } from '../../search/tune';
import { CANDIDATES, LANE_IDS } from './candidates';
import { type Choice, choose } from './choose';
import type { FoldedRows } from './foldStatistics';
import { judgeBaselines, judgedOf, judgeKernels, type Lanes, type RaceTask, setLane, templateOf } from './judge';
import { laneOf } from './lanes';
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

export interface RaceOutcome {
  readonly race: Race;
  /** What a fit of all rows takes; absent where every candidate failed. */
  readonly taken?: {
    /** As the parameter says it. */
    readonly kernel: string;
    /** One, or one for each encoded column; absent for the straight line. */
    readonly lengthScale?: readonly number[];
  };
}

/** Undefined where a race is not worth running: too few rows to tell candidates apart. */
export function race(
  design: Design,
  request: RaceRequest,
  linalg: LinearAlgebra,
  context: RunContext,
  { onRace = () => {}, pool = {} }: { readonly onRace?: (race: Race) => void; readonly pool?: PoolOptions } = {},
): RaceOutcome | undefined {
  const started = performance.now();
  const whole = problemOf(design);
  const task = taskOf(design, whole, request, linalg, pool);
  if (task === undefined) return undefined;
  const entered = entrants(task, request);
  const lanes: Lanes = new Map();
  for (const id of LANE_IDS) if (CANDIDATES[id].kernel === undefined || entered.includes(id)) setLane(lanes, id, {});
  const fitted = entered.filter((id) => request.takes(CANDIDATES[id].kernel ?? 'linear'));
  const tell = (choice?: Choice): Race => described(design, task, lanes, choice, started);
  judgeBaselines(task, lanes, context);
  onRace(tell());
  const tuned = tuneAll(task, entered, lanes, partOf(context, 0, 0.2));
  judgeKernels(task, tuned, lanes, () => onRace(tell()), partOf(context, 0.2, 0.9));
  const choice = choose(judgedOf(lanes, fitted), task.rows, request.loss === 'squared' && design.classes !== undefined);
  const result = tell(choice);
  if (choice === undefined) return { race: result };
  const { kernel = 'linear', byColumn } = CANDIDATES[choice.chosen];
  const start = tuned.get(choice.chosen) as Tuned;
  if (start.scales.length === 0) return { race: result, taken: { kernel } };
  const { scales } = refined(whole, task, choice.chosen, start, partOf(context, 0.9, 1));
  const rounded = scales.map((v) => Number(v.toPrecision(4)));
  const lengthScale = byColumn ? Array.from(whole.fileColumns, (c) => rounded[c]) : rounded;
  return { race: result, taken: { kernel, lengthScale } };
}

function taskOf(
  design: Design,
  whole: Problem,
  { loss, taus, seed, folds: asked, lambda, intercept }: RaceRequest,
  linalg: LinearAlgebra,
  pool: PoolOptions,
): RaceTask | undefined {
  const n = whole.x.rows;
  const problem = n > RACE_ROWS ? sampled(whole, permutation(n, seed).slice(0, RACE_ROWS).sort()) : whole;
  const rows = foldedRows(problem, asked, seed);
  if (rows === undefined) return undefined;
  const { x, outputs, codes, fileColumns } = problem;
  const distinct = distinctRows(x, permutation(x.rows, seed));
  return {
    problem,
    searched: searchedOf(problem, intercept),
    rows,
    judging: { loss: codes ? 'misclassified' : loss, outputs, ...(codes && { codes }), taus },
    sample: distinct.slice(0, TUNED_ROWS),
    ridgeRows: distinct.slice(0, RIDGE_ROWS),
    byColumn: { of: fileColumns, count: fileColumns[fileColumns.length - 1] + 1 },
    columns: design.transform.inputs.map(({ column }) => column),
    ...(lambda !== undefined && { lambda }),
    seed,
    linalg,
    pool,
  };
}

/** What is searched; each candidate has a template of its own. */
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

/** Of rows that agree in every column the first: repeated ones, often with one target, would be taken for a target without noise. */
function distinctRows(x: Problem['x'], order: Uint32Array): Uint32Array {
  const repeated = repeatedRows(x);
  if (repeated?.kind !== 'together') return order;
  const { unit } = repeated;
  const seen = new Set<number>();
  return order.filter((row) => !seen.has(unit[row]) && seen.add(unit[row]));
}

/** Who runs: a line and every kernel, with scales by column where there are several and not too many. */
function entrants({ byColumn, sample }: RaceTask, { takes }: RaceRequest): LaneId[] {
  const many = byColumn.count > 1 && byColumn.count <= Math.min(MOST_COLUMNS, sample.length / 2);
  return LANE_IDS.filter((id) => {
    const { kernel, byColumn: each } = CANDIDATES[id];
    return kernel !== undefined && (kernel === 'linear' || takes(kernel)) && (!each || many);
  });
}

/** Hyperparameters of every candidate on all rows of the race: where the search of each fold begins. */
function tuneAll(
  { searched, sample, ridgeRows, byColumn, lambda, linalg, pool, problem, seed }: RaceTask,
  entered: readonly LaneId[],
  lanes: Lanes,
  context: RunContext,
): Map<LaneId, TunedCandidate> {
  const guess = medianHeuristic(problem.x, new Random(seed), context).lengthScale;
  const kernels = entered.filter((id) => !CANDIDATES[id].byColumn);
  const groupedOf = (id: LaneId) =>
    entered.find((other) => CANDIDATES[other].byColumn && CANDIDATES[other].kernel === CANDIDATES[id].kernel);
  const trials = kernels.map(
    (id): FirstTuning => ({
      kind: 'first',
      template: templateOf(CANDIDATES[id].kernel),
      rows: sample,
      guess,
      ridgeRows,
      ...(lambda !== undefined && { lambda }),
      ...(groupedOf(id) && { groups: byColumn }),
    }),
  );
  const results = runTrials<'first'>(searched, trials, linalg, context, { ...pool, named: 'kernel' });
  const tuned = new Map<LaneId, TunedCandidate>();
  const enter = (id: LaneId, outcome: TunedCandidate | FailedTrial) => {
    if ('failed' in outcome) {
      setLane(lanes, id, { state: 'failed', why: outcome.failed });
      return;
    }
    tuned.set(id, outcome);
    setLane(lanes, id, { tuned: { ...outcome, ridge: outcome.ridge * outcome.ridgeFactor }, seconds: outcome.seconds });
  };
  results.forEach(({ common, grouped = common }, at) => {
    enter(kernels[at], common);
    const each = groupedOf(kernels[at]);
    if (each) enter(each, grouped);
  });
  // In the order of their lanes, whichever was tuned first.
  return new Map(LANE_IDS.flatMap((id) => (tuned.has(id) ? [[id, tuned.get(id) as TunedCandidate]] : [])));
}

/** The chosen one's scales once more, on more rows where there are. */
function refined(
  whole: Problem,
  { searched, sample, byColumn, lambda, seed, linalg }: RaceTask,
  id: LaneId,
  start: Tuned,
  context: RunContext,
): { readonly scales: readonly number[] } {
  const { x } = whole;
  if (x.rows <= sample.length) return start;
  const { kernel, byColumn: each } = CANDIDATES[id];
  const all = { ...searchedOf(whole, searched.features !== undefined), template: templateOf(kernel) };
  const distinct = distinctRows(x, permutation(x.rows, seed));
  const more = problemOn(all, distinct.slice(0, REFINED_ROWS));
  const groups = each ? byColumn : oneScale(x.columns);
  const rule = { groups, ...(lambda !== undefined && { lambda }), budget: REFINEMENTS };
  return tune(more, rule, start, linalg, context) ?? start;
}

function described(
  design: Design,
  { rows, judging, columns, problem, seed }: RaceTask,
  lanes: Lanes,
  choice: Choice | undefined,
  started: number,
): Race {
  const { loss, taus } = judging;
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
    rule: ruleOf(choice, rows.count, loss === 'misclassified'),
    seconds: (performance.now() - started) / 1000,
  };
}
