import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quietContext } from '../../../src/engine/contract/context';
import type { Matrix } from '../../../src/engine/contract/data';
import type { Model } from '../../../src/engine/contract/model';
import { importanceOf, importancePlan, measureImportance } from '../../../src/engine/explain/importance';
import { cycle, permuted, shuffledRise } from '../../../src/engine/explain/shuffledRise';
import { pickRows } from '../../../src/engine/kernels/rows';
import { type LinearAlgebra, quietWith } from '../../../src/engine/linalg/linalg';
import { lossOfMethod } from '../../../src/engine/methods/registry';
import { predictExpansion } from '../../../src/engine/model/predict';
import { decidedLevels } from '../../../src/engine/statistics/classes';
import { meanOf } from '../../../src/engine/statistics/mean';
import { failure } from '../data/reading';
import { madeClasses, madeDesign, madeProblem, madeRows, madeSample, normals } from '../madeRows';
import { fitted, type Given, targetMethod } from '../methods/fitting';
import { core } from '../testCore';

const SET: Given = { kernel: 'gaussian', lengthScale: 1.5, lambda: 1e-3, folds: 0 };

const rule = (seed: number) => ({ seed, loss: 'squared' }) as const;

function modelOf(design: ReturnType<typeof madeDesign>, method = 'krr', parameters: Given = SET): Model {
  return { ...fitted(targetMethod(method), design, parameters).model, version: '', read: {} };
}

test('columns that say nothing have intervals with 0 at the nominal rate, and those that matter have none', () => {
  const draws = 120;
  let [held, all] = [0, 0];
  for (let draw = 0; draw < draws; draw++) {
    // The target depends on the first two of five columns; the fit uses all of them.
    const [x, z] = [madeRows(70, 5, 1000 + draw), madeRows(80, 5, 5000 + draw)];
    const next = normals(draw);
    const target = (rows: typeof x) =>
      Float64Array.from({ length: rows.rows }, (_, i) => 2 * rows.values[i] + rows.values[rows.rows + i] + next());
    const design = madeDesign(madeSample(x, target(x)), madeSample(z, target(z)));
    const { columns, baseline, level } = importanceOf(modelOf(design), design.holdout, rule(draw), quietWith(core));
    assert.ok(baseline > 0.3);
    assert.equal(level, 0.95);
    assert.deepEqual([columns[0].column, columns[0].interval[0] > 0], ['x1', true]);
    for (const { column, interval } of columns) {
      if (column === 'x1' || column === 'x2') continue;
      all++;
      if (interval[0] <= 0 && interval[1] >= 0) held++;
    }
  }
  const rate = held / all;
  // Three standard errors of a rate over the 120 draws, in which columns go together.
  assert.ok(rate > 0.95 - 3 * Math.sqrt((0.95 * 0.05) / draws) && rate < 0.995, `${rate}`);
});

test('the same seed gives the same rises; columns of one input are shuffled together', () => {
  const design = madeProblem(80, 3, 0.2, 4, 60);
  const model = modelOf(design);
  const once = importanceOf(model, design.holdout, rule(3), quietWith(core));
  assert.deepEqual(importanceOf(model, design.holdout, rule(3), quietWith(core)), once);
  assert.deepEqual([once.rows, once.repetitions, once.loss, once.target], [60, 10, 'squared', 'y']);
  const [first, ...others] = model.transform.inputs;
  const joined: Model = {
    ...model,
    transform: {
      ...model.transform,
      inputs: [{ kind: 'category', column: 'both', levels: ['a', 'b'], missingLevel: false }, ...others.slice(1)],
    },
  };
  assert.equal(first.column, 'x1');
  const both = importanceOf(joined, design.holdout, rule(3), quietWith(core));
  assert.deepEqual(both.columns.map(({ column }) => column).sort(), ['both', 'x3']);
});

test('of classes it is the share predicted wrongly, of robust fits the absolute error', () => {
  const classes = madeClasses(90, 3, 5, 80);
  const found = importanceOf(modelOf(classes), classes.holdout, rule(1), quietWith(core));
  assert.equal(found.loss, 'wrong');
  assert.ok(found.columns[0].column === 'x1' && found.columns[0].rise > 0.3 && found.baseline < 0.4);
  const design = madeProblem(80, 2, 0.2, 4, 60);
  const robust = modelOf(design, 'huber', { kernel: 'gaussian', lengthScale: 1, lambda: 1e-3 });
  const { loss } = importanceOf(robust, design.holdout, { seed: 1, loss: lossOfMethod(robust) }, quietWith(core));
  assert.equal(loss, 'absolute');
  // The models of fits on features have no filter either, and squared errors.
  const features = modelOf(design, 'rf-ridge', { kernel: 'gaussian', lengthScale: 1 });
  assert.equal(lossOfMethod(features), 'squared');
});

test('without held-out rows it is not measured', () => {
  const design = madeProblem(40, 2, 0.2, 4);
  assert.throws(
    () => importanceOf(modelOf(design), undefined, rule(1), quietWith(core)),
    failure('parameter/invalid', /at least 10 held-out rows, and this run has 0: hold out more/),
  );
});

/** The rise of the mean loss of each column of fresh rows, each taking the values of another row, and its Monte-Carlo standard error. */
function trueRises(model: Model, x: Matrix, y: Float64Array): readonly { rise: number; error: number; base: number }[] {
  const losses = (at: Matrix) => {
    const [{ predicted }] = predictExpansion(model, at, quietWith(core));
    return y.map((v, i) => (v - predicted[i]) ** 2);
  };
  const own = losses(x);
  const base = own.reduce((sum, v) => sum + v, 0) / x.rows;
  return Array.from({ length: x.columns }, (_, c) => {
    const values = x.values.slice();
    // Rows are independent: the next one is another one at random.
    for (let i = 0; i < x.rows; i++) values[c * x.rows + i] = x.values[c * x.rows + ((i + 1) % x.rows)];
    const rises = losses({ ...x, values }).map((v, i) => v - own[i]);
    const rise = rises.reduce((sum, v) => sum + v, 0) / x.rows;
    const variance = rises.reduce((sum, v) => sum + (v - rise) ** 2, 0) / x.rows;
    return { rise, error: Math.sqrt((2 * variance) / x.rows), base };
  });
}

const root = (base: number, rise: number) => Math.sqrt(Math.max(0, base + rise)) - Math.sqrt(base);

test('intervals of the rise of the RMSE hold the true one at about the nominal rate, with two shuffles as with ten', () => {
  const draws = 60;
  const held = { two: 0, ten: 0 };
  for (let draw = 0; draw < draws; draw++) {
    const next = normals(draw);
    const target = ({ rows, values }: Matrix) =>
      Float64Array.from(
        { length: rows },
        (_, i) => 2 * values[i] + values[rows + i] * values[2 * rows + i] + 0.3 * values[2 * rows + i] + next(),
      );
    const [x, z, fresh] = [madeRows(70, 4, 1000 + draw), madeRows(100, 4, 5000 + draw), madeRows(2000, 4, 9000 + draw)];
    const design = madeDesign(madeSample(x, target(x)), madeSample(z, target(z)));
    const model = modelOf(design);
    const truth = trueRises(model, fresh, target(fresh));
    for (const [name, budget] of [
      ['two', 100 * 4 * 2 * 71 * 64],
      ['ten', 1e12],
    ] as const) {
      const found = measureImportance(model, design.holdout, { ...rule(draw), budget }, quietWith(core));
      assert.equal(found?.repetitions, name === 'two' ? 2 : 10);
      for (const { column, interval } of found.columns) {
        const c = Number(column.slice(1)) - 1;
        if (c === 3) continue;
        const { rise, error, base } = truth[c];
        const [low, high] = interval.map((end) => root(found.baseline, end));
        // The true rise is known up to its own error, which is a fraction of the interval.
        const slack = error / (2 * Math.sqrt(base + rise));
        if (low - slack <= root(base, rise) && root(base, rise) <= high + slack) held[name]++;
      }
    }
  }
  for (const [name, count] of Object.entries(held)) {
    const rate = count / (3 * draws);
    assert.ok(rate > 0.95 - 3 * Math.sqrt((0.95 * 0.05) / (2 * draws)), `${name}: ${rate}`);
  }
});

/** The core, counting kernel values times columns as the plan counts them. */
function counting() {
  const counted = { values: 0 };
  const linalg: LinearAlgebra = Object.create(core, {
    kernelMatrix: {
      value: (...given: Parameters<LinearAlgebra['kernelMatrix']>) => {
        const [, , n, , m, d] = given;
        counted.values += n * m * (d + 60);
        return core.kernelMatrix(...given);
      },
    },
  });
  return { counted, linalg };
}

test('what is measured beside a fit stays within its budget of operations, and says what it rests on', () => {
  const budgets = [2e5, 1e6, 5e6, 4e7];
  for (const columns of [1, 6, 30])
    for (const heldOut of [12, 150, 900]) {
      const design = madeProblem(60, columns, 0.2, columns, heldOut);
      const model = modelOf(design);
      for (const budget of budgets) {
        const { counted, linalg } = counting();
        const found = measureImportance(model, design.holdout, { ...rule(1), budget }, quietWith(linalg));
        const told = `${columns} columns, ${heldOut} held out, ${budget}: ${counted.values}`;
        // Beside the shuffles, the rows are predicted once as they are.
        assert.ok(counted.values <= 1.6 * budget, told);
        if (found === undefined) continue;
        assert.ok(found.rows <= heldOut && found.rows >= Math.min(heldOut, 100), told);
        assert.ok(found.repetitions >= 2 && found.repetitions <= 10, told);
        const names = [...found.columns.map(({ column }) => column), ...(found.unmeasured ?? [])];
        assert.equal(new Set(names).size, columns, told);
        assert.equal(found.level, found.columns.length > 20 ? 1 - 0.05 / found.columns.length : found.level);
      }
    }
});

test('rows come before repetitions, and of too many columns some are not measured', () => {
  assert.deepEqual(importancePlan(300, 5, 1, 1e9), { rows: 300, repetitions: 10, columns: 5 });
  assert.deepEqual(importancePlan(300, 5, 1, 6000), { rows: 300, repetitions: 4, columns: 5 });
  assert.deepEqual(importancePlan(300, 5, 1, 1500), { rows: 150, repetitions: 2, columns: 5 });
  const { rows, repetitions, columns } = importancePlan(300, 50, 1, 5000);
  assert.ok(rows >= 100 && repetitions === 2 && columns > 15 && columns < 25);
  assert.deepEqual(importancePlan(300, 50, 1, 100), { rows: 0, repetitions: 0, columns: 0 });
});

test('the columns that are measured of very many are those that move predictions most', () => {
  const design = madeProblem(60, 30, 0.1, 3, 200);
  const model = modelOf(design);
  const budget = 2000 * 61 * 90;
  const found = measureImportance(model, design.holdout, { ...rule(1), budget }, quietWith(core));
  assert.ok(found?.unmeasured && found.unmeasured.length > 15);
  assert.ok(found.columns.some(({ column }) => column === 'x1'));
});

test('rises are those of whole predictions, whatever terms of a kernel see a column', () => {
  const kernels = [
    'gaussian(lengthScale=1.5)',
    '0.7*matern32(lengthScale=2) + 0.4*gaussian(columns=1, lengthScale=0.9) + laplace(columns=[2, 3], lengthScale=2)',
    'linear(columns=2) + gaussian(columns=1, lengthScale=1)*matern32(columns=3, lengthScale=2)',
    'matern52(columns=1, lengthScale=1) + matern52(columns=2, lengthScale=1)',
  ];
  const shapes: readonly (readonly [method: string, design: ReturnType<typeof madeDesign>])[] = [
    ['krr', madeProblem(70, 3, 0.2, 4, 300)],
    ['ckrr-hard', madeProblem(70, 3, 0.2, 4, 40)],
    ['krr', madeClasses(80, 3, 5, 40)],
    ['quantile', madeProblem(60, 3, 0.2, 6, 40)],
  ];
  for (const [method, design] of shapes) {
    for (const kernel of kernels) {
      const { x, y } = design.holdout ?? assert.fail();
      if (x.columns < 3 && /columns=(?:\[2, )?3/.test(kernel)) continue;
      const model = modelOf(design, method, { kernel, lambda: 1e-3, folds: 0 });
      const found = importanceOf(model, design.holdout, rule(3), quietWith(core));
      const lossAt = (rows: Matrix) => {
        const predicted = predictExpansion(model, rows, quietWith(core)).map((one) => one.predicted);
        if (model.classes) {
          const levels = decidedLevels(predicted, model.classes);
          return Float64Array.from(y, (code, i) => Number(levels[i] !== code));
        }
        return y.map((v, i) => (v - predicted[0][i]) ** 2);
      };
      const own = meanOf(lossAt(x));
      for (const { column, rise } of found.columns) {
        const from = model.transform.names.indexOf(column);
        const rises = Array.from({ length: found.repetitions }, (_, r) => {
          const order = cycle(x.rows, 3 + 7919 * (r + 1));
          return meanOf(lossAt(permuted(x, { column, from, width: 1 }, order))) - own;
        });
        const expected = rises.reduce((sum, v) => sum + v / rises.length, 0);
        assert.ok(Math.abs(rise - expected) <= 1e-9 * (1 + own), `${method} ${kernel} ${column}: ${rise} ${expected}`);
      }
    }
  }
});

test('a column that moves no prediction beyond rounding does not matter, whatever the losses are', () => {
  const next = normals(8);
  const x = madeRows(24, 1, 8);
  const block = { column: 'x1', from: 0, width: 1 };
  for (let draw = 0; draw < 300; draw++) {
    const own = Float64Array.from({ length: 24 }, () => 10 ** (draw / 30 - 5) * next() ** 2);
    const shuffles = [cycle(24, draw), cycle(24, draw + 1000)];
    for (const rooted of [true, false])
      for (const losses of [() => own, () => own.map((v) => v * (1 + 2e-16 * Math.round(next())))]) {
        const { rise, interval } = shuffledRise(x, block, { own, shuffles, losses, rooted }, quietContext);
        assert.deepEqual([rise, ...interval(0.95)].map(Math.abs), [0, 0, 0]);
      }
  }
});

test('columns that a kernel does not see take no certainty from those that it sees', () => {
  const x = madeRows(140, 60, 4);
  const next = normals(4);
  const y = Float64Array.from({ length: 140 }, (_, i) => 2 * x.values[i] + 0.3 * next());
  const some = (rows: readonly number[]) => {
    const at = Uint32Array.from(rows);
    return madeSample(
      pickRows(x, at),
      Float64Array.from(at, (i) => y[i]),
    );
  };
  const all = [...y.keys()];
  const design = madeDesign(some(all.slice(0, 120)), some(all.slice(120)));
  const seen = modelOf(design, 'krr', { ...SET, kernel: 'gaussian(columns=1, lengthScale=2)' });
  const found = measureImportance(seen, design.holdout, { ...rule(1), budget: 1e12 }, quietWith(core));
  assert.equal(found?.level, 0.95);
  assert.ok(found.columns[0].interval[0] > 0);
  assert.ok(found.columns.slice(1).every(({ rise, interval }) => rise === 0 && interval.every((v) => v === 0)));
});

/** Rows of which few are of the second class, the more likely the larger the first column. */
function rareClasses(n: number, columns: number, seed: number): ReturnType<typeof madeSample> {
  const x = madeRows(n, columns, seed);
  const next = normals(seed + 7);
  return madeSample(
    x,
    x.values.slice(0, n).map((v) => Number(v + 0.7 * next() > 1.8)),
  );
}

test('of a rare class, which no row is predicted as, it is the share of pairs in the wrong order: columns of noise hold 0 at the nominal rate', () => {
  const draws = 50;
  let [held, all, found] = [0, 0, 0];
  for (let draw = 0; draw < draws; draw++) {
    const made = madeDesign(rareClasses(200, 4, 1000 + draw), rareClasses(220, 4, 8000 + draw));
    const design = { ...made, classes: ['no', 'yes'] };
    const model = modelOf(design, 'krr', { ...SET, lengthScale: 3, lambda: 0.02 });
    const importance = measureImportance(model, design.holdout, { ...rule(draw), budget: 1e12 }, quietWith(core));
    assert.ok(importance);
    if (importance.loss !== 'ranking') continue;
    assert.ok(importance.baseline >= 0 && importance.baseline <= 1);
    for (const { column, interval } of importance.columns) {
      if (column === 'x1') found += Number(interval[0] > 0);
      else {
        all++;
        held += Number(interval[0] <= 0);
      }
    }
  }
  assert.ok(all > 2 * draws, 'most draws are judged by order');
  const rate = held / all;
  assert.ok(rate > 0.975 - 3 * Math.sqrt((0.975 * 0.025) / draws), `${rate}`);
  assert.ok(found > 0.8 * (all / 3), `${found} of ${all / 3}`);
});
