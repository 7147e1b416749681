import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type RaceRequest, race } from '../../../../src/engine/compare/race/race';
import { contextWith, quietContext, type RunContext } from '../../../../src/engine/contract/context';
import type { Design, Matrix, Transform } from '../../../../src/engine/contract/data';
import { KernelscopeError } from '../../../../src/engine/contract/failure';
import { goesOn, type LaneId, type Race } from '../../../../src/engine/contract/race';
import { Random } from '../../../../src/engine/data/random';
import { parseKernel } from '../../../../src/engine/kernels/expression';
import { kernelText } from '../../../../src/engine/kernels/kernelWords';
import { type LinearAlgebra, quietWith } from '../../../../src/engine/linalg/linalg';
import { madeClasses, madeDesign, madeProblem, madeRows, madeSample, normals, plainTransform } from '../../madeRows';
import { core } from '../../testCore';

const request = {
  loss: 'squared',
  taus: [],
  takes: () => true,
  seed: 0,
  folds: 4,
  intercept: true,
} satisfies RaceRequest;

function raced(design: Design, more: Partial<RaceRequest> = {}) {
  const outcome = race(design, { ...request, ...more }, quietWith(core), { pool: { workers: 0 } });
  assert.ok(outcome);
  return outcome;
}

const laneOf = ({ lanes }: Race, id: LaneId) => {
  const lane = lanes.find((entry) => entry.id === id);
  assert.ok(lane, id);
  return lane;
};

function designOf(x: Matrix, noise: number, f: (row: readonly number[]) => number, transform?: Transform): Design {
  const next = normals(11);
  const y = Float64Array.from({ length: x.rows }, (_, i) => {
    const row = Array.from({ length: x.columns }, (_, c) => x.values[c * x.rows + i]);
    return f(row) + noise * next();
  });
  return madeDesign(madeSample(x, y), undefined, transform ?? plainTransform(x.columns));
}

test('a linear target is left to the straight line', () => {
  const { race: run, taken } = raced(designOf(madeRows(90, 3, 1), 0.5, ([a, b, c]) => a - 2 * b + 0.5 * c));
  assert.equal(run.chosen, 'line');
  assert.deepEqual(taken, { kernel: 'linear' });
  assert.equal(laneOf(run, 'mean').difference?.verdict, 'worse');
});

test('the best single column is looked for with a look at the flag for each column, and within a column of many levels', () => {
  const design = designOf(madeRows(60, 300, 1), 0.5, ([a]) => a);
  let looks = 0;
  const watched = { ...quietContext, check: () => looks++ } as unknown as RunContext;
  let before = 0;
  const onRace = () => {
    before ||= looks;
  };
  race(design, { ...request, takes: () => false }, contextWith(watched, { linalg: core }), {
    onRace,
    pool: { workers: 0 },
  });
  assert.ok(before >= request.folds * 300, `${before}`);

  looks = 0;
  before = 0;
  const levels = Array.from({ length: 1000 }, (_, l) => `${l}`);
  const transform: Transform = {
    ...plainTransform(1000),
    inputs: [{ kind: 'category', column: 'place', levels, missingLevel: false }],
  };
  const words = designOf(madeRows(60, 1000, 2), 0.5, ([a]) => a, transform);
  race(words, { ...request, takes: () => false }, contextWith(watched, { linalg: core }), {
    onRace,
    pool: { workers: 0 },
  });
  assert.ok(before >= (request.folds * 16 * 60 * 1000) / 2 ** 17, `${before}`);
});

test('a race of few among many rows looks at the flag while it draws them', () => {
  const looksOf = (rows: number) => {
    let looks = 0;
    let begun: number | undefined;
    const watched = { ...quietContext, check: () => looks++ } as unknown as RunContext;
    const onRace = () => {
      begun ??= looks;
    };
    const design = designOf(madeRows(rows, 1, 1), 0.5, ([x]) => x);
    race(design, { ...request, takes: () => false }, contextWith(watched, { linalg: core }), {
      onRace,
      pool: { workers: 0 },
    });
    return begun ?? 0;
  };
  const more = 300_000;
  // Drawing a place takes some steps.
  assert.ok(looksOf(2000 + more) - looksOf(2000) >= (7 * more) / 2 ** 17);
});

test('columns that do not matter leave the sum, and bring a scale for each column', () => {
  const { race: run, taken } = raced(designOf(madeRows(110, 6, 2), 0.1, ([a, b]) => Math.sin(3 * a) + Math.cos(2 * b)));
  assert.equal(run.chosen, 'sum');
  const kernel = parseKernel(taken?.kernel ?? '');
  assert.ok(kernel.kind === 'sum');
  const seen = kernel.terms.flatMap((term) => ('columns' in term.kernel ? term.kernel.columns : [-1]));
  assert.deepEqual([...new Set(seen)].toSorted(), [0, 1], taken?.kernel);
  const scales = laneOf(run, 'matern32-columns').lengthScale ?? [];
  assert.equal(scales.length, 6);
  assert.ok(Math.min(...scales.slice(2)) > 4 * Math.max(scales[0], scales[1]), `${scales}`);
  assert.equal(laneOf(run, 'gaussian').difference?.verdict, 'worse');
});

test('every candidate that was tuned can be fitted with its own kernel and scales, the chosen one as it is taken', () => {
  const outcome = raced(designOf(madeRows(110, 6, 2), 0.1, ([a, b]) => Math.sin(3 * a) + Math.cos(2 * b)));
  const { candidates, taken, race: run } = outcome;
  assert.deepEqual(
    [...candidates.keys()].toSorted(),
    run.lanes
      .filter(({ baseline, id }) => !baseline || id === 'line')
      .map(({ id }) => id)
      .toSorted(),
  );
  assert.deepEqual(candidates.get('line'), { kernel: 'linear' });
  for (const [id, { kernel, lengthScale }] of candidates) {
    if (id === 'line') continue;
    if (id === 'sum') {
      assert.equal(lengthScale, undefined);
      assert.equal(kernelText(parseKernel(kernel)), kernel);
      continue;
    }
    assert.equal(kernel, id.replace('-columns', ''));
    assert.equal(lengthScale?.length, id.endsWith('-columns') ? 6 : 1, id);
  }
  assert.deepEqual(run.chosen && candidates.get(run.chosen), taken);
});

test('a rough target brings a rough kernel', () => {
  // A random walk over places of very uneven distance.
  const random = new Random(5);
  const next = normals(5);
  const places = Float64Array.from({ length: 140 }, () => random.uniform() ** 4).sort();
  let level = 0;
  const y = places.map((place, i) => {
    level += Math.sqrt(place - (places[i - 1] ?? 0)) * next();
    return level;
  });
  const x = { rows: 140, columns: 1, values: places.map((place) => 4 * place) };
  const { race: run } = raced(madeDesign(madeSample(x, y)), { folds: 10 });
  assert.ok(run.chosen === 'laplace' || run.chosen === 'matern32', run.chosen);
  assert.ok((laneOf(run, 'gaussian').difference?.value ?? 0) > 0);
  assert.ok(!run.lanes.some(({ id }) => id.endsWith('-columns')), 'one column has no scales to tell apart');
});

test('levels of one category share their length scale', () => {
  const x = madeRows(90, 4, 3);
  // The last three encoded columns are the levels of one.
  for (let i = 0; i < 90; i++) for (let l = 0; l < 3; l++) x.values[(1 + l) * 90 + i] = i % 3 === l ? 1 : 0;
  const transform: Transform = {
    ...plainTransform(4),
    inputs: [
      { kind: 'number', column: 'size', impute: 0 },
      { kind: 'category', column: 'colour', levels: ['a', 'b', 'c'], missingLevel: false },
    ],
  };
  const { race: run } = raced(designOf(x, 0.1, ([a, red]) => Math.sin(3 * a) * (1 + red), transform));
  assert.deepEqual(run.columns, ['size', 'colour']);
  assert.equal(laneOf(run, 'matern32-columns').lengthScale?.length, 2);
});

test('classes are judged by their share, and the most common one stands beside', () => {
  const { race: run } = raced(madeClasses(90, 3, 4));
  assert.equal(run.loss, 'misclassified');
  assert.equal(run.task, 'classify');
  const mean = laneOf(run, 'mean');
  assert.equal(mean.title, 'Most common class');
  const errors = run.lanes.flatMap(({ error }) => (error ? [error.value] : []));
  assert.ok(errors.every((error) => error >= 0 && error <= 1));
  assert.ok((mean.error?.value ?? 0) > 0.5);
});

test('quantiles and absolute errors are judged by their own loss', () => {
  const design = madeProblem(80, 2, 0.3, 6);
  const pinball = raced(design, { loss: 'pinball', taus: [0.1, 0.9] }).race;
  assert.deepEqual([pinball.loss, pinball.taus], ['pinball', [0.1, 0.9]]);
  const { value } = laneOf(pinball, 'gaussian').error ?? { value: Number.NaN };
  // For normal errors of the size of the noise, the loss of both is about 0.18 of it.
  assert.ok(value > 0.03 && value < 0.12, `${value}`);
  assert.equal(raced(design, { loss: 'absolute' }).race.loss, 'absolute');
});

test('the same race is run again with its seed, and the lanes keep their order', () => {
  const design = madeProblem(60, 2, 0.2, 7);
  const timeless = ({ lanes, ...rest }: Race) => ({
    ...rest,
    seconds: 0,
    lanes: lanes.map((lane) => ({ ...lane, seconds: 0 })),
  });
  const [a, b, c] = [0, 0, 9].map((seed) => timeless(raced(design, { seed }).race));
  assert.deepEqual(a, b);
  assert.notDeepEqual(a.lanes, c.lanes);
  const ids = a.lanes.map(({ id }) => id);
  assert.deepEqual(ids.slice(0, 4), ['mean', 'column', 'line', 'gaussian']);
});

test('copies do not flatter: they are left out together', () => {
  const half = madeProblem(50, 2, 1, 8);
  const twice = Array.from({ length: 100 }, (_, i) => i % 50);
  const { x, y } = half.train;
  const doubled: Matrix = {
    rows: 100,
    columns: 2,
    values: Float64Array.from(Array(200).keys(), (o) => x.values[(o >= 100 ? 50 : 0) + twice[o % 100]]),
  };
  const made = madeSample(
    doubled,
    Float64Array.from(twice, (i) => y[i]),
  );
  const design = { ...madeDesign(made), copies: Int32Array.from(twice) };
  const lane = laneOf(raced(design).race, 'laplace');
  // A copy among the fitted rows would give the target itself.
  assert.ok((lane.error?.value ?? 0) > 0.7, `${lane.error?.value}`);
});

test('a candidate that fails is a lane with a sentence, and the race goes on', () => {
  const kernelMatrix: LinearAlgebra['kernelMatrix'] = (form, ...rest) => {
    if ('map' in form && form.map === 'RadialMap.Matern32') throw new KernelscopeError('numerics/failed', 'It broke.');
    return core.kernelMatrix(form, ...rest);
  };
  const broken: LinearAlgebra = Object.assign(Object.create(core), { kernelMatrix });
  const outcome = race(madeProblem(60, 2, 0.2, 7), request, quietWith(broken), { pool: { workers: 0 } });
  assert.ok(outcome?.race.chosen);
  assert.deepEqual(
    [laneOf(outcome.race, 'matern32').state, laneOf(outcome.race, 'matern32').why],
    ['failed', 'It broke.'],
  );
});

test('lanes are told as they come, the baselines first', () => {
  const told: Race[] = [];
  const onRace = (run: Race) => void told.push(run);
  race(madeProblem(60, 2, 0.2, 7), { ...request, folds: 6 }, quietWith(core), { onRace, pool: { workers: 0 } });
  assert.deepEqual(told[0].lanes.map(({ state }) => state).slice(0, 4), ['judged', 'judged', 'waits', 'waits']);
  assert.ok(told.every(({ chosen, lanes }) => chosen === undefined && lanes.length === told[0].lanes.length));
  const folds = told.map((run) => laneOf(run, 'gaussian').folds);
  assert.deepEqual(folds, [0, 3, 6]);
});

test('too few rows are not raced', () => {
  assert.equal(race(madeProblem(7, 2, 0.2, 1), request, quietWith(core)), undefined);
});

test('a lambda that is set is that of every candidate', () => {
  const { race: run } = raced(madeProblem(60, 2, 0.2, 7), { lambda: 1e-2 });
  for (const { id, lambda, error } of run.lanes)
    if (error && id !== 'mean' && id !== 'column')
      assert.ok(Math.abs((lambda ?? 0) / 1e-2 - 1) < 1e-9, `${id} ${lambda}`);
});

/** One column of forty matters a little, and one target in sixteen is far out, whatever the columns say. */
function farOut(seed: number): Design {
  const random = new Random(seed);
  return designOf(madeRows(90, 40, 12 + seed), 0.3, ([a]) => a + (random.uniform() < 0.06 ? -9 : 0));
}

test('a search of many length scales does not see the rows that it is judged by', () => {
  const shares = new Map<LaneId, number>();
  const seeds = [2, 3, 4];
  for (const seed of seeds) {
    const design = farOut(seed);
    const { race: run } = raced(design, { folds: 10 });
    const [y, first] = [design.train.y, design.train.x.values];
    const beside = y.map((v, i) => v - first[i]);
    const mean = beside.reduce((sum, v) => sum + v / y.length, 0);
    // Nothing shows which targets are far out: what is left beside the one column that matters cannot be predicted, but
    // by chance.
    const level = Math.sqrt(beside.reduce((sum, v) => sum + (v - mean) ** 2 / y.length, 0));
    const chosen = run.lanes.find(({ id }) => id === run.chosen)?.error?.value ?? Number.NaN;
    for (const { id, error, difference } of run.lanes) {
      // For stopped candidates only the difference is known.
      const at = error?.value ?? chosen + (difference?.value ?? Number.NaN);
      shares.set(id, (shares.get(id) ?? 0) + at / level / seeds.length);
    }
  }
  for (const [id, share] of shares) if (id !== 'huber') assert.ok(share > 0.95, `${id} ${share}`);
});

test('targets that are far out bring no short length scales', () => {
  const { taken } = raced(farOut(3), { folds: 10 });
  const shortest = Math.min(...(taken?.lengthScale ?? []));
  assert.ok(shortest > 3, `${shortest}`);
});

/** Ends the race once `when` holds of its reports so far. */
function endedRace(design: Design, when: (told: readonly Race[]) => boolean, more: Partial<RaceRequest> = {}) {
  const told: Race[] = [];
  const outcome = race(design, { ...request, folds: 10, ...more }, quietWith(core), {
    onRace: (run) => void told.push(run),
    finishing: () => when(told),
    pool: { workers: 0 },
  });
  assert.ok(outcome);
  return { ...outcome, told };
}

const states = ({ lanes }: Race) => [...new Set(lanes.map(({ state }) => state))].toSorted();

test('a race that is ended after its first round is decided by the folds of that round', () => {
  const design = designOf(madeRows(110, 6, 2), 0.1, ([a, b]) => Math.sin(3 * a) + Math.cos(2 * b));
  const { race: run, taken, told } = endedRace(design, (all) => all.length > 1);
  assert.equal(told.length, 3, 'the baselines, the first round, and the end');
  assert.equal(run.endedAfter, 4);
  assert.ok(states(run).every((state) => ['judged', 'stopped', 'halted'].includes(state)));
  const left = run.lanes.filter(({ state }) => state === 'halted');
  assert.ok(left.length > 1);
  assert.ok(left.every(({ folds, why }) => folds === 4 && why === 'You stopped the comparison after 4 of 10 folds.'));
  const errors = left.map(({ error }) => error?.value ?? Number.NaN);
  assert.equal(laneOf(run, run.lowest ?? 'mean').error?.value, Math.min(...errors));
  assert.equal(taken?.kernel, run.chosen === 'sum' ? laneOf(run, 'sum').kernel : run.chosen?.replace('-columns', ''));
  assert.match(run.rule, /over 4 folds, where you stopped it \(10 were planned\)$/);
  assert.equal(goesOn(run), false);
  const again = endedRace(design, (all) => all.length > 1).race;
  assert.deepEqual(
    [again.chosen, again.lanes.map(({ error }) => error)],
    [run.chosen, run.lanes.map(({ error }) => error)],
  );
});

test('a race that is ended within a round keeps the folds that all candidates have been judged on', () => {
  const design = madeProblem(60, 2, 0.2, 7);
  let looks = 0;
  endedRace(design, (all) => {
    if (all.length === 1) looks++;
    return false;
  });
  // Nearly at the end of the first round, whose folds come two by two: the second two are not through.
  let seen = 0;
  const { race: run } = endedRace(design, (all) => all.length > 1 || (all.length === 1 && ++seen > 0.95 * looks));
  assert.equal(run.endedAfter, 2);
  assert.ok(
    run.lanes.every(({ state, folds }) => (state === 'halted' ? folds === 2 : folds === 10 || state === 'stopped')),
  );
});

test('a race that is ended before anything was judged chooses nothing and says so', () => {
  const { race: run, taken } = endedRace(madeProblem(60, 2, 0.2, 7), () => true);
  assert.deepEqual([run.chosen, run.endedAfter, taken], [undefined, 0, undefined]);
  assert.deepEqual(states(run), ['halted', 'judged']);
  assert.equal(run.rule, 'that of the first figures; you stopped the comparison before a fold was judged');
});

test('of a single fold the lowest error alone decides', () => {
  const { race: run } = endedRace(madeProblem(60, 2, 0.2, 7), (all) => all.length > 1, { folds: 3 });
  assert.ok(run.chosen);
  if (run.endedAfter === 1) assert.equal(run.chosen, run.lowest);
});

test('a candidate that was stopped has a difference on the folds that both were judged on, and no error of its own', () => {
  const { race: run } = raced(designOf(madeRows(150, 3, 4), 0.2, ([a, b]) => Math.sin(3 * a) + b * b));
  const stopped = run.lanes.filter(({ state }) => state === 'stopped');
  assert.ok(stopped.length > 0);
  for (const { error, difference } of stopped) {
    assert.equal(error, undefined);
    assert.ok((difference?.value ?? 0) > 0);
  }
});
