import assert from 'node:assert/strict';
import { permutation } from '../../../../src/engine/data/random';
import { relativeError, rowsOf } from '../../madeRows';
import { briefContext } from '../../testCore';
import { fitted, fittedOnce, fittedWhole, withoutTimings } from '../fitting';
import { broken, type Check, design, FIXED, few, held, N, robustOf, setFor, strengthOf, withTarget } from './check';

export const repeatable: Check = {
  name: 'the same seed gives the same outcome to the bit, another seed other folds',
  run(method) {
    const given = { lengthScale: 0.9, folds: 4, seed: 3 };
    const one = fittedOnce(method, few, given);
    assert.deepEqual(withoutTimings(one), withoutTimings(fittedWhole(method, few, given)));
    const other = robustOf(fitted(method, few, { ...given, seed: 4 }));
    const shared = Math.min(other.path.score.length, robustOf(one).path.score.length);
    const differ = Array.from({ length: shared }, (_, l) => l).filter(
      (l) => robustOf(one).path.score[l] !== other.path.score[l],
    );
    assert.ok(differ.length > shared / 2, `${differ.length} of ${shared} scores differ`);
  },
};

export const orderOfRows: Check = {
  name: 'the order of the rows does not matter',
  run(method) {
    const order = permutation(N, 3);
    // The rows' order decides which are left out, and quantiles are moved to hold on these.
    const given = { ...setFor(method), ...(method.id === 'quantile' && { conformal: false }) };
    const [a, b] = [
      fittedOnce(method, design, given),
      fitted(method, { ...design, train: rowsOf(design.train, order) }, given),
    ];
    const [own, other] = [robustOf(a), robustOf(b)];
    for (const level of own.fitted.keys()) {
      const back = Float64Array.from(order, (i) => own.fitted[level][i]);
      assert.ok(relativeError(other.fitted[level], back) < 1e-6, `${relativeError(other.fitted[level], back)}`);
    }
    assert.ok(relativeError(held(b), held(a)) < 1e-6);
    // The rows' order decides which are left out together, and so the errors that suspects are judged by: the furthest
    // stays.
    assert.equal(other.suspects[0]?.row, own.suspects[0]?.row);
  },
};

export const finite: Check = {
  name: 'no number of the outcome is not finite, with folds and without, at either end of the path too',
  run(method) {
    assert.deepEqual(broken(fittedOnce(method, design, FIXED)), []);
    assert.deepEqual(broken(fittedOnce(method, design, { ...FIXED, folds: 5 })), []);
    const { name } = strengthOf(method);
    const { values } = robustOf(fittedOnce(method, few, FIXED)).path;
    for (const value of [values[0] / 100, values[values.length - 1] * 100])
      for (const folds of [0, 3]) {
        // Coordinate descent to so high a value would take minutes.
        if (method.id === 'kcd' && value > 1) continue;
        assert.deepEqual(
          broken(fitted(method, few, { ...FIXED, folds, [name]: value }, briefContext)),
          [],
          `${name} ${value}`,
        );
      }
  },
};

export const path: Check = {
  name: 'the path ascends, holds the fitted strength, and its choices are what they say',
  run(method) {
    for (const given of [{ folds: 5 }, { folds: 5, selection: 'oneStandardError' }, setFor(method)]) {
      const outcome = fittedOnce(method, design, { ...FIXED, ...given });
      const { strength, at, path: along, convergence, rule } = robustOf(outcome);
      const { values, score, scoreStandardError, least } = along;
      assert.ok(values.every((v, l) => l === 0 || v > values[l - 1]));
      assert.equal(values[at], strength);
      assert.equal(along.axis, strengthOf(method).name);
      assert.equal(outcome.parameters.find(({ name }) => name === along.axis)?.value, strength);
      const low = score.reduce((a, v) => (Number.isNaN(v) ? a : Math.min(a, v)), Number.POSITIVE_INFINITY);
      assert.equal(score[least.score], low);
      const further = strengthOf(method).lower ? -1 : 1;
      assert.ok((least.oneStandardError - least.score) * further >= 0, 'more regular');
      if (rule !== 'set') assert.equal(at, 'selection' in given ? least.oneStandardError : least.score);
      assert.equal(rule === 'set', !('folds' in given && given.folds === 5));
      const worst = along.remainder.reduce((a, v) => Math.max(a, v), 0);
      assert.ok(Math.abs(convergence.worst - worst) <= 1e-12);
      for (const values of [score, scoreStandardError, along.training, along.support, along.largest, along.remainder])
        assert.equal(values.length, along.values.length);
      // From the regular end on the training error falls as a whole, and at that end next to nothing is fitted.
      const { training } = along;
      const ends = [training[0], training[training.length - 1]];
      const [regular, free] = further < 0 ? ends : ends.toReversed();
      assert.ok(free < 0.9 * regular, `${regular} to ${free}`);
    }
  },
};

export const scales: Check = {
  name: 'the outcome scales with the target, over 60 orders of magnitude, and moves with it',
  run(method) {
    const one = fitted(method, few, { ...FIXED, folds: 4 });
    const { path: own, at } = robustOf(one);
    const back = (values: ArrayLike<number>, by: number) => Float64Array.from(values, (v) => v / by);
    // The sliders' numbers are in single precision, which has 76 orders.
    for (const factor of [1e-30, 1e30]) {
      const other = fitted(
        method,
        withTarget(few, (v) => v * factor),
        { ...FIXED, folds: 4 },
      );
      const { path: scaled, at: place, suspects } = robustOf(other);
      const strengthBy = { t: factor, c: factor, epsilon: factor, lambda: own.axis === 'lambda' ? 1 / factor : 1 }[
        own.axis
      ];
      const unit = method.id === 'huber' || method.id === 'tukey' ? 1 : strengthBy;
      assert.equal(place, at);
      assert.ok(relativeError(back(scaled.values, unit), own.values) < 1e-4);
      const error = relativeError(back(held(other), factor), held(one));
      assert.ok(error < 1e-5, `${factor}: ${error}`);
      const width = ({ holdout }: typeof one) => holdout?.upper.map((v, j) => v - holdout.lower[j]) ?? [];
      assert.ok(relativeError(back(width(other), factor), width(one)) < 1e-4);
      assert.equal(suspects.length, robustOf(one).suspects.length);
      assert.deepEqual(broken(other), []);
    }
    const moved = fitted(
      method,
      withTarget(few, (v) => v + 1000),
      { ...FIXED, folds: 4 },
    );
    assert.ok(relativeError(robustOf(moved).path.values, own.values) < 1e-4, 'the same path');
    const error = relativeError(
      held(moved).map((v) => v - 1000),
      held(one),
    );
    assert.ok(error < 1e-5, `moved: ${error}`);
  },
};
