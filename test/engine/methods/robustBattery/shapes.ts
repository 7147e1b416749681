import assert from 'node:assert/strict';
import type { Design } from '../../../../src/engine/contract/data';
import { Random } from '../../../../src/engine/data/random';
import { madeDesign, madeProblem, normals, relativeError, rowsOf } from '../../madeRows';
import { briefContext } from '../../testCore';
import { fitted, type Given, targetsOf } from '../fitting';
import { broken, type Check, design, FIXED, few, held, quick, robustOf, setFor } from './check';
import { refusedInWords } from './refusals';

/** A quotient of normal draws has the Cauchy distribution. */
function heavy(seed: number): () => number {
  const next = normals(seed);
  return () => next() / next();
}

export const oddShapes: Check = {
  name: 'five rows, repeated rows, more columns than rows, two rows held out and one column are fitted',
  run(method) {
    const { train } = madeProblem(25, 2, 0.2, 5);
    const twice = madeDesign(rowsOf(train, [...train.y.keys(), ...train.y.keys()]));
    const noise = heavy(9);
    const wild = madeProblem(30, 2, 0.1, 4, 10);
    const cases: readonly (readonly [Design, Given])[] = [
      [twice, { lengthScale: 0.9 }],
      [madeProblem(5, 2, 0.1, 1), {}],
      [madeProblem(24, 50, 0.1, 1), { lengthScale: 8 }],
      [madeProblem(30, 2, 0.1, 1, 2), { lengthScale: 0.9 }],
      [madeProblem(20, 1, 0.2, 1, 10), { lengthScale: 0.5 }],
      [{ ...wild, train: { ...wild.train, y: wild.train.y.map(noise) } }, { lengthScale: 0.9 }],
    ];
    for (const [on, given] of cases)
      for (const folds of [0, 5]) {
        const outcome = fitted(method, on, { folds, ...quick(method), ...given }, briefContext);
        assert.deepEqual(broken(outcome), [], `${on.train.y.length} rows, ${folds} folds`);
      }
  },
};

export const fewDirections: Check = {
  name: 'kernels of few directions are fitted',
  run(method) {
    for (const kernel of ['linear', 'polynomial(degree=2)']) {
      const outcome = fitted(method, few, { kernel, folds: 3 }, briefContext);
      assert.deepEqual(broken(outcome), [], kernel);
      assert.ok(outcome.metrics.holdout && outcome.metrics.holdout.r2 > -0.3, `${outcome.metrics.holdout?.r2}`);
    }
  },
};

export const tied: Check = {
  name: 'a target that is mostly one value is fitted with a note, or refused in words',
  run(method) {
    const random = new Random(4);
    const on = {
      ...design,
      train: { ...design.train, y: design.train.y.map((v) => (random.uniform() < 0.7 ? 0 : v)) },
    };
    for (const folds of [0, 5]) {
      let outcome: ReturnType<typeof fitted> | undefined;
      const refused = refusedInWords(() => {
        outcome = fitted(method, on, { ...FIXED, folds }, briefContext);
      });
      // An M-estimator tells outliers by the target's robust scale, and there is none.
      assert.equal(refused, method.id === 'huber' || method.id === 'tukey');
      if (!outcome) continue;
      assert.ok(outcome.notes.some(({ code }) => code === 'data/tied-target'));
      assert.deepEqual(broken(outcome), []);
    }
  },
};

export const landmarks: Check = {
  name: 'all rows as landmarks give the exact fit, and some of many a close one',
  run(method) {
    const own = { ...setFor(method), ...quick(method) };
    const whole = fitted(method, design, own);
    const all = fitted(method, design, { ...own, landmarks: design.train.y.length });
    const found = robustOf(all).landmarks;
    assert.ok(found && found.count === design.train.y.length && found.traceLeft < 1e-6);
    const error = relativeError(held(all), held(whole));
    // With landmarks the sign gradient goes by steps, about a hundredth of the target's spread from the flow.
    assert.ok(error < (method.id === 'ksgd' ? 0.03 : 1e-6), `${error}`);
    const many = madeProblem(100, 2, 0.3, 6, 40);
    const given = { ...own, lengthScale: 1.2, ...(method.id === 'kl1' && { epsilon: 0.9 }) };
    const exact = fitted(method, many, given);
    const some = fitted(method, many, { ...given, landmarks: 30 }, briefContext);
    const { traceLeft } = robustOf(some).landmarks ?? {};
    assert.ok(traceLeft !== undefined && traceLeft > 1e-6 && traceLeft < 0.2, `${traceLeft}`);
    assert.ok(relativeError(held(some), held(exact)) < 0.15, `${relativeError(held(some), held(exact))}`);
    assert.equal(some.model.x.rows, 30);
    assert.ok(some.notes.some(({ code }) => code === 'kernel/landmarks'));
    assert.deepEqual(broken(some), []);
  },
};

export const severalTargets: Check = {
  name: 'several targets equal separate fits at the same scale',
  run(method) {
    const { train, holdout } = few;
    assert.ok(holdout);
    const second = train.y.map((v) => v * v);
    const heldSecond = holdout.y.map((v) => v * v);
    const given = { ...FIXED, folds: 3 };
    const both = fitted(method, madeDesign({ ...train, more: [second] }, { ...holdout, more: [heldSecond] }), given);
    const apart = [
      fitted(method, few, given),
      fitted(method, madeDesign({ ...train, y: second }, { ...holdout, y: heldSecond }), given),
    ];
    targetsOf(both).forEach((target, o) => {
      const alone = apart[o];
      assert.deepEqual(target.robust, alone.robust);
      assert.deepEqual(target.holdout, alone.holdout);
      assert.deepEqual(target.metrics, alone.metrics);
    });
  },
};
