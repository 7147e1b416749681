import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Design } from '../../../src/engine/contract/data';
import { DRAWN_MODEL } from '../../../src/engine/contract/drawnModel';
import { pack } from '../../../src/engine/contract/pack';
import type { ClassResult, FitOutcome } from '../../../src/engine/contract/run';
import { FIT, TARGET_RESULT } from '../../../src/engine/contract/run.schema';
import { holds } from '../../../src/engine/contract/schema';
import { divide } from '../../../src/engine/data/folds';
import { axisValue } from '../../../src/engine/filters/anyFilter';
import { levelCounts } from '../../../src/engine/fit/classification';
import { quietWith } from '../../../src/engine/linalg/linalg';
import { krr } from '../../../src/engine/methods/krr';
import { tkrr } from '../../../src/engine/methods/tkrr';
import { packModel } from '../../../src/engine/model/packModel';
import { predictModel } from '../../../src/engine/model/predict';
import { unpackModel } from '../../../src/engine/model/save';
import { probabilitiesOf } from '../../../src/engine/statistics/calibration';
import { predictedLevels } from '../../../src/engine/statistics/classes';
import { madeClasses, madeDesign, relativeError, rowsOf } from '../madeRows';
import { core } from '../testCore';
import { brokenNumbers } from './battery/check';
import { failsWith, fitted, fittedWhole, modelOf, targetMethod, targetsOf } from './fitting';

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

test('two classes are one regression on 1 and −1: the probability decides, which rises with the score', () => {
  const design = madeClasses(100, 2, 4, 40);
  const outcome = fitted(krr, design, set);
  assert.equal(outcome.target, 'b');
  assert.ok(outcome.holdout?.observed.every((v, j) => v === (design.holdout?.y[j] === 1 ? 1 : -1)));
  const { calibration, accuracy, probability } = classesOf(outcome);
  assert.ok(calibration?.kind === 'platt' && calibration.slope > 0 && outcome.holdout && design.holdout);
  assert.equal(calibration.rows, 100);
  // The middle of Platt's curve is where the score is −intercept/slope.
  const middle = -calibration.intercept / calibration.slope;
  const { y } = design.holdout;
  const wrong = outcome.holdout.predicted.filter((v, j) => v > middle !== (y[j] === 1)).length;
  assert.equal(accuracy, 1 - wrong / 40);
  assert.deepEqual(probability?.scores, [outcome.holdout.predicted]);
  assert.deepEqual(Array.from(probability.observed), Array.from(y));
  const p = outcome.holdout.predicted.map((s) => 1 / (1 + Math.exp(-calibration.slope * s - calibration.intercept)));
  assert.ok(relativeError(probability.probabilities[0], p) < 1e-14);
  assert.ok(relativeError([probability.brier.value], [p.reduce((sum, v, j) => sum + (v - y[j]) ** 2, 0) / 40]) < 1e-14);
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
  const found = levelCounts(['x', 'y', 'z'], observed, predicted, [0, 0, 0, 0, 1, 2]);
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

/** Uneven classes, held-out rows beside them. */
function uneven(levels: number): Design {
  const { train, holdout, ...design } = madeClasses(160, levels, 4, 60);
  assert.ok(holdout);
  const rest = [...train.y.keys()].filter((i) => train.y[i] > 0 || i % 4 === 0);
  return { ...design, train: rowsOf(train, rest), holdout };
}

test('balanced class weights are row weights in inverse proportion to the frequency of the class', () => {
  for (const levels of [2, 3]) {
    const design = uneven(levels);
    const { train } = design;
    const n = train.y.length;
    const counts = Array.from({ length: levels }, (_, k) => train.y.filter((code) => code === k).length);
    const weights = train.y.map((code) => n / (levels * counts[code]));
    const given = { ...set, lambda: 1e-3 };
    const balanced = fitted(krr, design, { ...given, classWeight: 'balanced' });
    const weighted = fitted(krr, { ...design, train: { ...train, weights } }, given);
    assert.deepEqual(
      targetsOf(balanced).map(({ holdout }) => holdout?.predicted),
      targetsOf(weighted).map(({ holdout }) => holdout?.predicted),
    );
    // Probabilities are those of the rows as they come: their mean is near the frequencies, whichever way the fit weighs.
    const { probability, threshold, calibration } = classesOf(
      fitted(krr, madeDesignOf(design), { ...given, classWeight: 'balanced' }),
    );
    assert.ok(probability && calibration);
    const second = probability.probabilities[levels === 2 ? 0 : 1];
    assert.ok(Math.abs(second.reduce((sum, p) => sum + p, 0) / n - counts[1] / n) < 0.03);
    assert.equal(threshold, levels === 2 ? counts[1] / n : undefined);
  }
  const plain = madeDesign(madeClasses(40, 2, 4).train);
  failsWith('parameter/invalid', /classWeight is for classes.* y is a number/, () =>
    fitted(krr, plain, { classWeight: 'balanced' }),
  );
  failsWith('parameter/invalid', /threshold is for classes/, () => fitted(krr, plain, { threshold: 0.4 }));
  failsWith('parameter/invalid', /threshold is for two classes.* 3/, () =>
    fitted(krr, madeClasses(40, 3, 4), { ...set, threshold: 0.4 }),
  );
});

/** The same rows with none held out. */
const madeDesignOf = ({ holdout: _, ...design }: Design): Design => design;

test('a threshold decides between two classes, and is stored with the model', () => {
  const design = madeClasses(100, 2, 4, 40);
  const at = (threshold: number) => fitted(krr, design, { ...set, threshold });
  const [low, high] = [at(0.1), at(0.9)];
  for (const [outcome, threshold] of [
    [low, 0.1],
    [high, 0.9],
  ] as const) {
    const { probability, confusion, threshold: shown } = classesOf(outcome);
    assert.equal(shown, threshold);
    assert.equal(outcome.model.classes?.threshold, threshold);
    const taken = probability?.probabilities[0].filter((p) => p > threshold).length;
    assert.equal(confusion[1] + confusion[3], taken);
  }
  assert.ok(classesOf(low).confusion[3] > classesOf(high).confusion[3]);
  assert.equal(fitted(krr, design, set).model.classes?.threshold, undefined);
});

test('probabilities of rows left out come from calibrations that have not seen them', () => {
  const { probability, calibration, heldOut } = classesOf(fitted(krr, madeClasses(150, 2, 4), set));
  assert.ok(probability && calibration && !heldOut);
  const whole = probabilitiesOf(calibration, probability.scores)[0];
  const far = probability.probabilities[0].map((p, i) => Math.abs(p - whole[i]));
  assert.ok(Math.max(...far) > 1e-4 && Math.max(...far) < 0.2);
  assert.equal(new Set(far).size, 150);
});

for (const id of ['krr', 'nystrom-ridge', 'rf-ridge'])
  test(`${id}: partial dependence of classes is the mean of the probabilities that the model predicts`, () => {
    for (const levels of [2, 3]) {
      const design = madeClasses(80, levels, 4, 20);
      const outcome = fittedWhole(targetMethod(id), design, { lengthScale: 0.9, classWeight: 'balanced' });
      const model = unpackModel(packModel(modelOf(outcome)));
      assert.deepEqual(model.classes, outcome.model.classes);
      assert.ok(
        holds(TARGET_RESULT, outcome) && holds(FIT, outcome) && holds(DRAWN_MODEL, outcome.model),
        'a stored run of it is shown again',
      );
      const { calibration } = classesOf(outcome);
      assert.ok(calibration && model.classes?.calibration);
      const { x } = design.train;
      const [{ grid }] = outcome.live.partial;
      const values = x.values.slice();
      values.fill(grid[3], 0, x.rows);
      const scores = predictModel(model, { ...x, values }, quietWith(core)).map(({ predicted }) => predicted);
      probabilitiesOf(calibration, scores).forEach((p, o) => {
        const mean = p.reduce((sum, v) => sum + v, 0) / p.length;
        const shown = targetsOf(outcome)[o].live.partial[0].probability;
        assert.ok(shown && Math.abs(shown[3] - mean) < 1e-6, `${shown?.[3]} ${mean}`);
      });
    }
  });

test('a model of format 2, without probabilities, decides by its scores; damaged calibrations are refused', () => {
  const model = modelOf(fitted(krr, madeClasses(60, 2, 4), set));
  assert.ok(model.classes);
  const { calibration: _, ...bare } = model.classes;
  const packed = (format: number, classes: object) =>
    pack({ kind: 'kernelscope model', format, model: { ...model, classes } });
  assert.deepEqual(unpackModel(packed(2, bare)).classes, bare);
  for (const broken of [
    { calibration: { kind: 'platt', slope: Number.NaN, intercept: 0, rows: 60 } },
    { calibration: { kind: 'temperature', temperature: 1, rows: 60 } },
    {
      calibration: { kind: 'isotonic', scores: Float64Array.of(1, 0), probabilities: Float64Array.of(0, 1), rows: 60 },
    },
    { calibration: { kind: 'toString', rows: 60 } },
    { threshold: 1 },
  ])
    failsWith('model/unreadable', /classes are damaged/, () => unpackModel(packed(3, { ...bare, ...broken })));
});
