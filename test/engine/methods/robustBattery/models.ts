import assert from 'node:assert/strict';
import { quietWith } from '../../../../src/engine/linalg/linalg';
import { packModel } from '../../../../src/engine/model/packModel';
import { predictModel } from '../../../../src/engine/model/predict';
import { unpackModel } from '../../../../src/engine/model/save';
import { madeDesign, madeRows, madeSample, madeTarget, relativeError } from '../../madeRows';
import { core } from '../../testCore';
import { fitted, fittedWhole, type Given, modelOf, targetsOf } from '../fitting';
import { type Check, design, FIXED, few, held, N, robustOf, setFor, strengthOf } from './check';

export const consistent: Check = {
  name: 'alpha, fitted values, errors and suspects belong together',
  run(method) {
    const far = { ...design, train: { ...design.train, y: design.train.y.map((v, i) => (i % 20 === 7 ? v + 9 : v)) } };
    // No residual of K-l_1 is beyond epsilon: a small one would follow the outliers.
    const outcome = fitted(method, far, { ...setFor(method), ...(method.id === 'kl1' && { epsilon: 5 }) });
    const fit = robustOf(outcome);
    assert.deepEqual(fit.observed, far.train.y);
    const [{ predicted, quantiles }] = predictModel(modelOf(outcome), far.train.x, quietWith(core));
    const own = fit.fitted.map((values) => values.slice());
    for (let i = 0; i < N; i++) {
      const ordered = own.map((values) => values[i]).sort((a, b) => a - b);
      ordered.forEach((v, level) => {
        own[level][i] = v;
      });
    }
    assert.ok(relativeError(predicted, own[fit.middle]) < 1e-8, `${relativeError(predicted, own[fit.middle])}`);
    assert.equal(quantiles?.length, fit.taus?.length);
    for (const [l, level] of quantiles?.entries() ?? []) assert.ok(relativeError(level.predicted, own[l]) < 1e-8);
    for (const [level, alpha] of fit.alpha.entries()) assert.deepEqual(alpha, outcome.model.outputs[level].alpha);

    // Errors of the left-out rows are from fits without them, those of the others are residuals; too few were left out
    // to tell a scale from.
    const { errors } = fit;
    const leftOut = new Set(fit.leftOut);
    assert.equal(leftOut.size, 8);
    for (let i = 0; i < N; i++) {
      const residual: number = fit.observed[i] - fit.fitted[fit.middle][i];
      assert.equal(Math.abs(errors[i] - residual) > 1e-9, leftOut.has(i), `row ${i}`);
    }
    const sorted = errors.toSorted();
    assert.ok(Math.abs(fit.centre - (sorted[N / 2 - 1] + sorted[N / 2]) / 2) <= 1e-12);
    const away = errors.map((r) => Math.abs(r - fit.centre)).sort();
    assert.ok(Math.abs(fit.scale / (1.4826 * ((away[N / 2 - 1] + away[N / 2]) / 2)) - 1) < 1e-9);
    const beyond = Array.from(errors.keys()).filter((i) => Math.abs(errors[i] - fit.centre) > 3.5 * fit.scale);
    assert.equal(fit.beyond, beyond.length);
    if (beyond.length > N / 10) beyond.length = 0;
    assert.deepEqual(
      fit.suspects.map(({ at }) => at).sort((a, b) => a - b),
      beyond,
    );
    assert.equal(fit.suspectCount, beyond.length);
    fit.suspects.forEach(({ at, row, line, observed, predicted: value, scaled }, s) => {
      assert.deepEqual([row, line, observed], [fit.rows[at], fit.lines[at], fit.observed[at]]);
      assert.ok(Math.abs(observed - value - errors[at]) < 1e-12);
      assert.ok(Math.abs(scaled - (errors[at] - fit.centre) / fit.scale) < 1e-9);
      assert.ok(s === 0 || Math.abs(scaled) <= Math.abs(fit.suspects[s - 1].scaled));
    });
    if (fit.weights) {
      assert.ok(fit.weights.every((w) => w >= 0 && w <= 1));
      for (const { at } of fit.suspects) assert.ok(fit.weights[at] < 0.5, `${fit.weights[at]}`);
    }
  },
};

export const live: Check = {
  name: 'live values at the fitted strength are the fitted ones, and elsewhere those of a fit there',
  run(method) {
    const outcome = fittedWhole(method, design, { ...FIXED, folds: 3 });
    const { name } = strengthOf(method);
    const along = robustOf(outcome);
    const { values } = along.path;
    const L = values.length;
    const spread = robustOf(outcome).observed.reduce((a, v) => Math.max(a, Math.abs(v)), 0);
    const at = (from: ArrayLike<number>, l: number) =>
      Float64Array.from({ length: from.length / L }, (_, i) => from[i * L + l]);
    const shows = (l: number, shown: typeof outcome, tolerance: number) => {
      const there = robustOf(shown);
      assert.ok(along.live?.holdout && there.holdout);
      const heldLive = along.live.holdout;
      const fittedLive = along.live.fitted;
      const near = (a: Float64Array, b: Float64Array, what: string) => {
        const far = a.reduce((worst, v, i) => Math.max(worst, Math.abs(v - b[i])), 0);
        assert.ok(far < tolerance * spread, `${what} at ${name} ${values[l]}: ${far}`);
      };
      for (const [h, level] of there.holdout.entries()) near(at(heldLive[h], l), level, 'held out');
      // Levels are in order along the path; at the fitted strength each is as it was solved.
      if (there.fitted.length === 1) near(at(fittedLive[0], l), there.fitted[0], 'fitted');
      const size = there.alpha[there.middle].reduce((a, v) => Math.max(a, Math.abs(v)), 0);
      const far = relativeError(at(along.live.alpha, l), there.alpha[there.middle]);
      if (size > 0 && tolerance < 1e-5) assert.ok(far < 1e-6, `alpha: ${far}`);
      along.partial.forEach((curve, c) => {
        for (const [h, level] of curve.values.entries()) near(at(level, l), there.partial[c].fitted[h], `partial ${c}`);
        assert.deepEqual(curve.squared, there.partial[c].squared);
      });
    };
    shows(along.at, outcome, 1e-6);
    const places = [Math.floor(L / 3), Math.floor(L / 2), along.at > 0 ? along.at - 1 : 1];
    for (const l of places) shows(l, fittedWhole(method, design, { ...FIXED, folds: 3, [name]: values[l] }), 1e-4);
    const { at: rows, values: shown } = along.path.coefficients;
    assert.equal(rows.length, 40);
    rows.forEach((row, r) => {
      for (let l = 0; l < L; l++) assert.equal(shown[r * L + l], along.live?.alpha[row * L + l]);
    });
  },
};

/** Quantiles that are close to one another, so freely fitted that they cross. */
const CROSSING: Given = { tau: '0.4 0.5 0.6', lambda: 1e-6, lengthScale: 0.3, conformal: false };

export const savedAndRead: Check = {
  name: 'a model that was saved and read predicts what the fit predicted, with landmarks and several targets too',
  run(method) {
    const { train, holdout } = few;
    assert.ok(holdout);
    const both = madeDesign(
      { ...train, more: [train.y.map((v) => 5 * v * v)] },
      { ...holdout, more: [holdout.y.map((v) => 5 * v * v)] },
    );
    const several: readonly Given[] = method.id === 'quantile' ? [{ tau: 0.25 }, { tau: '.9 .1 .4 .6' }, CROSSING] : [];
    for (const given of [{}, { landmarks: 12 }, ...several]) {
      const outcome = fitted(method, both, { ...setFor(method), ...given });
      const model = unpackModel(packModel(modelOf(outcome)));
      assert.deepEqual(model, modelOf(outcome));
      const found = predictModel(model, holdout.x, quietWith(core));
      assert.equal(found.length, 2);
      if (given === CROSSING) assert.ok((robustOf(outcome).crossed ?? 0) > 0.05, `${robustOf(outcome).crossed}`);
      targetsOf(outcome).forEach((target, t) => {
        const there = target.holdout;
        assert.ok(there);
        const { name, predicted, lower, upper, quantiles } = found[t];
        assert.equal(name, target.target);
        assert.ok(relativeError(predicted, there.predicted) < 1e-9, `${relativeError(predicted, there.predicted)}`);
        assert.ok(relativeError(lower, there.lower) < 1e-9);
        assert.ok(relativeError(upper, there.upper) < 1e-9);
        assert.ok(upper.every((v, j) => v >= lower[j]));
        const { taus, holdout: levels } = robustOf(target);
        assert.deepEqual(
          quantiles?.map(({ tau }) => tau),
          taus,
        );
        quantiles?.forEach((level, l) => {
          assert.ok(levels && relativeError(level.predicted, levels[l]) < 1e-9);
          assert.ok(l === 0 || level.predicted.every((v, j) => v >= quantiles[l - 1].predicted[j]), 'in order');
        });
      });
    }
  },
};

export const curve: Check = {
  name: 'one numeric feature: the curve is the prediction on an even grid',
  run(method) {
    const x = madeRows(60, 1, 4);
    const outcome = fitted(method, madeDesign(madeSample(x, madeTarget(x, 0.1, 5))), setFor(method));
    const drawn = outcome.live.curve;
    const { curve: own, middle, at, path } = robustOf(outcome);
    assert.ok(own && drawn && drawn.grid.length === 200);
    const there = { rows: 200, columns: 1, values: drawn.grid };
    const [{ predicted, quantiles }] = predictModel(modelOf(outcome), there, quietWith(core));
    assert.ok(relativeError(own.fitted[middle], predicted) < 1e-9);
    for (const [l, level] of quantiles?.entries() ?? [])
      assert.ok(relativeError(own.fitted[l], level.predicted) < 1e-9);
    own.values.forEach((values, l) => {
      const shown = own.fitted[l].map((_, g) => values[g * path.values.length + at]);
      assert.ok(relativeError(shown, own.fitted[l]) < 1e-5);
    });
    assert.deepEqual(drawn.x, x.values);
    // The ridge baseline follows the same function.
    assert.ok(relativeError(own.squared, predicted) < 0.6, `${relativeError(own.squared, predicted)}`);
    assert.deepEqual(drawn.predictor.base, own.squared);
    assert.equal(held(outcome).length, 0);
  },
};
