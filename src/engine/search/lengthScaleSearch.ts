import { partOf, silently } from '../contract/context';
import type { RidgeScaleSearch } from '../contract/run';
import { permutation } from '../data/random';
import { polynomialOrder } from '../kernels/polynomialOrder';
import type { Computing } from '../linalg/linalg';
import type { ResidualKernel } from '../spectrum/spectrum';
import { count } from '../words/numbers';
import { type Criterion, criterionAt, criterionPath } from './criterion';
import { quadraticSearch, type TriedPoint } from './quadraticSearch';
import { decomposeAt, problemOn, type SearchProblem, weightedGramAt } from './searchProblem';

/** The rows of the first pass, and of the one that shows how length scale and lambda move as rows are added. */
const FIRST_ROWS = 256;
const SECOND_ROWS = 600;

/** First pass: from 1/32 to 4 times the start by factors of 2, in quarter octaves; further if the end is best, then between. */
const FIRST_STEPS = [-20, -16, -12, -8, -4, 0, 4, 8];
const EXTENSIONS = 5;
const BETWEEN = [-2, 2];

/** Operations that the last pass may cost, one evaluation counted as n³, and the most evaluations it makes. */
const LAST_BUDGET = 1e11;
const LAST_TRIALS = 10;
/** Evaluations below which two variables are not worth starting on: rather on fewer rows. */
const LEAST_TRIALS = 7;
/** One step of the last pass: half an octave of length scale, half a decade of lambda from its trend. */
const LAMBDA_STEP = Math.sqrt(10);
/** The best length scale shrinks as rows are added: octaves towards shorter ones come before the search around the best. */
const SHORTER = [-4, -8, -12];
/** The same before the last pass, in its steps. */
const LEADS = [-1, -2, -4];
/** Quarter octaves around the best over which the trend of the best lambda is taken. */
const TREND = 8;
/** A trial that needs a decomposition costs this many times as much, but gives all lambdas. */
const DECOMPOSITION = 5;
const LEAST_DECOMPOSITIONS = 4;

export interface SearchRule {
  readonly criterion: Criterion;
  /** The lambdas that may be chosen, ascending; a single one if it is set. */
  readonly lambdas: Float64Array;
  /** Length scales the search multiplies by one factor: the default ones, length 1 or d. */
  readonly start: readonly number[];
  readonly seed: number;
  /**
   * For filters other than ridge: the lowest leave-one-out error of that filter on a decomposition, which replaces the
   * criterion.
   */
  readonly best?: (residual: ResidualKernel, sample: SearchProblem) => BestOnBasis;
}

export interface BestOnBasis {
  readonly score: number;
  /** The lambda that shrinks about as much as the filter's best. */
  readonly lambda: number;
}

export interface SearchOutcome {
  readonly search: RidgeScaleSearch;
  /** As many length scales as the start has. */
  readonly lengthScale: readonly number[];
  /** The lambda of the lowest criterion on the rows of the last pass. */
  readonly lambda: number;
  readonly score: number;
  /** True if the minimum lies at the end of the range searched. */
  readonly atEdge: boolean;
}

interface Trial {
  readonly rows: number;
  /** Quarter octaves from the start. */
  readonly step: number;
  readonly score: number;
  readonly lambda: number;
}

interface LastPass {
  readonly rows: number;
  /** The most evaluations. */
  readonly most: number;
  /** True if each evaluation is one Cholesky factor. */
  readonly direct: boolean;
  /** True if rows were added since the best was found, so that shorter scales come first. */
  readonly leads: boolean;
}

/**
 * The rows of the last pass, for n training rows, and the most evaluations that it makes, each by a Cholesky factor if
 * it is `direct`. With more rows than these the best length scale hardly moves any more.
 */
export function lastPass(n: number, direct: boolean): Pick<LastPass, 'rows' | 'most'> {
  const [each, least] = direct ? [1, LEAST_TRIALS] : [DECOMPOSITION, LEAST_DECOMPOSITIONS];
  const rows = Math.min(n, Math.floor(Math.cbrt(LAST_BUDGET / (least * each))));
  return { rows, most: Math.min(LAST_TRIALS, Math.floor(LAST_BUDGET / (each * rows ** 3))) };
}

/**
 * Searches one factor on the length scales, each with its own best lambda, all targets sharing both: coarsely on a
 * seeded sample of 256 rows around the start, then by octaves to shorter scales on 600, from one decomposition for each
 * length scale; then on all rows, or as many as `LAST_BUDGET` allows, each point from one Cholesky factor: by a
 * quadratic in both logarithms (quadraticSearch.ts) from the point to which the best moved between the samples. Kernels
 * that are only conditionally positive definite have no such factor and are decomposed there too, as are all if a
 * filter other than ridge is to be judged (`rule.best`).
 */
export function searchLengthScale(problem: SearchProblem, rule: SearchRule, context: Computing): SearchOutcome {
  const n = problem.x.rows;
  const passes = new Passes(problem, rule);
  // With so few rows a sample would save little, and mislead if two length scales are nearly as good.
  const small = n <= 2 * FIRST_ROWS ? n : FIRST_ROWS;
  const coarse = passes.first(small, partOf(context, 0, 0.2));
  const ends = endsOf(passes.trials);
  const direct = polynomialOrder(problem.template) === 0 && rule.best === undefined;
  const { rows, most } = lastPass(n, direct);
  const leads = rows > 2 * FIRST_ROWS;
  const start = leads ? passes.second(coarse, [small, rows], partOf(context, 0.2, 0.4)) : coarse;
  const { best, score } = passes.last({ ...start, rows, most, direct, leads }, partOf(context, 0.4, 1));
  return {
    search: asSearch(passes.trials, rule),
    lengthScale: scaleAt(rule.start, best.step),
    lambda: best.lambda,
    score,
    atEdge: best.step <= ends.low || best.step >= ends.high,
  };
}

/** The best trial of a pass, and how lambda moves with the step around it. */
interface Found {
  readonly best: Trial;
  readonly trend: (step: number) => number;
}

/** The passes of a search, and all trials that they make. */
class Passes {
  readonly trials: Trial[] = [];
  private readonly order: Uint32Array;

  constructor(
    private readonly problem: SearchProblem,
    private readonly rule: SearchRule,
  ) {
    this.order = permutation(problem.x.rows, rule.seed);
  }

  /** Coarsely around the start, further while the best lies at an end, then between. */
  first(rows: number, context: Computing): Found {
    const small = this.on(rows);
    const visit = (steps: readonly number[], done: number) =>
      steps.forEach((step, i) => {
        this.decomposed(small, step, announced(context, done + (0.5 * i) / steps.length, rows));
      });
    visit(FIRST_STEPS, 0);
    for (let more = 0; more < EXTENSIONS; more++) {
      const ends = endsOf(this.trials);
      const best = leastOf(this.trials).step;
      if (best !== ends.low && best !== ends.high) break;
      visit([best === ends.low ? best - 4 : best + 4], 0.5);
    }
    const coarse = leastOf(this.trials).step;
    visit(
      BETWEEN.map((by) => coarse + by),
      0.5,
    );
    const best = leastOf(this.trials);
    return { best, trend: lambdaTrend(this.trials, best) };
  }

  /** By octaves to shorter scales on more rows than the first pass had, as far as that is better. */
  second(
    { best: before, trend }: Found,
    [first, last]: readonly [first: number, last: number],
    context: Computing,
  ): Found {
    const middle = this.on(Math.min(SECOND_ROWS, Math.ceil(last / 2)));
    const { rows } = middle.x;
    const tried = [this.decomposed(middle, before.step, announced(context, 0, rows))];
    for (const [i, by] of SHORTER.entries()) {
      tried.push(this.decomposed(middle, before.step + by, announced(context, 0.4 + 0.2 * i, rows)));
      if (leastOf(tried).step !== before.step + by) break;
    }
    const best = leastOf(tried);
    return { best, trend: movedOn(trend, best, rows / first, last / rows) };
  }

  /** By a quadratic in both logarithms, on all rows that the budget allows. */
  last(
    { best, trend, rows, most, direct, leads }: Found & LastPass,
    context: Computing,
  ): { readonly best: Trial; readonly score: number } {
    const { criterion, lambdas, start } = this.rule;
    const final = this.on(rows);
    const finished: Trial[] = [];
    const evaluate = ([halfOctaves, halfDecades = 0]: readonly number[], index: number): number => {
      const step = best.step + 2 * halfOctaves;
      const part = announced(context, index / most, rows);
      if (!direct) {
        finished.push(this.decomposed(final, step, part));
        return finished[finished.length - 1].score;
      }
      const lambda = clamp(trend(step) * LAMBDA_STEP ** halfDecades, lambdas);
      const score = context.linalg.scope(() => {
        const gram = weightedGramAt(final, scaleAt(start, step), part);
        return criterionAt(gram, final, criterion, lambda, part);
      });
      if (Number.isFinite(score)) finished.push({ rows, step, score, lambda });
      return score;
    };
    const free = direct && lambdas.length > 1 ? 2 : 1;
    const probes: TriedPoint[] = quadraticSearch(free, leads ? LEADS : [], most, evaluate);
    const found = finished.length > 0 ? leastOf(finished) : best;
    if (direct) this.trials.push(...bestOfEachStep(finished));
    return { best: found, score: Math.min(found.score, probes[0].value) };
  }

  private on(rows: number): SearchProblem {
    return rows < this.problem.x.rows ? problemOn(this.problem, this.order.slice(0, rows)) : this.problem;
  }

  private decomposed(sample: SearchProblem, step: number, context: Computing): Trial {
    const before = this.trials.find((trial) => trial.rows === sample.x.rows && trial.step === step);
    if (before) return before;
    const residual = decomposeAt(sample, scaleAt(this.rule.start, step), 0, context);
    const best = this.rule.best?.(residual, sample) ?? this.bestOfRidge(residual, sample, context);
    const trial = { rows: sample.x.rows, step, ...best };
    if (Number.isFinite(best.score)) this.trials.push(trial);
    return trial;
  }

  private bestOfRidge(residual: ResidualKernel, sample: SearchProblem, context: Computing): BestOnBasis {
    const { criterion, lambdas } = this.rule;
    const path = criterionPath(residual, sample, criterion, lambdas, context);
    const best = path.indexOf(path.reduce((least, v) => (v < least ? v : least), Number.POSITIVE_INFINITY));
    return best < 0
      ? { score: Number.POSITIVE_INFINITY, lambda: lambdas[0] }
      : { score: path[best], lambda: lambdas[best] };
  }
}

/** The best lambda as a function of the step: a straight line in logarithms through the trials near the best one. */
function lambdaTrend(trials: readonly Trial[], best: Trial): (step: number) => number {
  const near = trials.filter((trial) => Math.abs(trial.step - best.step) <= TREND);
  let [sum, slope] = [0, 0];
  for (const { step, lambda } of near) {
    sum += (step - best.step) ** 2;
    slope += (step - best.step) * Math.log(lambda / best.lambda);
  }
  // A longer length scale never asks for more ridge.
  slope = sum > 0 ? Math.min(0, slope / sum) : 0;
  return (step) => best.lambda * Math.exp(slope * (step - best.step));
}

/**
 * The trend through the best point of the second pass, moved on: from the first pass to the second the rows grew by the
 * factor `before`, and lambda moved off the trend by the distance of that point; `after` is the factor to come, over
 * which it goes on at the same rate, but no farther than it went.
 */
function movedOn(
  trend: (step: number) => number,
  best: Trial,
  before: number,
  after: number,
): (step: number) => number {
  const off = Math.log(best.lambda / trend(best.step));
  const by = off * (1 + Math.min(1, Math.log(after) / Math.log(before)));
  return (step) => trend(step) * Math.exp(by);
}

/** Rounds a scale so that it reads well and stays the same number when it is typed in again. */
function scaleAt(start: readonly number[], step: number): number[] {
  return start.map((scale) => Number((scale * 2 ** (step / 4)).toPrecision(4)));
}

function clamp(lambda: number, lambdas: Float64Array): number {
  return Math.min(lambdas[lambdas.length - 1], Math.max(lambdas[0], lambda));
}

/** The progress of one trial as one step: its own stages would only flicker. */
function announced(context: Computing, fraction: number, rows: number): Computing {
  context.check();
  context.progress(fraction, `searching the length scale on ${count(rows)} rows`);
  return silently(context);
}

function leastOf(trials: readonly Trial[]): Trial {
  return trials.reduce((best, trial) => (trial.score < best.score ? trial : best));
}

/** Points of one length scale with several lambdas count once, with the lowest score. */
function bestOfEachStep(trials: readonly Trial[]): Trial[] {
  const best = new Map<number, Trial>();
  for (const trial of trials)
    if (!(trial.score >= (best.get(trial.step)?.score ?? Number.POSITIVE_INFINITY))) best.set(trial.step, trial);
  return [...best.values()];
}

function endsOf(trials: readonly Trial[]): { readonly low: number; readonly high: number } {
  const steps = trials.map((trial) => trial.step);
  return { low: Math.min(...steps), high: Math.max(...steps) };
}

function asSearch(trials: readonly Trial[], { criterion, start }: SearchRule): RidgeScaleSearch {
  const sorted = trials.toSorted((a, b) => a.step - b.step || a.rows - b.rows);
  return {
    rule: criterion === 'loo' ? 'lowest leave-one-out error' : 'highest restricted marginal likelihood',
    criterion,
    lengthScale: Float64Array.from(sorted, ({ step }) => scaleAt(start.length === 1 ? start : [1], step)[0]),
    score: Float64Array.from(sorted, (trial) => trial.score),
    lambda: Float64Array.from(sorted, (trial) => trial.lambda),
    rows: Uint32Array.from(sorted, (trial) => trial.rows),
  };
}
