import { silently } from '../contract/context';
import type { Matrix } from '../contract/data';
import type { FilterSpec } from '../contract/filter';
import type { KernelSpec } from '../contract/kernel';
import { withoutCopies } from '../data/copies';
import { permutation, Random } from '../data/random';
import { ridgeFilter } from '../filters/zones';
import { fillKernel } from '../kernels/expression';
import { kernelCross, meanDiagonal } from '../kernels/kernelMatrix';
import { medianHeuristic } from '../kernels/medianHeuristic';
import { pickRows, rowBlock } from '../kernels/rows';
import { type Computing, full } from '../linalg/linalg';
import { type Coefficients, coefficients } from '../model/coefficients';
import { decomposeAt, problemOn, type SearchProblem } from '../search/searchProblem';
import { freeUnder, leaveOneOut } from '../spectrum/leaveOneOut';
import { type LooParts, looParts } from '../spectrum/looParts';
import { outside, project, type ResidualKernel, spectrumOf } from '../spectrum/spectrum';
import { median, robustScale, robustSpread } from '../statistics/robustScale';

/**
 * The choices of the first fit: the most rows, octaves from the median distance, and powers of ten of the ridge over
 * the mean of k(x, x).
 */
const ROWS = 300;
const OCTAVES = [1, 0, -1, -2, -3, -4, -5];
const POWERS = [-4, -2.5, -1.5, -0.75, 0, 1, 2.5];
/**
 * The robust scales from a target's median beyond which a value may be far out, and from the first fit beyond which
 * there are outliers to draw in.
 */
const LOOKED = 5;
const OUTLIER = 6;
/** The number of robust scales that a target is clipped to at the start. */
const START = 1.5;
/** The number of robust scales that a leave-one-out residual is drawn in to, and how often that is done. */
const NEAR = 2.5;
const ROUNDS = 4;
/** A round that does not lower the misses below this fraction of the last is the final one. */
const GAIN = 0.98;
/** Rows predicted at once. */
const BLOCK = 2048;
/** The most that a miss counts, in robust scales of the target. */
const MOST = 10;
/** The fraction of the target's robust scale below which a residual counts as met. */
const MET = 1e-3;

/** A fit that no single row decides, which gives robust stages a target that a few extreme values do not change. */
export interface FirstFit {
  /**
   * The targets of the problem, or of the same one on some of its rows, with the residuals beyond `from` robust scales of the first fit drawn in to
   * `to` scales of it (`from` by default). Their sizes then no longer matter, only their signs.
   */
  near(problem: SearchProblem, context: Computing, from: number, to?: number): readonly Float64Array[];
}

export interface FirstRule {
  /** True if the fit to come is robust. */
  readonly robust: boolean;
  readonly seed: number;
  /** Rows of the same number are copies of each other. */
  readonly copies?: Int32Array;
}

/**
 * Ridge regression with a Matérn 3/2 kernel on some of the rows, with the length scale and ridge of the lowest mean
 * absolute leave-one-out miss, each miss bounded; refitted while far residuals are drawn in (Huber's pseudo-values).
 * Undefined if no row is an outlier; one among the values of the others is looked for only if the fit to come is
 * `robust`.
 */
export function firstFit(
  problem: SearchProblem,
  { robust, seed, copies }: FirstRule,
  context: Computing,
): FirstFit | undefined {
  const { x, rootWeights } = problem;
  const quiet = silently(context);
  // Only the first of several copies counts: if it were left out, another would reveal its target.
  const weighing = permutation(x.rows, seed).filter((row) => rootWeights?.[row] !== 0);
  const counting = withoutCopies(weighing, copies);
  const counted = withoutWeights(problemOn(problem, counting));
  const looked = counted.map((y) => farther(y, robust ? 0 : LOOKED));
  if (!looked.includes(true)) return undefined;
  const rows = Uint32Array.from({ length: Math.min(ROWS, counting.length) }, (_, i) => counting[i]);
  const constant = { values: new Float64Array(rows.length).fill(1), columns: 1 };
  const sample: SearchProblem = { x: pickRows(x, rows), y: [], features: constant, template: { kind: 'matern32' } };
  const guess = medianHeuristic(x, new Random(seed), quiet).lengthScale;
  const bases = OCTAVES.map((octave): Base => {
    context.check();
    const scale = guess * 2 ** octave;
    const kernel = fillKernel(sample.template, [scale]);
    const unit = meanDiagonal(kernel, sample.x, ROWS, quiet);
    const residual = decomposeAt(sample, [scale], 0, quiet);
    const { basis } = residual;
    const parts = looParts(basis, []);
    const ridges = POWERS.map((power) => {
      const filter = ridgeFilter((unit * 10 ** power) / basis.n, basis.n);
      return { filter, free: freeUnder(basis, filter, parts) };
    });
    return { kernel, residual, parts, ridges };
  });
  const fits = counted.map((y, t) => {
    if (!looked[t]) return undefined;
    const fit = settled(y.slice(0, rows.length), bases, context);
    const residuals = residualsOf(fit, sample.x, { ...problem, y: problem.y[t] }, context);
    return residuals.some((r) => Math.abs(r) > OUTLIER * fit.spread) ? fit : undefined;
  });
  return fits.every((fit) => fit === undefined) ? undefined : firstFitOf(fits, sample.x);
}

/** Refers only to the data that it uses, as it may be stored for the next fit of the same rows. */
const firstFitOf = (fits: readonly (Fit | undefined)[], points: Matrix): FirstFit => ({
  near: (some, context, from, to = from) =>
    some.y.map((y, t) => {
      const fit = fits[t];
      if (fit === undefined) return y;
      const { spread } = fit;
      const residuals = residualsOf(fit, points, { ...some, y }, context);
      return y.map((v, i) => {
        const r = residuals[i];
        if (!(Math.abs(r) > from * spread)) return v;
        return v - (some.rootWeights?.[i] ?? 1) * (r - Math.sign(r) * to * spread);
      });
    }),
});

/** Residuals of a fit that is a sum over `points` at rows, without their weights; 0 for rows of weight 0. */
function residualsOf(
  { kernel, alpha, beta }: Fit,
  points: Matrix,
  { x, y, rootWeights }: Pick<SearchProblem, 'x' | 'rootWeights'> & { readonly y: Float64Array },
  context: Computing,
): Float64Array {
  const quiet = silently(context);
  const residuals = new Float64Array(x.rows);
  for (let from = 0; from < x.rows; from += BLOCK) {
    context.check();
    const at = rowBlock(x, from, Math.min(BLOCK, x.rows - from));
    const cross = full(kernelCross(kernel, points, at, quiet), points.rows);
    const centre = new Float64Array(at.rows).fill(beta[0]);
    context.linalg.gemv(true, points.rows, at.rows, 1, cross, alpha, 1, centre, quiet);
    for (let i = from; i < from + at.rows; i++) {
      const root = rootWeights?.[i] ?? 1;
      if (root > 0) residuals[i] = y[i] / root - centre[i - from];
    }
  }
  return residuals;
}

const withoutWeights = ({ y, rootWeights }: SearchProblem): Float64Array[] =>
  y.map((values) => (rootWeights ? values.map((v, i) => v / rootWeights[i]) : values));

/** True if any value is more than so many robust scales from the median. */
const farther = (y: Float64Array, scales: number): boolean => {
  const centre = median(y);
  const most = scales * robustSpread(y);
  return y.some((v) => Math.abs(v - centre) > most);
};

interface Base {
  readonly kernel: KernelSpec;
  readonly residual: ResidualKernel;
  /**
   * The inputs of leave-one-out sums that do not depend on the target: those for all filters and, below, 1 − H_ii by
   * ridge.
   */
  readonly parts: LooParts;
  readonly ridges: readonly { readonly filter: FilterSpec; readonly free: Float64Array }[];
}

/** f(x) = sum_j alpha_j·k(x, x_j) + beta, and the robust scale of its misses. */
interface Fit extends Coefficients {
  readonly kernel: KernelSpec;
  readonly spread: number;
}

/**
 * The final fit of one target. Each length scale draws in far residuals of its own, as those of a poor scale would hide
 * a good one; and each begins both with clipped targets and with the targets as they are, as clipping would remove
 * peaks.
 */
function settled(y: Float64Array, bases: readonly Base[], context: Computing): Fit {
  const spread = robustSpread(y);
  const centre = median(y);
  const cut = y.map((v) => centre + clipped(v - centre, START * spread));
  const tried = ({ residual: { basis }, parts, ridges }: Base, near: Float64Array) => {
    const ofTarget = { ...parts, projected: [project(basis, near)], rest: [outside(basis, near)] };
    return ridges
      .map(({ filter, free }) => {
        const misses = leaveOneOut(basis, near, filter, ofTarget, free).residuals.map((r, i) => y[i] - near[i] + r);
        return { filter, misses, score: misses.reduce((sum, r) => sum + Math.min(Math.abs(r), MOST * spread), 0) };
      })
      .reduce((a, b) => (b.score < a.score ? b : a));
  };
  const ends = bases.flatMap((base) =>
    [cut, y].map((begin) => {
      let best = { base, near: begin, spread, ...tried(base, begin) };
      for (let round = 0; round < ROUNDS; round++) {
        context.check();
        const { misses, score } = best;
        const size = Math.max(robustScale(misses).scale, MET * spread);
        const near = misses.map((r, i) => y[i] - r + clipped(r, NEAR * size));
        const next = tried(base, near);
        best = { ...best, near, spread: size, ...(next.score < score && next) };
        if (!(next.score < GAIN * score)) break;
      }
      return best;
    }),
  );
  const { base, near, filter, spread: own } = ends.reduce((a, b) => (b.score < a.score ? b : a));
  const { coordinates } = spectrumOf(base.residual.basis, near);
  return { ...coefficients(base.residual, near, coordinates, filter), kernel: base.kernel, spread: own };
}

const clipped = (v: number, most: number): number => Math.min(most, Math.max(-most, v));
