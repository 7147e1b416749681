import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cancelledError, contextWith, quietContext, type RunContext } from '../../../../src/engine/contract/context';
import type { Matrix } from '../../../../src/engine/contract/data';
import type { KernelSpec } from '../../../../src/engine/contract/kernel';
import { permutation } from '../../../../src/engine/data/random';
import {
  chooseLandmarks,
  LANDMARK_RULES,
  type LandmarkRequest,
} from '../../../../src/engine/features/landmarks/chooseLandmarks';
import { landmarkMap } from '../../../../src/engine/features/landmarks/landmarkMap';
import { drawByScore, leverageScores } from '../../../../src/engine/features/landmarks/leverageLandmarks';
import { kernelCross } from '../../../../src/engine/kernels/kernelMatrix';
import { pickRows } from '../../../../src/engine/kernels/rows';
import { quietWith } from '../../../../src/engine/linalg/linalg';
import { computed } from '../../../computed';
import oracle from '../../../oracles/landmarks.json';
import { madeRows, normals } from '../../madeRows';
import { core } from '../../testCore';

const kernel: KernelSpec = { kind: 'gaussian', lengthScale: [0.5] };
const x = madeRows(400, 2, 1);
const choose = (request: Partial<LandmarkRequest>, context = quietContext) =>
  chooseLandmarks(
    { rule: 'uniform', kernel, x, count: 20, seed: 0, ...request },
    contextWith(context, { linalg: core }),
  );

/** One wide cloud of most rows and eight tight ones of a few rows each, far from it and from each other. */
function clusters(n: number, few: number): Matrix {
  const next = normals(3);
  const values = new Float64Array(2 * n);
  for (let i = 0; i < n; i++) {
    const cluster = i < 8 * few ? i % 8 : -1;
    const angle = (2 * Math.PI * cluster) / 8;
    const [across, up, size] = cluster < 0 ? [0, 0, 0.3] : [8 * Math.cos(angle), 8 * Math.sin(angle), 0.05];
    values[i] = across + size * next();
    values[n + i] = up + size * next();
  }
  return { rows: n, columns: 2, values };
}

/** Share of the kernel's trace that features on these rows leave out: the Gaussian kernel is 1 on the diagonal. */
function traceLeft(rows: Matrix, landmarks: Uint32Array): number {
  const points = pickRows(rows, landmarks);
  const map = landmarkMap(kernel, points, quietWith(core));
  const z = kernelCross(kernel, points, rows, quietWith(core));
  core.solveLower(map.factor, landmarks.length, false, z, rows.rows, quietContext);
  return 1 - z.reduce((sum, v) => sum + v * v, 0) / rows.rows;
}

test('each rule draws different training rows, the same by the same seed', () => {
  for (const rule of LANDMARK_RULES.filter((name) => name !== 'chosen')) {
    const { rows } = choose({ rule });
    assert.equal(new Set(rows).size, 20, rule);
    assert.ok(rows.every((i) => i < 400));
    assert.deepEqual(choose({ rule }).rows, rows);
    assert.notDeepEqual(choose({ rule, seed: 1 }).rows, rows);
  }
});

test('fewer landmarks are the first of more', () => {
  assert.deepEqual(choose({ count: 50 }).rows, permutation(400, 0).slice(0, 50));
  for (const rule of ['uniform', 'kMeans'] as const)
    assert.deepEqual(choose({ rule, count: 50 }).rows.slice(0, 20), choose({ rule }).rows, rule);
  const scored = (count: number) => choose({ rule: 'leverage', count, lambda: 1e-3 }).rows;
  assert.deepEqual(scored(50).slice(0, 20), scored(20));
});

test('all rows can be landmarks', () => {
  const few = pickRows(x, Uint32Array.of(1, 2, 3, 4, 5));
  for (const rule of ['uniform', 'kMeans', 'leverage'] as const)
    assert.deepEqual([...choose({ rule, x: few, count: 5 }).rows].sort(), [0, 1, 2, 3, 4], rule);
});

test('seeding by k-means++ reaches every cluster', () => {
  const rows = clusters(4000, 10);
  const reached = (found: Uint32Array) => new Set([...found].map((i) => (i < 80 ? i % 8 : -1))).size;
  for (let seed = 0; seed < 10; seed++) {
    assert.equal(reached(choose({ rule: 'kMeans', x: rows, count: 15, seed }).rows), 9, `seed ${seed}`);
    assert.ok(reached(choose({ x: rows, count: 15, seed }).rows) < 9);
  }
});

test('seeding by k-means++ draws in proportion to squared distance', () => {
  // From whichever of 0, 1 and 3 is first: the next is the farther of the others with a probability known in closed form.
  const line: Matrix = { rows: 3, columns: 1, values: Float64Array.of(0, 1, 3) };
  let chance = 0;
  for (const [near, far] of [
    [1, 9],
    [1, 4],
    [4, 9],
  ])
    chance += far / (near + far) / 3;
  const draws = 4000;
  let farther = 0;
  for (let seed = 0; seed < draws; seed++) {
    const [first, second] = choose({ rule: 'kMeans', x: line, count: 2, seed }).rows;
    if (second === (first === 2 ? 0 : 2)) farther++;
  }
  assert.ok(Math.abs(farther / draws - chance) < 4 * Math.sqrt((chance * (1 - chance)) / draws));
});

test('k-means++ never draws a copy, and measures as the kernel does', () => {
  const copies = pickRows(
    x,
    Uint32Array.from({ length: 300 }, (_, i) => i % 6),
  );
  const { rows } = choose({ rule: 'kMeans', x: copies, count: 20 });
  assert.deepEqual([...rows].map((i) => i % 6).sort(), [0, 1, 2, 3, 4, 5]);
  // A column that hardly counts for the kernel hardly counts for the choice.
  const flat: KernelSpec = { kind: 'gaussian', lengthScale: [1e6, 1] };
  const stretched: Matrix = { ...x, values: x.values.map((v, o) => (o < 400 ? 1e3 * v : v)) };
  const chosen = choose({ rule: 'kMeans', kernel: flat, x: stretched }).rows;
  const second: Matrix = { rows: 400, columns: 1, values: x.values.slice(400) };
  assert.deepEqual(chosen, choose({ rule: 'kMeans', kernel: { ...flat, lengthScale: [1] }, x: second }).rows);
});

test('leverage scores with all rows as pilot are exact', () => {
  const rows: Matrix = { rows: oracle.leverage.length, columns: 3, values: Float64Array.from(oracle.x.flat()) };
  const own: KernelSpec = { kind: 'gaussian', lengthScale: [oracle.lengthScale] };
  const { scores, effective, pilot } = leverageScores(own, rows, 10, 0, oracle.lambda, quietWith(core));
  assert.equal(pilot, rows.rows);
  assert.ok(scores.every((v, i) => Math.abs(v - oracle.leverage[i]) < 1e-10));
  assert.ok(Math.abs(effective - oracle.leverage.reduce((sum, v) => sum + v, 0)) < 1e-8);
});

test('leverage scores from a pilot are within a factor of two of the exact ones', () => {
  const rows = madeRows(1500, 2, 7);
  const exact = leverageScores(
    kernel,
    pickRows(rows, permutation(1500, 9).subarray(0, 1000)),
    1000,
    0,
    1e-3,
    quietWith(core),
  );
  const estimated = leverageScores(kernel, rows, 300, 0, 1e-3, quietWith(core));
  assert.equal(estimated.pilot, 300);
  assert.ok(estimated.effective > exact.effective / 2 && estimated.effective < 2 * exact.effective);
  const free = leverageScores(kernel, rows, 300, 0, undefined, quietWith(core));
  assert.ok(free.effective > 300 / 8 && free.effective < 300 / 2, `${free.effective} of 300 landmarks`);
});

test('landmarks by leverage scores leave less of the trace than uniform ones where rows are clustered', () => {
  const rows = clusters(3000, 12);
  let [uniform, leverage] = [0, 0];
  for (let seed = 0; seed < 5; seed++) {
    uniform += traceLeft(rows, choose({ x: rows, count: 40, seed }).rows);
    const found = choose({ rule: 'leverage', x: rows, count: 40, seed });
    assert.ok(found.sampling && found.sampling.pilot === 250 && found.sampling.lambda > 0);
    leverage += traceLeft(rows, found.rows);
  }
  assert.ok(leverage < 0.7 * uniform, `${leverage / 5} left, ${uniform / 5} with uniform ones`);
});

test('landmarks by leverage scores are no worse than uniform ones where rows are spread evenly', () => {
  const rows = madeRows(2000, 3, 11);
  let [uniform, leverage] = [0, 0];
  for (let seed = 0; seed < 5; seed++) {
    uniform += traceLeft(rows, choose({ x: rows, count: 150, seed }).rows);
    leverage += traceLeft(rows, choose({ rule: 'leverage', x: rows, count: 150, seed }).rows);
  }
  assert.ok(leverage < 1.05 * uniform, `${leverage / 5} left, ${uniform / 5} with uniform ones`);
});

test('drawing by score follows the scores and never draws a row of score 0', () => {
  const scores = Float64Array.of(1, 0, 2, 5);
  const draws = 4000;
  const first = [0, 0, 0, 0];
  for (let seed = 0; seed < draws; seed++) {
    const drawn = drawByScore(scores, 4, seed);
    assert.deepEqual([...drawn].sort(), [0, 2, 3]);
    first[drawn[0]]++;
  }
  scores.forEach((score, i) => {
    const chance = score / 8;
    assert.ok(Math.abs(first[i] / draws - chance) <= 4 * Math.sqrt((chance * (1 - chance)) / draws));
  });
});

test('rows that are all zero under a linear kernel are told to hold nothing to learn from', () => {
  const zero: Matrix = { rows: 10, columns: 1, values: new Float64Array(10) };
  const linear: KernelSpec = { kind: 'linear', lengthScale: [1] };
  assert.throws(() => choose({ rule: 'leverage', kernel: linear, x: zero, count: 3 }), /nothing to learn from/);
});

test('named rows are found among the training rows, in the order named', () => {
  const few = pickRows(x, Uint32Array.of(0, 1, 2, 3, 4, 5));
  const given = { rule: 'chosen', x: few, fileRows: Uint32Array.of(2, 3, 5, 8, 9, 10), rowsInFile: 12 } as const;
  const rows = (text: string) => [...choose({ ...given, rows: text }).rows];
  assert.deepEqual(rows('8-10 2'), [3, 4, 5, 0]);
  assert.deepEqual(rows(' 5,3 ; 10\n'), [2, 1, 5]);
  assert.deepEqual([...choose({ rule: 'chosen', rows: '400 1-3' }).rows], [399, 0, 1, 2]);
});

test('a choice that cannot be made is refused with what to do', () => {
  const file = { fileRows: Uint32Array.of(2, 3, 5, 8), heldOutRows: Uint32Array.of(1, 4), rowsInFile: 10 };
  const named = (rows: string): Partial<LandmarkRequest> => ({ rule: 'chosen', ...file, rows });
  const cases: readonly (readonly [Partial<LandmarkRequest>, RegExp])[] = [
    [{ count: 401 }, /^landmarks must be at most the number of training rows, 400; it is 401\.$/],
    [{ count: 0 }, /^landmarks must be a whole number from 1 to the number of training rows, 400; it is 0\.$/],
    [{ count: 2.5, rule: 'kMeans' }, /whole number/],
    [{ rule: 'leverage', kernel: { kind: 'thinPlate', lengthScale: [1] } }, /positive definite kernel/],
    [named(''), /landmarkRows is empty/],
    [named('2 x'), /it has "x"/],
    [named('2 3.5'), /it has "3\.5"/],
    [named('0'), /counted from 1/],
    [named('5-2'), /range 5-2, which ends before it begins/],
    [named('2 11'), /names row 11, but the data end with row 10/],
    [named('1-1000000000000'), /names row 1000000000000, but/],
    [named('3-5'), /names row 4, which is held out/],
    [named('7'), /names row 7, which takes no part/],
    [named('2 3 2'), /names row 2 twice/],
  ];
  for (const [request, sentence] of cases)
    assert.throws(() => choose(request), { message: sentence }, JSON.stringify(request));
});

test('a cancelled choice stops within 200 ms', () => {
  const rows = madeRows(100_000, 10, 8);
  for (const rule of ['kMeans', 'leverage'] as const) {
    const stop = computed() + 100;
    const context: RunContext = {
      cancelled: false,
      progress() {},
      check() {
        if (computed() > stop) throw cancelledError();
      },
    };
    assert.throws(() => choose({ rule, x: rows, count: 1000 }, context), { message: cancelledError().message });
    assert.ok(computed() < stop + 200, rule);
  }
});
