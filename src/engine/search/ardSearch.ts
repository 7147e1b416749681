import { partOf } from '../contract/context';
import { permutation } from '../data/random';
import { polynomialOrder } from '../kernels/polynomialOrder';
import type { Computing } from '../linalg/linalg';
import { slopeOf } from './criterionGradient';
import { type SearchOutcome, type SearchRule, searchLengthScale } from './lengthScaleSearch';
import { problemOn, type SearchProblem } from './searchProblem';
import { type ScaleGroups, scalesOf, tune } from './tune';

/** The number of rows on which the scales are searched, with derivatives and without. */
const ROWS = 800;
const ROWS_BY_DIFFERENCES = 300;
const EVALUATIONS = 80;

/**
 * One length scale for each group of encoded columns (automatic relevance determination): from the best common one, the
 * scales and lambda of the highest restricted marginal likelihood on a seeded sample of 800 rows, by quasi-Newton steps
 * in the logarithms; then one factor on all of them searched on all rows as `searchLengthScale` does, by `rule`. The
 * common scale is returned if it scores no worse on the same rows.
 */
export function searchArd(
  problem: SearchProblem,
  groups: ScaleGroups,
  rule: SearchRule,
  context: Computing,
): SearchOutcome {
  const common = searchLengthScale(problem, rule, partOf(context, 0, 0.25));
  if (groups.count === 1 || polynomialOrder(problem.template) > 0) return common;
  const scales = relevances(problem, groups, common, rule, partOf(context, 0.25, 0.7));
  if (scales === undefined) return common;
  const anisotropic = searchLengthScale(problem, { ...rule, start: scales }, partOf(context, 0.7, 1));
  const isotropic = !(anisotropic.score < common.score);
  const best = isotropic ? common : anisotropic;
  const ruleInWords = isotropic
    ? `${best.search.rule}; one for each column was no better`
    : `one for each column by marginal likelihood, ${best.search.rule} over a common factor`;
  return { ...best, search: { ...best.search, rule: ruleInWords } };
}

/** The d scales of the highest likelihood on a sample; undefined if none could be computed. */
function relevances(
  problem: SearchProblem,
  groups: ScaleGroups,
  common: SearchOutcome,
  { lambdas, seed }: SearchRule,
  context: Computing,
): number[] | undefined {
  const n = problem.x.rows;
  const sampled = Math.min(n, slopeOf(problem.template) ? ROWS : ROWS_BY_DIFFERENCES);
  const sample = sampled < n ? problemOn(problem, permutation(n, seed).slice(0, sampled)) : problem;
  // If the start already has one for each column, as periods do, a group begins with that of its first column.
  const scaleOf = (group: number) => common.lengthScale[common.lengthScale.length === 1 ? 0 : groups.of.indexOf(group)];
  const start = {
    scales: Array.from({ length: groups.count }, (_, group) => scaleOf(group)),
    ridge: n * common.lambda,
  };
  const fixed = lambdas.length === 1 ? { lambda: lambdas[0] } : {};
  const tuned = tune(sample, { groups, ...fixed, budget: EVALUATIONS }, start, context);
  return tuned && scalesOf(groups, tuned.scales).map((v) => Number(v.toPrecision(4)));
}
