import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FitOutcome } from '../../../src/engine/contract/run';
import { axisValue } from '../../../src/engine/filters/anyFilter';
import { cutoff } from '../../../src/engine/methods/cutoff';
import { krr } from '../../../src/engine/methods/krr';
import { tkrr } from '../../../src/engine/methods/tkrr';
import { SpectrumCache } from '../../../src/engine/spectrum/cache';
import { madeDesign, madeProblem, madeRows, madeSample, madeTarget, normals, relativeError, rowsOf } from '../madeRows';
import { fitContext } from '../testCore';
import { looksInTime, stopsInEvery } from './battery/running';
import { failsWith, fitted, fittedWhole, type Given, notFinite, withoutTimings } from './fitting';

const problem = madeProblem(160, 3, 0.3, 1, 60);
const outcome = fittedWhole(krr, problem);
const [path] = outcome.paths;
const lambdaOf = (found: FitOutcome) => axisValue(found.filter, 'lambda');
const codes = (found: FitOutcome) => found.notes.map((note) => note.code);

test('an outcome has the shapes of the contract and no number that is not finite', () => {
  const { spectrum, live, holdout, search, paths } = outcome;
  assert.deepEqual(
    paths.map(({ axis }) => axis),
    ['lambda'],
  );
  for (const [key, value] of Object.entries(path))
    if (value instanceof Float64Array) assert.equal(value.length, 101, key);
  assert.ok(path.values.every((v, i) => i === 0 || v > path.values[i - 1]));
  assert.equal(spectrum.unpenalised, 1);
  assert.equal(spectrum.coordinates.length + spectrum.beyond.count, 159);
  assert.equal(spectrum.coordinates.length, spectrum.mu.length);
  assert.equal(live.holdout?.p.length, 60 * spectrum.rank);
  assert.equal(live.partial.length, 3);
  assert.equal(live.curve, undefined);
  assert.equal(holdout?.predicted.length, 60);
  assert.ok(search?.lengthScale.every((v, i) => i === 0 || v >= search.lengthScale[i - 1]));
  assert.equal(outcome.surface, undefined);
  assert.deepEqual([outcome.shortcut, outcome.foldsBy], ['exact', 'shortcut']);
  assert.deepEqual(notFinite(outcome), []);
});

test('it learns: the held-out error is near the noise', () => {
  const { holdout } = outcome.metrics;
  assert.ok(holdout && holdout.rmse < 0.45 && holdout.r2 > 0.75);
  const [low, high] = holdout.r2Interval;
  assert.ok(low < holdout.r2 && holdout.r2 < high && high <= 1);
  assert.ok(Math.abs(outcome.noise.sigma2 - 0.09) < 0.04);
});

test('metrics are the path at the chosen lambda', () => {
  const at = path.values.indexOf(lambdaOf(outcome));
  assert.equal(at, path.least.loo);
  const { metrics } = outcome;
  assert.ok(Math.abs(metrics.loo / path.loo[at] - 1) < 1e-9);
  assert.equal(metrics.gcv, path.gcv[at]);
  assert.equal(metrics.cv, path.cv[at]);
  assert.equal(metrics.cvStandardError, path.cvStandardError[at]);
  assert.equal(metrics.degreesOfFreedom, path.degreesOfFreedom[at]);
});

test('a fit that also searches a length scale stops within 200 ms of being cancelled, in every stage', () => {
  looksInTime(krr, madeProblem(400, 3, 0.3, 3, 100), { folds: 4 });
  const few = madeProblem(90, 3, 0.3, 3, 30);
  const stages = looksInTime(krr, few, { folds: 4 });
  stopsInEvery(stages, (context) => fitted(krr, few, { folds: 4 }, context));
});

test('another seed draws other folds', () => {
  assert.notDeepEqual(fitted(krr, problem, { seed: 5 }).paths[0].cv, path.cv);
});

/** Remembers which slots were computed. */
class CountingCache extends SpectrumCache {
  readonly computed: string[] = [];

  override recall<T>(slot: string, key: string, compute: () => T): T {
    return super.recall(slot, key, () => {
      this.computed.push(slot);
      return compute();
    });
  }
}

test('a refit at another lambda takes its decomposition from the cache; a search that was made is not made again', () => {
  const cache = new CountingCache();
  const context = { ...fitContext, cache };
  const first = fitted(krr, problem, {}, context);
  assert.ok(cache.computed.includes('search') && cache.computed.includes('residual'));
  cache.computed.length = 0;
  const set = { lambda: 1e-3, lengthScale: String(first.parameters.find((p) => p.name === 'lengthScale')?.value) };
  assert.deepEqual(withoutTimings(fitted(krr, problem, set, context)), withoutTimings(fittedWhole(krr, problem, set)));
  assert.ok(!cache.computed.includes('search') && !cache.computed.includes('residual'), cache.computed.join(', '));
  assert.deepEqual(withoutTimings(fitted(krr, problem, {}, context)), withoutTimings(outcome));
  assert.ok(!cache.computed.includes('search') && !cache.computed.includes('residual'), cache.computed.join(', '));
});

test('a change of the target or of the weights alone is seen by the cache', () => {
  const { train } = problem;
  const other = madeDesign({ ...train, y: train.y.map((v) => v * v) });
  const heavy = madeDesign({ ...train, weights: train.y.map((_, i) => (i % 2 === 0 ? 0.5 : 1.5)) });
  // At a fixed scale only the target distinguishes two fits.
  const both: readonly Given[] = [{}, { lengthScale: 0.9 }];
  for (const given of both) {
    const context = { ...fitContext, cache: new SpectrumCache() };
    fitted(krr, problem, given, context);
    for (const design of [other, heavy])
      assert.deepEqual(
        withoutTimings(fitted(krr, design, given, context)),
        withoutTimings(fittedWhole(krr, design, given)),
      );
  }
});

test('every selection chooses what it says, and the parameters tell', () => {
  const set = { lengthScale: 0.9 };
  for (const selection of ['loo', 'gcv', 'cv', 'oneStandardError'] as const) {
    const found = fitted(krr, problem, { ...set, selection });
    const [{ values, least }] = found.paths;
    assert.equal(lambdaOf(found), values[least[selection]], selection);
    const chosen = found.parameters.find((p) => p.name === 'lambda');
    assert.ok(chosen && chosen.value === lambdaOf(found) && chosen.rule !== 'set');
  }
  const free = fitted(krr, problem, { ...set, lambda: 3.3e-4, folds: 0 });
  assert.equal(lambdaOf(free), 3.3e-4);
  assert.equal(free.parameters.find((p) => p.name === 'lambda')?.rule, 'set');
  assert.deepEqual([free.paths[0].cv.length, free.foldsBy], [0, 'none']);
  assert.equal(fitted(krr, problem, { lengthScaleRule: 'median' }).search, undefined);
});

test("lowest Mallows' Cp is RSS/n + 2·sigma²·df/n with the noise estimated at the lowest leave-one-out error", () => {
  const found = fitted(krr, problem, { lengthScale: 0.9, selection: 'cp', folds: 0 });
  const byLoo = fitted(krr, problem, { lengthScale: 0.9, folds: 0 });
  const [{ values, degreesOfFreedom, gcv }] = byLoo.paths;
  const n = 160;
  const cp = Array.from(values, (_, l) => {
    const rss = (gcv[l] * (n - degreesOfFreedom[l]) ** 2) / n;
    return (rss + 2 * byLoo.noise.sigma2 * degreesOfFreedom[l]) / n;
  });
  assert.equal(lambdaOf(found), values[cp.indexOf(Math.min(...cp))]);
});

test('the fold error off the grid lies between its neighbours', () => {
  const { paths, metrics } = fitted(krr, problem, { lengthScale: 0.9, lambda: 1.12e-3 });
  const [{ values, cv }] = paths;
  assert.equal(values.length, 102);
  const at = values.indexOf(1.12e-3);
  const [low, high] = [cv[at - 1], cv[at + 1]].sort((a, b) => a - b);
  assert.ok(metrics.cv >= low * 0.999 && metrics.cv <= high * 1.001);
  assert.equal(metrics.cv, cv[at]);
});

test('the intercept takes up any constant; without one the target stays where it is', () => {
  const { train } = problem;
  const lifted = madeDesign({ ...train, y: train.y.map((v) => v + 100) }, problem.holdout);
  const set = { lengthScale: 0.9, lambda: 1e-3 };
  const [low, high] = [fitted(krr, problem, set), fitted(krr, lifted, set)];
  const raised = low.holdout?.predicted.map((v) => v + 100) ?? [];
  assert.ok(relativeError(high.holdout?.predicted ?? [], raised) < 1e-12);
  assert.ok(relativeError(high.spectrum.coordinates, low.spectrum.coordinates) < 1e-10);
  const bare = fitted(krr, lifted, { ...set, intercept: false });
  assert.equal(bare.spectrum.unpenalised, 0);
  assert.equal(bare.model.outputs[0].beta.length, 0);
  assert.ok(bare.spectrum.coordinates.some((c) => Math.abs(c) > 20));
  assert.ok(Math.abs(bare.variance / high.variance - 1) < 1e-12, 'the variance is about the mean either way');
});

for (const [method, kernel] of [
  [krr, 'gaussian'],
  [tkrr, 'laplace'],
  [cutoff, 'laplace'],
] as const)
  test(`${method.id}: intervals cover as they claim, on average over data sets, and hardly a row counts as remote`, () => {
    let covered = 0;
    let remote = 0;
    const sets = 8;
    for (let seed = 0; seed < sets; seed++) {
      const design = madeProblem(150, 2, 0.4, 100 + 10 * seed, 400);
      const { metrics, holdout, model } = fitted(method, design, { kernel, lengthScale: 0.8, folds: 0 });
      covered += (metrics.holdout?.coverage ?? 0) / sets;
      const { largest, kind } = model.outputs[0].spread ?? {};
      const { lower, upper } = holdout ?? assert.fail();
      const bound = kind === 'constant' ? model.outputs[0].intervalWidth : (largest?.error ?? 0);
      remote += upper.filter((v, j) => (v - lower[j]) / 2 > bound * (1 + 1e-9)).length / (400 * sets);
    }
    // The mean over eight sets of 150 rows has a standard error of 0.0063.
    assert.ok(Math.abs(covered - 0.95) < 0.02, `coverage ${covered}`);
    assert.ok(remote < 0.05, `remote ${remote}`);
  });

test('held-out coverage by thirds of width, and a warning where narrow intervals alone miss', () => {
  const drawn = (count: number, seed: number, quiet: number, loud: number) => {
    const x = madeRows(count, 1, seed);
    const next = normals(seed + 1);
    const y = x.values.map((v) => Math.sin(2 * v) + (v < 0 ? quiet : loud) * next());
    return madeSample(x, y);
  };
  const train = drawn(200, 1, 0.1, 0.5);
  const scored = (held: typeof train) => fitted(krr, madeDesign(train, held), { lengthScale: 0.7, folds: 0 });
  const alike = scored(drawn(300, 7, 0.1, 0.5));
  assert.equal(alike.model.outputs[0].spread?.kind, 'fitted');
  assert.ok(!codes(alike).includes('interval/misses'));
  const other = scored(drawn(300, 9, 0.13, 0.2));
  const { coverage, coverageByWidth = [] } = other.metrics.holdout ?? {};
  assert.deepEqual(
    coverageByWidth.map(({ n }) => n),
    [100, 100, 100],
  );
  const mean = coverageByWidth.reduce((sum, third) => sum + third.coverage / 3, 0);
  assert.ok(coverage !== undefined && Math.abs(mean - coverage) < 1e-12);
  const narrowest = Math.round(100 * coverageByWidth[0].coverage);
  assert.equal(
    other.notes.find(({ code }) => code === 'interval/misses')?.text,
    `95\u202f% intervals cover ${Math.round(300 * coverage)} of 300 held-out rows, but only ${narrowest} of 100 where they are narrowest: do not rely on their width.`,
  );
});

test('weights of 1, 2 and 3 are rows that stand there once, twice or three times', () => {
  const { train, holdout } = problem;
  const times = Array.from(train.y, (_, i) => 1 + (i % 3));
  const total = times.reduce((sum, w) => sum + w, 0);
  const weights = Float64Array.from(times, (w) => (w * 160) / total);
  const order = times.flatMap((w, i) => new Array<number>(w).fill(i));
  const set = { lengthScale: 0.9, lambda: 2e-3, folds: 0 };
  const weighted = fitted(krr, madeDesign({ ...train, weights }, holdout), set);
  const repeated = fitted(krr, madeDesign(rowsOf(train, order), holdout), set);
  assert.ok(relativeError(weighted.holdout?.predicted ?? [], repeated.holdout?.predicted ?? []) < 1e-9);
  const leading = (found: FitOutcome) => found.spectrum.mu.slice(0, 100);
  assert.ok(relativeError(leading(weighted), leading(repeated)) < 1e-12);
  const [a, b] = [weighted.metrics.degreesOfFreedom, repeated.metrics.degreesOfFreedom];
  assert.ok(Math.abs(a / b - 1) < 1e-9);
  assert.ok(Math.abs(weighted.mean / repeated.mean - 1) < 1e-12);
  assert.ok(Math.abs(weighted.variance / repeated.variance - 1) < 1e-12);
});

test('intervals of a file whose rows are there twice hold new rows', () => {
  const [inside, apart] = [0, 0].map(() => ({ count: 0 }));
  for (let seed = 1; seed <= 20; seed++) {
    const half = madeRows(60, 2, seed);
    const y = madeTarget(half, 0.3, seed + 50);
    const copies = Int32Array.from({ length: 120 }, (_, i) => i % 60);
    const values = Float64Array.from(
      { length: 240 },
      (_, o) => half.values[Math.floor(o / 120) * 60 + copies[o % 120]],
    );
    const fresh = madeRows(100, 2, seed + 100);
    const holdout = madeSample(fresh, madeTarget(fresh, 0.3, seed + 150));
    const targets = Float64Array.from(copies, (i) => y[i]);
    const design = madeDesign(madeSample({ rows: 120, columns: 2, values }, targets), holdout);
    for (const [count, made] of [[inside, { ...design, copies }] as const, [apart, design] as const]) {
      const { holdout: told } = fitted(krr, made, { lengthScale: 0.7, lambda: 1e-3, folds: 0 });
      assert.ok(told);
      count.count += told.observed.filter((v, i) => told.lower[i] <= v && v <= told.upper[i]).length;
    }
  }
  assert.ok(inside.count > 0.93 * 2000, `together ${inside.count}, apart ${apart.count}`);
  assert.ok(apart.count < 0.85 * 2000, `${apart.count}`);
});

test('repeated rows count as what they are', () => {
  const x = madeRows(40, 2, 1);
  const twice = { rows: 80, columns: 2, values: new Float64Array(160) };
  for (let c = 0; c < 2; c++) for (let i = 0; i < 80; i++) twice.values[c * 80 + i] = x.values[c * 40 + (i % 40)];
  const repeated = fitted(krr, madeDesign(madeSample(twice, madeTarget(twice, 0.2, 3))));
  assert.ok(repeated.spectrum.rank <= 40);
  assert.ok(codes(repeated).includes('spectrum/rank'));
  assert.ok(Math.abs(repeated.noise.sigma2 - 0.04) < 0.03);
});

test('rows that are all alike are refused', () => {
  const flat = { rows: 20, columns: 2, values: new Float64Array(40) };
  const design = madeDesign(madeSample(flat, madeTarget(madeRows(20, 1, 1), 1, 2)));
  failsWith('data/no-features', /same values/, () => fitted(krr, design));
});

test('notes in words where something deserves a word', () => {
  const x = madeRows(120, 2, 5);
  const next = normals(6);
  const noise = fitted(krr, madeDesign(madeSample(x, Float64Array.from({ length: 120 }, next))), { lengthScale: 1 });
  assert.ok(lambdaOf(noise) > 1e-3, 'pure noise is smoothed away');
  const exact = fitted(krr, madeDesign(madeSample(x, madeTarget(x, 0, 1))), { lengthScale: 1 });
  assert.ok(codes(exact).includes('lambda/grid-edge'));
  assert.match(exact.notes.find((note) => note.code === 'lambda/grid-edge')?.text ?? '', /smallest/);
  // A straight line needs no ridge: which of the small ones is lowest decides nothing.
  for (let seed = 1; seed <= 20; seed++) {
    const points = madeRows(12, 1, seed);
    const off = normals(100 + seed);
    const line = madeSample(
      points,
      points.values.map((v) => 4 * v + 0.3 * off()),
    );
    assert.ok(!codes(fitted(krr, madeDesign(line), { kernel: 'linear' })).includes('lambda/grid-edge'), `${seed}`);
  }
  const closest = fitted(krr, problem, { lengthScale: 0.9, lambda: 1e-9 });
  assert.ok(codes(closest).includes('lambda/interpolates'));
  assert.ok(!codes(closest).includes('lambda/grid-edge'), 'a lambda that was set is not at an edge');
  const { train } = problem;
  const elsewhere = madeDesign(
    train,
    madeSample(
      train.x,
      train.y.map((v) => v + 5),
    ),
  );
  assert.ok(codes(fitted(krr, elsewhere, { lengthScale: 0.9 })).includes('interval/misses'));
  assert.ok(codes(outcome).includes('selection/shortcut'));
  const tiny = fitted(krr, problem, { lengthScale: 0.9, lambda: 1e-18, folds: 0 });
  assert.ok(codes(tiny).includes('lambda/below-rounding'));
});
