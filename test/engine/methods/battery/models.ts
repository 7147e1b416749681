import assert from 'node:assert/strict';
import type { LivePredictor } from '../../../../src/engine/contract/run';
import { transferables } from '../../../../src/engine/contract/transferables';
import { axisValue, filterAt } from '../../../../src/engine/filters/anyFilter';
import { quietWith } from '../../../../src/engine/linalg/linalg';
import { packModel } from '../../../../src/engine/model/packModel';
import { predictModel } from '../../../../src/engine/model/predict';
import { unpackModel } from '../../../../src/engine/model/save';
import { SpectrumCache } from '../../../../src/engine/spectrum/cache';
import { predictLive } from '../../../../src/engine/spectrum/livePrediction';
import { madeDesign, madeRows, madeSample, madeTarget, relativeError } from '../../madeRows';
import { core, fitContext } from '../../testCore';
import { fitted, fittedOnce, modelOf, withoutTimings } from '../fitting';
import { type Check, design, ELSEWHERE, fixed, held } from './check';

export const savedAndRead: Check = {
  name: 'a model that was saved and read predicts what the fit predicted, intervals included',
  run(method) {
    const outcome = fittedOnce(method, design, fixed(method));
    const model = unpackModel(packModel(modelOf(outcome)));
    assert.deepEqual(model, modelOf(outcome));
    assert.ok(design.holdout && outcome.holdout);
    const [{ predicted, lower, upper }] = predictModel(model, design.holdout.x, quietWith(core));
    assert.ok(relativeError(predicted, outcome.holdout.predicted) < 1e-9);
    assert.ok(relativeError(lower, outcome.holdout.lower) < 1e-7);
    assert.ok(relativeError(upper, outcome.holdout.upper) < 1e-7);
    assert.ok(upper.every((v, j) => v > lower[j]));
  },
};

export const live: Check = {
  name: 'the live predictor gives the held-out predictions at the fitted filter, and elsewhere those of a refit',
  run(method) {
    const outcome = fittedOnce(method, design, fixed(method));
    const { filter, spectrum, axes } = outcome;
    const predictor = outcome.live.holdout as LivePredictor;
    assert.ok(relativeError(predictLive(predictor, spectrum, filter), held(outcome)) < 1e-5);
    for (const axis of axes) {
      const at = filterAt(filter, axis, ELSEWHERE[axis]);
      const given = Object.fromEntries(axes.map((each) => [each, axisValue(at, each)]));
      const refit = fitted(method, design, { ...fixed(method), ...given });
      const shown = predictLive(predictor, spectrum, at);
      assert.ok(relativeError(shown, held(refit)) < 1e-5, `${axis}: ${relativeError(shown, held(refit))}`);
      assert.ok(relativeError(shown, held(outcome)) > 1e-5, `${axis} moves the fit`);
    }
  },
};

export const cached: Check = {
  name: 'a fit from the cache equals a fresh one, also after the first outcome was handed over',
  run(method) {
    const context = { ...fitContext, cache: new SpectrumCache() };
    const given = { ...fixed(method), folds: 4 };
    const first = fitted(method, design, given, context);
    const { curve: _, ...ownLive } = first.live;
    // The rows belong to the design, which a real engine builds anew.
    const own = { ...first, live: ownLive, model: { ...first.model, x: 0 }, holdout: 0 };
    structuredClone(own, { transfer: transferables(own) });
    assert.equal(first.spectrum.mu.length, 0, 'handed over');
    assert.deepEqual(
      withoutTimings(fitted(method, design, given, context)),
      withoutTimings(fittedOnce(method, design, given)),
    );
    // Another seed draws other folds and features.
    assert.deepEqual(
      withoutTimings(fitted(method, design, { ...given, seed: 9 }, context)),
      withoutTimings(fittedOnce(method, design, { ...given, seed: 9 })),
    );
  },
};

export const curve: Check = {
  name: 'one numeric feature: the curve is the prediction on an even grid',
  run(method) {
    const x = madeRows(60, 1, 4);
    const given = { ...fixed(method), ...(method.id === 'nystrom-ridge' && { landmarks: 40 }) };
    const outcome = fitted(method, madeDesign(madeSample(x, madeTarget(x, 0.1, 5))), given);
    const drawn = outcome.live.curve;
    assert.ok(drawn && drawn.grid.length === 200);
    const at = { rows: 200, columns: 1, values: drawn.grid };
    const [{ predicted, lower, upper }] = predictModel(modelOf(outcome), at, quietWith(core));
    const shown = predictLive(drawn.predictor, outcome.spectrum, outcome.filter);
    assert.ok(relativeError(shown, predicted) < 1e-5, `${relativeError(shown, predicted)}`);
    assert.deepEqual(drawn.x, x.values);
    assert.ok(drawn.predictor.prior?.length === 200 && drawn.predictor.leverage?.length === 200);
    assert.ok(lower.every((v, j) => v < predicted[j] && upper[j] > predicted[j]));
  },
};
