import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quietWith } from '../../../src/engine/linalg/linalg';
import type { Gram } from '../../../src/engine/solvers/gram';
import { weightedRidge } from '../../../src/engine/solvers/mEstimator';
import { normals } from '../madeRows';
import { core } from '../testCore';
import { largestDifference, largestSize, madeFactor, madeGram, times } from './signGrams';

const smooth = madeGram({ kind: 'gaussian', lengthScale: 0.8 }, 70, 2, 4).gram;
const rough = madeGram({ kind: 'laplace', lengthScale: 1 }, 70, 2, 6).gram;

/** Right sides (n×columns) of the solution X: (ridge·I + D·K)·X. */
function applied(gram: Gram, d: Float64Array, ridge: number, x: Float64Array): Float64Array {
  const { n } = gram;
  const out = new Float64Array(x.length);
  for (let from = 0; from < x.length; from += n) {
    const column = x.subarray(from, from + n);
    const product = times(gram, column);
    for (let i = 0; i < n; i++) out[from + i] = ridge * column[i] + d[i] * product[i];
  }
  return out;
}

function solved(gram: Gram, d: Float64Array, ridge: number, e: Float64Array): Float64Array {
  return core.scope(() => {
    const system = weightedRidge(gram, quietWith(core));
    const x = e.slice();
    system.prepare(d, ridge);
    system.solve(x, x.length / gram.n);
    return x;
  });
}

const drawn = (length: number, seed: number) => {
  const next = normals(seed);
  return Float64Array.from({ length }, () => next());
};

test('solves (ridge·I + D·K)·X = E for weights from 0 to large, several columns at once', () => {
  for (const gram of [smooth, rough]) {
    for (const ridge of [1e-3, 1, 100]) {
      const d = drawn(70, 3).map((v, i) => (i % 4 === 0 ? 0 : v * v * (i % 5 === 0 ? 1e-9 : 1)));
      const x = drawn(210, 9);
      const found = solved(gram, d, ridge, applied(gram, d, ridge, x));
      assert.ok(largestDifference(found, x) < 1e-9 * largestSize(x), `ridge ${ridge}`);
    }
  }
});

test('all weights 0 divide by the ridge; NaN in the kernel is told', () => {
  const e = drawn(70, 12);
  assert.deepEqual(
    solved(smooth, new Float64Array(70), 4, e),
    e.map((v) => v / 4),
  );
  const k = new Float64Array(4).fill(Number.NaN);
  const broken: Gram = { kind: 'dense', n: 2, k };
  assert.throws(() => solved(broken, Float64Array.of(1, 1), 1, Float64Array.of(1, 1)), /could not be factored/);
});

test('weights below 0 are taken where the whole stays convex', () => {
  const x = drawn(70, 21);
  const d = drawn(70, 5).map((v, i) => (i % 6 === 0 ? -0.2 : v * v));
  const { factor, dense } = madeFactor(70, 4, 15);
  for (const gram of [smooth, dense, factor]) {
    const ridge = gram === smooth ? 5 : 20;
    const found = solved(gram, d, ridge, applied(gram.kind === 'factor' ? dense : gram, d, ridge, x));
    assert.ok(largestDifference(found, x) < 1e-9 * largestSize(x));
  }
});

test('where the whole would not be convex the step still goes down; a factor then counts weights below 0 as 0', () => {
  const { factor, dense } = madeFactor(70, 4, 15);
  const d = drawn(70, 5).map((v, i) => (i % 6 === 0 ? -50 : v * v));
  for (let seed = 60; seed < 70; seed++) {
    const e = drawn(70, seed);
    for (const gram of [smooth, dense, factor]) {
      const step = solved(gram, d, 1e-2, e);
      const change = times(gram.kind === 'factor' ? dense : gram, step);
      assert.ok(e.reduce((sum, v, i) => sum + v * change[i], 0) > 0);
    }
    const x = drawn(70, seed + 100);
    const positive = d.map((v) => Math.max(0, v));
    assert.ok(largestDifference(solved(factor, d, 1, applied(dense, positive, 1, x)), x) < 1e-8 * largestSize(x));
  }
});

test("a factor K = Z·Z' gives what the whole matrix gives", () => {
  const { factor, dense } = madeFactor(70, 4, 2);
  const e = drawn(140, 31);
  const d = drawn(70, 32).map((v, i) => (i % 3 === 0 ? 0 : v * v));
  for (const ridge of [1e-2, 7]) {
    const whole = solved(dense, d, ridge, e);
    assert.ok(largestDifference(solved(factor, d, ridge, e), whole) < 1e-9 * largestSize(whole));
  }
});

test('systems follow one another without a trace of the one before', () => {
  const { factor, dense } = madeFactor(90, 6, 3);
  for (const gram of [factor, dense]) {
    core.scope(() => {
      const system = weightedRidge(gram, quietWith(core));
      for (const [seed, ridge] of [
        [1, 3],
        [2, 3],
        [3, 0.1],
      ]) {
        const d = drawn(90, seed).map((v) => Math.max(0, v));
        const x = drawn(90, seed + 40);
        const e = applied(dense, d, ridge, x);
        system.prepare(d, ridge);
        system.solve(e, 1);
        assert.ok(largestDifference(e, x) < 1e-9 * largestSize(x));
      }
    });
  }
});

test('a singular matrix with a ridge lost in rounding is factored all the same', () => {
  const n = 40;
  const gram: Gram = { kind: 'dense', n, k: new Float64Array(n * n).fill(1) };
  const e = drawn(n, 51);
  assert.ok(solved(gram, new Float64Array(n).fill(1), 1e-300, e).every((v) => Number.isFinite(v)));
});
