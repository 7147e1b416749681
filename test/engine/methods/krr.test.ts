import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cancelledError } from '../../../src/engine/contract/context';
import type { Design } from '../../../src/engine/contract/data';
import { type FailureCode, KernelscopeError } from '../../../src/engine/contract/failure';
import type { Parameters } from '../../../src/engine/contract/method';
import type { FitOutcome } from '../../../src/engine/contract/run';
import { transferables } from '../../../src/engine/contract/transferables';
import { permutation } from '../../../src/engine/data/random';
import { krr } from '../../../src/engine/methods/krr';
import type { FitContext } from '../../../src/engine/methods/method';
import { SpectrumCache } from '../../../src/engine/spectrum/cache';
import { predictLive } from '../../../src/engine/spectrum/livePrediction';
import { madeDesign, madeProblem, madeRows, madeSample, madeTarget, normals, relativeError, rowsOf } from '../madeRows';
import { fitContext } from '../testCore';

const fitted = (design: Design, parameters: Parameters = {}, context: FitContext = fitContext) =>
  krr.run(design, parameters, context);
const withoutTimings = ({ timings: _, ...outcome }: FitOutcome) => outcome;
const problem = madeProblem(160, 3, 0.3, 1, 60);
const outcome = fitted(problem);

/** Every number of a plain value, with the way to it. */
function numbers(value: unknown, path = ''): [string, number][] {
  if (typeof value === 'number') return [[path, value]];
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([key, item]) => numbers(item, `${path}.${key}`));
}

test('an outcome has the shapes of the contract and no number that is not finite', () => {
  const { path, spectrum, live, holdout, search } = outcome;
  for (const [key, value] of Object.entries(path))
    if (value instanceof Float64Array) assert.equal(value.length, 101, key);
  assert.ok(path.lambda.every((v, i) => i === 0 || v > path.lambda[i - 1]));
  assert.equal(spectrum.coordinates.length, 160);
  assert.equal(live.holdout?.p.length, 60 * spectrum.rank);
  assert.equal(live.partial.length, 3);
  assert.equal(live.curve, undefined);
  assert.equal(holdout?.predicted.length, 60);
  assert.ok(search?.lengthScale.every((v, i) => i === 0 || v >= search.lengthScale[i - 1]));
  const broken = numbers(outcome).filter(([, v]) => !Number.isFinite(v));
  assert.deepEqual(broken, []);
});

test('it learns: the held-out error is near the noise', () => {
  assert.ok(outcome.metrics.holdout && outcome.metrics.holdout.rmse < 0.45);
  assert.ok(outcome.metrics.holdout.r2 > 0.75);
  const [low, high] = outcome.metrics.holdout.r2Interval;
  assert.ok(low < outcome.metrics.holdout.r2 && outcome.metrics.holdout.r2 < high && high <= 1);
  assert.ok(Math.abs(outcome.noise.sigma2 - 0.09) < 0.04);
});

test('metrics are the path at the chosen lambda', () => {
  const { path, metrics, lambda } = outcome;
  const at = path.lambda.indexOf(lambda);
  assert.equal(at, path.least.loo);
  assert.ok(Math.abs(metrics.loo / path.loo[at] - 1) < 1e-9);
  assert.equal(metrics.gcv, path.gcv[at]);
  assert.equal(metrics.cv, path.cv[at]);
  assert.equal(metrics.degreesOfFreedom, path.degreesOfFreedom[at]);
});

test('the same seed gives the same outcome to the bit; another seed another sample', () => {
  assert.deepEqual(withoutTimings(fitted(problem)), withoutTimings(outcome));
  assert.notDeepEqual(fitted(problem, { seed: 5 }).path.cv, outcome.path.cv);
});

test('the order of the rows does not matter', () => {
  const set = { lengthScale: 0.9, folds: 0 };
  const order = permutation(160, 3);
  const shuffled = { ...problem, train: rowsOf(problem.train, order) };
  const [a, b] = [fitted(problem, set), fitted(shuffled, set)];
  assert.equal(a.lambda, b.lambda);
  assert.ok(relativeError(b.spectrum.mu, a.spectrum.mu) < 1e-13);
  assert.ok(relativeError(b.holdout?.predicted ?? [], a.holdout?.predicted ?? []) < 1e-9);
  assert.ok(relativeError(b.path.loo, a.path.loo) < 1e-6);
});

test('the live predictor gives the held-out predictions at the fitted lambda, and at any other those of a refit', () => {
  const one = fitted(problem, { lengthScale: 0.9 });
  const { live, spectrum, centre, lambda } = one;
  assert.ok(live.holdout);
  const here = predictLive(live.holdout, spectrum, centre, lambda);
  assert.ok(relativeError(here, one.holdout?.predicted ?? []) < 1e-6);
  const other = fitted(problem, { lengthScale: 0.9, lambda: 2e-3 });
  const there = predictLive(live.holdout, spectrum, centre, 2e-3);
  assert.ok(relativeError(there, other.holdout?.predicted ?? []) < 1e-6);
});

test('a refit from the cache equals a fresh one, also after the first outcome was handed over', () => {
  const context = { ...fitContext, cache: new SpectrumCache() };
  const first = fitted(problem, {}, context);
  structuredClone(first, { transfer: transferables({ ...first, model: { ...first.model, x: 0 }, holdout: 0 }) });
  assert.equal(first.spectrum.mu.length, 0, 'handed over');
  const set = { lambda: 1e-3, lengthScale: outcome.lengthScale };
  const again = fitted(problem, set, context);
  assert.ok(again.timings.eigen < 0.01);
  assert.deepEqual(withoutTimings(again), withoutTimings(fitted(problem, set)));
  assert.deepEqual(withoutTimings(fitted(problem, {}, context)), withoutTimings(outcome));
});

test('a change of the target alone is seen by the cache', () => {
  const context = { ...fitContext, cache: new SpectrumCache() };
  fitted(problem, {}, context);
  const other = madeDesign({ ...problem.train, y: problem.train.y.map((v) => v * v) });
  assert.deepEqual(withoutTimings(fitted(other, {}, context)), withoutTimings(fitted(other)));
});

test('every rule chooses what it says, and the parameters tell', () => {
  const set = { lengthScale: 0.9 };
  for (const rule of ['loo', 'gcv', 'cv', 'oneStandardError'] as const) {
    const { path, lambda, parameters } = fitted(problem, { ...set, lambdaRule: rule });
    assert.equal(lambda, path.lambda[path.least[rule]]);
    const chosen = parameters.find((p) => p.name === 'lambda');
    assert.ok(chosen && chosen.value === lambda && chosen.rule !== 'set');
  }
  const free = fitted(problem, { ...set, lambda: 3.3e-4, folds: 0 });
  assert.equal(free.lambda, 3.3e-4);
  assert.equal(free.parameters.find((p) => p.name === 'lambda')?.rule, 'set');
  assert.equal(free.path.cv.length, 0);
  assert.equal(fitted(problem, { lengthScaleRule: 'median' }).search, undefined);
});

test('the fold error off the grid lies between its neighbours', () => {
  const { path, metrics } = fitted(problem, { lengthScale: 0.9, lambda: 1.12e-3 });
  const at = path.lambda.findLastIndex((v) => v < 1.12e-3);
  const [low, high] = [path.cv[at], path.cv[at + 1]].sort((a, b) => a - b);
  assert.ok(metrics.cv >= low * 0.999 && metrics.cv <= high * 1.001);
});

test('without an intercept the target is not centred', () => {
  const lifted = madeDesign({ ...problem.train, y: problem.train.y.map((v) => v + 100) });
  const bare = fitted(lifted, { intercept: false, lengthScale: 0.9 });
  assert.equal(bare.centre, 0);
  assert.ok(bare.spectrum.coordinates.some((c) => Math.abs(c) > 20));
  const centred = fitted(lifted, { lengthScale: 0.9 });
  assert.ok(Math.abs(centred.centre - 100) < 1);
  assert.ok(Math.abs(bare.variance / centred.variance - 1) < 1e-12, 'the variance is about the mean either way');
});

test('intervals cover as they claim, on average over data sets', () => {
  let covered = 0;
  const sets = 8;
  for (let seed = 0; seed < sets; seed++) {
    const { metrics } = fitted(madeProblem(150, 2, 0.4, 100 + 10 * seed, 400), { lengthScale: 0.8, folds: 0 });
    covered += (metrics.holdout?.coverage ?? 0) / sets;
  }
  assert.ok(Math.abs(covered - 0.95) < 0.02, `coverage ${covered}`);
});

test('repeated rows, five rows, more columns than rows and one row held out are fitted', () => {
  const x = madeRows(40, 2, 1);
  const twice = { rows: 80, columns: 2, values: new Float64Array(160) };
  for (let c = 0; c < 2; c++) for (let i = 0; i < 80; i++) twice.values[c * 80 + i] = x.values[c * 40 + (i % 40)];
  const repeated = fitted(madeDesign(madeSample(twice, madeTarget(twice, 0.2, 3))));
  assert.ok(repeated.spectrum.rank <= 40);
  assert.ok(repeated.notes.some((note) => note.code === 'spectrum/rank'));
  assert.ok(Math.abs(repeated.noise.sigma2 - 0.04) < 0.03);
  for (const design of [madeProblem(5, 2, 0.1, 1), madeProblem(20, 60, 0.1, 1), madeProblem(30, 2, 0.1, 1, 2)]) {
    const found = numbers(fitted(design)).filter(([, v]) => !Number.isFinite(v));
    assert.deepEqual(found, []);
  }
});

test('values of any size: the outcome scales with the target', () => {
  const set = { lengthScale: 0.9 };
  const one = fitted(problem, set);
  for (const factor of [1e-80, 1e60]) {
    const scaled = madeDesign({ ...problem.train, y: problem.train.y.map((v) => v * factor) });
    const other = fitted(scaled, set);
    assert.equal(other.lambda, one.lambda);
    assert.ok(Math.abs(other.metrics.loo / (one.metrics.loo * factor ** 2) - 1) < 1e-6);
  }
});

function failsWith(code: FailureCode, words: RegExp, design: Design, parameters: Parameters = {}) {
  assert.throws(
    () => fitted(design, parameters),
    (error) => error instanceof KernelscopeError && error.failure.code === code && words.test(error.message),
  );
}

test('what cannot be fitted is refused in words', () => {
  const { train } = problem;
  const bad = (value: number) => ({
    ...problem,
    train: { ...train, x: { ...train.x, values: train.x.values.map((v, o) => (o === 160 + 6 ? value : v)) } },
  });
  failsWith('data/too-few-rows', /Only 4 training rows/, madeProblem(4, 2, 0.1, 1));
  failsWith('data/target-constant', /same y, 3/, { ...problem, train: { ...train, y: train.y.map(() => 3) } });
  failsWith('data/not-finite', /Row 7 of x2 is not a finite number/, bad(Number.NaN));
  failsWith('data/not-finite', /Row 7 of x2/, bad(Number.NEGATIVE_INFINITY));
  failsWith('data/not-finite', /too large/, bad(1e200));
  failsWith('data/not-finite', /of y/, { ...problem, train: { ...train, y: train.y.map(() => Number.NaN) } });
  failsWith('parameter/invalid', /lambda/, problem, { lambda: 0 });
  failsWith('parameter/invalid', /lengthScale/, problem, { lengthScale: -1 });
  failsWith('parameter/invalid', /at most the number of training rows, 160/, problem, { folds: 161 });
  failsWith('parameter/invalid', /from 2/, problem, { folds: 1 });
  failsWith('parameter/invalid', /needs folds/, problem, { folds: 0, lambdaRule: 'cv' });
  const flat = { rows: 20, columns: 2, values: new Float64Array(40) };
  failsWith('data/no-features', /same values/, madeDesign(madeSample(flat, madeTarget(madeRows(20, 1, 1), 1, 2))));
});

test('notes in words where something deserves a word', () => {
  const codes = (found: FitOutcome) => found.notes.map((note) => note.code);
  const x = madeRows(120, 2, 5);
  const next = normals(6);
  const noise = fitted(
    madeDesign(
      madeSample(
        x,
        x.values.slice(0, 120).map(() => next()),
      ),
    ),
    { lengthScale: 1 },
  );
  assert.ok(noise.lambda > 1e-3, 'pure noise is smoothed away');
  const exact = fitted(madeDesign(madeSample(x, madeTarget(x, 0, 1))), { lengthScale: 1 });
  assert.ok(codes(exact).includes('lambda/grid-edge'));
  assert.match(exact.notes.find((note) => note.code === 'lambda/grid-edge')?.text ?? '', /smallest/);
  const closest = fitted(problem, { lengthScale: 0.9, lambda: 1e-9 });
  assert.ok(codes(closest).includes('lambda/interpolates'));
  assert.ok(!codes(closest).includes('lambda/grid-edge'), 'a lambda that was set is not at an edge');
  const elsewhere = madeDesign(problem.train, {
    ...madeSample(
      problem.train.x,
      problem.train.y.map((v) => v + 5),
    ),
  });
  assert.ok(codes(fitted(elsewhere, { lengthScale: 0.9 })).includes('interval/misses'));
  assert.ok(codes(outcome).includes('selection/shortcut'));
});

/** Milliseconds this process has computed: others may be computing beside the tests. */
const computed = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

test('a fit stops within 200 ms of being cancelled, in every stage', () => {
  const design = madeProblem(530, 4, 0.3, 3, 200);
  const stages: string[] = [];
  fitted(design, {}, { ...fitContext, progress: (_, stage) => void stages.push(stage) });
  for (const stage of new Set(stages)) {
    let asked = 0;
    const context = {
      ...fitContext,
      progress(_: number, at: string) {
        if (at === stage && asked === 0) asked = computed();
      },
      check() {
        if (asked > 0) throw cancelledError();
      },
    };
    let late = 0;
    try {
      fitted(design, {}, context);
    } catch (error) {
      assert.match(String(error), /Cancelled/);
    }
    late = computed() - asked;
    assert.ok(late < 200, `${stage}: ${late} ms`);
  }
});

test('progress never falls and names its stages', () => {
  const seen: { fraction: number; stage: string }[] = [];
  fitted(problem, {}, { ...fitContext, progress: (fraction, stage) => void seen.push({ fraction, stage }) });
  seen.forEach(({ fraction, stage }, i) => {
    const before = i === 0 ? 0 : seen[i - 1].fraction;
    assert.ok(fraction >= before - 1e-12 && fraction <= 1, `${stage}: ${fraction} after ${before}`);
  });
  assert.ok(new Set(seen.map(({ stage }) => stage)).size >= 4);
});
