import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Axis, FilterSpec } from '../../../src/engine/contract/filter';
import {
  axisValue,
  equivalentLambda,
  filterAt,
  filterFault,
  filterRemainder,
  filterShares,
} from '../../../src/engine/filters/anyFilter';
import { descended } from '../../../src/engine/filters/heavyBall';
import { storedFilter } from '../../../src/engine/filters/storedFilter';
import { directionsAbove, effectiveDimension } from '../../../src/engine/spectrum/decay';

const mu = Float64Array.of(1, 0.5, 0.25, 1e-3, 1e-18, 0);
const rank = 4;
const n = 10;
const zones = (lambda: number, k = 0, r = n): FilterSpec => ({ kind: 'zones', lambda, k, r });
const shares = (filter: FilterSpec) => [...filterShares(filter, mu, rank, n)];

test('the table of docs/methods.md: ridge, truncated, conditional, three zones, cut-off', () => {
  assert.deepEqual(shares(zones(0.25)), [0.8, 2 / 3, 0.5, 1e-3 / 0.251, 0, 0]);
  assert.deepEqual(shares(zones(0.25, 0, 2)), [0.8, 2 / 3, 0, 0, 0, 0]);
  assert.deepEqual(shares(zones(0.25, 2)), [1, 1, 0.5, 1e-3 / 0.251, 0, 0]);
  assert.deepEqual(shares(zones(0.25, 1, 3)), [1, 2 / 3, 0.5, 0, 0, 0]);
  assert.deepEqual(shares(zones(0.25, 2, 2)), [1, 1, 0, 0, 0, 0]);
  assert.deepEqual(shares(zones(0.25, 3, 2)), shares(zones(0, 2, 2)), 'k ≥ r is a cut-off at r');
  assert.deepEqual(shares(zones(0.25, 9, 9)), [1, 1, 1, 1, 0, 0], 'nothing beyond the rank');
});

test('what is left is 1 − g, formed without a difference', () => {
  const stepSize = 1.5 / (n * mu[0]);
  const filters: FilterSpec[] = [
    zones(0.03, 1, 3),
    { kind: 'flow', t: 0.4, momentum: 0.5 },
    { kind: 'descent', steps: 7, stepSize, momentum: 0.3 },
  ];
  for (const filter of filters) {
    const g = filterShares(filter, mu, rank, n);
    const left = filterRemainder(filter, mu, rank, n);
    for (let i = 0; i < mu.length; i++) assert.ok(Math.abs(g[i] + left[i] - 1) < 1e-14);
    assert.deepEqual([g[4], left[4], g[5], left[5]], [0, 1, 0, 1]);
  }
  assert.equal(filterRemainder(zones(1e-20), mu, rank, n)[0], 1e-20 / (1 + 1e-20));
  assert.ok(
    Math.abs(filterRemainder({ kind: 'flow', t: 10, momentum: 0 }, mu, rank, n)[0] / Math.exp(-100) - 1) < 1e-13,
  );
  const tiny = filterShares({ kind: 'flow', t: 1e-20, momentum: 0 }, mu, rank, n)[0];
  assert.ok(Math.abs(tiny / 1e-19 - 1) < 1e-13, 'a share too small for 1 − exp');
});

test('flow: no time nothing, all time everything, momentum is time', () => {
  const flow = (t: number, momentum = 0): FilterSpec => ({ kind: 'flow', t, momentum });
  assert.deepEqual(shares(flow(0)), [0, 0, 0, 0, 0, 0]);
  assert.deepEqual(shares(flow(1e9)), [1, 1, 1, 1, 0, 0]);
  const [a, b] = [shares(flow(0.3, 0.75)), shares(flow(1.2))];
  for (let i = 0; i < rank; i++) assert.ok(Math.abs(a[i] - b[i]) < 1e-15);
});

/** The recursion itself, of r_s and of 1 − r_s, which starts at 0 and preserves small fractions. */
function recursion(z: number, steps: number, momentum: number) {
  let [before, now] = [0, steps > 0 ? z : 0];
  for (let s = 1; s < steps; s++) [before, now] = [now, now + momentum * (now - before) + z * (1 - now)];
  return { share: now, remainder: 1 - now };
}

test('descent in closed form is its recursion, for roots real, equal, complex and negative', () => {
  for (const momentum of [0, 0.01, 0.3, 0.5, 0.9, 0.99]) {
    const double = (1 - Math.sqrt(momentum)) ** 2;
    const other = (1 + Math.sqrt(momentum)) ** 2;
    const points = [0, 1e-12, 1e-6, 0.3 * double, double, double * (1 + 1e-9), double * (1 - 1e-7), 0.5, 1, 1.5]
      .concat([other, other * (1 + 1e-9), (other + 2 * (1 + momentum)) / 2, 2 * (1 + momentum) - 1e-3])
      .filter((z) => z >= 0 && z < 2 * (1 + momentum));
    for (const z of points)
      for (const steps of [0, 1, 2, 3, 10, 57, 400]) {
        const found = descended(z, steps, momentum);
        const expected = recursion(z, steps, momentum);
        const where = `momentum ${momentum}, z ${z}, ${steps} steps: ${found.remainder} for ${expected.remainder}`;
        const tolerance = 1e-10 * Math.max(1, Math.abs(expected.remainder));
        assert.ok(Math.abs(found.remainder - expected.remainder) < tolerance, where);
        assert.ok(Math.abs(found.share - expected.share) < tolerance, where);
        if (z < 0.3 * double + 1e-12 && steps > 0 && z > 0) {
          assert.ok(Math.abs(found.share / expected.share - 1) < 1e-10, `${where}, share ${found.share}`);
        }
      }
  }
});

test('Nesterov’s descent in closed form is the literal iteration, wherever it is stable', () => {
  for (const momentum of [0, 0.01, 0.3, 0.5, 0.9, 0.99]) {
    const limit = (2 * (1 + momentum)) / (1 + 2 * momentum);
    const near = [4 * momentum, 1e-9, 0.5, 1].map((v) => v / (1 + momentum) ** 2);
    for (const z of [0, 1e-12, 1e-6, 1e-3, 0.1, ...near, 0.9, 1 - 1e-9, 1, 1 + 1e-9, 1.2, limit * (1 - 1e-4)].filter(
      (v) => v < limit,
    ))
      for (const steps of [0, 1, 2, 3, 10, 57, 400]) {
        // alpha_{k+1} = alpha_k + γ·d + stepSize·(y − K·(alpha_k + γ·d)), d = alpha_k − alpha_{k−1}, along one direction with y = 1.
        let [before, now] = [0, 0];
        for (let s = 0; s < steps; s++) {
          const ahead = now + momentum * (now - before);
          [before, now] = [now, ahead + z * (1 - ahead)];
        }
        const found = descended(z, steps, momentum * (1 - z));
        const where = `momentum ${momentum}, z ${z}, ${steps} steps: ${found.share} for ${now}`;
        assert.ok(Math.abs(found.share - now) < 1e-9 && Math.abs(found.remainder - (1 - now)) < 1e-9, where);
        if (z > 0 && z < 1e-5 && steps > 0) assert.ok(Math.abs(found.share / now - 1) < 1e-8, where);
      }
  }
});

test('a stored descent without the choice of Nesterov is the heavy ball, and its step is bounded apart', () => {
  const filter = { kind: 'descent', steps: 7, stepSize: 0.05, momentum: 0.5 } as const;
  assert.deepEqual(storedFilter(filter), filter);
  assert.deepEqual(shares(filter), shares({ ...filter, nesterov: 0 }));
  assert.notDeepEqual(shares(filter), shares({ ...filter, nesterov: 1 }));
  assert.equal(storedFilter({ ...filter, nesterov: 2 }), undefined);
  const one = { mu, rank, n };
  assert.equal(filterFault({ ...filter, stepSize: 0.149, nesterov: 1 }, one), undefined);
  assert.match(filterFault({ ...filter, stepSize: 0.151, nesterov: 1 }, one)?.text ?? '', /below 0\.15/);
  const long = Array.from(
    { length: 400 },
    (_, s) => shares({ ...filter, stepSize: 0.149, nesterov: 1, steps: s + 1 })[0],
  );
  assert.ok(Math.abs(long[399] - 1) < 1e-2, 'it converges below the bound');
  assert.ok(Math.abs(shares({ ...filter, stepSize: 0.153, nesterov: 1, steps: 400 })[0]) > 10, 'and grows above it');
});

test('a million steps: exponentials of the roots', () => {
  assert.ok(Math.abs(descended(1e-6, 1e6, 0).remainder / Math.exp(1e6 * Math.log1p(-1e-6)) - 1) < 1e-10);
  // The slow root for small z is 1 − z/(1 − momentum) − …: two terms are enough here.
  const delta = 1e-7 / 0.5 + (1e-14 * 0.5) / 0.5 ** 3;
  assert.ok(Math.abs(descended(1e-7, 3e6, 0.5).remainder / Math.exp(3e6 * Math.log1p(-delta)) - 1) < 1e-6);
  assert.ok(descended(1, 1e9, 0.9).remainder === 0);
});

test('small steps of descent are flow of the same time', () => {
  for (const [momentum, nesterov] of [
    [0, 0],
    [0.6, 0],
    [0.6, 1],
  ]) {
    const t = 0.7;
    const steps = 200_000;
    const g = filterShares({ kind: 'descent', steps, stepSize: t / steps, momentum, nesterov }, mu, rank, n);
    const flow = filterShares({ kind: 'flow', t, momentum }, mu, rank, n);
    for (let i = 0; i < rank; i++) assert.ok(Math.abs(g[i] - flow[i]) < 2e-4);
  }
});

test('too large a step is refused with the limit', () => {
  const descent = (stepSize: number, momentum = 0): FilterSpec => ({ kind: 'descent', steps: 3, stepSize, momentum });
  const one = { mu, rank, n };
  assert.equal(filterFault(descent(0.19), one), undefined);
  assert.match(filterFault(descent(0.2), one)?.text ?? '', /stepSize 0\.2.*below 0\.200/);
  assert.equal(filterFault(descent(0.29, 0.5), one), undefined);
  assert.notEqual(filterFault(descent(0.31, 0.5), one), undefined);
  assert.equal(filterFault(zones(1), one), undefined);
});

test('the ridge that shrinks about as much', () => {
  const of = (filter: FilterSpec) => equivalentLambda(filter, mu, rank, n);
  assert.equal(of(zones(0.02, 1, 3)), 0.02);
  assert.equal(of(zones(0, 2, 2)), 0.5);
  assert.equal(of(zones(0, 99, 99)), 1e-3);
  assert.equal(of(zones(0, 0, 0)), Number.POSITIVE_INFINITY);
  assert.equal(of({ kind: 'flow', t: 4, momentum: 0.5 }), 0.5 / 40);
  assert.equal(of({ kind: 'descent', steps: 8, stepSize: 0.5, momentum: 0.5 }), 0.5 / 40);
});

test('the effective dimension is the sum of the filter', () => {
  for (const lambda of [1e-12, 1e-3, 1, 1e6]) {
    const sum = shares(zones(lambda)).reduce((s, g) => s + g, 0);
    assert.equal(effectiveDimension(mu, rank, lambda), sum);
  }
  assert.ok(
    Math.abs(effectiveDimension(mu, rank, 1e-15) - 4) < 1e-11,
    'all directions of the rank when lambda vanishes',
  );
});

test('directionsAbove counts eigenvalues above lambda, however many are equal', () => {
  assert.equal(directionsAbove(mu, rank, 2), 0);
  assert.equal(directionsAbove(mu, rank, 0.25), 2, 'an eigenvalue equal to lambda keeps exactly half');
  assert.equal(directionsAbove(mu, rank, 1e-30), 4, 'never beyond the rank');
  const flat = new Float64Array(9).fill(0.1);
  assert.equal(directionsAbove(flat, 9, 0.05), 9);
  assert.equal(directionsAbove(flat, 9, 0.1), 0);
});

test('one parameter moves; k ≤ r is kept; a cut-off moves as a whole', () => {
  const three = zones(0.1, 3, 7);
  assert.deepEqual(filterAt(three, 'lambda', 1), zones(1, 3, 7));
  assert.deepEqual(filterAt(three, 'k', 9), zones(0.1, 9, 9));
  assert.deepEqual(filterAt(three, 'k', 0), zones(0.1, 0, 7));
  assert.deepEqual(filterAt(three, 'r', 2), zones(0.1, 2, 2));
  assert.deepEqual(filterAt(zones(0, 4, 4), 'r', 8), zones(0, 8, 8));
  const cases: [FilterSpec, readonly Axis[]][] = [
    [three, ['lambda', 'k', 'r']],
    [zones(0, 4, 4), ['r']],
    [{ kind: 'flow', t: 1, momentum: 0 }, ['t']],
    [{ kind: 'descent', steps: 2, stepSize: 0.1, momentum: 0 }, ['steps']],
  ];
  for (const [filter, axes] of cases) {
    for (const axis of axes) assert.equal(axisValue(filterAt(filter, axis, 5), axis), 5);
  }
  assert.throws(() => axisValue(three, 't'), {
    name: 'RangeError',
    message: `a filter without such an axis: {"axis":"t","filter":${JSON.stringify(three)}}`,
  });
  assert.throws(() => filterAt({ kind: 'flow', t: 1, momentum: 0 }, 'lambda', 1), RangeError);
});
