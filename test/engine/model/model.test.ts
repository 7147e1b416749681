import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quietContext } from '../../../src/engine/contract/context';
import { KernelscopeError } from '../../../src/engine/contract/failure';
import { pack } from '../../../src/engine/contract/pack';
import type { Model } from '../../../src/engine/contract/run';
import { krr } from '../../../src/engine/methods/krr';
import { predictModel } from '../../../src/engine/model/predict';
import { packModel, unpackModel } from '../../../src/engine/model/save';
import { madeProblem, madeRows, relativeError } from '../madeRows';
import { core, fitContext } from '../testCore';

const design = madeProblem(140, 2, 0.3, 1, 300);
const outcome = krr.run(design, { lengthScale: 0.9, folds: 0 }, fitContext);
const model: Model = { ...outcome.model, version: '1.2.3', read: { delimiter: ';' } };
const held = design.holdout;
assert.ok(held && outcome.holdout);

test('the model predicts what the fit predicted, intervals included, over several blocks of rows', () => {
  const { predicted, lower, upper } = predictModel(model, held.x, core, quietContext);
  assert.ok(relativeError(predicted, outcome.holdout?.predicted ?? []) < 1e-9);
  assert.ok(relativeError(lower, outcome.holdout?.lower ?? []) < 1e-7);
  assert.ok(relativeError(upper, outcome.holdout?.upper ?? []) < 1e-7);
});

test('intervals widen away from the rows, to a bound', () => {
  const line = { rows: 3, columns: 2, values: Float64Array.of(0, 4, 100, 0, 4, 100) };
  const { predicted, lower, upper } = predictModel(model, line, core, quietContext);
  const width = upper.map((v, i) => v - lower[i]);
  assert.ok(width[0] < width[1] && width[1] <= width[2] * (1 + 1e-12));
  assert.ok(Math.abs(predicted[2] - model.centre) < 1e-12, 'far from all rows it predicts the mean');
  const bound = 2 * model.intervalWidth * Math.sqrt(1 + 140 * model.lambda);
  assert.ok(Math.abs(width[2] / bound - 1) < 1e-12);
});

test('saved and read again it is the same and predicts the same to the bit', () => {
  const again = unpackModel(packModel(model));
  assert.deepEqual(again, model);
  assert.deepEqual(predictModel(again, held.x, core, quietContext), predictModel(model, held.x, core, quietContext));
});

test('no rows give no predictions', () => {
  const none = predictModel(model, { rows: 0, columns: 2, values: new Float64Array(0) }, core, quietContext);
  assert.equal(none.predicted.length, 0);
});

test('a lambda below rounding still gives finite intervals', () => {
  const { lower, upper } = predictModel({ ...model, lambda: 1e-25 }, held.x, core, quietContext);
  assert.ok(lower.every((v, i) => Number.isFinite(v) && v <= upper[i]));
});

test('rows that do not fit the model are refused', () => {
  const code = (work: () => unknown, expected: string, words: RegExp) =>
    assert.throws(work, (e) => e instanceof KernelscopeError && e.failure.code === expected && words.test(e.message));
  code(() => predictModel(model, madeRows(3, 5, 1), core, quietContext), 'model/columns', /2 encoded columns.* 5/);
  const gap = { rows: 2, columns: 2, values: Float64Array.of(1, 2, Number.NaN, 4) };
  code(() => predictModel(model, gap, core, quietContext), 'data/not-finite', /Row 1 of x2/);
});

test('what is not a whole model is refused in words', () => {
  const bytes = packModel(model);
  const refused = (data: Uint8Array, words: RegExp) =>
    assert.throws(
      () => unpackModel(data),
      (e) => e instanceof KernelscopeError && e.failure.code === 'model/unreadable' && words.test(e.message),
    );
  refused(new Uint8Array(0), /too short/);
  refused(new TextEncoder().encode('a,b,c\n1,2,3\n4,5,6\n'), /does not begin with its mark/);
  refused(bytes.slice(0, bytes.length - 9), /cut off/);
  refused(pack({ spectrum: 1 }), /something else than a model/);
  const saved = (changed: object) => pack({ kind: 'kernelscope model', format: 1, model: { ...model, ...changed } });
  refused(pack({ kind: 'kernelscope model', format: 99, model }), /format 99/);
  refused(saved({ alpha: new Float64Array(3) }), /do not fit together/);
  refused(saved({ lambda: Number.NaN }), /lambda is damaged/);
  refused(saved({ kernel: { name: 'cauchy', lengthScale: 1 } }), /kernel is not known/);
  refused(saved({ x: 'rows' }), /rows or coefficients/);
});
