import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quietContext } from '../../../src/engine/contract/context';
import { createEmbedded } from '../../../src/engine/linalg/core/embedded';
import { nystromRidge } from '../../../src/engine/methods/nystromRidge';
import { componentsMethods } from '../../../src/engine/methods/registry';
import { rfRidge } from '../../../src/engine/methods/rfRidge';
import { components, madeRowsDesign } from '../fit/components/making';
import { madeProblem, relativeError } from '../madeRows';
import { fitContext } from '../testCore';
import { fitted, type Given } from './fitting';

const two = { ...quietContext, linalg: createEmbedded({ threads: 2 }) };
const problem = madeProblem(700, 3, 0.3, 3, 100);
const RIDGES: readonly (readonly [typeof rfRidge, Given])[] = [
  [rfRidge, { features: 200 }],
  [nystromRidge, { landmarks: 200 }],
  [nystromRidge, { landmarks: 200, solver: 'conjugateGradient' }],
];

for (const [method, given] of RIDGES)
  test(`${method.id} ${given.solver ?? ''}: two threads give what one gives`, () => {
    const all = { kernel: 'matern52', lengthScale: 1, compare: false, ...given };
    const [a, b] = [fitContext, two].map((context) => fitted(method, problem, all, context));
    assert.equal(b.backend.threads, 2);
    assert.deepEqual(b.filter, a.filter);
    assert.ok(relativeError(b.spectrum.mu, a.spectrum.mu) < 1e-9);
    const apart = relativeError(b.holdout?.predicted ?? [], a.holdout?.predicted ?? []);
    assert.ok(apart < 1e-9, String(apart));
    assert.ok(Math.abs(b.metrics.loo / a.metrics.loo - 1) < 1e-9);
  });

for (const method of componentsMethods)
  test(`${method.id}: two threads give what one gives`, () => {
    const [a, b] = [fitContext, two].map(
      (context) =>
        components(method, madeRowsDesign(700, 3, 3, 50), { components: 4, tradeOff: false }, context).components,
    );
    assert.ok(relativeError(b.eigenvalues, a.eigenvalues) < 1e-9);
    // Scores are stored in single precision.
    assert.ok(relativeError(b.train.scores, a.train.scores) < 1e-6);
    assert.ok(relativeError(b.holdout?.error ?? [], a.holdout?.error ?? []) < 1e-9);
    assert.ok(relativeError(b.reconstruction[0].l2, a.reconstruction[0].l2) < 1e-9);
  });
