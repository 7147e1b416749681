import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Design, Sample } from '../../../src/engine/contract/data';
import type { Axis, FilterSpec } from '../../../src/engine/contract/filter';
import type { FitOutcome, LooSurface } from '../../../src/engine/contract/run';
import { Random } from '../../../src/engine/data/random';
import { axisValue } from '../../../src/engine/filters/anyFilter';
import { lambdaScale } from '../../../src/engine/filters/grids';
import type { Method } from '../../../src/engine/fit/method';
import { axisGrid, including, surfaceGrid } from '../../../src/engine/fit/spectral/axisGrid';
import { ckrrFeatures } from '../../../src/engine/methods/ckrrFeatures';
import { ckrrHard } from '../../../src/engine/methods/ckrrHard';
import { ckrrSoft } from '../../../src/engine/methods/ckrrSoft';
import { cutoff } from '../../../src/engine/methods/cutoff';
import { kgd } from '../../../src/engine/methods/kgd';
import { kgf } from '../../../src/engine/methods/kgf';
import { krr } from '../../../src/engine/methods/krr';
import { nystromRidge } from '../../../src/engine/methods/nystromRidge';
import { targetMethods } from '../../../src/engine/methods/registry';
import { rfRidge } from '../../../src/engine/methods/rfRidge';
import { threeZone } from '../../../src/engine/methods/threeZone';
import { tkrr } from '../../../src/engine/methods/tkrr';
import { SpectrumCache } from '../../../src/engine/spectrum/cache';
import { madeDesign, madeProblem, madeRows, madeSample, madeTarget, normals } from '../madeRows';
import { fitContext } from '../testCore';
import { fitted, fittedWhole, type Given, withoutTimings } from './fitting';

const design = madeProblem(100, 2, 0.3, 1, 30);
const set = { lengthScale: 0.9, folds: 0 };
const codes = (found: FitOutcome) => found.notes.map((note) => note.code);
const textOf = (found: FitOutcome, code: string) => found.notes.find((note) => note.code === code)?.text ?? '';
const range = { n: 200, rank: 150, trace: 1 };
const ridge: FilterSpec = { kind: 'zones', lambda: 1, k: 0, r: 150 };

test('grids ascend, count what is counted in whole numbers and reach from end to end', () => {
  const all: readonly (readonly [Axis, FilterSpec, number, number])[] = [
    ['lambda', ridge, 1e-10, 1],
    ['k', ridge, 0, 150],
    ['r', ridge, 1, 150],
    ['t', { kind: 'flow', t: 1, momentum: 0.5 }, 0.5 / 200, 0.5e10 / 200],
    ['steps', { kind: 'descent', steps: 1, stepSize: 1, momentum: 0 }, 1, 1e8],
  ];
  for (const [axis, filter, from, to] of all) {
    const grid = axisGrid(axis, filter, range);
    assert.ok(grid.length > 60 && grid.length <= 130, `${axis}: ${grid.length}`);
    assert.ok(grid.every((v, i) => i === 0 || v > grid[i - 1]));
    assert.ok(Math.abs(grid[0] - from) <= 1e-12 * from && Math.abs(grid[grid.length - 1] / to - 1) < 1e-12, axis);
    if (['k', 'r', 'steps'].includes(axis)) assert.ok(grid.every(Number.isInteger));
    if (filter.kind !== 'zones') continue;
    const coarse = surfaceGrid(axis, filter, range, 3);
    assert.ok(coarse.length <= 32 && coarse[0] === grid[0] && coarse[coarse.length - 1] === grid[grid.length - 1]);
  }
  for (const rank of [1, 2, 3, 9, 10, 11, 12])
    assert.deepEqual(
      [...axisGrid('r', ridge, { ...range, rank })],
      Array.from({ length: rank }, (_, i) => i + 1),
    );
  assert.equal(axisGrid('r', ridge, { ...range, rank: 0 }).length, 0);
  assert.deepEqual([...including(Float64Array.of(1, 4), 2)], [1, 2, 4]);
  assert.deepEqual([...including(Float64Array.of(0, 4), 0)], [0, 4]);
});

test('lambda is tried up to the power of ten above the trace of K/n; small traces count as 1 until a tenth', () => {
  const expected: readonly (readonly [number, number])[] = [
    [1, 1],
    [0.98, 1],
    [0.2, 1],
    [3.2, 10],
    [10, 10],
    [740, 1000],
    [4e-5, 1e-4],
    [0, 1],
  ];
  for (const [trace, scale] of expected) assert.ok(Math.abs(lambdaScale(trace) / scale - 1) < 1e-15, `${trace}`);
  const far = fitted(krr, design, { ...set, kernel: '400*gaussian' });
  const near = fitted(krr, design, { ...set, kernel: 'gaussian' });
  const [a, b] = [axisValue(far.filter, 'lambda'), axisValue(near.filter, 'lambda')];
  assert.ok(a / b > 200 && a / b < 800, `${a} and ${b}`);
  assert.ok(Math.abs(far.metrics.loo / near.metrics.loo - 1) < 0.01);
});

/** The least of the surface that has a value. */
function leastOf({ loo }: LooSurface): number {
  return loo.reduce((least, v) => (v < least ? v : least), Number.POSITIVE_INFINITY);
}

test('several axes: no cell of the surface and no point of the paths is better than the choice', () => {
  for (const method of [tkrr, ckrrHard, threeZone]) {
    const { surface, metrics, paths, axes } = fitted(method, design, set);
    assert.ok(surface);
    assert.deepEqual(
      surface.axes.map(({ axis }) => axis),
      axes,
    );
    assert.equal(
      surface.loo.length,
      surface.axes.reduce((count, { values }) => count * values.length, 1),
    );
    assert.ok(metrics.loo <= leastOf(surface) * (1 + 1e-9), `${metrics.loo} and ${leastOf(surface)}`);
    const last = paths[paths.length - 1];
    assert.ok(metrics.loo <= last.loo[last.least.loo] * (1 + 1e-9));
  }
});

test('the surface is the leave-one-out error of a fit at that cell; NaN where k exceeds r', () => {
  const { surface } = fitted(threeZone, design, set);
  assert.ok(surface);
  const [lambdas, ks, rs] = surface.axes.map(({ values }) => values);
  const cell = (l: number, k: number, r: number) => surface.loo[(l * ks.length + k) * rs.length + r];
  for (const [l, k, r] of [
    [5, 0, rs.length - 1],
    [12, 4, 9],
    [20, 7, 12],
  ]) {
    const given = { ...set, lambda: lambdas[l], k: ks[k], r: rs[r] };
    const { metrics } = fitted(threeZone, design, given);
    assert.ok(Math.abs(cell(l, k, r) / metrics.loo - 1) < 1e-9, JSON.stringify(given));
  }
  for (const [i, k] of ks.entries())
    for (const [j, r] of rs.entries()) assert.equal(Number.isNaN(cell(3, i, j)), k > r, `${k} ${r}`);
});

test('what the person sets stays, the rest is chosen about it', () => {
  const found = fitted(threeZone, design, { ...set, k: 7 });
  assert.equal(axisValue(found.filter, 'k'), 7);
  assert.ok(axisValue(found.filter, 'r') >= 7);
  assert.ok(found.surface?.axes[1].values.includes(7));
  const free = fitted(threeZone, design, set);
  assert.ok(found.metrics.loo >= free.metrics.loo * (1 - 1e-9));
  const rules = Object.fromEntries(found.parameters.map(({ name, rule }) => [name, rule]));
  assert.deepEqual(
    [rules.k, rules.r, rules.lambda],
    ['set', 'lowest leave-one-out error', 'lowest leave-one-out error'],
  );
  const values = Object.fromEntries(found.parameters.map(({ name, value }) => [name, value]));
  assert.equal(values.r, axisValue(found.filter, 'r'));
});

test('every parameter of the schema is told with its value and how it came about', () => {
  for (const method of targetMethods) {
    const given = { ...set, ...(method.id === 'ckrr-soft' && { k: 5 }) };
    const told = fitted(method, design, given).parameters.map(({ name }) => name);
    // The flow of so few rows takes no steps.
    const steps = method.id === 'ksgd' ? ['stepSize'] : [];
    // A number has no classes to weigh or to tell apart.
    const left = [...steps, 'classWeight', 'threshold'];
    const names = method.parameters.map(({ name }) => name).filter((name) => !left.includes(name));
    assert.deepEqual(told, names, method.id);
  }
});

test('by GCV and by Cp along every open axis: the path is least at the choice', () => {
  for (const selection of ['gcv', 'cp'] as const) {
    const { paths, filter } = fitted(tkrr, design, { ...set, selection });
    const last = paths[paths.length - 1];
    if (selection === 'gcv') assert.equal(last.values[last.least.gcv], axisValue(filter, 'r'));
    else assert.ok(axisValue(filter, 'r') > 1);
  }
});

test('soft thresholding looks for k by leave-one-out error, and tells all that it tried', () => {
  const { soft, parameters } = fitted(ckrrSoft, design, set);
  assert.ok(soft?.tried);
  assert.deepEqual([...soft.tried.k], [0, 3, 10]);
  assert.equal(parameters.find(({ name }) => name === 'k')?.value, soft.k);
  const chosen = fitted(ckrrSoft, design, { ...set, k: 6 });
  assert.equal(chosen.soft?.k, 6);
  assert.equal(chosen.spectrum.unpenalised, 7);
  const { before, after, kappa } = chosen.soft ?? { before: [], after: [], kappa: 0 };
  assert.ok(after.length <= before.length && after[0] < before[0]);
  const kept = [...before].reduce((sum, mu) => sum + mu / (mu + kappa), 0);
  assert.ok(Math.abs(kept - 6) < 1e-6, `CKRR eq. 4: ${kept}`);
});

test('soft thresholding takes no features for noise alone, however low chance makes an error, and takes those that tell', () => {
  const chosen = Array.from({ length: 30 }, (_, seed) => {
    const x = madeRows(60, 3, 100 + 2 * seed);
    const next = normals(101 + 2 * seed);
    const noise = madeDesign(madeSample(x, Float64Array.from({ length: 60 }, next)));
    return fitted(ckrrSoft, noise, { kernel: 'laplace', lengthScale: 1, folds: 0 }).soft;
  });
  const lowest = chosen.filter((soft) => soft?.tried && soft.tried.loo.indexOf(Math.min(...soft.tried.loo)) > 0);
  assert.ok(lowest.length >= 3, 'the lowest error is that of some features in several');
  assert.ok(chosen.filter((soft) => soft?.k !== 0).length <= 1);
  const x = madeRows(80, 1, 7);
  const wave = madeDesign(
    madeSample(
      x,
      x.values.map((v) => Math.sin(3 * v)),
    ),
  );
  assert.ok((fitted(ckrrSoft, wave, { kernel: 'laplace', lengthScale: 1, folds: 0 }).soft?.k ?? 0) > 0);
});

test('soft thresholding with two blocks of random features nears the exact form as their number grows', () => {
  const given = { ...set, k: 6, lambda: 1e-3 };
  const exact = fitted(ckrrSoft, design, given).holdout?.predicted ?? [];
  const errors = [100, 3000].map((features) => {
    const { holdout, spectrum } = fitted(ckrrSoft, design, { ...given, form: 'randomFeatures', features });
    assert.ok(spectrum.rank <= features);
    return Math.sqrt(
      (holdout?.predicted ?? new Float64Array(0)).reduce((sum, v, j) => sum + (v - exact[j]) ** 2, 0) / 30,
    );
  });
  assert.ok(errors[1] < 0.5 * errors[0] && errors[1] < 0.1, errors.join(' and '));
});

test('chosen features: linear terms by default, terms and hidden units when asked for', () => {
  assert.equal(fitted(ckrrFeatures, design, set).spectrum.unpenalised, 3);
  assert.equal(fitted(ckrrFeatures, design, { ...set, unpenalised: 'none' }).spectrum.unpenalised, 1);
  const trained = fitted(ckrrFeatures, design, { ...set, hidden: 4 });
  assert.ok(codes(trained).includes('selection/trained-features'));
  assert.ok(trained.spectrum.unpenalised > 1 && trained.spectrum.unpenalised <= 5);
  const told = trained.parameters.find(({ name }) => name === 'unpenalised');
  assert.deepEqual([told?.value, told?.rule], ['none', 'none beside hidden units']);
  assert.equal(trained.model.outputs[0].beta.length, trained.spectrum.unpenalised);
  const double = fitted(ckrrFeatures, design, { ...set, unpenalised: 'x1, x2, x1' });
  assert.equal(double.spectrum.unpenalised, 3);
});

test('hidden units of another seed are other features, also for the cache', () => {
  const context = { ...fitContext, cache: new SpectrumCache() };
  for (const seed of [0, 9]) {
    const given = { ...set, hidden: 4, seed };
    const [kept, fresh] = [fitted(ckrrFeatures, design, given, context), fittedWhole(ckrrFeatures, design, given)];
    assert.deepEqual(withoutTimings(kept), withoutTimings(fresh));
  }
});

test('notes: an optimum at the end of its grid says on which side, for time as for lambda', () => {
  const x = madeRows(100, 2, 5);
  const next = normals(6);
  const exact = madeDesign(madeSample(x, madeTarget(x, 0, 1)));
  const noise = madeDesign(madeSample(x, Float64Array.from({ length: 100 }, next)));
  assert.match(
    textOf(fitted(krr, exact, set), 'lambda/grid-edge'),
    /smallest lambda tried.*almost no noise.*Set a smaller lambda/,
  );
  assert.match(textOf(fitted(kgf, exact, set), 'lambda/grid-edge'), /largest t tried.*almost no noise.*Set a larger t/);
  for (const method of [kgf, kgd])
    assert.match(
      textOf(fitted(method, noise, set), 'lambda/grid-edge'),
      /^$|features say almost nothing about the target: the smallest .* tried/,
    );
});

test('notes: features that explain much are not said to say almost nothing where the most regular fit was chosen', () => {
  let explained = 0;
  for (let seed = 1; seed <= 8; seed++) {
    const x = madeRows(60, 2, seed);
    const next = normals(seed);
    const line = madeDesign(
      madeSample(
        x,
        x.values.slice(0, 60).map((v, i) => v + x.values[60 + i] + next()),
      ),
    );
    const fit = fitted(kgd, line, { ...set, kernel: 'gaussian', lengthScale: 4 });
    const text = textOf(fit, 'lambda/grid-edge');
    const found = fit.metrics.loo < 0.9;
    if (/smallest steps tried/.test(text)) {
      explained += Number(found);
      assert.equal(/say almost nothing/.test(text), !found, `${seed}: ${text}`);
    }
  }
  assert.ok(explained > 0);
});

test('notes: where all that is found is not penalised, the largest lambda does not say that the features say nothing', () => {
  for (const [method, given] of [
    [ckrrHard, { k: 3 }],
    [threeZone, { k: 3 }],
    [ckrrFeatures, { unpenalised: 'x1' }],
  ] as const) {
    let largest = 0;
    for (let seed = 1; seed <= 6; seed++) {
      const x = madeRows(60, 1, seed);
      const next = normals(seed);
      const line = madeDesign(
        madeSample(
          x,
          x.values.map((v) => v + 0.3 * next()),
        ),
      );
      const fit = fitted(method, line, { ...set, kernel: 'gaussian', lengthScale: 3, ...given });
      const [path] = fit.paths;
      largest += Number(axisValue(fit.filter, 'lambda') === path.values[path.values.length - 1]);
      assert.equal(textOf(fit, 'lambda/grid-edge').match(/say almost nothing/), null);
    }
    assert.ok(largest > 0, method.id);
  }
});

test('notes: what leave-one-out and fold errors hold fixed, by method', () => {
  assert.match(
    textOf(fitted(krr, design, set), 'selection/shortcut'),
    /^Leave-one-out errors use the feature scaling of all 100 training rows/,
  );
  assert.match(
    textOf(fitted(tkrr, design, { ...set, folds: 5 }), 'selection/shortcut'),
    /^Fold errors refit every fold.*leave-one-out errors also use the eigenvectors of all 100 training rows/,
  );
  assert.match(textOf(fitted(kgf, design, set), 'selection/shortcut'), /eigenvectors and the stopping time/);
});

test('notes: terms that follow from others are left out by name', () => {
  const x = madeRows(60, 3, 1);
  const twice = { ...x, values: x.values.map((v, o) => (o >= 120 ? 2 * x.values[o - 60] : v)) };
  const found = fitted(ckrrFeatures, madeDesign(madeSample(twice, madeTarget(x, 0.2, 2))), set);
  assert.equal(found.spectrum.unpenalised, 3);
  assert.match(textOf(found, 'features/dropped'), /Unpenalised terms left out: x[23]/);
});

test('selection cv takes the least refitted fold error over all axes, where leave-one-out on a fixed basis keeps k small', () => {
  for (const seed of [1, 2, 3]) {
    const rows = madeProblem(60, 3, 0.05, 10 * seed);
    const at = (given: Record<string, number | string>) =>
      fitted(ckrrHard, rows, { lengthScale: 0.9, folds: 5, selection: 'cv', ...given });
    const least = Math.min(...[0, 5, 10, 20, 30, 40, 50].map((k) => at({ k }).metrics.cv));
    const chosen = at({});
    assert.ok(chosen.metrics.cv <= least * (1 + 1e-9), `seed ${seed}: ${chosen.metrics.cv} against ${least}`);
  }
});

const scaleOf = (method: Method, design: Design, given: Given = {}) => {
  const entry = fitted(method, design, given).parameters.find(({ name }) => name === 'lengthScale');
  return { value: Number(entry?.value), rule: entry?.rule };
};

/** The problem of these rows, each twice: a row that is left out alone is predicted from its copy. */
function repeatedRows(half: Sample): Design {
  const n = half.x.rows;
  const twice = Array.from({ length: 2 * n }, (_, i) => i % n);
  const values = Float64Array.from(
    Array(4 * n).keys(),
    (o) => half.x.values[(o >= 2 * n ? n : 0) + twice[o % (2 * n)]],
  );
  const y = Float64Array.from(twice, (i) => half.y[i]);
  return { ...madeDesign(madeSample({ rows: 2 * n, columns: 2, values }, y)), copies: Int32Array.from(twice) };
}

test('rows that repeat with one target each are no reason for a shorter length scale, in any method that searches one', () => {
  const half = madeProblem(60, 2, 1, 1).train;
  const whole = repeatedRows(half);
  for (const method of [krr, tkrr, kgf, cutoff, nystromRidge, rfRidge]) {
    const [once, twice] = [madeDesign(half), whole].map((design) => scaleOf(method, design).value);
    assert.ok(Math.abs(Math.log2(twice / once)) < 1, `${method.id}: ${twice} against ${once}`);
  }
});

test('where the division asked for keeps groups together, the length scale is judged on groups left out, unless its rule is set', () => {
  // A trend from group to group, and in each a level of its own that no other group tells.
  const [groups, each] = [14, 9];
  const n = groups * each;
  const random = new Random(4);
  const unit = Int32Array.from({ length: n }, (_, i) => i % groups);
  const x = { rows: n, columns: 1, values: Float64Array.from(unit, (g) => (g - 6.5) / 4 + 0.02 * random.normal()) };
  const y = Float64Array.from(unit, (g, i) => x.values[i] + 0.6 * Math.cos(2.5 * g) + 0.2 * random.normal());
  const design = madeDesign(madeSample(x, y));
  const grouped = { ...design, division: { kind: 'together', unit } } as const;
  for (const method of [krr, tkrr, nystromRidge, rfRidge]) {
    const [alone, left] = [design, grouped].map((rows) => scaleOf(method, rows, { folds: 10 }));
    assert.ok(left.value > 3 * alone.value, `${method.id}: ${left.value} against ${alone.value}`);
    assert.match(`${left.rule}`, /^lowest 10-fold error/);
  }
  for (const given of [{ lengthScaleRule: 'loo', folds: 7 }, { folds: 0 }] as Given[])
    assert.match(`${scaleOf(krr, grouped, given).rule}`, /^lowest leave-one-out error/);
});

test('rows that repeat with one target each are no reason for less ridge', () => {
  const repeated = repeatedRows(madeProblem(70, 2, 1, 8).train);
  const chosen = (parameters: object) => {
    const { parameters: all } = fitted(krr, repeated, { lengthScale: 0.9, ...parameters });
    const entry = all.find(({ name }) => name === 'lambda');
    assert.ok(entry);
    return entry;
  };
  assert.equal(chosen({}).rule, 'lowest K-fold error');
  // The settings say the same of it in both places.
  const selection = fitted(krr, repeated, { lengthScale: 0.9 }).parameters.find(({ name }) => name === 'selection');
  assert.deepEqual([selection?.value, selection?.rule], ['cv', 'copies of rows stay together in folds']);
  for (const method of [tkrr, ckrrHard, cutoff, kgf]) {
    const by = fitted(method, repeated, { lengthScale: 0.9 }).parameters.find(({ name }) => name === 'selection');
    assert.deepEqual([by?.value, by?.rule], ['cv', 'copies of rows stay together in folds'], method.id);
  }
  assert.equal(chosen({ selection: 'loo' }).rule, 'lowest leave-one-out error');
  assert.equal(chosen({ folds: 0 }).rule, 'lowest leave-one-out error');
  assert.ok(Number(chosen({}).value) > 100 * Number(chosen({ selection: 'loo' }).value));
});
