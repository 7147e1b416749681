import assert from 'node:assert/strict';
import type { Design } from '../../../../src/engine/contract/data';
import type { Axis } from '../../../../src/engine/contract/filter';
import { axisValue } from '../../../../src/engine/filters/anyFilter';
import { packModel } from '../../../../src/engine/model/packModel';
import { unpackModel } from '../../../../src/engine/model/save';
import { madeDesign, madeProblem, rowsOf } from '../../madeRows';
import { briefContext } from '../../testCore';
import { fitted, fittedOnce, type Given, modelOf } from '../fitting';
import { brokenNumbers, type Check, design, fixed, hasFolds, held } from './check';

export const oddShapes: Check = {
  name: 'repeated rows, five rows, more columns than rows and two rows held out are fitted',
  run(method) {
    const { train } = madeProblem(30, 2, 0.2, 5);
    const twice = madeDesign(rowsOf(train, [...train.y.keys(), ...train.y.keys()]));
    const wide: Given = method.id === 'ckrr-features' ? { unpenalised: 'x1, x2^2' } : {};
    const cases: readonly (readonly [Design, Given])[] = [
      [twice, {}],
      [madeProblem(5, 2, 0.1, 1), {}],
      [madeProblem(24, 60, 0.1, 1), wide],
      [madeProblem(30, 2, 0.1, 1, 2), {}],
    ];
    for (const [on, given] of cases)
      for (const folds of hasFolds(method) ? [0, 5] : [0])
        assert.deepEqual(
          brokenNumbers(fitted(method, on, { lengthScaleRule: 'median', folds, ...given }, briefContext), folds > 0),
          [],
        );
  },
};

export const fewDirections: Check = {
  name: 'kernels of few directions, of none beside linear terms, and of all kept whole are fitted',
  run(method) {
    for (const kernel of ['linear', 'polynomial(degree=2)']) {
      const outcome = fitted(method, design, { kernel, folds: 4 }, briefContext);
      assert.ok(outcome.spectrum.rank <= 5);
      assert.deepEqual(brokenNumbers(outcome, hasFolds(method)), []);
      assert.ok(outcome.metrics.holdout && outcome.metrics.holdout.r2 > -0.2);
    }
    const { rank } = fittedOnce(method, design, fixed(method)).spectrum;
    const names = method.parameters.map(({ name }) => name).filter((name) => name === 'k' || name === 'r');
    if (method.id === 'ckrr-soft' || names.length === 0) return;
    const whole = fitted(method, design, {
      ...fixed(method),
      ...Object.fromEntries(names.map((name) => [name, rank])),
    });
    // Every row is met exactly: there is no error left to judge by, and intervals are as wide as that says.
    assert.ok(held(whole).every(Number.isFinite));
    assert.ok(whole.metrics.loo > 0 && whole.model.outputs[0].intervalWidth > 0);
    const broken = brokenNumbers(whole, false);
    assert.deepEqual(
      broken.filter((text) => !/Infinity$/.test(text)),
      [],
    );
    assert.deepEqual(unpackModel(packModel(modelOf(whole))), modelOf(whole));
    for (const name of names) assert.equal(axisValue(whole.filter, name as Axis), rank);
  },
};
