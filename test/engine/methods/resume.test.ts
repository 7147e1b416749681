import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cancelledError } from '../../../src/engine/contract/context';
import { nystromRidge } from '../../../src/engine/methods/nystromRidge';
import { componentsMethods } from '../../../src/engine/methods/registry';
import { rfRidge } from '../../../src/engine/methods/rfRidge';
import { SpectrumCache } from '../../../src/engine/spectrum/cache';
import { components, madeRowsDesign } from '../fit/components/making';
import { madeProblem } from '../madeRows';
import { fitContext } from '../testCore';
import { fitted, type Given, withoutTimings } from './fitting';

/**
 * Runs work that is cancelled once it has entered each of its stages, and then not at all: its outcome must not differ.
 */
function resumes<T>(work: (context: typeof fitContext) => T, plain: (outcome: T) => unknown): void {
  const stages: string[] = [];
  const expected = plain(
    work({
      ...fitContext,
      progress: (_, stage) => {
        if (stage !== stages[stages.length - 1]) stages.push(stage);
      },
    }),
  );
  assert.ok(stages.length >= 3, stages.join('; '));
  let stopped = 0;
  for (const stage of new Set(stages)) {
    const cache = new SpectrumCache();
    let entered = false;
    let looks = 0;
    const context = {
      ...fitContext,
      cache,
      progress(_: number, at: string) {
        entered ||= at === stage;
      },
      check() {
        // Not at once: some of the stage's work is then done.
        if (entered && ++looks > 2) throw cancelledError();
      },
    };
    try {
      work(context);
    } catch (error) {
      assert.match(String(error), /Cancelled/);
      stopped++;
    }
    assert.deepEqual(plain(work({ ...fitContext, cache })), expected, `after it was cancelled in "${stage}"`);
  }
  assert.ok(stopped >= 3, `${stopped} of ${stages.length}`);
}

const rows = madeProblem(70, 3, 0.3, 3, 30);
const RIDGES: readonly (readonly [string, typeof rfRidge, Given])[] = [
  ['random features', rfRidge, { features: 40 }],
  ['features by leverage scores', rfRidge, { features: 40, sampling: 'leverage', compare: false }],
  ['landmarks', nystromRidge, { landmarks: 40, landmarkRule: 'leverage', lengthScaleRule: 'median' }],
  ['conjugate gradients', nystromRidge, { landmarks: 40, solver: 'conjugateGradient', lengthScaleRule: 'median' }],
];

for (const [name, method, given] of RIDGES)
  test(`ridge on ${name}: a fit after a cancelled one is that of an engine that was never asked`, () =>
    resumes((context) => fitted(method, rows, given, context), withoutTimings));

for (const method of componentsMethods) {
  // As many as make blocks, and a matrix whose largest eigenvalues alone are looked for.
  const few: Given = method.id === 'rf-kpca' ? { features: 400 } : {};
  test(`${method.id}: a fit after a cancelled one is that of an engine that was never asked`, () =>
    resumes(
      (context) => components(method, madeRowsDesign(200, 3, 3, 40), { components: 4, ...few }, context),
      ({ timings: _, components: found, ...outcome }) => ({
        ...outcome,
        components: { ...found, reconstruction: found.reconstruction.map((curve) => ({ ...curve, seconds: 0 })) },
      }),
    ));
}
