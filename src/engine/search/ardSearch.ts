import { partOf, type RunContext, silently } from '../contract/context';
import { permutation } from '../data/random';
import { polynomialOrder } from '../kernels/polynomialOrder';
import type { LinearAlgebra } from '../linalg/linalg';
import { count } from '../words/numbers';
import { boundedBfgs, type Slope } from './boundedBfgs';
import { type Criterion, criterionAt } from './criterion';
import { criterionSlope, slopeOf } from './criterionGradient';
import { type SearchOutcome, type SearchRule, searchLengthScale } from './lengthScaleSearch';
import { problemOn, type SearchProblem, weightedGramAt } from './searchProblem';

/** Rows on which the scales are found, with derivatives and without. */
const ROWS = 800;
const ROWS_BY_DIFFERENCES = 300;
const EVALUATIONS = 80;
/** A step that gains less of the criterion is the last one; the likelihood counts per row, the error in units of its start. */
const TOLERANCE = 1e-5;
/** Each scale may become so much shorter or longer than the common one: a column with the longest hardly counts. */
const SHORTER = 1 / 32;
const LONGER = 1000;
/** Difference in the logarithms for kernels without derivatives. */
const DIFFERENCE = 1e-4;

export interface ArdOutcome extends SearchOutcome {
  /** One common scale did at least as well, and is the result. */
  readonly isotropic: boolean;
}

/**
 * One length scale for each encoded column (automatic relevance determination): from the best common one, the scales and lambda of
 * greatest restricted marginal likelihood on a seeded sample of 800 rows, by quasi-Newton steps in the logarithms; then
 * one factor on all of them searched on all rows as `searchLengthScale` does, by `rule`. The common scale is returned where that
 * scores no worse on the same rows.
 */
export function searchArd(
  problem: SearchProblem,
  rule: SearchRule,
  linalg: LinearAlgebra,
  context: RunContext,
): ArdOutcome {
  const { x } = problem;
  const common = searchLengthScale(problem, rule, linalg, partOf(context, 0, 0.25));
  if (x.columns === 1 || polynomialOrder(problem.template) > 0) return { ...common, isotropic: true };
  const scales = relevances(problem, common, rule, linalg, partOf(context, 0.25, 0.7));
  if (scales === undefined) return { ...common, isotropic: true };
  const anisotropic = searchLengthScale(problem, { ...rule, start: scales }, linalg, partOf(context, 0.7, 1));
  const isotropic = !(anisotropic.score < common.score);
  const best = isotropic ? common : anisotropic;
  const ruleInWords = isotropic
    ? best.search.rule
    : `one for each column by marginal likelihood, ${best.search.rule} over a common factor`;
  return { ...best, search: { ...best.search, rule: ruleInWords }, isotropic };
}

/** The d scales of greatest likelihood on a sample; undefined where none could be computed. */
function relevances(
  problem: SearchProblem,
  common: SearchOutcome,
  { lambdas, seed }: SearchRule,
  linalg: LinearAlgebra,
  context: RunContext,
): number[] | undefined {
  const { rows: n, columns: d } = problem.x;
  const bySlope = slopeOf(problem.template);
  const sampled = Math.min(n, bySlope ? ROWS : ROWS_BY_DIFFERENCES);
  const sample = sampled < n ? problemOn(problem, permutation(n, seed).slice(0, sampled)) : problem;
  const criterion: Criterion = 'marginalLikelihood';
  const fixed = lambdas.length === 1;
  const scaleOf = (c: number) => common.lengthScale[Math.min(c, common.lengthScale.length - 1)];
  const start = Float64Array.from({ length: d + 1 }, (_, c) => Math.log(c < d ? scaleOf(c) : common.lambda));
  const lower = start.map((v, c) => (c < d ? v + Math.log(SHORTER) : Math.log(lambdas[0])));
  const upper = start.map((v, c) => (c < d ? v + Math.log(LONGER) : Math.log(lambdas[lambdas.length - 1])));
  let evaluations = 0;
  const evaluate = (at: Float64Array): Slope | undefined => {
    context.check();
    const done = Math.min(1, evaluations++ / EVALUATIONS);
    context.progress(done, `length scales of ${d} columns on ${count(sampled)} rows`);
    const part = silently(context);
    const values = Array.from(at.subarray(0, d), Math.exp);
    const lambda = Math.exp(at[d]);
    const slope = bySlope
      ? criterionSlope(sample, bySlope, criterion, values, lambda, linalg, part)
      : byDifferences(at, (there) => {
          const scale = Array.from(there.subarray(0, d), Math.exp);
          return linalg.scope(() => {
            const gram = weightedGramAt(sample, scale, linalg, part);
            return criterionAt(gram, sample, criterion, Math.exp(there[d]), linalg, part);
          });
        });
    if (slope && fixed) slope.gradient[d] = 0;
    return slope;
  };
  const optimum = boundedBfgs(start, { lower, upper }, TOLERANCE, EVALUATIONS, evaluate);
  return optimum && Array.from(optimum.at.subarray(0, d), (v) => Number(Math.exp(v).toPrecision(4)));
}

/** Central differences; undefined where a value is not finite. */
function byDifferences(at: Float64Array, value: (at: Float64Array) => number): Slope | undefined {
  const shifted = (c: number, by: number) => value(at.map((v, i) => (i === c ? v + by : v)));
  const gradient = at.map((_, c) => (shifted(c, DIFFERENCE) - shifted(c, -DIFFERENCE)) / (2 * DIFFERENCE));
  const here = value(at);
  return Number.isFinite(here) && gradient.every(Number.isFinite) ? { value: here, gradient } : undefined;
}
