import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Design, Matrix } from '../../../../src/engine/contract/data';
import { transferables } from '../../../../src/engine/contract/transferables';
import type { ComponentsMethod } from '../../../../src/engine/fit/method';
import { pickRows } from '../../../../src/engine/kernels/rows';
import { quietWith } from '../../../../src/engine/linalg/linalg';
import { componentsMethods } from '../../../../src/engine/methods/registry';
import { packModel } from '../../../../src/engine/model/packModel';
import { projectComponents } from '../../../../src/engine/model/projectComponents';
import { unpackModel } from '../../../../src/engine/model/save';
import { checkParameters } from '../../../../src/engine/parameters/checkParameters';
import { computed } from '../../../computed';
import { madeRows, relativeError } from '../../madeRows';
import { failsWith, type Given, notFinite, stopsIn } from '../../methods/fitting';
import { core, fitContext } from '../../testCore';
import { components, madeRowsDesign, modelOf, rowsDesign, signlessError } from './making';

const N = 90;
const design = madeRowsDesign(N, 3, 21, 30);
const L = 5;
/** Few landmarks and features, so that the three take little; without the comparison. */
const quick = (method: ComponentsMethod, more: Given = {}): Given => ({
  components: L,
  tradeOff: false,
  ...(method.id === 'ny-kpca' && { landmarks: 40 }),
  ...(method.id === 'rf-kpca' && { features: 60 }),
  ...more,
});

type Check = (method: ComponentsMethod) => void;

const repeatable: Check = (method) => {
  const once = components(method, design, quick(method));
  const again = components(method, design, quick(method));
  const bare = ({ components: c, model }: typeof once) => ({
    ...c,
    reconstruction: c.reconstruction.map(({ h, l2 }) => ({ h, l2 })),
    model,
  });
  assert.deepEqual(bare(again), bare(once));
  const other = components(method, design, quick(method, { seed: 5 }));
  const moved = relativeError(other.components.eigenvalues, once.components.eigenvalues);
  if (method.id === 'ekpca') {
    assert.ok(moved < 1e-10, 'the kernel matrix draws nothing but pairs for its scale');
  } else assert.ok(moved > 1e-10, 'another seed draws others');
};

const orderOfRows: Check = (method) => {
  const order = Uint32Array.from({ length: N }, (_, i) => (i * 37) % N);
  const { x } = design.train;
  const given = quick(method, { lengthScale: 1 });
  const once = components(method, rowsDesign(x), given).components;
  const turned = components(method, rowsDesign(pickRows(x, order)), given).components;
  assert.ok(relativeError(turned.eigenvalues, once.eigenvalues) < 1e-10);
  const expected = Array.from(order, (i) => [...once.train.scores.subarray(i * L, (i + 1) * L)]).flat();
  assert.ok(signlessError(turned.train.scores, expected, L) < 1e-6);
  // The sign is fixed by the scores, so that it is the same, too.
  assert.ok(relativeError(turned.train.scores, expected) < 1e-6);
};

const meaning: Check = (method) => {
  const outcome = components(method, design, quick(method));
  const { eigenvalues, total, train, holdout, loadings, n, tested, reconstruction } = outcome.components;
  assert.deepEqual(notFinite({ ...outcome, timings: {} }), []);
  assert.equal(n, N);
  assert.ok(eigenvalues.every((value, c) => value > 0 && (c === 0 || value <= eigenvalues[c - 1])));
  const sum = eigenvalues.reduce((a, b) => a + b, 0);
  assert.ok(sum < total);
  // Scores have mean 0, the eigenvalues as variances, no correlation, and what is left is the rest of the trace.
  for (let a = 0; a < L; a++) {
    for (let b = 0; b <= a; b++) {
      let product = 0;
      for (let i = 0; i < N; i++) product += train.scores[i * L + a] * train.scores[i * L + b];
      assert.ok(Math.abs(product / (N - 1) - (a === b ? eigenvalues[a] : 0)) < 1e-6 * eigenvalues[0], `${a} ${b}`);
    }
    let mean = 0;
    let largest = 0;
    for (let i = 0; i < N; i++) {
      const score = train.scores[i * L + a];
      mean += score / N;
      if (Math.abs(score) > Math.abs(largest)) largest = score;
    }
    assert.ok(Math.abs(mean) < 1e-7 && largest > 0);
  }
  const left = train.error.reduce((a, b) => a + b, 0) / (N - 1);
  if (method.id === 'ny-kpca') {
    // Beside the trace that landmarks leave out.
    assert.ok(left >= total - sum - 1e-10);
  } else assert.ok(Math.abs(left - (total - sum)) < 1e-8 * total);
  assert.deepEqual(loadings.names, ['x1', 'x2', 'x3']);
  const [row, column] = [0, 1];
  assert.ok(
    Math.abs(loadings.values[row * L + column] - correlation(design.train.x, row, train.scores, column)) < 1e-6,
  );
  assert.ok(holdout && holdout.error.length === 30 && holdout.scores.length === 30 * L);
  assert.deepEqual(tested, { rows: 30, heldOut: true, kappa: 1 });
  const [curve] = reconstruction;
  assert.deepEqual([...curve.components], [0, 1, 2, 3, 4, 5]);
  assert.equal(curve.h === undefined, method.id === 'rf-kpca');
  assert.ok(curve.l2[L] < 0.5 * curve.l2[0] && curve.l2[L] > 0);
  if (curve.h) assert.ok(curve.h[L] < 0.5 * curve.h[0] && curve.h[L] > 0);
  assert.ok(curve.seconds > 0 && curve.bytes > 8 * outcome.components.count ** 2);
  const names = method.parameters.map(({ name }) => name);
  assert.deepEqual(
    outcome.parameters.map(({ name }) => name),
    names,
  );
};

function correlation(x: Matrix, column: number, scores: Float32Array, component: number): number {
  const values = x.values.subarray(column * x.rows, (column + 1) * x.rows);
  const mean = values.reduce((a, b) => a + b, 0) / x.rows;
  let [xs, xx, ss] = [0, 0, 0];
  values.forEach((v, i) => {
    const score = scores[i * L + component];
    xs += (v - mean) * score;
    xx += (v - mean) ** 2;
    ss += score ** 2;
  });
  return xs / Math.sqrt(xx * ss);
}

const savedAndRead: Check = (method) => {
  const outcome = components(method, design, quick(method));
  const model = unpackModel(packModel(modelOf(outcome)));
  assert.deepEqual(model, modelOf(outcome));
  assert.ok(model.components && design.holdout && outcome.components.holdout);
  const projection = { ...model, components: model.components };
  const held = projectComponents(projection, design.holdout.x, quietWith(core));
  assert.ok(relativeError(held.scores, outcome.components.holdout.scores) < 1e-6);
  assert.ok(relativeError(held.error, outcome.components.holdout.error) < 1e-10);
  // The training rows as new rows.
  const train = projectComponents(projection, design.train.x, quietWith(core));
  assert.ok(relativeError(train.scores, outcome.components.train.scores) < 1e-6);
  assert.ok(relativeError(train.error, outcome.components.train.error) < 1e-8);
  failsWith('model/columns', /3 encoded columns, these rows have 2/, () =>
    projectComponents(projection, madeRows(4, 2, 1), quietWith(core)),
  );
  const damaged = (change: object) => () =>
    unpackModel(packModel({ ...model, components: { ...projection.components, ...change } }));
  failsWith('model/unreadable', /components are damaged/, damaged({ offset: new Float64Array(L + 1) }));
  failsWith('model/unreadable', /components are damaged/, damaged({ meanWeights: new Float64Array(3) }));
  failsWith('model/unreadable', /components are damaged/, damaged({ constant: Number.NaN }));
  const { components: _, ...bare } = model;
  failsWith('model/unreadable', /coefficients are missing/, () => unpackModel(packModel(bare)));
};

const handedOver: Check = (method) => {
  const outcome = components(method, design, quick(method));
  // The rows belong to the design, which a real engine builds anew.
  const own = { ...outcome, model: { ...outcome.model, x: 0 } };
  structuredClone(own, { transfer: transferables(own) });
  assert.equal(outcome.components.eigenvalues.length, 0, 'handed over');
  assert.equal(components(method, design, quick(method)).components.eigenvalues.length, L);
};

const cancel: Check = (method) => {
  const given = quick(method, { tradeOff: true });
  const large = madeRowsDesign(500, 4, 3, 60);
  const stages = new Set<string>();
  let last = computed();
  let longest = 0;
  let fraction = 0;
  const looked = () => {
    longest = Math.max(longest, computed() - last);
    last = computed();
  };
  components(method, large, given, {
    ...fitContext,
    check: looked,
    progress(at: number, stage: string) {
      assert.ok(at >= fraction - 1e-12 && at <= 1 + 1e-12, `${stage}: ${at} after ${fraction}`);
      fraction = at;
      stages.add(stage);
    },
  });
  assert.ok(longest < 200, `${longest} ms without a look at the flag`);
  assert.ok(stages.size >= 3 && fraction > 0.9, [...stages].join('; '));
  for (const stage of stages) stopsIn(stage, (context) => components(method, large, given, context));
};

const refusals: Check = (method) => {
  const refused = (code: Parameters<typeof failsWith>[0], words: RegExp, on: Design, given: Given = {}) =>
    failsWith(code, words, () => components(method, on, quick(method, given)));
  const bad = (value: number) => {
    const { x } = design.train;
    return rowsDesign({ ...x, values: x.values.map((v, o) => (o === N + 6 ? value : v)) });
  };
  refused('data/too-few-rows', /Only 1 training row is left; at least 2/, madeRowsDesign(1, 2, 1));
  refused('data/not-finite', /Row 7 of x2 is not a finite number/, bad(Number.NaN));
  refused('data/not-finite', /Row 7 of x2/, bad(Number.NEGATIVE_INFINITY));
  refused('data/not-finite', /too large/, bad(1e200));
  const limit =
    method.id === 'ekpca'
      ? /at most one less than the training rows, 89; it is 1000/
      : /at most the number of (landmarks, 40|features, 60)/;
  refused('parameter/invalid', limit, design, { components: 1000 });
  refused('parameter/invalid', /components must be a whole number of at least 1/, design, { components: 0 });
  refused('parameter/invalid', /need a positive definite kernel; thinPlate/, design, { kernel: 'thinPlate' });
  refused('parameter/invalid', /there is no kernel "gausian".*Did you mean gaussian/, design, { kernel: 'gausian' });
  refused('parameter/invalid', /2 numbers for 3 encoded columns/, design, { lengthScale: '1 2' });
  const same: Matrix = { rows: 8, columns: 2, values: new Float64Array(16).fill(3) };
  const few = { components: 1, ...(method.id === 'ny-kpca' && { landmarks: 4 }) };
  refused('data/no-features', /same values in every feature/, rowsDesign(same), few);
  refused('data/no-features', /all the same to the kernel/, rowsDesign(same), { ...few, lengthScale: 1 });
  failsWith('parameter/unknown', /has no parameter "lambda"/, () => checkParameters(method, { lambda: 1 }));
};

const oddShapes: Check = (method) => {
  const open: Given = { tradeOff: false, ...(method.id === 'rf-kpca' && { features: 40 }) };
  // Two rows have one direction between them, of half their squared distance.
  const two = components(method, rowsDesign({ rows: 2, columns: 1, values: Float64Array.of(0, 1) }), open).components;
  assert.equal(two.eigenvalues.length, 1);
  assert.ok(Math.abs(two.eigenvalues[0] - two.total) < 1e-9 * two.total);
  if (method.id !== 'rf-kpca') assert.ok(Math.abs(two.total - (1 - Math.exp(-0.5))) < 1e-6);
  // More columns than rows, rows that repeat, and a column that does not vary.
  const wide = components(method, madeRowsDesign(6, 20, 2), open).components;
  assert.equal(wide.eigenvalues.length, 5);
  const { x } = madeRowsDesign(20, 2, 4).train;
  const repeated = pickRows(
    x,
    Uint32Array.from({ length: 60 }, (_, i) => i % 20),
  );
  const constant: Matrix = {
    rows: 60,
    columns: 3,
    values: Float64Array.of(...repeated.values, ...new Array(60).fill(2)),
  };
  const found = components(method, rowsDesign(constant), { ...open, components: method.id === 'ny-kpca' ? 12 : 30 });
  assert.deepEqual(notFinite({ ...found, timings: {} }), []);
  assert.deepEqual(
    [...found.components.loadings.values.slice(-found.components.eigenvalues.length)].filter((v) => v !== 0),
    [],
  );
  if (method.id === 'ekpca') {
    assert.equal(found.components.eigenvalues.filter((value) => value > 0).length, 19);
    assert.ok(found.notes.some(({ code, text }) => code === 'components/rank' && /19 of the 30/.test(text)));
  }
  if (method.id === 'ny-kpca')
    assert.ok(found.notes.some(({ code, text }) => code === 'landmarks/repeated' && /^40 /.test(text)));
  // Held out: nothing, or a single row.
  const alone = components(method, madeRowsDesign(30, 2, 4, 1), open).components;
  assert.deepEqual(alone.tested, { rows: 15, heldOut: false, kappa: 1 });
  assert.equal(alone.holdout?.error.length, 1);
};

const compared: Check = (method) => {
  const counts: Readonly<Record<string, Given>> = { 'ny-kpca': { landmarks: 20 }, 'rf-kpca': { features: 20 } };
  const count = counts[method.id] ?? {};
  const { components: found, notes } = components(method, design, { components: 4, ...count });
  const [own, ...others] = found.reconstruction;
  assert.equal(own.kind, found.kind);
  assert.equal(own.count, found.count);
  const base = method.id === 'ekpca' ? 23 : 20;
  const expectedCounts = [0.25, 0.5, 1, 2].map((share) => Math.round(share * base)).filter((m) => m >= 4);
  const ways = others.map(({ kind, count: m }) => `${kind} ${m}`);
  const expected = [
    ...(found.kind === 'empirical' ? [] : ['empirical 90']),
    ...expectedCounts.map((m) => `nystrom ${m}`),
    ...expectedCounts.map((m) => `randomFeatures ${m}`),
  ].filter((way) => way !== `${own.kind} ${own.count}`);
  assert.deepEqual(ways, expected);
  for (const { kind, components: at, h, l2, seconds, bytes } of found.reconstruction) {
    assert.deepEqual([...at], [0, 1, 2, 3, 4]);
    assert.equal(h !== undefined, kind !== 'randomFeatures');
    // With no component nothing is reconstructed, whatever the form.
    assert.ok(Math.abs(l2[0] - own.l2[0]) < 1e-12 * own.l2[0]);
    assert.ok(seconds > 0 && bytes > 0);
  }
  assert.ok(!notes.some(({ code }) => code.startsWith('components/trade-off')));
  // A kernel without random features of its own is compared without them, and that is said.
  if (method.id === 'rf-kpca') return;
  const sum = components(method, design, { components: 2, kernel: 'gaussian + linear', ...count });
  assert.ok(sum.components.reconstruction.every(({ kind }) => kind !== 'randomFeatures'));
  assert.ok(
    sum.notes.some(({ code, text }) => code === 'components/trade-off-refused' && /random features/.test(text)),
  );
};

const checks: Readonly<Record<string, Check>> = {
  'the same seed gives the same components, another other ones': repeatable,
  'the order of rows does not matter': orderOfRows,
  'scores, loadings and errors are what they are said to be': meaning,
  'a model that was saved and read projects as the fit did; a damaged one is refused': savedAndRead,
  'an outcome that was handed over leaves the engine whole': handedOver,
  'stops within 200 ms of being cancelled in every stage; progress never falls': cancel,
  'bad input is refused in words': refusals,
  'two rows, few rows, rows that repeat, columns that do not vary': oddShapes,
  'the other ways are measured beside it': compared,
};

for (const method of componentsMethods)
  for (const [name, check] of Object.entries(checks)) {
    // Which rows are landmarks depends on where they stand.
    if (check === orderOfRows && method.id === 'ny-kpca') continue;
    test(`${method.id}: ${name}`, () => check(method));
  }
