import { partOf, type RunContext, silently } from '../contract/context';
import type { Matrix } from '../contract/data';
import type { LengthScaleSearch } from '../contract/run';
import { permutation } from '../data/random';
import { pickRows } from '../kernels/rows';
import type { LinearAlgebra } from '../linalg/linalg';
import { gaussianBasis } from '../spectrum/gaussianBasis';
import { leaveOneOutPath } from '../spectrum/leaveOneOut';
import type { Eigenbasis } from '../spectrum/spectrum';

/** Rows of the first pass, and of the second unless half of all rows are more. */
const FIRST_ROWS = 256;
const SECOND_ROWS = 512;

/** First pass: from 1/32 to 4 times the median distance by factors of sqrt 2, in quarter octaves; further if the end is best. */
const FIRST_STEPS = Array.from({ length: 15 }, (_, i) => -20 + 2 * i);
const EXTENSIONS = 3;

/**
 * Last pass, on all rows: quarter octaves from the best so far, in the order in which they are worth their time, then from
 * the best of these. The best length scale shrinks as rows are added, so half of it comes first.
 */
const LAST_STEPS = [0, -4, -2, 2];
const FINE_STEPS = [-1, 1];

/** Operations that the last pass may cost, a decomposition counted as 5n³, and the most decompositions it makes. */
const LAST_BUDGET = 3e10;
const LAST_TRIALS = 6;

/** Decompositions of all n rows that the search and the fit after it make. */
export const trialsOnAllRows = (n: number): number =>
  Math.max(1, Math.min(LAST_TRIALS, Math.floor(LAST_BUDGET / (5 * n ** 3))));

export interface SearchOutcome {
  readonly search: LengthScaleSearch;
  readonly lengthScale: number;
  /** The decomposition at that length scale, when the last pass made it. */
  readonly basis?: Eigenbasis;
  /** The least error lies at the end of the range searched. */
  readonly atEdge: boolean;
}

interface Trial {
  readonly rows: number;
  /** Quarter octaves from the median distance. */
  readonly step: number;
  readonly loo: number;
  readonly lambda: number;
}

/**
 * Searches the length scale of least leave-one-out error, each with its own best lambda out of `lambdas`: coarsely on a
 * seeded sample of 256 rows around the median distance, then near the best on half of the rows (512 at least), then on all rows
 * as far as `LAST_BUDGET` allows. `y` (n) is the target, centred within each sample when there is an `intercept`.
 */
export function searchLengthScale(
  x: Matrix,
  y: Float64Array,
  median: number,
  lambdas: Float64Array,
  intercept: boolean,
  seed: number,
  linalg: LinearAlgebra,
  context: RunContext,
): SearchOutcome {
  const n = x.rows;
  const trials: Trial[] = [];
  const order = permutation(n, seed);
  let kept: { readonly step: number; readonly loo: number; readonly basis: Eigenbasis } | undefined;

  const tryStep = (rows: number, step: number, part: RunContext): Trial => {
    const before = trials.find((trial) => trial.rows === rows && trial.step === step);
    if (before) return before;
    const sample = rows < n ? sampleRows(x, y, order.subarray(0, rows)) : { x, y };
    const target = intercept ? centred(sample.y) : sample.y;
    const basis = gaussianBasis(sample.x, scaleAt(median, step), linalg, partOf(part, 0, 0.9));
    const errors = leaveOneOutPath(basis, target, lambdas, linalg, partOf(part, 0.9, 1));
    const best = errors.indexOf(Math.min(...errors));
    const trial = { rows, step, loo: errors[best], lambda: lambdas[best] };
    trials.push(trial);
    if (rows === n && (kept === undefined || trial.loo < kept.loo)) kept = { step, loo: trial.loo, basis };
    return trial;
  };

  const rows = Math.min(n, FIRST_ROWS);
  const first = partOf(context, 0, n > FIRST_ROWS ? 0.15 : 0.7);
  for (const [i, step] of FIRST_STEPS.entries()) tryStep(rows, step, announced(first, i / FIRST_STEPS.length, rows));
  for (let more = 0; more < EXTENSIONS; more++) {
    const ends = endsOf(trials);
    const best = leastOf(trials).step;
    if (best !== ends.low && best !== ends.high) break;
    for (const by of [2, 4]) tryStep(rows, best === ends.low ? best - by : best + by, announced(first, 1, rows));
  }
  const ends = endsOf(trials);
  let best = leastOf(trials);

  const half = Math.max(SECOND_ROWS, Math.ceil(n / 2));
  if (half < n) {
    const second = partOf(context, 0.15, 0.45);
    best = descend(best.step, (step, done) => tryStep(half, step, announced(second, done, half)));
  }
  // One trial alone would compare with nothing: the final decomposition follows anyway.
  const affordable = trialsOnAllRows(n);
  if (half >= n || affordable > 1) {
    const final = partOf(context, half < n ? 0.45 : 0.7, 1);
    const tried: Trial[] = [];
    const visit = (from: number, steps: readonly number[]) => {
      for (const step of steps.slice(0, Math.max(0, affordable - tried.length)))
        tried.push(tryStep(n, from + step, announced(final, tried.length / 6, n)));
    };
    visit(best.step, LAST_STEPS);
    visit(leastOf(tried).step, FINE_STEPS);
    best = leastOf(tried);
  }
  const atEdge = best.step <= ends.low || best.step >= ends.high;
  return {
    search: asSearch(trials, median),
    lengthScale: scaleAt(median, best.step),
    ...(kept?.step === best.step && { basis: kept.basis }),
    atEdge,
  };
}

/** From a start, in steps of half an octave to the shorter side or, if that is worse, to the longer, until it gets worse. */
function descend(start: number, tryAt: (step: number, done: number) => Trial): Trial {
  let best = tryAt(start, 0);
  for (const direction of [-2, 2]) {
    for (let moves = 1; moves <= 6; moves++) {
      const next = tryAt(best.step + direction, 0.25 * Math.min(3, moves));
      if (next.loo >= best.loo) break;
      best = next;
    }
    if (best.step < start) break;
  }
  return best;
}

/** Rounded so that it reads well and is the same number when it is typed in again. */
function scaleAt(median: number, step: number): number {
  return Number((median * 2 ** (step / 4)).toPrecision(4));
}

/** One trial's progress as one step: its own stages would flicker by. */
function announced(context: RunContext, fraction: number, rows: number): RunContext {
  context.progress(fraction, `searching the length scale on ${rows.toLocaleString('en-US')} rows`);
  return silently(context);
}

function leastOf(trials: readonly Trial[]): Trial {
  return trials.reduce((best, trial) => (trial.loo < best.loo ? trial : best));
}

function endsOf(trials: readonly Trial[]): { readonly low: number; readonly high: number } {
  const steps = trials.map((trial) => trial.step);
  return { low: Math.min(...steps), high: Math.max(...steps) };
}

function asSearch(trials: readonly Trial[], median: number): LengthScaleSearch {
  const sorted = trials.toSorted((a, b) => a.step - b.step || a.rows - b.rows);
  return {
    rule: 'least leave-one-out error',
    lengthScale: Float64Array.from(sorted, (trial) => scaleAt(median, trial.step)),
    loo: Float64Array.from(sorted, (trial) => trial.loo),
    lambda: Float64Array.from(sorted, (trial) => trial.lambda),
    rows: Uint32Array.from(sorted, (trial) => trial.rows),
  };
}

function sampleRows(x: Matrix, y: Float64Array, rows: Uint32Array): { readonly x: Matrix; readonly y: Float64Array } {
  return { x: pickRows(x, rows), y: Float64Array.from(rows, (i) => y[i]) };
}

function centred(y: Float64Array): Float64Array {
  let mean = 0;
  for (const v of y) mean += v / y.length;
  return y.map((v) => v - mean);
}
