import assert from 'node:assert/strict';
import { test } from 'node:test';
import { approximateFit } from '../../../../src/engine/compare/race/approximateFit';
import { type RaceRequest, race } from '../../../../src/engine/compare/race/race';
import { quietContext } from '../../../../src/engine/contract/context';
import type { Design } from '../../../../src/engine/contract/data';
import { landmarkMap } from '../../../../src/engine/features/landmarks/landmarkMap';
import { problemOf } from '../../../../src/engine/fit/problem';
import { quietWith } from '../../../../src/engine/linalg/linalg';
import { predictOthers } from '../../../../src/engine/search/predictOthers';
import { weightedGramAt } from '../../../../src/engine/search/searchProblem';
import { raceSentence } from '../../../../src/engine/words/raceWords';
import { raceWhole } from '../../../../src/figures/lanes/race';
import { plainText } from '../../../../src/figures/words/describe';
import { exampleRace } from '../../../figures/raceExample';
import { madeDesign, madeProblem, madeRows, madeSample, madeTarget } from '../../madeRows';
import { core } from '../../testCore';

const request = {
  loss: 'squared',
  taus: [],
  takes: () => true,
  seed: 0,
  intercept: true,
  folds: 5,
} satisfies RaceRequest;

function raced(design: Design, more: Partial<RaceRequest> = {}) {
  const outcome = race(design, { ...request, ...more }, quietWith(core), { pool: { workers: 0 } });
  assert.ok(outcome);
  return outcome.race;
}
/** Fewer landmarks than the thousand of a comparison that is asked for none. */
const landmarks = (count: number) => () => ({ kind: 'landmarks', count, seed: 1 }) as const;
const one = (id: string) => (kernel: string) => kernel === id;
/** The candidates of a race by two folds, which is enough to see who joins. */
const lanesOf = (design: Design, more: Partial<RaceRequest> = {}) =>
  raced(design, { takes: one('gaussian'), folds: 2, ...more }).lanes;

test('with every row as a landmark the fit without some rows is that of the kernel itself, weights and intercept included', () => {
  const weights = Float64Array.from({ length: 60 }, (_, i) => 0.5 + (i % 3));
  const x = madeRows(60, 2, 3);
  const problem = problemOf(madeDesign(madeSample(x, madeTarget(x, 0.1, 3), { weights })), quietContext);
  const kernel = { kind: 'gaussian', lengthScale: [1.2] } as const;
  const [sample, rest] = [
    Uint32Array.from({ length: 20 }, (_, i) => 3 * i),
    Uint32Array.from({ length: 40 }, (_, i) => i + 1 + Math.floor(i / 2)),
  ];
  for (const intercept of [true, false]) {
    const map = landmarkMap(kernel, x, quietWith(core));
    const fit = approximateFit({ full: problem, rest, sample, map, intercept }, quietWith(core));
    const others = Uint32Array.from([2, 3, 11]);
    const left = Uint32Array.from(others, (i) => sample[i]);
    const fitted = Uint32Array.from({ length: 60 }, (_, i) => i).filter((i) => !left.includes(i));
    const searched = {
      x,
      y: [problem.outputs[0].weighted],
      rootWeights: problem.rootWeights as Float64Array,
      ...(intercept && { features: { values: problem.rootWeights as Float64Array, columns: 1 } }),
      template: { kind: 'gaussian' } as const,
    };
    const gram = core.scope(() => weightedGramAt(searched, kernel.lengthScale, quietWith(core)).slice());
    const [[exact]] = predictOthers(searched, gram, 0.3, fitted, [left], quietWith(core));
    const [found] = fit.without(others, 0.3);
    assert.ok(
      exact.every((v, i) => Math.abs(v - found[i]) < 1e-6),
      `${intercept}: ${exact} ${found}`,
    );
  }
});

test('where there are many rows landmarks and random features join with the chosen kernel and are not chosen', () => {
  // A rough target: 1,200 rows do not resolve it as 5,000 do.
  const x = madeRows(5200, 2, 1);
  const y = Float64Array.from({ length: 5200 }, (_, i) => Math.sin(7 * x.values[i]) * Math.cos(6 * x.values[5200 + i]));
  const noisy = madeTarget(x, 0.3, 9).map((v, i) => 0.05 * v + y[i]);
  const run = raced(madeDesign(madeSample(x, noisy)), { takes: one('gaussian') });
  const joined = run.lanes.filter(({ approximates }) => approximates);
  assert.deepEqual(
    joined.map(({ id, state, folds }) => [id, state, folds]),
    [
      ['landmarks', 'judged', 5],
      ['features', 'judged', 5],
    ],
  );
  const others: { readonly toOther: number; readonly toChosen: number }[] = [];
  for (const { approximates, difference, seconds, title } of joined) {
    const { toOther, ...counts } = approximates ?? {};
    assert.deepEqual(counts, { count: 500, rows: 4960, fitted: false });
    assert.ok(toOther && difference);
    others.push({ toOther: toOther.value, toChosen: difference.value });
    assert.ok(difference && seconds > 0);
    assert.match(title, /^(Landmarks|Random features), Gaussian/);
  }
  // Roots of mean squares differ by what they differ from a third.
  const [landmarks, features] = others;
  assert.ok(Math.abs(landmarks.toOther - (landmarks.toChosen - features.toChosen)) < 1e-9);
  assert.ok(Math.abs(landmarks.toOther + features.toOther) < 1e-12 && landmarks.toOther !== 0);
  assert.equal(joined[0].difference?.verdict, 'better', JSON.stringify(joined[0].difference));
  assert.equal(run.chosen?.startsWith('gaussian'), true);
  assert.match(plainText(raceSentence(run)), /With 500 (landmarks|random features) on 4,960 rows the error is \d/u);
  assert.match(
    String(raceWhole({ run: { race: run, parameters: [] } })?.note),
    /learn from 4,960 of 5,200 training rows, the exact fits from 960;/,
  );
});

test('they do not join on fewer rows, beside a straight line or other losses; a fit that is one of them has its lane from 1,500 rows on', () => {
  const ids = (lanes: ReturnType<typeof lanesOf>) =>
    lanes.flatMap(({ id, approximates }) => (approximates ? [[id, approximates.fitted]] : []));
  const middle = madeProblem(2600, 1, 0.3, 4);
  assert.deepEqual(ids(lanesOf(middle)), []);
  assert.deepEqual(ids(lanesOf(middle, { fits: 'landmarks' })), [
    ['landmarks', true],
    ['features', false],
  ]);
  const large = madeProblem(5100, 1, 0.3, 4);
  assert.deepEqual(ids(lanesOf(large, { loss: 'absolute' })), []);
  assert.deepEqual(ids(lanesOf(large, { takes: one('linear') })), []);
});

test('beside a fit by random features those drawn by leverage scores are judged on the same rows, each against the fit', () => {
  for (const fits of ['features', 'leverage'] as const) {
    const lanes = lanesOf(madeProblem(2600, 1, 0.3, 4), {
      fits,
      approximation: () => ({ kind: 'features', count: 60, seed: 1, map: 'fourier' }),
    }).filter(({ approximates }) => approximates);
    assert.deepEqual(
      lanes.map(({ id, state, why, approximates }) => [id, state, why, approximates?.fitted]),
      ['landmarks', 'features', 'leverage'].map((id) => [id, 'judged', undefined, id === fits]),
    );
    const [, features, leverage] = lanes.map(({ approximates }) => approximates?.toOther?.value ?? 0);
    const [plain, drawn] = ['features', 'leverage'].map(
      (id) => lanes.find((lane) => lane.id === id)?.error?.value ?? 0,
    );
    // Another draw of features from the same pool of frequencies: not the same error, and their paired difference.
    assert.ok(plain > 0 && drawn > 0 && plain !== drawn);
    const own = fits === 'features' ? leverage : features;
    assert.equal(Math.sign(own), Math.sign(fits === 'features' ? drawn - plain : plain - drawn));
  }
});

test('copies of a judged row teach nothing, and folds that were given leave no rows beside the sample', () => {
  const x = madeRows(5100, 1, 5);
  // Every row twice.
  for (let i = 0; i < 2550; i++) x.values[2550 + i] = x.values[i];
  const next = madeTarget(x, 0.3, 6);
  const copies = Int32Array.from({ length: 5100 }, (_, i) => i % 2550);
  const lanes = lanesOf({ ...madeDesign(madeSample(x, next)), copies });
  const landmarks = lanes.find(({ id }) => id === 'landmarks');
  const units = new Set(x.values).size;
  assert.ok(landmarks?.approximates && landmarks.approximates.rows < 5100 - 1500 + 750 && units === 2550);
  const fold = Uint16Array.from({ length: 5100 }, (_, i) => i % 5);
  const given = {
    ...madeDesign(madeSample(madeRows(5100, 1, 5), next)),
    division: { kind: 'given', fold, count: 5 } as const,
  };
  assert.ok(!lanesOf(given).some(({ approximates }) => approximates));
});

test('of many rows a rough surface in few columns is found by a Laplace kernel with a scale for each', () => {
  // Steps along the first column, and columns that do not matter, as suit trees.
  const target = ([a, b]: readonly number[]) => Math.sign(Math.sin(4 * a)) + 0.3 * Math.abs(b);
  const designOf = (n: number) => {
    const x = madeRows(n, 5, 9);
    const [noisy, plain] = [madeTarget(x, 0.1, 9), madeTarget(x, 0, 9)];
    const at = (i: number) => Array.from({ length: 5 }, (_, c) => x.values[c * n + i]);
    return madeDesign(
      madeSample(
        x,
        noisy.map((v, i) => v - plain[i] + target(at(i))),
      ),
    );
  };
  const of = (design: Design) =>
    race(design, { ...request, takes: one('laplace'), folds: 2 }, quietWith(core), { pool: { workers: 0 } });
  const many = of(designOf(5000));
  assert.equal(many?.race.chosen, 'laplace-columns');
  const [first, , ...others] = many?.taken?.lengthScale ?? [];
  assert.ok(Math.min(...others) > 20 * first, `${many?.taken?.lengthScale}`);
  const few = of(designOf(300));
  assert.ok(few?.race.lanes.every(({ id }) => id !== 'laplace-columns'));
});

test('close candidates are compared again on more rows, and the choice is theirs', () => {
  const design = madeProblem(2400, 2, 0.3, 5);
  const smooth = (kernel: string) => kernel === 'gaussian' || kernel === 'matern32';
  const run = raced(design, { takes: smooth, folds: 3, fits: 'landmarks', approximation: landmarks(400) });
  const { again, chosen = 'mean' } = run;
  assert.ok(again);
  assert.deepEqual([again.kind, again.count, again.rows], ['landmarks', 400, 1200 + 800]);
  assert.ok(again.lanes.length >= 2 && again.lanes.length <= 4 && again.lanes.includes(chosen));
  assert.ok(again.lanes.includes(again.lowest));
  assert.match(run.rule, / of [234] compared again with 400 landmarks on 2,000 rows$/);
  // The candidate that joins has the kernel that was chosen then.
  const title = run.lanes.find(({ id }) => id === chosen)?.title ?? '';
  assert.ok(run.lanes.find(({ id }) => id === 'landmarks')?.title.includes(title));
});

test('what changes within short distances in some columns is found among many rows, though few tell nothing of it', () => {
  // Prices by place: sixty towns, each of its own level, in a plane; and a line that 1,200 rows see well.
  const towns = madeRows(60, 3, 4);
  const nearest = ([a, b]: readonly number[]) => {
    let [best, least] = [0, Number.POSITIVE_INFINITY];
    for (let t = 0; t < 60; t++) {
      const away = Math.hypot(a - towns.values[t], b - towns.values[60 + t]);
      if (away < least) [best, least] = [t, away];
    }
    return towns.values[120 + best];
  };
  const n = 4000;
  const x = madeRows(n, 7, 8);
  const [noisy, plain] = [madeTarget(x, 0.1, 8), madeTarget(x, 0, 8)];
  const at = (i: number) => Array.from({ length: 7 }, (_, c) => x.values[c * n + i]);
  const y = noisy.map((v, i) => v - plain[i] + nearest(at(i)) + at(i)[2] + Math.abs(at(i)[3]));
  const few = {
    ...request,
    folds: 2,
    takes: (kernel: string) => kernel === 'laplace' || kernel === 'sum',
    approximation: landmarks(400),
  };
  const outcome = race(madeDesign(madeSample(x, y)), few, quietWith(core), { pool: { workers: 0 } });
  const { lanes = [], chosen, again, lowest } = outcome?.race ?? {};
  // The sample alone had chosen the sum, whose terms are of single columns.
  assert.equal(lowest, 'sum');
  assert.equal(chosen, 'laplace-columns');
  assert.ok(again?.lanes.every((id) => lanes.find((lane) => lane.id === id)?.folds === 2));
  const scales = outcome?.taken?.lengthScale ?? [];
  assert.ok(Math.max(scales[0], scales[1]) < 0.5 * Math.min(...scales.slice(2)), `${scales}`);
});

test('a choice by more rows says so', () => {
  const again = { kind: 'landmarks', count: 500, rows: 9080, lanes: ['sum', 'laplace'], lowest: 'laplace' } as const;
  const told = plainText(raceSentence(exampleRace({ chosen: 'laplace', lowest: 'sum', again })));
  assert.match(
    told,
    /^Laplace is chosen.*: with 500 landmarks on 9,080 rows its error is the lowest of the two compared again\./,
  );
  const simpler = plainText(
    raceSentence(exampleRace({ chosen: 'laplace', lowest: 'sum', again: { ...again, lowest: 'sum' } })),
  );
  assert.match(
    simpler,
    /: with 500 landmarks on 9,080 rows it is within one standard error of Sum over columns, and simpler\./,
  );
});
