import type { Design } from '../contract/data';
import type { Parameters } from '../contract/method';
import { buildRows } from '../data/rowsDesign';
import { checkRows } from '../fit/checkDesign';
import { covariancePairs, principalOf } from '../fit/components/featureComponents';
import { covarianceOf, featureMoments, featurePilot, momentAt } from '../fit/components/featureCovariance';
import { beginComponents, componentsOf, fitComponents } from '../fit/components/fitComponents';
import type { ComponentsForm } from '../fit/components/form';
import { addScores, scoreSums } from '../fit/components/scoreRows';
import type { ComponentsMethod, FitContext } from '../fit/method';
import type { Computing } from '../linalg/linalg';
import type { Begun, ColumnMoments, Family, Kinds, RowsPlan, Solution } from './family';
import { added } from './rowSums';

type Totals = Kinds['components']['totals'];

/** Principal components of features: first their mean and covariance, then the sums of scores over all rows. */
export const components = (form: ComponentsForm, method: ComponentsMethod): Family<'components'> => ({
  kind: 'components',
  method,
  build: buildRows,
  alone: { tradeOff: false },
  leastRows: 2,
  told: { all: 'Eigenvalues, components, signs and loadings', sample: 'scores and reconstruction errors' },
  count: form.count,
  settle: (sample, { parameters, rows }, context, before) => settle(form, sample, parameters, rows, context, before),
  sums({ map, pilot }, { x }, context) {
    const columns = Float64Array.from({ length: x.columns }, (_, j) =>
      x.values.subarray(j * x.rows, (j + 1) * x.rows).reduce((sum, v) => sum + v, 0),
    );
    return { ...featureMoments(map, x, pilot, context), columns };
  },
  addSums: (a, b) => ({
    rows: a.rows + b.rows,
    sum: added(a.sum, b.sum),
    squares: added(a.squares, b.squares),
    columns: added(a.columns, b.columns),
  }),
  totals,
  solve: (plan, all, context) => solve(form, plan, all, context),
  again(plan, solution, context) {
    const principal = principalFrom(plan, solution, context);
    return ({ x }) => scoreSums(principal, x, solution.totals.columnMeans, context);
  },
  addErrors: addScores,
  conclude(plan, design, solution, { errors, seconds }, context) {
    const principal = principalFrom(plan, solution, context);
    const whole = { ...plan.begun, principal, scores: errors, seconds };
    return fitComponents(form, method.parameters, design, plan.parameters, context, whole);
  },
});

function settle(
  form: ComponentsForm,
  sample: Design,
  parameters: Parameters,
  rows: number,
  context: FitContext,
  before: Begun<'components'> | undefined,
) {
  checkRows(sample, context);
  const { scale, drawn } = before ?? beginComponents(form, sample, parameters, context, rows);
  if (drawn === undefined) throw new Error(`${form.id} has no features to add up`);
  // Too many components are refused before rows are visited.
  componentsOf(form, parameters, Number.MAX_SAFE_INTEGER, drawn);
  const pilot = featurePilot(drawn.map, sample.train.x, context);
  return { begun: { scale, drawn }, basis: { map: drawn.map, pilot } };
}

const isCentred = ({ parameters }: RowsPlan<'components'>): boolean => parameters.centre !== false;

function totals(plan: RowsPlan<'components'>, moments: ColumnMoments): Totals {
  const { pilot } = plan.basis;
  const { rows, sum, columns } = moments;
  let total = 0;
  for (let j = 0; j < sum.length; j++) total += momentAt(moments, pilot, isCentred(plan), j, j);
  const mean = pilot.map((v, j) => v + sum[j] / rows);
  return { rows, meanWeight: 1, mean, total, columnMeans: columns.map((v) => v / rows), moments };
}

/** The leading pairs. Throws if all rows are the same to the kernel, and for more components than rows. */
function solve(
  form: ComponentsForm,
  plan: RowsPlan<'components'>,
  all: Totals,
  context: Computing,
): Kinds['components']['solved'] {
  const { begun, basis, parameters } = plan;
  const { rows, moments } = all;
  const count = moments.sum.length;
  const l = componentsOf(form, parameters, rows, begun.drawn);
  const solved = context.linalg.scope(() => {
    const squares = context.linalg.allocate(count * count);
    squares.set(moments.squares);
    const { covariance } = covarianceOf({ ...moments, squares }, basis.pilot, isCentred(plan));
    const { values, vectors, solver } = covariancePairs(covariance, count, l, context);
    return { values: values.slice(0, l), vectors: vectors.slice(0, count * l), solver };
  });
  principalFrom(plan, { totals: all, solved }, context);
  return solved;
}

const principalFrom = (
  plan: RowsPlan<'components'>,
  { totals: all, solved }: Solution<'components'>,
  context: Computing,
) => principalOf(plan.begun.drawn, plan.begun.scale.kernel, { ...all, centre: isCentred(plan) }, solved, context);
