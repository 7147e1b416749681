import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quietContext } from '../../../src/engine/contract/context';
import type { Design } from '../../../src/engine/contract/data';
import type { FitOutcome } from '../../../src/engine/contract/run';
import type { FeatureFamily } from '../../../src/engine/fit/features/family';
import { featureSpectrum } from '../../../src/engine/fit/features/featureSpectrum';
import { fitFeatures } from '../../../src/engine/fit/features/fitFeatures';
import { beginFeatures } from '../../../src/engine/fit/features/prepare';
import { drawForRows, sumsOfVisits } from '../../../src/engine/fit/features/rowSource';
import type { Method } from '../../../src/engine/fit/method';
import { type Problem, problemOf } from '../../../src/engine/fit/problem';
import { rowBlock } from '../../../src/engine/kernels/rows';
import { quietWith } from '../../../src/engine/linalg/linalg';
import { nystromFamily, nystromRidge } from '../../../src/engine/methods/nystromRidge';
import { rfFamily, rfRidge } from '../../../src/engine/methods/rfRidge';
import { checkParameters } from '../../../src/engine/parameters/checkParameters';
import { addErrors, errorsOfRows, meanErrors } from '../../../src/engine/parts/rowErrors';
import { addSums, type CodedRows, sumsOfRows } from '../../../src/engine/parts/rowSums';
import { joinedNodes } from '../../../src/engine/parts/tree';
import { totalsOf } from '../../../src/engine/parts/wholeRows';
import { madeClasses, madeProblem, madeTarget, relativeError, rowsOf } from '../madeRows';
import { type Given, targetsOf } from '../methods/fitting';
import { core, fitContext } from '../testCore';

const N = 400;
/** Rows at hand when all have been added up. */
const SAMPLED = 90;
const PARTS = 7;
const made = madeProblem(N, 2, 0.2, 5, 60);
const weights = Float64Array.from({ length: N }, (_, i) => 0.5 + i / (N - 1));

const methods: readonly (readonly [FeatureFamily, Method, Given])[] = [
  [rfFamily, rfRidge, { features: 40 }],
  [nystromFamily, nystromRidge, { landmarks: 40 }],
];
const designs: Readonly<Record<string, readonly [Design, Given]>> = {
  'one target': [made, {}],
  'row weights': [{ ...made, train: { ...made.train, weights } }, {}],
  'linear terms': [made, { unpenalised: 'linear' }],
  'terms that repeat each other': [made, { unpenalised: 'x1, 2*x1' }],
  'no intercept': [made, { intercept: false }],
  'two targets': [
    {
      ...made,
      moreTargets: ['y2'],
      train: { ...made.train, more: [madeTarget(made.train.x, 0.5, 77)] },
      holdout: undefined,
    },
    {},
  ],
  'two classes': [madeClasses(N, 2, 3, 60), {}],
  'three classes': [madeClasses(N, 3, 3, 60), {}],
};

for (const [family, method, given] of methods)
  for (const [what, [design, more]] of Object.entries(designs))
    test(`${method.id} from sums over parts is the fit of all rows: ${what}`, () => {
      const parameters = checkParameters(method, { lengthScale: 0.3, compare: false, ...given, ...more });
      const expected = method.run(design, parameters, fitContext);
      const found = fromParts(family, method, design, parameters);
      targetsOf(expected).forEach((target, t) => {
        const other = targetsOf(found)[t];
        assert.ok(relativeError(other.spectrum.mu, target.spectrum.mu) < 1e-10, 'eigenvalues');
        for (const name of ['values', 'loo', 'gcv', 'degreesOfFreedom'] as const)
          assert.ok(relativeError(other.paths[0][name], target.paths[0][name]) < 1e-10, `path: ${name}`);
        assert.ok(
          relativeError(
            [other.filter.kind === 'zones' ? other.filter.lambda : 0],
            [target.filter.kind === 'zones' ? target.filter.lambda : 1],
          ) < 1e-10,
        );
        assert.ok(
          relativeError(
            [other.mean, other.variance, other.metrics.loo],
            [target.mean, target.variance, target.metrics.loo],
          ) < 1e-10,
        );
        assert.ok(relativeError(found.model.outputs[t].beta, expected.model.outputs[t].beta) < 1e-8, 'weights');
        if (target.holdout)
          assert.ok(relativeError(other.holdout?.predicted ?? [], target.holdout.predicted) < 1e-10, 'predictions');
      });
    });

/** A fit as if the rows were in parts, and only a few of them at hand in the end. */
function fromParts(family: FeatureFamily, method: Method, design: Design, parameters: Given): FitOutcome {
  const prepared = beginFeatures(family, design, parameters, fitContext);
  const begun = drawForRows(prepared, prepared.session);
  const basis = { map: begun.drawn.map, blocks: prepared.blocks };
  const problem = problemOf(design, quietContext);
  const parts = partsOf(problem, design.train.weights);
  const centres = problem.outputs.map(({ y }) => y[0]);
  const sums = parts.map((part, place) => ({
    level: 0,
    place,
    value: sumsOfRows(basis, part, centres, quietWith(core)),
  }));
  const [{ value: all }] = joinedNodes(sums, PARTS, addSums);
  const totals = totalsOf(basis, all, centres, quietWith(core));
  const spectrum = featureSpectrum(totals.sums, 1, totals.facts, quietWith(core));
  const fit = { ...basis, spectrum, ...totals, meanWeight: all.weight / all.rows };
  const errors = parts.map((part, place) => ({
    level: 0,
    place,
    value: errorsOfRows(fit, prepared.settings, part, quietWith(core)),
  }));
  const [{ value: leftOut }] = joinedNodes(errors, PARTS, addErrors);
  const sample = {
    ...design,
    train: rowsOf(
      design.train,
      Uint32Array.from({ length: SAMPLED }, (_, i) => i * 4),
    ),
  };
  const whole = { ...begun, ...totals, spectrum, seconds: 1, leftOut: meanErrors(leftOut) };
  return fitFeatures(family, method.parameters, sample, parameters, fitContext, { source: sumsOfVisits(whole) });
}

function partsOf({ x, outputs }: Problem, weights?: Float64Array): CodedRows[] {
  const step = Math.ceil(x.rows / PARTS);
  return Array.from({ length: PARTS }, (_, part) => {
    const [from, to] = [part * step, Math.min(x.rows, (part + 1) * step)];
    return {
      x: rowBlock(x, from, to - from),
      outputs: outputs.map(({ y }) => y.slice(from, to)),
      ...(weights && { weights: weights.slice(from, to) }),
    };
  });
}
