import assert from 'node:assert/strict';
import { test } from 'node:test';
import { featureLoss, learningLaw } from '../../../src/engine/compare/expectedLoss';
import { runPilot } from '../../../src/engine/compare/pilot';
import { runComponentsPilot } from '../../../src/engine/compare/pilotComponents';
import { type PilotMeans, pilotExact, pilotFeatures } from '../../../src/engine/compare/pilotRidge';
import { type PilotRows, pilotBlock, pilotRows } from '../../../src/engine/compare/pilotRows';
import { contextWith, quietContext } from '../../../src/engine/contract/context';
import type { Matrix } from '../../../src/engine/contract/data';
import { KernelscopeError } from '../../../src/engine/contract/failure';
import { drawFeatures } from '../../../src/engine/features/drawFeatures';
import { landmarkMap } from '../../../src/engine/features/landmarks/landmarkMap';
import { defaultMap } from '../../../src/engine/features/mapList';
import { problemOf } from '../../../src/engine/fit/problem';
import { rowBlock } from '../../../src/engine/kernels/rows';
import { quietWith } from '../../../src/engine/linalg/linalg';
import { madeDesign, madeProblem, madeRows, madeSample, madeTarget, normals } from '../madeRows';
import { core } from '../testCore';

/** A target that needs many directions: waves along each of the columns and along their sum. */
function rough(x: Matrix, noise: number, seed: number): Float64Array {
  const next = normals(seed);
  return Float64Array.from({ length: x.rows }, (_, i) => {
    let [sum, waves] = [0, 0];
    for (let c = 0; c < x.columns; c++) {
      const v = x.values[c * x.rows + i];
      sum += v;
      waves += Math.sin(2.5 * v + c);
    }
    return waves + 1.5 * Math.sin(1.5 * sum) + noise * next();
  });
}

test('the order that a pilot expects, and the size of the losses, are those of fits on all rows', () => {
  const [n, d] = [2400, 3];
  const x = madeRows(n, d, 1);
  const z = madeRows(1000, d, 2);
  const design = madeDesign(madeSample(x, rough(x, 0.5, 3)), madeSample(z, rough(z, 0.5, 4)));
  const pilot = runPilot(problemOf(design, quietContext), {}, quietWith(core));
  const law = learningLaw(pilot.errors);
  const means: PilotMeans = {
    kernel: pilot.kernel,
    blocks: [{ kind: 'constant' }],
    context: quietWith(core),
  };
  const all: PilotRows = { x, y: [design.train.y] };
  const other: PilotRows = { x: z, y: [design.holdout?.y ?? new Float64Array(0)] };
  // Few features scatter from draw to draw; 350 leave a loss of thousandths, whichever they are.
  const drawn = (count: number) => {
    const seeds = count < 350 ? [5, 6, 7, 8, 9] : [5];
    return Math.exp(
      seeds.reduce((sum, seed) => {
        const map = drawFeatures(
          { map: defaultMap(pilot.kernel), kernel: pilot.kernel, count, inputs: d, seed },
          quietContext,
        );
        return sum + Math.log(pilotFeatures(all, map, means).errorOn(other)) / seeds.length;
      }, 0),
    );
  };
  const marked = (from: number, count: number) =>
    pilotFeatures(all, landmarkMap(pilot.kernel, rowBlock(x, from, count), quietWith(core)), means).errorOn(other);
  // 500 landmarks stand for the full kernel, whose decomposition would take half a minute here: 400 more change the
  // seventh digit.
  const least = marked(0, 500);
  const rise = (ratio: number) => Math.sqrt(ratio) - 1;
  const ways = [
    ...[90, 150, 350].map((m) => ({
      name: `${m} landmarks`,
      loss: rise(1 + featureLoss(pilot.errors, 'landmarks', m, n)),
      measured: rise((marked(1000, m) + marked(2000, m)) / 2 / least),
    })),
    ...[90, 150, 350].map((m) => ({
      name: `${m} features`,
      loss: rise(1 + featureLoss(pilot.errors, 'randomFeatures', m, n)),
      measured: rise(drawn(m) / least),
    })),
    {
      name: '700 rows',
      loss: rise(law(700) / law(n)),
      measured: rise(pilotExact(pilotBlock(all, 0, 700), means).errorOn(other) / least),
    },
  ];
  const told = ways.map(({ name, loss, measured }) => `${name}: ${loss.toFixed(3)}, ${measured.toFixed(3)}`).join('\n');
  for (const a of ways) {
    assert.ok(a.loss < 2.5 * a.measured + 0.03 && a.loss > a.measured / 2.5 - 0.03, `${a.name}\n${told}`);
    // Pairs that differ clearly, in the same order.
    for (const b of ways)
      if (a.measured > 2 * b.measured + 0.02) assert.ok(a.loss > b.loss, `${a.name} after ${b.name}\n${told}`);
  }
});

test('the same pilot for the same seed, another for another', () => {
  const problem = problemOf(madeProblem(500, 2, 0.3, 7), quietContext);
  const run = (seed: number) => runPilot(problem, { seed }, quietWith(core));
  assert.deepEqual(run(3), run(3));
  assert.notDeepEqual(run(3).errors, run(4).errors);
});

test('what was set of the kernel holds, and kernels without features have no counts', () => {
  const problem = problemOf(madeProblem(300, 2, 0.3, 7), quietContext);
  const set = runPilot(problem, { kernel: 'matern52', lengthScale: 1.5 }, quietWith(core));
  assert.deepEqual(set.kernel, { kind: 'matern52', lengthScale: [1.5] });
  assert.ok(set.errors.byCount.landmarks.length > 2 && set.errors.byCount.randomFeatures.length > 2);
  const spline = runPilot(problem, { kernel: 'thinPlate' }, quietWith(core));
  assert.deepEqual(spline.errors.byCount, { landmarks: [], randomFeatures: [] });
  assert.ok(spline.errors.byRows.every(({ error }) => error > 0 && error < 1));
});

test('the two parts share no row, weights go with them, and outputs are in units of their variance', () => {
  const x = madeRows(60, 2, 1);
  const y = madeTarget(x, 0.1, 2).map((v) => 100 + 7 * v);
  const weights = Float64Array.from({ length: 60 }, (_, i) => (i % 3 === 0 ? 2 : 0.5));
  const problem = problemOf(madeDesign(madeSample(x, y, { weights })), quietContext);
  const { train, holdout } = pilotRows(problem, 0, quietContext);
  assert.deepEqual([train.x.rows, holdout.x.rows], [42, 18]);
  const first = [...train.x.values.slice(0, 42), ...holdout.x.values.slice(0, 18)].sort();
  assert.deepEqual(first, [...x.values.slice(0, 60)].sort());
  const roots = train.rootWeights ?? new Float64Array(0);
  const [total, sum, squares] = [0, 1, 2].map((power) =>
    train.y[0].reduce((all, v, i) => all + roots[i] ** 2 * (v / roots[i]) ** power, 0),
  );
  assert.ok(Math.abs(sum / total) < 1e-12);
  assert.ok(Math.abs(squares / total - 1) < 1e-12);
});

test('a far row does not decide: the largest hundredth of the squared errors is left out', () => {
  const x = madeRows(400, 1, 1);
  const rows: PilotRows = { x, y: [madeTarget(x, 0.1, 2)] };
  const means: PilotMeans = {
    kernel: { kind: 'gaussian', lengthScale: [0.7] },
    blocks: [{ kind: 'constant' }],
    context: quietWith(core),
  };
  const fit = pilotExact(pilotBlock(rows, 0, 200), means);
  const other = pilotBlock(rows, 200, 400);
  const spoilt = { ...other, y: [other.y[0].map((v, i) => (i === 17 ? 1e6 : v))] };
  assert.ok(fit.errorOn(other) < 0.02);
  assert.ok(fit.errorOn(spoilt) < 1.3 * fit.errorOn(other));
});

test('progress never falls, and it stops when it is cancelled', () => {
  const problem = problemOf(madeProblem(500, 2, 0.3, 7), quietContext);
  let last = 0;
  let calls = 0;
  const progress = (fraction: number) => {
    assert.ok(fraction >= last && fraction <= 1, `${fraction} after ${last}`);
    last = fraction;
  };
  runPilot(problem, {}, contextWith({ cancelled: false, progress, check: () => calls++ }, { linalg: core }));
  assert.ok(last > 0.6);
  // Wherever it is: in the first fits, and far into the last ones.
  for (const after of [3, 0.5 * calls, 0.95 * calls]) {
    let left = after;
    const stop = new KernelscopeError('run/cancelled', 'Cancelled.');
    const check = () => {
      if (--left < 0) throw stop;
    };
    assert.throws(
      () => runPilot(problem, {}, contextWith({ cancelled: false, progress() {}, check }, { linalg: core })),
      stop,
    );
  }
});

test('the pilot of components measures what a plain principal component analysis leaves', () => {
  const n = 400;
  const x = madeRows(n, 2, 3);
  // The second column nearly follows the first.
  for (let i = 0; i < n; i++) x.values[n + i] = 0.8 * x.values[i] + 0.3 * x.values[n + i];
  const problem = { x, fileColumns: Int32Array.of(0, 1), outputs: [] };
  const run = (components: number) =>
    runComponentsPilot(problem, { kernel: 'linear' }, components, quietWith(core)).errors;
  const { train, holdout } = pilotRows(problem, 0, quietContext);
  const mean = [0, 1].map((c) => average(train.x, (at) => at(c)));
  const [a, b, d] = [
    [0, 0],
    [0, 1],
    [1, 1],
  ].map(([i, j]) => average(train.x, (at) => (at(i) - mean[i]) * (at(j) - mean[j])));
  const angle = 0.5 * Math.atan2(2 * b, a - d);
  const left = average(
    holdout.x,
    (at) => (-Math.sin(angle) * (at(0) - mean[0]) + Math.cos(angle) * (at(1) - mean[1])) ** 2,
  );
  const { byRows, byCount } = run(1);
  assert.ok(Math.abs(byRows[byRows.length - 1].error / left - 1) < 1e-9);
  // Two landmarks or more span the plane.
  for (const { ratio } of byCount.landmarks) assert.ok(Math.abs(ratio - 1) < 1e-6, `${ratio}`);
  assert.deepEqual(byCount.randomFeatures, []);
  assert.ok(run(2).byRows.every(({ error }) => error < 1e-10));
});

/** Mean over rows of a function of their cells. */
function average({ rows, values }: Matrix, of: (at: (column: number) => number) => number): number {
  let sum = 0;
  for (let i = 0; i < rows; i++) sum += of((column) => values[column * rows + i]) / rows;
  return sum;
}
