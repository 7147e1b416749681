import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Design, Matrix, Transform } from '../../../src/engine/contract/data';
import { encodePart } from '../../../src/engine/data/dateParts';
import { encodedNames } from '../../../src/engine/data/learnTransform';
import type { Method } from '../../../src/engine/fit/method';
import { quietWith } from '../../../src/engine/linalg/linalg';
import { ckrrFeatures } from '../../../src/engine/methods/ckrrFeatures';
import { huber } from '../../../src/engine/methods/huber';
import { krr } from '../../../src/engine/methods/krr';
import { tkrr } from '../../../src/engine/methods/tkrr';
import { predictModel } from '../../../src/engine/model/predict';
import { predictLive } from '../../../src/engine/spectrum/livePrediction';
import { madeDesign, madeRows, madeSample, relativeError } from '../madeRows';
import { core } from '../testCore';
import { fittedWhole, type Given, modelOf } from './fitting';

const n = 120;

/** A number, a boolean and a category of two levels and a missing one: five encoded columns. */
function mixedDesign(): Design {
  const base = madeRows(n, 1, 1);
  const raw = Array.from({ length: n }, (_, i) => [
    10 + 4 * base.values[i],
    i % 2,
    i % 3 === 0 ? 1 : 0,
    i % 3 === 1 ? 1 : 0,
    i % 3 === 2 ? 1 : 0,
  ]);
  const transform: Transform = {
    inputs: [
      { kind: 'number', column: 'width', impute: 0 },
      { kind: 'boolean', column: 'new', impute: 0 },
      { kind: 'category', column: 'colour', levels: ['red', 'green'], missingLevel: true },
    ],
    centre: [10, 0.5, 1 / 3, 1 / 3, 1 / 3],
    scale: [4, 0.5, 0.47, 0.47, 0.47],
    names: ['width', 'new', 'colour=red', 'colour=green', 'colour missing'],
    missing: 'impute',
  };
  const x = { rows: n, columns: 5, values: new Float64Array(5 * n) };
  for (let c = 0; c < 5; c++)
    for (let i = 0; i < n; i++) x.values[c * n + i] = (raw[i][c] - transform.centre[c]) / transform.scale[c];
  const y = Float64Array.from(raw, (r) => Math.sin(r[0] / 3) + r[1] * 0.5 + r[2] - r[0] * r[3] * 0.1);
  return madeDesign(madeSample(x, y), undefined, transform);
}

/** The rows with some encoded columns replaced. */
function withColumns(x: Matrix, replaced: Readonly<Record<number, number>>): Matrix {
  const values = x.values.slice();
  for (const [c, value] of Object.entries(replaced)) values.fill(value, Number(c) * x.rows, (Number(c) + 1) * x.rows);
  return { ...x, values };
}

function isMeanOfPredictions(method: Method, given: Given, design: Design) {
  const outcome = fittedWhole(method, design, {
    lambda: 1e-4,
    folds: 0,
    ...(given.kernel === undefined && { lengthScale: 1.5 }),
    ...given,
  });
  const { centre, scale } = design.transform;
  const mean = (replaced: Record<number, number>) => {
    const [{ predicted }] = predictModel(modelOf(outcome), withColumns(design.train.x, replaced), quietWith(core));
    return predicted.reduce((a, b) => a + b, 0) / n;
  };
  const coded = (c: number, value: number) => (value - centre[c]) / scale[c];
  const [width, fresh, colour] = outcome.live.partial;

  const shown = (item: typeof width) => predictLive(item.predictor, outcome.spectrum, outcome.filter);
  const expectedWidth = Array.from(width.grid, (v) => mean({ 0: coded(0, v) }));
  assert.ok(relativeError(shown(width), expectedWidth) < 1e-6);
  assert.ok(relativeError(shown(fresh), [mean({ 1: coded(1, 0) }), mean({ 1: coded(1, 1) })]) < 1e-6);
  const levels = [0, 1, 2].map((level) =>
    mean(Object.fromEntries([0, 1, 2].map((c) => [2 + c, coded(2 + c, c === level ? 1 : 0)]))),
  );
  assert.ok(relativeError(shown(colour), levels) < 1e-6);
  assert.deepEqual(colour.levels, ['red', 'green', 'missing']);
  assert.deepEqual([...colour.grid], [0, 1, 2]);
  assert.deepEqual([...fresh.grid], [0, 1]);
}

test('partial dependence is the mean of predictions with the column replaced', () => {
  isMeanOfPredictions(krr, {}, mixedDesign());
});

test('so it is with row weights, without an intercept, with unpenalised terms and with a truncated spectrum', () => {
  const design = mixedDesign();
  const weights = design.train.y.map((_, i) => 0.5 + i / (n - 1));
  isMeanOfPredictions(krr, {}, { ...design, train: { ...design.train, weights } });
  isMeanOfPredictions(krr, { intercept: false }, design);
  isMeanOfPredictions(ckrrFeatures, { unpenalised: 'width, width^2, colour, width*colour' }, design);
  isMeanOfPredictions(tkrr, { r: 9 }, design);
});

test('so it is with a length scale per column, and of a sum of which some terms are products over columns', () => {
  const design = mixedDesign();
  const of = (kernel: string) => isMeanOfPredictions(krr, { kernel }, design);
  of('gaussian(lengthScale=[0.7, 2, 1, 3, 1.5])');
  of('0.5*gaussian(lengthScale=2) + matern52(lengthScale=1) + gaussian(columns=[1, 3, 4], lengthScale=0.8)');
});

test('so it is of a robust fit, of any kernel', () => {
  const design = mixedDesign();
  for (const kernel of ['gaussian(lengthScale=[0.7, 2, 1, 3, 1.5])', 'laplace(lengthScale=2)']) {
    const outcome = fittedWhole(huber, design, { lambda: 1e-3, folds: 0, kernel });
    const [width] = outcome.live.partial;
    const [along] = outcome.robust?.partial ?? [];
    const expected = Array.from(width.grid, (v) => {
      const rows = withColumns(design.train.x, { 0: (v - 10) / 4 });
      const [{ predicted }] = predictModel(modelOf(outcome), rows, quietWith(core));
      return predicted.reduce((a, b) => a + b, 0) / n;
    });
    assert.ok(relativeError(along.fitted[0], expected) < 1e-6, kernel);
  }
});

test('of a date every part has a curve of its own, cycles over the whole of theirs', () => {
  const days = Float64Array.from({ length: n }, (_, i) => 18_628 + 10.3 * i);
  const input = { kind: 'date', column: 'at', impute: 0, parts: ['trend', 'season', 'weekday', 'hour'] } as const;
  const names = encodedNames(input);
  const transform = {
    inputs: [input],
    centre: names.map(() => 0),
    scale: names.map(() => 1),
    names,
    missing: 'impute',
  } as const;
  const cells = Array.from(days, (day) => input.parts.flatMap((part) => encodePart(part, day)));
  const values = Float64Array.from(
    { length: 7 * n },
    (_, at) => cells[at % n][Math.floor(at / n)] / (at < n ? 1e4 : 1),
  );
  const scaled = { ...transform, scale: names.map((_, j) => (j === 0 ? 1e4 : 1)) };
  const y = Float64Array.from(days, (day) => Math.sin((2 * Math.PI * day) / 365.25));
  const { live } = fittedWhole(krr, madeDesign(madeSample({ rows: n, columns: 7, values }, y), undefined, scaled), {
    folds: 0,
  });
  const shown = live.partial.map(({ column, kind, grid, levels }) => [column, kind, grid[0], grid.at(-1), levels?.[0]]);
  assert.deepEqual(shown, [
    ['at', 'date', days[0], days[n - 1], undefined],
    ['at (day of the year)', 'number', 1, 367, undefined],
    ['at (weekday)', 'category', 0, 6, 'Monday'],
    ['at (hour of the day)', 'number', 0, 24, undefined],
  ]);
  const rug = (k: number) => live.partial[k].rug;
  assert.ok(relativeError([rug(0)[0], rug(0)[40]], [days[0], days[n - 1]]) < 1e-12);
  assert.ok(rug(1)[0] >= 1 && rug(1)[40] < 367 && rug(1)[40] - rug(1)[0] > 300);
  assert.ok([...rug(2)].every((day) => Number.isInteger(day) && day >= 0 && day < 7));
  assert.equal(live.curve, undefined);
});

test('grids and rugs are in raw units, from least to largest', () => {
  const design = mixedDesign();
  const { live } = fittedWhole(krr, design, { lengthScale: 1.5, folds: 0 });
  const [width, , colour] = live.partial;
  const raw = design.train.x.values.slice(0, n).map((v) => v * 4 + 10);
  assert.ok(Math.abs(width.grid[0] - Math.min(...raw)) < 1e-12);
  assert.ok(Math.abs(width.grid[width.grid.length - 1] - Math.max(...raw)) < 1e-12);
  assert.ok(width.grid.every((v, i) => i === 0 || v > width.grid[i - 1]));
  assert.equal(width.rug.length, 41);
  assert.ok(relativeError([width.rug[0], width.rug[40]], [Math.min(...raw), Math.max(...raw)]) < 1e-12);
  assert.deepEqual([colour.rug[0], colour.rug[40]], [0, 2]);
});

test('of more than 24 columns those along which the fit is steepest are shown', () => {
  const x = madeRows(150, 30, 3);
  const y = Float64Array.from({ length: 150 }, (_, i) => Math.sin(x.values[29 * 150 + i]) + x.values[27 * 150 + i]);
  const { live, notes } = fittedWhole(krr, madeDesign(madeSample(x, y)), { lengthScale: 6, lambda: 1e-3, folds: 0 });
  const columns = live.partial.map((item) => item.column);
  assert.equal(columns.length, 24);
  assert.ok(columns.includes('x30') && columns.includes('x28'));
  assert.ok(notes.some((note) => note.code === 'partial/most-influential'));
});

test('every target has its own curve over the same grid', () => {
  const design = mixedDesign();
  const second = design.train.y.map((v) => -2 * v);
  const both = fittedWhole(krr, madeDesign({ ...design.train, more: [second] }, undefined, design.transform), {
    lengthScale: 1.5,
    lambda: 1e-4,
    folds: 0,
  });
  const [width] = both.live.partial;
  const [other] = both.others[0].live.partial;
  assert.deepEqual(other.grid, width.grid);
  const shown = predictLive(width.predictor, both.spectrum, both.filter);
  const twice = predictLive(other.predictor, both.others[0].spectrum, both.others[0].filter);
  assert.ok(
    relativeError(
      twice,
      shown.map((v) => -2 * v),
    ) < 1e-12,
  );
});

test('of a column of one value and gaps the curve is of the two, like that of a category', () => {
  const x = madeRows(60, 1, 6);
  const gap = (i: number, c: number) => Number((i * (c + 1)) % 7 < 3);
  const transform: Transform = {
    inputs: [
      // Its range is not known, as in models of earlier versions.
      { kind: 'number', column: 'width', impute: 0, missingLevel: true },
      { kind: 'number', column: 'paid', impute: 12.5, range: [12.5, 12.5], missingLevel: true },
      { kind: 'boolean', column: 'vip', impute: 1, words: ['no', 'yes'], missingLevel: true },
    ],
    centre: [0, 0, 12.5, 0, 1, 0],
    scale: [1, 1, 1, 1, 1, 1],
    names: ['width', 'width is missing', 'paid', 'paid is missing', 'vip', 'vip is missing'],
    missing: 'impute',
  };
  const values = Float64Array.from({ length: 6 * 60 }, (_, o) => {
    const [c, i] = [Math.floor(o / 60), o % 60];
    return c === 0 ? x.values[i] : c === 3 || c === 5 ? gap(i, c) : 0;
  });
  const y = Float64Array.from({ length: 60 }, (_, i) => x.values[i] + 3 * gap(i, 3) - 2 * gap(i, 5));
  const design = madeDesign(madeSample({ rows: 60, columns: 6, values }, y), undefined, transform);
  const outcome = fittedWhole(krr, design, { kernel: 'linear', lambda: 1e-8, folds: 0 });
  const [width, paid, vip] = outcome.live.partial;
  const shown = (item: typeof width) => predictLive(item.predictor, outcome.spectrum, outcome.filter);
  assert.equal(width.levels, undefined);
  assert.deepEqual(
    [paid.levels, vip.levels],
    [
      ['12.5', 'missing'],
      ['yes', 'missing'],
    ],
  );
  const rises = [paid, vip].map((item) => shown(item)[1] - shown(item)[0]);
  assert.ok(relativeError(rises, [3, -2]) < 1e-4, `${rises}`);
});
