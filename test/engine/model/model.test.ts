import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quietContext } from '../../../src/engine/contract/context';
import type { Matrix } from '../../../src/engine/contract/data';
import { pack } from '../../../src/engine/contract/pack';
import type { Model, ModelOutput } from '../../../src/engine/contract/run';
import { ckrrFeatures } from '../../../src/engine/methods/ckrrFeatures';
import { ckrrSoft } from '../../../src/engine/methods/ckrrSoft';
import { krr } from '../../../src/engine/methods/krr';
import { packModel } from '../../../src/engine/model/packModel';
import { predictModel } from '../../../src/engine/model/predict';
import { unpackModel } from '../../../src/engine/model/save';
import { madeDesign, madeProblem, madeRows, normals, relativeError } from '../madeRows';
import { failsWith, fitted, modelOf } from '../methods/fitting';
import { core } from '../testCore';

const design = madeProblem(140, 2, 0.3, 1, 300);
const outcome = fitted(krr, design, { lengthScale: 0.9, folds: 0 });
const model: Model = { ...modelOf(outcome), version: '1.2.3', read: { delimiter: ';' } };
const [output] = model.outputs;
const held = design.holdout;
assert.ok(held && outcome.holdout && outcome.filter.kind === 'zones');
const { lambda } = outcome.filter;
const predicted = (of: Model, x: Matrix) => predictModel(of, x, core, quietContext);

test('the model predicts what the fit predicted, intervals included, over several blocks of rows', () => {
  const [found] = predicted(model, held.x);
  assert.ok(relativeError(found.predicted, outcome.holdout?.predicted ?? []) < 1e-9);
  assert.ok(relativeError(found.lower, outcome.holdout?.lower ?? []) < 1e-7);
  assert.ok(relativeError(found.upper, outcome.holdout?.upper ?? []) < 1e-7);
});

test('every output of a model is predicted by its own filter, row weights and all', () => {
  const next = normals(5);
  const weights = design.train.y.map((_, i) => 0.5 + i / 139);
  const more = [design.train.y.map((v, i) => 3 - 2 * v + next() * (1 + weights[i]))];
  const both = madeDesign({ ...design.train, more, weights }, { ...held, more: [held.y] });
  const fit = fitted(krr, both, { lengthScale: 0.9, folds: 0 });
  assert.notDeepEqual(fit.others[0].filter, fit.filter);
  const found = predicted(modelOf(fit), held.x);
  assert.equal(found.length, 2);
  for (const [o, { holdout }] of [fit, ...fit.others].entries()) {
    assert.ok(relativeError(found[o].predicted, holdout?.predicted ?? []) < 1e-9);
    assert.ok(relativeError(found[o].lower, holdout?.lower ?? []) < 1e-7);
    assert.ok(relativeError(found[o].upper, holdout?.upper ?? []) < 1e-7);
  }
});

test('a kernel of random features is saved with its draws', () => {
  const given = { lengthScale: 0.9, folds: 0, k: 5, form: 'randomFeatures', features: 60 };
  const fit = fitted(ckrrSoft, design, given);
  assert.ok(fit.kernel.kind === 'features' && fit.spectrum.rank <= 60);
  const [found] = predicted(unpackModel(packModel(modelOf(fit))), held.x);
  assert.ok(relativeError(found.predicted, fit.holdout?.predicted ?? []) < 1e-9);
  assert.ok(relativeError(found.upper, fit.holdout?.upper ?? []) < 1e-7);
});

test('intervals widen away from the rows, to a bound; far from all rows the intercept alone is left', () => {
  const line = { rows: 3, columns: 2, values: Float64Array.of(0, 4, 100, 0, 4, 100) };
  const [found] = predicted(model, line);
  const width = found.upper.map((v, i) => v - found.lower[i]);
  assert.ok(width[0] < width[1] && width[1] <= width[2] * (1 + 1e-12));
  assert.ok(Math.abs(found.predicted[2] - output.beta[0]) < 1e-12);
  // Where k(x, X) = 0: k'(x, x) = 1 + 1'K1/n², P = −U'K1/n^(3/2), leverage 1/n.
  const bare = fitted(krr, design, { lengthScale: 0.9, lambda, intercept: false, folds: 0 });
  const [far] = predicted(modelOf(bare), line);
  const bound = 2 * bare.model.outputs[0].intervalWidth * Math.sqrt(1 + 1 / (140 * lambda));
  assert.ok(Math.abs((far.upper[2] - far.lower[2]) / bound - 1) < 1e-12);
  assert.equal(far.predicted[2], 0);
});

test('saved and read again it is the same and predicts the same to the bit', () => {
  const again = unpackModel(packModel(model));
  assert.deepEqual(again, model);
  assert.deepEqual(predicted(again, held.x), predicted(model, held.x));
});

test('coefficients belong to the features that the model names, in whatever order it keeps them', () => {
  const fit = modelOf(fitted(ckrrFeatures, design, { lengthScale: 0.9, folds: 0, unpenalised: 'x1, x2, x1*x2' }));
  const [own] = fit.outputs;
  assert.equal(fit.kept.length, 4);
  const turned = { ...fit, kept: fit.kept.toReversed(), outputs: [{ ...own, beta: own.beta.toReversed() }] };
  const [[a], [b]] = [predicted(fit, held.x), predicted(turned, held.x)];
  assert.ok(relativeError(b.predicted, a.predicted) < 1e-12);
  assert.ok(relativeError(b.upper, a.upper) < 1e-12);
});

test('no rows give no predictions', () => {
  const [none] = predicted(model, { rows: 0, columns: 2, values: new Float64Array(0) });
  assert.equal(none.predicted.length, 0);
});

test('a lambda below rounding still gives finite intervals', () => {
  const filter = { kind: 'zones', lambda: 1e-25, k: 0, r: 140 } as const;
  const [{ lower, upper }] = predicted({ ...model, outputs: [{ ...output, filter }] }, held.x);
  assert.ok(lower.every((v, i) => Number.isFinite(v) && v <= upper[i]));
});

test('rows that do not fit the model are refused', () => {
  failsWith('model/columns', /2 encoded columns.* 5/, () => predicted(model, madeRows(3, 5, 1)));
  const gap = { rows: 2, columns: 2, values: Float64Array.of(1, 2, Number.NaN, 4) };
  failsWith('data/not-finite', /Row 1 of x2/, () => predicted(model, gap));
});

test('what is not a whole model is refused in words', () => {
  const bytes = packModel(model);
  const refused = (data: Uint8Array, words: RegExp) => failsWith('model/unreadable', words, () => unpackModel(data));
  refused(new Uint8Array(0), /too short/);
  refused(new TextEncoder().encode('a,b,c\n1,2,3\n4,5,6\n'), /does not begin with its mark/);
  refused(bytes.slice(0, bytes.length - 9), /cut off/);
  refused(pack({ spectrum: 1 }), /something else than a model/);
  const saved = (changed: object) => pack({ kind: 'kernelscope model', format: 2, model: { ...model, ...changed } });
  refused(pack({ kind: 'kernelscope model', format: 99, model }), /format 99/);
  refused(pack({ kind: 'kernelscope model', format: 1, model }), /written in format 1/);
  assert.deepEqual(unpackModel(saved({})), model);
  refused(saved({ x: 'rows' }), /rows are missing/);
  refused(saved({ x: madeRows(140, 3, 1) }), /rows and columns do not fit together/);
  refused(saved({ rootWeights: new Float64Array(3) }), /weights do not fit/);
  refused(saved({ outputs: [] }), /coefficients are missing/);
  refused(saved({ read: undefined }), /reading options/);
  const changed = (part: Partial<Record<keyof ModelOutput, unknown>>) => saved({ outputs: [{ ...output, ...part }] });
  refused(changed({ alpha: new Float64Array(3) }), /coefficients are damaged/);
  refused(changed({ beta: new Float64Array(3) }), /coefficients are damaged/);
  refused(changed({ intervalWidth: Number.NaN }), /coefficients are damaged/);
  refused(changed({ filter: { kind: 'zones', lambda: Number.NaN, k: 0, r: 140 } }), /filter is damaged/);
  refused(changed({ filter: { kind: 'flow', momentum: 0 } }), /filter is damaged/);
  refused(saved({ kernel: { kind: 'unheardOf', lengthScale: [1] } }), /kernel is damaged or not known/);
  refused(saved({ kernel: { kind: 'gaussian', lengthScale: [1, 2, 3] } }), /kernel is damaged/);
  refused(saved({ kernel: { kind: 'network', activation: 'sine', weight: 1, bias: 1, lengthScale: [1] } }), /kernel/);
  const gaussian = { kind: 'gaussian', lengthScale: [1] };
  refused(saved({ kernel: { kind: 'sum', terms: [{ weight: -1, kernel: gaussian }] } }), /kernel/);
  // A name that every object has is no kind of map.
  refused(saved({ kernel: { kind: 'features', map: { kind: 'toString', inputs: 2 }, lengthScale: [1] } }), /kernel/);
  refused(
    saved({ kernel: { kind: 'sum', terms: [{ weight: 1, kernel: { kind: 'gaussian', lengthScale: [0] } }] } }),
    /kernel/,
  );
});
