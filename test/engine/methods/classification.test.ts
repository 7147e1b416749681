import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Design } from '../../../src/engine/contract/data';
import type { ClassResult, FitOutcome } from '../../../src/engine/contract/run';
import { divide } from '../../../src/engine/data/folds';
import { axisValue } from '../../../src/engine/filters/anyFilter';
import { classResult } from '../../../src/engine/fit/classification';
import { krr } from '../../../src/engine/methods/krr';
import { tkrr } from '../../../src/engine/methods/tkrr';
import { predictedLevels } from '../../../src/engine/statistics/classes';
import { madeClasses, madeDesign, relativeError, rowsOf } from '../madeRows';
import { brokenNumbers } from './battery/check';
import { failsWith, fitted, targetsOf } from './fitting';

const set = { lengthScale: 0.9, folds: 0 };

function classesOf({ classes }: FitOutcome): ClassResult {
  assert.ok(classes);
  return classes;
}

test('classes are regressions on indicators that share the filter of least summed leave-one-out error', () => {
  const design = madeClasses(100, 3, 4, 40);
  const outcome = fitted(krr, design, set);
  assert.deepEqual(
    targetsOf(outcome).map(({ target }) => target),
    ['a', 'b', 'c'],
  );
  const lambda = axisValue(outcome.filter, 'lambda');
  const [{ values }] = outcome.paths;
  const total = values.map((_, l) => targetsOf(outcome).reduce((sum, { paths }) => sum + paths[0].loo[l], 0));
  assert.equal(lambda, values[total.indexOf(Math.min(...total))]);
  const { train, holdout } = design;
  assert.ok(holdout);
  targetsOf(outcome).forEach((target, level) => {
    const indicator = (codes: Float64Array) => codes.map((c) => Number(c === level));
    const plain = madeDesign({ ...train, y: indicator(train.y) }, { ...holdout, y: indicator(holdout.y) });
    const alone = fitted(krr, plain, { ...set, lambda });
    assert.deepEqual(target.holdout?.predicted, alone.holdout?.predicted);
    assert.deepEqual(target.holdout?.observed, indicator(holdout.y));
    assert.deepEqual(target.metrics.loo, alone.metrics.loo);
  });
  const scores = targetsOf(outcome).map(({ holdout: found }) => found?.predicted ?? new Float64Array(0));
  const levels = scores[0].map((_, j) => [0, 1, 2].reduce((best, c) => (scores[c][j] > scores[best][j] ? c : best), 0));
  const right = levels.reduce((count, level, j) => count + Number(level === holdout.y[j]), 0);
  assert.equal(classesOf(outcome).accuracy, right / 40);
});

test('two classes are one regression on 1 and −1: the sign decides', () => {
  const design = madeClasses(100, 2, 4, 40);
  const outcome = fitted(krr, design, set);
  assert.equal(outcome.target, 'b');
  assert.ok(outcome.holdout?.observed.every((v, j) => v === (design.holdout?.y[j] === 1 ? 1 : -1)));
  const wrong = outcome.holdout?.predicted.filter((v, j) => v > 0 !== (design.holdout?.y[j] === 1)).length ?? -1;
  assert.equal(classesOf(outcome).accuracy, 1 - wrong / 40);
});

test('without held-out rows each training row is predicted by a fit without it', () => {
  const design = madeClasses(40, 3, 4);
  const given = { ...set, lambda: 2e-3 };
  const { confusion, heldOut } = classesOf(fitted(krr, design, given));
  assert.equal(heldOut, false);
  const expected = new Uint32Array(9);
  for (let i = 0; i < 40; i++) {
    const rest = [...design.train.y.keys()].filter((j) => j !== i);
    const without: Design = {
      ...madeDesign(rowsOf(design.train, rest), rowsOf(design.train, [i])),
      ...(design.classes && { classes: design.classes }),
    };
    // The total ridge stays as it is.
    const one = classesOf(fitted(krr, without, { ...given, lambda: (2e-3 * 40) / 39 }));
    one.confusion.forEach((count, cell) => {
      expected[cell] += count;
    });
  }
  assert.deepEqual(confusion, expected);
});

test('a level that is missing from a fold, or from all rows but one, is no obstacle', () => {
  const design = madeClasses(60, 2, 4);
  // Level c has two rows and level d one: folds of the others know nothing of it.
  const y = design.train.y.map((v, i) => (i < 2 ? 2 : i === 2 ? 3 : v));
  const rare: Design = { ...madeDesign({ ...design.train, y }), classes: ['a', 'b', 'c', 'd'] };
  for (const method of [krr, tkrr]) {
    const outcome = fitted(method, rare, { ...set, folds: 5 });
    assert.deepEqual(brokenNumbers(outcome, true), []);
    const { confusion } = classesOf(outcome);
    const counts = [0, 1, 2, 3].map((level) => confusion.slice(4 * level, 4 * level + 4).reduce((a, b) => a + b, 0));
    assert.deepEqual(counts.slice(2), [2, 1]);
    assert.equal(counts[0] + counts[1], 57);
  }
});

test('every fold has its share of every class', () => {
  const { train } = madeClasses(120, 5, 4);
  const folds = divide(120, 6, 0, { codes: train.y }).of;
  for (let level = 0; level < 5; level++) {
    const counts = new Array<number>(6).fill(0);
    train.y.forEach((code, i) => {
      if (code === level) counts[folds[i]]++;
    });
    assert.ok(Math.max(...counts) - Math.min(...counts) <= 1);
  }
});

test('a single level is refused by its name', () => {
  const design = madeClasses(40, 2, 4);
  const single = { ...design, train: { ...design.train, y: design.train.y.map(() => 1) } };
  failsWith('data/target-constant', /same y, b,/, () => fitted(krr, single, set));
});

test('accuracy, Wilson interval and baseline of known counts', () => {
  const observed = [0, 0, 0, 1, 1, 2, 2, 2, 2, 2];
  const predicted = [0, 0, 1, 1, 1, 2, 2, 0, 2, 2];
  const found = classResult(['x', 'y', 'z'], observed, predicted, [0, 0, 0, 0, 1, 2], true);
  assert.deepEqual([...found.confusion], [2, 1, 0, 0, 2, 0, 1, 0, 4]);
  assert.equal(found.accuracy, 0.8);
  assert.equal(found.baseline, 0.3);
  // Wilson (1927) for 8 of 10 at 95 %, to four digits.
  assert.ok(relativeError(found.accuracyInterval, [0.4902, 0.9433]) < 1e-4);
  assert.deepEqual([...predictedLevels([Float64Array.of(-1, 2, 0)])], [0, 1, 0]);
  assert.deepEqual(
    [...predictedLevels([Float64Array.of(1, 0), Float64Array.of(0.5, 0.2), Float64Array.of(2, -1)])],
    [2, 1],
  );
});
