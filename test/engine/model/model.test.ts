import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Matrix } from '../../../src/engine/contract/data';
import type { KernelSpec } from '../../../src/engine/contract/kernel';
import type { Model, ModelOutput } from '../../../src/engine/contract/model';
import { pack } from '../../../src/engine/contract/pack';
import { quietWith } from '../../../src/engine/linalg/linalg';
import { ckrrFeatures } from '../../../src/engine/methods/ckrrFeatures';
import { ckrrSoft } from '../../../src/engine/methods/ckrrSoft';
import { krr } from '../../../src/engine/methods/krr';
import { packModel } from '../../../src/engine/model/packModel';
import { predictModel } from '../../../src/engine/model/predict';
import { checkModel, unpackModel } from '../../../src/engine/model/save';
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
const predicted = (of: Model, x: Matrix) => predictModel(of, x, quietWith(core));

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
  const bareModel = modelOf(bare);
  const [far] = predicted(bareModel, line);
  const [{ spread, ...plain }] = bareModel.outputs;
  const { intervalWidth } = plain;
  const deviation = Math.sqrt(1 + 1 / (140 * lambda));
  assert.ok(spread?.kind === 'constant' && intervalWidth < spread.largest.error);
  const bound = 2 * intervalWidth * (deviation / spread.largest.deviation);
  assert.ok(Math.abs((far.upper[2] - far.lower[2]) / bound - 1) < 1e-12);
  // A model of format 3 has no spread: its intervals follow the posterior deviation everywhere.
  const [old] = predicted({ ...bareModel, outputs: [plain] }, line);
  assert.ok(Math.abs((old.upper[2] - old.lower[2]) / (2 * intervalWidth * deviation) - 1) < 1e-12);
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

test('formats 2 to 4 are read, and members that are not known are passed over', () => {
  for (const format of [2, 3, 4]) {
    const bytes = pack({ kind: 'kernelscope model', format, model: { ...model, later: { x: 1 } }, more: [1] });
    const { later: _, ...read } = unpackModel(bytes) as typeof model & { readonly later: unknown };
    assert.deepEqual(read, model);
  }
});

test('what is not a whole model is refused in words', () => {
  const bytes = packModel(model);
  const refused = (data: Uint8Array, words: RegExp) => failsWith('model/unreadable', words, () => unpackModel(data));
  refused(new Uint8Array(0), /too short/);
  refused(new TextEncoder().encode('a,b,c\n1,2,3\n4,5,6\n'), /does not begin with its mark/);
  refused(bytes.slice(0, bytes.length - 9), /cut off/);
  refused(pack({ spectrum: 1 }), /something else than a model/);
  const saved = (changed: object) => pack({ kind: 'kernelscope model', format: 3, model: { ...model, ...changed } });
  const newer =
    /^A newer version of Kernelscope wrote this file: its model is of format 99, and this version reads 2 to 4\. Update/;
  refused(pack({ kind: 'kernelscope model', format: 99, model }), newer);
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
  const spread = {
    kind: 'fitted',
    alpha: output.alpha,
    beta: output.beta,
    range: [-1, 1],
    largest: { error: 1, deviation: 2 },
  } as const;
  assert.deepEqual(unpackModel(changed({ spread })).outputs[0].spread, spread);
  for (const part of [
    { kind: 'toString' },
    { alpha: new Float64Array(3) },
    { beta: undefined },
    { range: [1, -1] },
    { largest: undefined },
    { largest: { error: -1, deviation: 2 } },
    { largest: { error: 1, deviation: 0 } },
  ])
    refused(changed({ spread: { ...spread, ...part } }), /coefficients are damaged/);
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

test('a member of the wrong shape is refused before it is used, whatever its name', () => {
  const refused = (changed: object, words = /damaged|missing|fit/) =>
    failsWith('model/unreadable', words, () => unpackModel(packModel({ ...model, ...changed } as Model)));
  const { transform } = model;
  const changed = (part: object) => refused({ transform: { ...transform, ...part } }, /its columns are damaged/);
  const [input] = transform.inputs;
  const category = { kind: 'category', column: 'x1', levels: ['a'], missingLevel: false };
  assert.equal(unpackModel(saved({ ...transform, inputs: [category, input] })).transform.inputs[0].kind, 'category');
  for (const levels of [{ length: 2e8 }, ['a', 7], ['a', 'b'], 'a'])
    changed({ inputs: [{ ...category, levels }, input] });
  for (const inputs of [null, [], [null, input], [{ ...input, kind: 'toString' }, input]]) changed({ inputs });
  for (const impute of [Number.NaN, '1', undefined]) changed({ inputs: [{ ...input, impute }, input] });
  for (const numbers of [null, [1], { length: 2 }, [1, '1'], [1, Number.NaN]]) {
    changed({ centre: numbers });
    changed({ scale: numbers });
  }
  const dated = { kind: 'date', column: 'x1', impute: 1, parts: ['season'] };
  assert.equal(unpackModel(saved({ ...transform, inputs: [dated] })).transform.inputs[0].kind, 'date');
  for (const parts of [[], ['trend', 'trend'], ['month'], 'season', ['season', 'weekday'], ['toString']])
    changed({ inputs: [{ ...dated, parts }] });
  const other = { ...category, otherLevel: true };
  assert.equal(unpackModel(saved({ ...transform, inputs: [other] })).transform.inputs[0].kind, 'category');
  for (const part of [{ otherLevel: 1 }, { otherLevel: false }, { missingLevel: 'yes' }])
    changed({ inputs: [{ ...other, ...part }] });
  for (const missingLevel of [1, 'true', null]) changed({ inputs: [{ ...input, missingLevel }] });
  changed({ scale: [1, 0] });
  changed({ names: ['x1', 2] });
  changed({ missing: 'constructor' });
  for (const kept of [Uint32Array.of(1), [0], undefined]) refused({ kept });
  for (const classes of [
    { levels: ['a', 'b'] },
    { column: 'y', levels: { length: 2 } },
    { column: 'y', levels: ['a'] },
  ])
    refused({ classes }, /classes are damaged/);
  for (const part of ['alpha', 'beta'] as const) {
    const odd = output[part].slice();
    odd[0] = Number.POSITIVE_INFINITY;
    refused({ outputs: [{ ...output, [part]: odd }] }, /coefficients are damaged/);
  }
  refused({ x: { ...model.x, values: model.x.values.map((v, i) => (i === 3 ? Number.NaN : v)) } }, /rows are/);
  refused({ x: { rows: 1e9, columns: 0, values: new Float64Array(0) } }, /do not fit/);
  for (const read of [{ delimiter: 7 }, { delimiter: '' }, { kinds: { a: 'toString' } }, { missing: { length: 3 } }])
    refused({ read }, /reading options/);
  refused({ unpenalised: [{ kind: 'monomial', name: 'x', powers: [{ column: 2, power: 1 }] }] }, /unpenalised/);
  refused({ unpenalised: [{ kind: 'monomial', name: 'x', powers: [null] }] }, /unpenalised/);
  const constants = { unpenalised: new Array(2_000_000).fill({ kind: 'constant' }) };
  failsWith('model/unreadable', /unpenalised/, () => checkModel({ ...model, ...constants }));
});

const saved = (transform: object) => packModel({ ...model, transform } as Model);

test('a kernel larger than any that is fitted is refused at once', () => {
  const leaf = { kind: 'gaussian', lengthScale: [1] } as const;
  const product = (count: number): KernelSpec => ({
    kind: 'product',
    factors: new Array<KernelSpec>(count).fill(leaf),
  });
  const nested = (depth: number): KernelSpec =>
    depth === 0 ? leaf : { kind: 'product', factors: [nested(depth - 1)] };
  const refused = (kernel: KernelSpec) =>
    failsWith('model/unreadable', /its kernel is damaged/, () => unpackModel(packModel({ ...model, kernel })));
  for (const kernel of [product(64), nested(8)]) assert.ok(unpackModel(packModel({ ...model, kernel })));
  for (const kernel of [product(65), product(200_000), product(0), nested(9)]) refused(kernel);
  // A product with a kernel that is definite only beside polynomials is none.
  refused({ kind: 'product', factors: [leaf, { kind: 'thinPlate', lengthScale: [1] }] });
  // Landmarks are no kernel, and a sketch wider than any drawn would ask for space that its file does not have.
  const landmarks = {
    kind: 'landmarks',
    inputs: 2,
    kernel: leaf,
    points: Float64Array.of(1, 2),
    factor: Float64Array.of(1),
  };
  refused({ kind: 'features', map: landmarks, lengthScale: [1] } as unknown as KernelSpec);
  const wide = {
    kind: 'tensorSketch',
    inputs: 2,
    count: 1,
    width: 2 ** 40,
    degree: 1,
    lengthScale: [1],
    scale: 1,
    offset: 1,
  };
  const map = { ...wide, buckets: new Uint16Array(3), signs: new Int8Array(3) };
  const unpenalised = [{ kind: 'units', map, name: 'sketch' }];
  failsWith('model/unreadable', /unpenalised/, () =>
    unpackModel(packModel({ ...model, unpenalised } as unknown as Model)),
  );
});

test('what is said beside predictions is checked where a model is read, and may be missing', () => {
  const error = { target: 'y', rows: 3, heldOut: true, rmse: 1 };
  const quality = { errors: [error], unreliableIntervals: false, gaps: [{ column: 'x1', share: 0.1, unread: 0 }] };
  assert.deepEqual(unpackModel(packModel({ ...model, quality })).quality, quality);
  const damaged: readonly unknown[] = [
    { ...quality, errors: [{ ...error, rmse: '<b>' }] },
    { ...quality, errors: {} },
    { ...quality, unreliableIntervals: 'no' },
    { ...quality, gaps: [{ column: 3, share: 0.1, unread: 0 }] },
    [],
  ];
  for (const value of damaged)
    failsWith('model/unreadable', /record of its fit is damaged/, () => checkModel({ ...model, quality: value }));
});
