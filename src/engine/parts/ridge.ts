import type { Design } from '../contract/data';
import type { Parameters } from '../contract/method';
import { buildDesign } from '../data/design';
import type { FeatureFamily } from '../fit/features/family';
import { featureSpectrum } from '../fit/features/featureSpectrum';
import { fitFeatures } from '../fit/features/fitFeatures';
import { beginFeatures } from '../fit/features/prepare';
import { drawForRows, sumsOfVisits } from '../fit/features/rowSource';
import type { FitContext, Method } from '../fit/method';
import type { Computing } from '../linalg/linalg';
import type { Begun, Family, RowsPlan, Solution } from './family';
import { addErrors, errorsOfRows, meanErrors } from './rowErrors';
import { addSums, type CodedRows, type RowSums, sumsOfRows } from './rowSums';
import { totalsOf } from './wholeRows';

/** Ridge regression on features: first Z'Z and the sums that go with it, then errors of rows left out at every lambda. */
export const ridgeByParts = (family: FeatureFamily, method: Method): Family<'ridge'> => ({
  kind: 'ridge',
  method,
  build: buildDesign,
  alone: { compare: false },
  leastRows: 5,
  told: {
    all: 'Coefficients, spectrum and the errors along lambda',
    sample: 'figures, intervals, baselines and the curves along k and r',
  },
  count: family.count,
  settle: (sample, { parameters, rows }, context, before) => settle(family, sample, parameters, rows, context, before),
  sums: (basis, rows, context) => sumsOfRows(basis, rows, basis.centres, context),
  addSums,
  totals,
  solve: (_, { sums, facts }, context) => featureSpectrum(sums, 1, facts, context),
  again,
  addErrors,
  conclude({ begun, classWeights, parameters }, design, { totals: all, solved }, { errors, seconds }, context) {
    const whole = { ...begun, ...all, spectrum: solved, leftOut: meanErrors(errors), seconds };
    const rows = { source: sumsOfVisits(whole), classWeights };
    return fitFeatures(family, method.parameters, design, parameters, context, rows);
  },
});

function settle(
  family: FeatureFamily,
  sample: Design,
  parameters: Parameters,
  rows: number,
  context: FitContext,
  before: Begun<'ridge'> | undefined,
) {
  const fit = beginFeatures(family, sample, parameters, context);
  const { session, blocks, settings, classWeights } = fit;
  // Conjugate gradients, the choice with many landmarks, would need all rows at hand.
  const drawing: Parameters = family.iterates ? { ...parameters, solver: 'spectrum' } : parameters;
  const begun = before ?? drawForRows({ ...fit, parameters: drawing }, session.step('search', 1), rows);
  const centres = session.problem.outputs.map(({ mean }) => mean);
  return { begun, basis: { map: begun.drawn.map, blocks, settings, centres }, ...(classWeights && { classWeights }) };
}

function totals({ basis }: RowsPlan<'ridge'>, sums: RowSums, context: Computing) {
  const { rows, weight } = sums;
  return { ...totalsOf(basis, sums, basis.centres, context), rows, meanWeight: weight / rows };
}

function again({ basis }: RowsPlan<'ridge'>, { totals: all, solved }: Solution<'ridge'>, context: Computing) {
  const fit = { ...basis, ...all, spectrum: solved };
  return (rows: CodedRows) => errorsOfRows(fit, basis.settings, rows, context);
}
