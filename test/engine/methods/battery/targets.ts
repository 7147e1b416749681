import assert from 'node:assert/strict';
import { madeClasses, madeDesign, normals } from '../../madeRows';
import { briefContext } from '../../testCore';
import { fitted, targetsOf } from '../fitting';
import { brokenNumbers, type Check, design, fixed, hasFolds, N } from './check';

export const severalTargets: Check = {
  name: 'several targets equal separate fits at the same scale, weights and all',
  run(method) {
    const next = normals(8);
    const second = design.train.y.map((v) => v * v + 0.2 * next());
    const weights = design.train.y.map((_, i) => 0.4 + (1.2 * i) / (N - 1));
    const heldSecond = design.holdout?.y.map((v) => v * v) ?? new Float64Array(0);
    const train = { ...design.train, weights };
    assert.ok(design.holdout);
    const both = fitted(method, madeDesign({ ...train, more: [second] }, { ...design.holdout, more: [heldSecond] }), {
      ...fixed(method),
      folds: 4,
    });
    const apart = [
      fitted(method, madeDesign(train, design.holdout), { ...fixed(method), folds: 4 }),
      fitted(method, madeDesign({ ...train, y: second }, { ...design.holdout, y: heldSecond }), {
        ...fixed(method),
        folds: 4,
      }),
    ];
    assert.deepEqual(
      targetsOf(both).map(({ target }) => target),
      ['y', 'y2'],
    );
    targetsOf(both).forEach((target, o) => {
      const alone = targetsOf(apart[o])[0];
      assert.deepEqual({ ...onlyTarget(target), target: 'y' }, onlyTarget(alone));
      const { name: _, ...coefficients } = both.model.outputs[o];
      const { name: __, ...own } = apart[o].model.outputs[0];
      assert.deepEqual(coefficients, own);
    });
  },
};

/** The part of a result that concerns its target alone, without what all targets of a run share. */
function onlyTarget(result: ReturnType<typeof targetsOf>[number]) {
  const { target, mean, variance, spectrum, noise, filter, paths, surface, metrics, holdout, live: shown } = result;
  return { target, mean, variance, spectrum, noise, filter, paths, surface, metrics, holdout, live: shown };
}

export const classes: Check = {
  name: 'two classes are told apart on held-out rows, and five by leaving out each row',
  run(method) {
    for (const [levels, accuracy, m] of [
      [2, 0.85, 60],
      [5, 0.6, 0],
    ]) {
      const rows = m === 0 ? 120 : m;
      const given = { ...fixed(method), folds: 4 };
      const outcome = fitted(method, madeClasses(120, levels, 4, m), given, briefContext);
      const { classes: found, model } = outcome;
      assert.ok(found && found.heldOut === m > 0);
      assert.equal(model.outputs.length, levels === 2 ? 1 : levels);
      assert.equal(outcome.others.length, model.outputs.length - 1);
      assert.equal(
        found.confusion.reduce((sum, v) => sum + v, 0),
        rows,
      );
      const right = found.levels.reduce((sum, _, c) => sum + found.confusion[c * (levels + 1)], 0);
      assert.equal(found.accuracy, right / rows);
      assert.ok(found.accuracy > accuracy && found.accuracy > found.baseline, `${levels}: ${found.accuracy}`);
      const [low, high] = found.accuracyInterval;
      assert.ok(low < found.accuracy && found.accuracy <= high && high <= 1);
      assert.deepEqual(brokenNumbers(outcome, hasFolds(method)), []);
      for (const target of outcome.others) assert.deepEqual(target.filter, outcome.filter, 'classes share a filter');
    }
  },
};
