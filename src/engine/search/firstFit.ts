import { type RunContext, silently } from '../contract/context';
import { permutation, Random } from '../data/random';
import { ridgeFilter } from '../filters/zones';
import { fillKernel } from '../kernels/expression';
import { kernelCross, meanDiagonal } from '../kernels/kernelMatrix';
import { medianHeuristic } from '../kernels/medianHeuristic';
import { pickRows, rowBlock } from '../kernels/rows';
import { type LinearAlgebra, whole } from '../linalg/linalg';
import { leaveOneOut } from '../spectrum/leaveOneOut';
import type { Eigenbasis } from '../spectrum/spectrum';
import { median, robustScale, robustSpread } from '../statistics/robustScale';
import { ridgePoint } from './ridgePoint';
import { decomposeAt, problemOn, type SearchProblem, weightedGramAt } from './searchProblem';

/** Rows at most, octaves from the median distance, and powers of ten of the ridge over the mean of k(x, x), that the first fit is chosen among. */
const ROWS = 300;
const OCTAVES = [1, 0, -1, -2, -3, -4, -5];
const POWERS = [-4, -2.5, -1.5, -0.75, 0, 1, 2.5];
/** Robust scales from a target's median beyond which a value may be far out, and from the first fit beyond which there are outliers to draw in. */
const LOOKED = 5;
const OUTLIER = 6;
/** Robust scales that a target is cut to for a start. */
const START = 1.5;
/** Robust scales that a leave-one-out residual is drawn in to, and how often that is done. */
const NEAR = 2.5;
const ROUNDS = 4;
/** Rounds that lower the misses by less are the last. */
const GAIN = 0.98;
/** Rows predicted at once. */
const BLOCK = 2048;
/** Robust scales of the target that a miss counts at most. */
const MOST = 10;
/** Of the target's robust scale: a residual below it is met. */
const MET = 1e-3;

/** A fit that no row decides: what robust stages take a target to be, whatever a few of its values are. */
export interface FirstFit {
  /**
   * The targets of the problem, or of the same one on some of its rows, with the residuals beyond `from` robust scales of the first fit drawn in to
   * `to` scales of it (those, unless said). Their sizes have no say any more; their signs have.
   */
  near(problem: SearchProblem, from: number, to?: number): readonly Float64Array[];
}

/**
 * Ridge regression with a Matérn 3/2 kernel on some of the rows, its length scale and ridge those of least mean absolute leave-one-out
 * miss, each miss bounded; refitted while far residuals are drawn in (Huber's pseudo-values). Undefined where no row is an outlier; one among the
 * values of the others is looked for where the fit to come is `robust`.
 */
export function firstFit(
  problem: SearchProblem,
  robust: boolean,
  seed: number,
  linalg: LinearAlgebra,
  context: RunContext,
): FirstFit | undefined {
  const { x, rootWeights } = problem;
  const quiet = silently(context);
  const counting = permutation(x.rows, seed).filter((row) => rootWeights?.[row] !== 0);
  const counted = withoutWeights(problemOn(problem, counting));
  const looked = counted.map((y) => farther(y, robust ? 0 : LOOKED));
  if (!looked.includes(true)) return undefined;
  const rows = Uint32Array.from({ length: Math.min(ROWS, counting.length) }, (_, i) => counting[i]);
  const constant = { values: new Float64Array(rows.length).fill(1), columns: 1 };
  const sample: SearchProblem = { x: pickRows(x, rows), y: [], features: constant, template: { kind: 'matern32' } };
  const guess = medianHeuristic(sample.x, new Random(seed), quiet).lengthScale;
  const bases = OCTAVES.map((octave): Base => {
    context.check();
    const scale = guess * 2 ** octave;
    const unit = meanDiagonal(fillKernel(sample.template, [scale]), sample.x, ROWS, linalg, quiet);
    return { scale, unit, basis: decomposeAt(sample, [scale], 0, linalg, quiet).basis };
  });
  const fits = counted.map((y, t) => {
    if (!looked[t]) return undefined;
    const { near, scale, ridge, spread } = settled(y.slice(0, rows.length), bases, context);
    return { ...expansionOf({ ...sample, y: [near] }, scale, ridge, linalg, quiet), scale, spread };
  });
  type Fit = NonNullable<(typeof fits)[number]>;
  /** Residuals at rows, without their weights; 0 where these are 0. */
  const residualsOf = (fit: Fit, { x: all, rootWeights: roots }: SearchProblem, values: Float64Array) => {
    const residuals = new Float64Array(all.rows);
    for (let from = 0; from < all.rows; from += BLOCK) {
      context.check();
      const at = rowBlock(all, from, Math.min(BLOCK, all.rows - from));
      const cross = kernelCross(fillKernel(sample.template, [fit.scale]), sample.x, at, linalg, quiet);
      const centre = new Float64Array(at.rows).fill(fit.constant);
      linalg.gemv(true, rows.length, at.rows, 1, whole(cross, rows.length), fit.alpha, 1, centre, quiet);
      for (let i = from; i < from + at.rows; i++) {
        const root = roots?.[i] ?? 1;
        if (root > 0) residuals[i] = values[i] / root - centre[i - from];
      }
    }
    return residuals;
  };
  const outlying = problem.y.some((values, t) => {
    const fit = fits[t];
    return fit && residualsOf(fit, problem, values).some((r) => Math.abs(r) > OUTLIER * fit.spread);
  });
  if (!outlying) return undefined;
  return {
    near: (some, from, to = from) =>
      some.y.map((values, t) => {
        const fit = fits[t];
        if (fit === undefined) return values;
        const { spread } = fit;
        const residuals = residualsOf(fit, some, values);
        return values.map((v, i) => {
          const r = residuals[i];
          if (!(Math.abs(r) > from * spread)) return v;
          return v - (some.rootWeights?.[i] ?? 1) * (r - Math.sign(r) * to * spread);
        });
      }),
  };
}

const withoutWeights = ({ y, rootWeights }: SearchProblem): Float64Array[] =>
  y.map((values) => (rootWeights ? values.map((v, i) => v / rootWeights[i]) : values));

/** Whether a value is more than so many robust scales from the median. */
const farther = (y: Float64Array, scales: number): boolean => {
  const centre = median(y);
  const most = scales * robustSpread(y);
  return y.some((v) => Math.abs(v - centre) > most);
};

interface Base {
  readonly scale: number;
  readonly unit: number;
  readonly basis: Eigenbasis;
}

interface Settled {
  /** Targets with far residuals drawn in. */
  readonly near: Float64Array;
  /** Leave-one-out, of the targets as they are. */
  readonly misses: Float64Array;
  readonly scale: number;
  readonly ridge: number;
  /** Robust scale of the misses. */
  readonly spread: number;
  readonly score: number;
}

/**
 * The pseudo-targets of one target at the end, and the length scale, total ridge and robust scale of the residuals that they belong to. Each length
 * scale draws in far residuals of its own: those of a poor one would keep a good one from showing.
 */
function settled(y: Float64Array, bases: readonly Base[], context: RunContext): Settled {
  const spread = robustSpread(y);
  const centre = median(y);
  const start = y.map((v) => centre + clipped(v - centre, START * spread));
  const tried = ({ scale, unit, basis }: Base, near: Float64Array): Settled =>
    POWERS.map((power) => {
      const ridge = unit * 10 ** power;
      const { residuals } = leaveOneOut(basis, near, ridgeFilter(ridge / basis.n, basis.n));
      const misses = residuals.map((r, i) => y[i] - near[i] + r);
      const score = misses.reduce((sum, r) => sum + Math.min(Math.abs(r), MOST * spread), 0);
      return { misses, near, scale, ridge, spread, score };
    }).reduce((a, b) => (b.score < a.score ? b : a));
  let best: Settled = { near: start, misses: start, scale: 1, ridge: 1, spread, score: Number.POSITIVE_INFINITY };
  for (const base of bases)
    for (const begin of [start, y]) {
      let near = begin;
      let before = Number.POSITIVE_INFINITY;
      for (let round = 0; round < ROUNDS; round++) {
        context.check();
        const own = tried(base, near);
        const size = Math.max(robustScale(own.misses).scale, MET * spread);
        near = own.misses.map((r, i) => y[i] - r + clipped(r, NEAR * size));
        if (own.score < best.score) best = { ...own, near, spread: size };
        if (!(own.score < GAIN * before)) break;
        before = own.score;
      }
    }
  return best;
}

const clipped = (v: number, most: number): number => Math.min(most, Math.max(-most, v));

/** f = sum_i alpha_i·k(x, x_i) + constant of the ridge fit of the only target. */
function expansionOf(problem: SearchProblem, scale: number, ridge: number, linalg: LinearAlgebra, context: RunContext) {
  const n = problem.x.rows;
  return linalg.scope(() => {
    const gram = weightedGramAt(problem, [scale], linalg, context);
    const point = ridgePoint(gram, problem, ridge / n, linalg, context);
    if (point === undefined) return { alpha: new Float64Array(n), constant: median(problem.y[0]) };
    const [alpha] = point.coefficients;
    // What is left over is ridge·alpha, and the constant.
    const left = problem.y[0].map((v, i) => v - ridge * alpha[i]);
    linalg.gemv(true, n, n, -1, whole(gram, n), alpha, 1, left, context);
    return { alpha, constant: left.reduce((sum, v) => sum + v, 0) / n };
  });
}
