import assert from 'node:assert/strict';
import { transferables } from '../../../../src/engine/contract/transferables';
import type { FitContext } from '../../../../src/engine/fit/method';
import { krr } from '../../../../src/engine/methods/krr';
import { SpectrumCache } from '../../../../src/engine/spectrum/cache';
import { madeProblem } from '../../madeRows';
import { fitContext } from '../../testCore';
import { fitted, fittedOnce, type Given, withoutTimings } from '../fitting';
import { type Check, quick, withTarget } from './check';

const madeHere = () => madeProblem(20, 2, 0.3, 1, 10);
/** The same for fits that keep their arrays. */
const MADE = madeHere();
/** Another target of the same rows, which another length scale suits. */
const rougher = () => withTarget(madeHere(), (v) => Math.sin(9 * v));

/** One value far out, which is drawn in. */
const spoilt = () => withTarget(madeHere(), (v) => (v > 1.2 ? 1e4 : v));

/** Hands over an outcome as the worker sends it: every array of the outcome, and those of the design with it. */
function handedOver(outcome: ReturnType<typeof fitted>): void {
  structuredClone(outcome, { transfer: transferables(outcome) });
  assert.equal(outcome.spectrum.mu.length, 0, 'handed over');
}

export const cached: Check = {
  name: 'a fit from the cache equals a fresh one, also after the first outcome was handed over',
  run(method) {
    const context: FitContext = { ...fitContext, cache: new SpectrumCache() };
    const same = (own: Given, made = madeHere) => {
      const given = { ...quick(method), ...own };
      assert.deepEqual(
        withoutTimings(fitted(method, made(), given, context)),
        withoutTimings(fittedOnce(method, made === madeHere ? MADE : made(), given)),
      );
    };
    const cases: readonly Given[] = [
      { folds: 3 },
      { folds: 3, lengthScale: 0.9 },
      { folds: 0, lengthScale: 0.9, landmarks: 10 },
    ];
    for (const given of cases) {
      handedOver(fitted(method, madeHere(), { ...quick(method), ...given }, context));
      same(given);
    }
    // Another seed draws other landmarks and folds, those of the search too.
    same({ folds: 0, lengthScale: 0.9, landmarks: 10, seed: 5 });
    same({ folds: 3 });
    same({ folds: 3, seed: 5 });
    same({ folds: 3 }, rougher);
    same({ folds: 3, lengthScale: 0.9 }, spoilt);
    same({ folds: 3, lengthScale: 0.9 });
    same({ folds: 3, lengthScale: 0.9, intercept: false });
  },
};

export const besideRidge: Check = {
  name: 'after a ridge fit of the same rows, and before one, each equals a fresh fit',
  run(method) {
    const own: Given = { folds: 3, lengthScale: 0.9 };
    const ridge: Given = { folds: 3, lengthScale: 0.9 };
    const context: FitContext = { ...fitContext, cache: new SpectrumCache() };
    const equal = (a: ReturnType<typeof fitted>, b: ReturnType<typeof fitted>) =>
      assert.deepEqual(withoutTimings(a), withoutTimings(b));
    for (const _ of [1, 2]) {
      const first = fitted(krr, madeHere(), ridge, context);
      equal(first, fittedOnce(krr, MADE, ridge));
      handedOver(first);
      const second = fitted(method, madeHere(), own, context);
      equal(second, fittedOnce(method, MADE, own));
      handedOver(second);
    }
    const plain = fittedOnce(krr, MADE, ridge);
    const { spectrum } = fittedOnce(method, MADE, own);
    assert.deepEqual(spectrum, plain.spectrum, 'the same decomposition');
  },
};
