import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quietContext } from '../../../src/engine/contract/context';
import type { Model } from '../../../src/engine/contract/model';
import { importanceOf } from '../../../src/engine/explain/importance';
import { failure } from '../data/reading';
import { madeClasses, madeDesign, madeProblem, madeRows, madeSample, normals } from '../madeRows';
import { fitted, type Given, targetMethod } from '../methods/fitting';
import { core } from '../testCore';

const SET: Given = { kernel: 'gaussian', lengthScale: 1.5, lambda: 1e-3, folds: 0 };

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
    const { columns, baseline } = importanceOf(modelOf(design), design.holdout, draw, core, quietContext);
    assert.ok(baseline > 0.3);
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
  const once = importanceOf(model, design.holdout, 3, core, quietContext);
  assert.deepEqual(importanceOf(model, design.holdout, 3, core, quietContext), once);
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
  const both = importanceOf(joined, design.holdout, 3, core, quietContext);
  assert.deepEqual(both.columns.map(({ column }) => column).sort(), ['both', 'x3']);
});

test('of classes it is the share predicted wrongly, of robust fits the absolute error', () => {
  const classes = madeClasses(90, 3, 5, 80);
  const found = importanceOf(modelOf(classes), classes.holdout, 1, core, quietContext);
  assert.equal(found.loss, 'wrong');
  assert.ok(found.columns[0].column === 'x1' && found.columns[0].rise > 0.3 && found.baseline < 0.4);
  const design = madeProblem(80, 2, 0.2, 4, 60);
  const robust = modelOf(design, 'huber', { kernel: 'gaussian', lengthScale: 1, lambda: 1e-3 });
  assert.equal(importanceOf(robust, design.holdout, 1, core, quietContext).loss, 'absolute');
});

test('without held-out rows it is not measured', () => {
  const design = madeProblem(40, 2, 0.2, 4);
  assert.throws(
    () => importanceOf(modelOf(design), undefined, 1, core, quietContext),
    failure('parameter/invalid', /measured on held-out rows\. This run has 0, and at least/),
  );
});
