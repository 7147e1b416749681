import type { Folds } from '../contract/data';
import type { FeatureBlock } from '../contract/kernel';
import type { LengthScaleSearch } from '../contract/run';
import { withoutCopies } from '../data/copies';
import { permutation, Random } from '../data/random';
import { equivalentLambda, filterAt } from '../filters/anyFilter';
import { lambdaScale } from '../filters/grids';
import { defaultScale } from '../kernels/defaultScale';
import { fillKernel, wantsLengthScale } from '../kernels/expression';
import { jacobianScale } from '../kernels/jacobianScale';
import { meanDiagonal } from '../kernels/kernelMatrix';
import { type LinearAlgebra, quietWith } from '../linalg/linalg';
import { invalid } from '../parameters/asked';
import { searchArd } from '../search/ardSearch';
import { targetWeights } from '../search/criterion';
import { cvGrid } from '../search/gridCv';
import { type BestOnBasis, searchLengthScale } from '../search/lengthScaleSearch';
import { problemOn, type SearchProblem } from '../search/searchProblem';
import type { ScaleGroups } from '../search/tune';
import { fingerprint, fingerprintWithin } from '../spectrum/cache';
import { indexOfLeast } from '../spectrum/indexOfLeast';
import { leaveOneOutPaths } from '../spectrum/leaveOneOut';
import type { ResidualKernel } from '../spectrum/spectrum';
import { weightedFeatures } from '../spectrum/weighted';
import { blocksKey } from './cacheKeys';
import { foldsOf, type Problem } from './problem';
import { GRID_STEPS } from './scaleGrid';
import type { FitSession } from './session';
import type { Settings } from './settings';
import { coarseLambdaGrid, surfaceGrid } from './spectral/axisGrid';
import { type SpectralFamily, searchesByRidge } from './spectral/family';

/** The most rows on whose folds a length scale is chosen unasked, because of the division asked for: it is not to take long. */
const DIVIDED_ROWS = 400;
/** Half octaves, in quarters, from 1/32 to 64 times the default: as far as the search by leave-one-out may go. */
const WIDE_STEPS = Array.from({ length: 23 }, (_, i) => 2 * i - 20);
/** Rows over which k(x, x) is averaged. */
const UNIT_ROWS = 500;

export interface ChosenKernel {
  /** One length scale, or d of them. */
  readonly lengthScale: readonly number[];
  /** The rule that chose the length scale, or "set". */
  readonly rule: string;
  readonly search?: LengthScaleSearch;
  /** True if the search ended at the edge of its range. */
  readonly atEdge: boolean;
}

/** The length scale that the person set, the kernel's default, or the result of the search, which the cache remembers. */
export function chooseKernel(
  family: SpectralFamily,
  settings: Settings,
  blocks: readonly FeatureBlock[],
  session: FitSession,
): ChosenKernel {
  const { problem, linalg, rowsKey } = session;
  const { lengthScale, kernel, lengthScaleRule, seed, given } = settings;
  if (!wantsLengthScale(kernel)) return { lengthScale: [1], rule: 'the kernel has none to choose', atEdge: false };
  if (lengthScale !== undefined) return { lengthScale, rule: 'set', atEdge: false };
  const start = defaultScale(kernel, problem.x, new Random(seed), session);
  const median = { lengthScale: start.lengthScale.map(rounded), rule: start.rule, atEdge: false };
  if (lengthScaleRule === 'median') return median;
  if (lengthScaleRule === 'jacobian') return byJacobian(settings, session);
  const searched = searchProblem(settings, blocks, session);
  const lambdas = lambdasOf(settings, start.lengthScale, session);
  const targets = fingerprintWithin(session, searched.y);
  const filter = searchesByRidge(family) ? '' : `${family.id} ${JSON.stringify(settings.filter)}`;
  const unasked = lengthScaleRule === 'loo' && given.lengthScaleRule === undefined;
  const together = unasked && problem.division !== undefined && settings.folds > 1;
  const folds = lengthScaleRule === 'cv' || together ? foldsOf(problem, settings.folds, seed) : undefined;
  // If one of several copies were left out alone, another would reveal its target.
  const apart = () => (problem.copies ? problemOn(searched, firstOfCopies(problem)) : searched);
  const divided = folds ? fingerprint(Float64Array.from(folds.of)) : '';
  const key = `${rowsKey} ${divided} ${filter} ${JSON.stringify(kernel)} ${lengthScaleRule} ${targets} ${blocksKey(blocks)} ${fingerprint(lambdas)} ${seed}`;
  return session.cache.recall('search', key, () => {
    if (folds) {
      if (!together) return byFolds(searched, start.lengthScale, lambdas, folds, session);
      const rows = permutation(problem.x.rows, seed).slice(0, DIVIDED_ROWS).sort();
      const some = problemOn(searched, rows);
      return byFolds(some, start.lengthScale, lambdas, foldsAmong(folds, rows), session, WIDE_STEPS);
    }
    const criterion = lengthScaleRule === 'marginalLikelihood' ? lengthScaleRule : 'loo';
    const ownCriterion =
      criterion === 'loo' && !searchesByRidge(family) ? { best: leastOfFilter(family, settings, linalg) } : {};
    const rule = { criterion, lambdas, start: start.lengthScale, seed, ...ownCriterion } as const;
    const result =
      lengthScaleRule === 'ard'
        ? searchArd(apart(), groupsOf(problem), rule, session)
        : searchLengthScale(apart(), rule, session);
    return { lengthScale: result.lengthScale, rule: result.search.rule, search: result.search, atEdge: result.atEdge };
  });
}

/**
 * Chooses in closed form, which needs no error. A lambda that is chosen later counts as 0: it hardly matters if it is
 * small compared with 1.
 */
function byJacobian({ kernel, filter }: Settings, session: FitSession): ChosenKernel {
  const { x } = session.problem;
  if (kernel.kind !== 'gaussian' || kernel.columns !== undefined)
    throw invalid(
      'lengthScaleRule',
      'jacobian',
      'lengthScaleRule jacobian is for the Gaussian kernel of all columns alone.',
    );
  const scale = jacobianScale(x, x.rows * (filter.lambda ?? 0), session);
  const at = filter.lambda === undefined ? 'λ → 0' : 'this λ';
  return { lengthScale: [rounded(scale)], rule: `control of the Jacobian at ${at}`, atEdge: false };
}

/**
 * The lowest leave-one-out error along the principal axis of gradient flow, descent or cut-off, for all targets
 * together.
 */
function leastOfFilter(family: SpectralFamily, settings: Settings, linalg: LinearAlgebra) {
  const [axis] = family.axes;
  return ({ basis }: ResidualKernel, sample: SearchProblem): BestOnBasis => {
    const { n, mu, rank } = basis;
    const filter = family.filter(settings.filter, basis);
    const set = settings.filter[axis];
    const range = { n, rank, trace: mu.reduce((sum, v) => sum + v, 0) };
    const values = set === undefined ? surfaceGrid(axis, filter, range, 2) : Float64Array.of(set);
    const weights = targetWeights(sample);
    const total = new Float64Array(values.length);
    leaveOneOutPaths(basis, sample.y, filter, axis, values, quietWith(linalg)).forEach((errors, t) => {
      for (let i = 0; i < total.length; i++) total[i] += weights[t] * errors[i];
    });
    const best = indexOfLeast(total);
    const lambda = equivalentLambda(filterAt(filter, axis, values[best]), mu, rank, n);
    return { score: Number.isFinite(total[best]) ? total[best] : Number.POSITIVE_INFINITY, lambda };
  };
}

/** The lowest exact K-fold error over a grid of length scales, quarter octaves about the default by `steps`, and lambdas. */
function byFolds(
  problem: SearchProblem,
  start: readonly number[],
  lambdas: Float64Array,
  folds: Folds,
  session: FitSession,
  steps: readonly number[] = GRID_STEPS,
): ChosenKernel {
  const scales = steps.map((step) => start.map((scale) => rounded(scale * 2 ** (step / 4))));
  const rows = cvGrid(problem, scales, lambdas, folds, session);
  const least = rows.map((errors) => indexOfLeast(errors));
  const score = Float64Array.from(rows, (errors, s) => errors[least[s]]);
  const best = indexOfLeast(score);
  const rule = `lowest ${folds.count}-fold error over ${scales.length} length scales`;
  return {
    lengthScale: scales[best],
    rule,
    search: {
      rule,
      criterion: 'cv',
      lengthScale: Float64Array.from(steps, (step, s) =>
        start.length === 1 ? scales[s][0] : rounded(2 ** (step / 4)),
      ),
      score,
      lambda: Float64Array.from(least, (l) => lambdas[l]),
      rows: new Uint32Array(scales.length).fill(problem.x.rows),
    },
    atEdge: best === 0 || best === scales.length - 1,
  };
}

/** The folds of some of the rows, without those that none of these rows is in. */
function foldsAmong({ of }: Folds, rows: Uint32Array): Folds {
  const used = [...new Set(Array.from(rows, (row) => of[row]))];
  return { of: Uint16Array.from(rows, (row) => used.indexOf(of[row])), count: used.length };
}

const firstOfCopies = ({ x, copies }: Problem): Uint32Array =>
  withoutCopies(
    Uint32Array.from({ length: x.rows }, (_, row) => row),
    copies,
  );

/** One length scale for each column of the file. */
const groupsOf = ({ fileColumns }: Problem): ScaleGroups => ({
  of: fileColumns,
  count: fileColumns[fileColumns.length - 1] + 1,
});

function searchProblem({ kernel }: Settings, blocks: readonly FeatureBlock[], session: FitSession): SearchProblem {
  const { x, outputs, rootWeights } = session.problem;
  const rows = { x, rootWeights };
  const features = weightedFeatures(blocks, rows, session.silent());
  return {
    x,
    y: outputs.map(({ weighted }) => weighted),
    ...(rootWeights && { rootWeights }),
    ...(features && { features }),
    template: kernel,
  };
}

/** The lambda that was set, or a coarse grid in the kernel's own unit: the mean of k(x, x) over some rows. */
function lambdasOf({ kernel, filter }: Settings, scale: readonly number[], session: FitSession): Float64Array {
  if (filter.lambda !== undefined) return Float64Array.of(filter.lambda);
  const mean = meanDiagonal(fillKernel(kernel, scale), session.problem.x, UNIT_ROWS, session);
  return coarseLambdaGrid(lambdaScale(mean));
}

/** Rounds a length scale so that it reads well and stays the same number when it is typed in again. */
const rounded = (value: number) => Number(value.toPrecision(4));
