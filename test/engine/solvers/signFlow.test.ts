import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ScaledShape } from '../../../src/engine/kernels/formOf';
import type { Gram } from '../../../src/engine/solvers/gram';
import { signFlowPath } from '../../../src/engine/solvers/signFlow';
import { signStepPath } from '../../../src/engine/solvers/signSteps';
import { normals } from '../madeRows';
import {
  diagonalGram,
  follow,
  l1Norm,
  largestDifference,
  largestSize,
  logSpaced,
  madeFactor,
  madeGram,
  times,
} from './signGrams';

const KERNELS: readonly (readonly [string, ScaledShape])[] = [
  ['a rough kernel', { kind: 'laplace', lengthScale: 1 }],
  ['a smooth kernel', { kind: 'gaussian', lengthScale: 0.7 }],
  ['a nearly singular kernel', { kind: 'gaussian', lengthScale: 8 }],
  ['a kernel of low rank', { kind: 'polynomial', degree: 2, scale: 1, offset: 1 }],
];

test('a diagonal kernel gives sign(y_i)·min(t, |y_i/k_ii|) (SIGN Prop. 4)', () => {
  const next = normals(3);
  const diagonal = Float64Array.from({ length: 40 }, () => 0.1 + Math.abs(next()));
  const y = Float64Array.from({ length: 40 }, next);
  const strengths = logSpaced(0.01, 100, 50);
  follow(signFlowPath, diagonalGram(diagonal), y, strengths).forEach(({ alpha }, index) => {
    const expected = y.map((value, i) => Math.sign(value) * Math.min(strengths[index], Math.abs(value / diagonal[i])));
    assert.ok(largestDifference(alpha, expected) < 1e-12 * largestSize(expected));
  });
});

for (const [name, form] of KERNELS) {
  test(`${name}: the velocity is the shortest subgradient, the l1 norm falls, and |alpha| ≤ t`, () => {
    const { gram, y } = madeGram(form, 80, 2, 11);
    const starts = logSpaced(0.003, 300, 120);
    const strengths = Array.from(starts).flatMap((t) => [t, t * (1 + 1e-4)]);
    const visited = follow(signFlowPath, gram, y, strengths);
    let quiet = 0;
    visited.forEach(({ alpha, residuals }, index) => {
      const t = strengths[index];
      const direct = times(gram, alpha).map((value, i) => y[i] - value);
      const rounding = 1e-14 * (10 + largestSize(gramOf(gram)) * l1Norm(alpha));
      assert.ok(largestDifference(direct, residuals) < rounding, `residuals at t = ${t}`);
      assert.ok(largestSize(alpha) <= t * (1 + 1e-12), `|alpha| at t = ${t}`);
      if (index > 0) assert.ok(l1Norm(residuals) <= l1Norm(visited[index - 1].residuals) + 80 * rounding, `t = ${t}`);
      if (index % 2 === 0 || visited[index].iterations > 0) return;
      quiet++;
      const before = visited[index - 1];
      const wait = t - strengths[index - 1];
      requireShortest(
        gram,
        alpha.map((value, i) => (value - before.alpha[i]) / wait),
        before.residuals,
        rounding,
        t,
      );
    });
    assert.ok(quiet > 60, `only ${quiet} pairs of times without an event between`);
  });

  test(`${name}: steps come as close as they are short`, () => {
    const { gram, y } = madeGram(form, 60, 2, 23);
    const strengths = [0.1, 0.5, 2, 5];
    const exact = follow(signFlowPath, gram, y, strengths);
    const errors = [0.01, 0.001, 0.0001].map((stepSize) => {
      const stepped = follow(signStepPath(stepSize), gram, y, strengths);
      return Math.max(...stepped.map(({ residuals }, i) => largestDifference(residuals, exact[i].residuals)));
    });
    const largest = largestSize(gramOf(gram));
    for (const [i, error] of errors.entries()) assert.ok(error < 60 * largest * 10 ** -(i + 2), `${errors}`);
    assert.ok(errors[2] < errors[0] / 20, `${errors}`);
  });
}

/** The conditions of the least ½v'Kv over v_i = sign(r_i) where r_i ≠ 0 and |v_i| ≤ 1 elsewhere. */
function requireShortest(gram: Gram, v: Float64Array, residuals: Float64Array, rounding: number, t: number): void {
  const rates = times(gram, v);
  // v is a difference quotient over 1e-4·t, which multiplies the rounding of alpha, and K the rounding of v.
  const loose = 1e-9 * largestSize(gramOf(gram));
  for (let i = 0; i < v.length; i++) {
    const at = `row ${i} at t = ${t}: r = ${residuals[i]}, v = ${v[i]}, rate ${rates[i]}`;
    assert.ok(Math.abs(v[i]) <= 1 + 1e-8, at);
    if (Math.abs(residuals[i]) > rounding) assert.ok(Math.abs(v[i] - Math.sign(residuals[i])) < 1e-8, at);
    else if (Math.abs(v[i]) < 1 - 1e-8) assert.ok(Math.abs(rates[i]) < loose, at);
    else assert.ok(v[i] * rates[i] < loose, at);
  }
}

const gramOf = (gram: Gram): Float64Array => (gram.kind === 'dense' ? gram.k : gram.z);

test('a positive definite kernel ends at K·alpha = y, and rests there', () => {
  const { gram, y } = madeGram({ kind: 'laplace', lengthScale: 1 }, 50, 2, 5);
  const [late, later, last] = follow(signFlowPath, gram, y, [1e4, 2e4, 1e9]);
  assert.ok(largestSize(times(gram, late.alpha).map((value, i) => y[i] - value)) < 1e-11);
  assert.deepEqual(later.alpha, late.alpha);
  assert.deepEqual(last.alpha, late.alpha);
  assert.equal(last.iterations, 0);
});

test('rows that come twice move like one row at twice the pace', () => {
  const single = madeGram({ kind: 'gaussian', lengthScale: 0.8 }, 40, 2, 31);
  if (single.gram.kind !== 'dense') return;
  const { k } = single.gram;
  const twice = Float64Array.from(
    { length: 80 * 80 },
    (_, at) => k[((at % 80) >> 1) + (Math.floor(at / 80) >> 1) * 40],
  );
  const y = Float64Array.from({ length: 80 }, (_, i) => single.y[i >> 1]);
  const strengths = logSpaced(0.01, 50, 30);
  const once = follow(
    signFlowPath,
    single.gram,
    single.y,
    strengths.map((t) => 2 * t),
  );
  follow(signFlowPath, { kind: 'dense', n: 80, k: twice }, y, strengths).forEach(({ alpha, residuals }, index) => {
    for (let i = 0; i < 40; i++) {
      const at = `row ${i} at t = ${strengths[index]}`;
      assert.ok(Math.abs(alpha[2 * i] + alpha[2 * i + 1] - once[index].alpha[i]) < 1e-8, at);
      assert.ok(Math.abs(residuals[2 * i] - once[index].residuals[i]) < 1e-10, at);
      assert.ok(Math.abs(residuals[2 * i + 1] - once[index].residuals[i]) < 1e-10, at);
    }
  });
});

test('tied targets and rows at 0 from the start', () => {
  const { gram } = madeGram({ kind: 'laplace', lengthScale: 0.5 }, 60, 2, 41);
  // Three levels only, and every third row on the median.
  const y = Float64Array.from({ length: 60 }, (_, i) => [0, 1, -1][i % 3]);
  const strengths = logSpaced(0.01, 100, 40);
  const visited = follow(signFlowPath, gram, y, strengths);
  const stepped = follow(signStepPath(1e-4), gram, y, [strengths[15]]);
  assert.ok(largestDifference(stepped[0].residuals, visited[15].residuals) < 5e-3);
  assert.ok(largestSize(visited[39].residuals) < 1e-9);
});

test('the later of two equal rows moves for both, once they have arrived', () => {
  const k = Float64Array.of(1, 1, 0.5, 1, 1, 0.5, 0.5, 0.5, 1);
  const [arrived, later] = follow(signFlowPath, { kind: 'dense', n: 3, k }, Float64Array.of(0.2, 0.2, 3), [0.08, 1]);
  assert.ok(largestDifference(arrived.alpha, Float64Array.of(0.08, 0.08, 0.08)) < 1e-15);
  // From then on the third row's pull of 1/2 has to be met.
  assert.ok(largestDifference(later.alpha, Float64Array.of(0.08, 0.08 - 0.92 / 2, 1)) < 1e-14);
});

/** Follows a path of tied targets, and requires of every point what rounding must not take away. */
function requireSound(gram: Gram, y: Float64Array): readonly number[] {
  const strengths = logSpaced(1e-4, 1e6, 60);
  let before = l1Norm(y);
  return follow(signFlowPath, gram, y, strengths).map(({ alpha, residuals, remainder }, index) => {
    const direct = times(gram, alpha).map((value, i) => y[i] - value);
    assert.ok(largestDifference(direct, residuals) < 3e-14 * (10 + l1Norm(alpha)), `t = ${strengths[index]}`);
    assert.ok(largestSize(alpha) <= strengths[index] * (1 + 1e-12), `t = ${strengths[index]}`);
    // Each of n rates may be off by the share that counts as 0, of n times the diagonal at most, which is 1.
    const ignored = y.length ** 2 * remainder * strengths[index];
    assert.ok(l1Norm(residuals) <= before + 1e-12 * (10 + l1Norm(alpha)) + ignored, `t = ${strengths[index]}`);
    before = l1Norm(residuals);
    return remainder;
  });
}

test('many equal rows with targets that are tied, or 0, are followed exactly', () => {
  for (const lengthScale of [0.02, 0.3, 3]) {
    const { gram } = madeGram({ kind: 'gaussian', lengthScale }, 60, 1, 21, true);
    const next = normals(21);
    const y = Float64Array.from({ length: 60 }, () => Math.round(2 * next()));
    for (const remainder of requireSound(gram, y)) assert.equal(remainder, 0);
  }
});

test('many ties in a kernel of a few numerical dimensions: rounding that counts is said', () => {
  const { gram } = madeGram({ kind: 'gaussian', lengthScale: 30 }, 200, 1, 3);
  const next = normals(3);
  const y = Float64Array.from({ length: 200 }, () => Math.round(2 * next()));
  const remainders = requireSound(gram, y);
  const worst = Math.max(...remainders);
  assert.ok(worst > 0 && worst < 1e-9, `${worst}`);
});

test('another order of the rows gives the same path', () => {
  const { gram, y } = madeGram({ kind: 'gaussian', lengthScale: 0.7 }, 60, 2, 53);
  if (gram.kind !== 'dense') return;
  const order = Uint32Array.from({ length: 60 }, (_, i) => (i * 37 + 5) % 60);
  const k = Float64Array.from({ length: 3600 }, (_, at) => gram.k[order[at % 60] + 60 * order[Math.floor(at / 60)]]);
  const strengths = logSpaced(0.01, 30, 20);
  const visited = follow(signFlowPath, gram, y, strengths);
  const ordered = Float64Array.from(order, (i) => y[i]);
  follow(signFlowPath, { kind: 'dense', n: 60, k }, ordered, strengths).forEach(({ alpha }, index) => {
    const expected = Float64Array.from(order, (i) => visited[index].alpha[i]);
    assert.ok(largestDifference(alpha, expected) < 1e-7, `t = ${strengths[index]}`);
  });
});

test('a factor gives what its matrix gives', () => {
  const { factor, dense, y } = madeFactor(90, 12, 7);
  const strengths = logSpaced(0.001, 1, 25);
  const byMatrix = follow(signFlowPath, dense, y, strengths);
  follow(signFlowPath, factor, y, strengths).forEach(({ alpha, residuals, iterations }, index) => {
    assert.ok(largestDifference(residuals, byMatrix[index].residuals) < 1e-10, `t = ${strengths[index]}`);
    assert.ok(largestDifference(alpha, byMatrix[index].alpha) < 1e-9, `t = ${strengths[index]}`);
    assert.equal(iterations, byMatrix[index].iterations);
  });
});

test('one row, and a target of zeros', () => {
  const [early, late] = follow(signFlowPath, diagonalGram([2]), Float64Array.of(-3), [1, 4]);
  assert.deepEqual([early.alpha[0], early.residuals[0], late.alpha[0], late.residuals[0]], [-1, -1, -1.5, 0]);
  const { gram } = madeGram({ kind: 'gaussian', lengthScale: 1 }, 20, 2, 3);
  const [none] = follow(signFlowPath, gram, new Float64Array(20), [5]);
  assert.equal(largestSize(none.alpha), 0);
});
