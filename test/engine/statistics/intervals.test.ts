import assert from 'node:assert/strict';
import { test } from 'node:test';
import { conformalQuantile, coverageOf, intervalScore } from '../../../src/engine/statistics/intervals';
import { normals } from '../madeRows';

const upTo = (n: number) => Float64Array.from({ length: n }, (_, i) => (i % 2 ? -1 : 1) * (i + 1));

test('conformal quantile: the ⌈0.95·(n + 1)⌉-th smallest size, and what is infinite or missing', () => {
  assert.equal(conformalQuantile(upTo(39)), 38);
  assert.equal(conformalQuantile(upTo(19)), 19);
  assert.equal(conformalQuantile(Float64Array.of(Number.NaN, 2)), 2);
  assert.equal(conformalQuantile(upTo(39).fill(Number.POSITIVE_INFINITY, 0, 3)), Number.POSITIVE_INFINITY);
  assert.equal(conformalQuantile(new Float64Array(0)), Number.POSITIVE_INFINITY);
});

test('interval score: the width, and forty times what an error goes beyond; least at the true quantile', () => {
  assert.equal(intervalScore(-1, 2), 4);
  assert.ok(Math.abs(intervalScore(-2.5, 2) - 24) < 1e-12);
  const next = normals(3);
  const errors = Float64Array.from({ length: 20_000 }, next);
  const mean = (half: number) => errors.reduce((sum, e) => sum + intervalScore(e, half), 0);
  assert.ok(mean(1.96) < mean(1.75) && mean(1.96) < mean(2.2));
});

test('coverage by thirds of width, in whatever order the rows stand', () => {
  const m = 10;
  const half = Float64Array.from({ length: m }, (_, j) => 1 + ((7 * j) % m));
  // The two narrowest and the widest are missed.
  const observed = half.map((h) => (h < 3 || h > 9 ? h + 1 : h));
  const { coverage, coverageByWidth } = coverageOf(
    observed,
    half.map((h) => -h),
    half,
  );
  assert.equal(coverage, 0.7);
  assert.deepEqual(coverageByWidth, [
    { coverage: 1 / 3, n: 3 },
    { coverage: 1, n: 4 },
    { coverage: 2 / 3, n: 3 },
  ]);
});

test('there are no thirds where widths are alike but for rounding and a few rows', () => {
  const upper = Float64Array.of(1, 1, 1 + 1e-9, 1, 1, 1, 1, 3, 1);
  const lower = upper.map((v) => -v);
  assert.deepEqual(coverageOf(new Float64Array(9), lower, upper), { coverage: 1 });
  assert.deepEqual(coverageOf(Float64Array.of(0, 3), lower.subarray(6, 8), upper.subarray(6, 8)), { coverage: 1 });
});

test('95 % of new numbers are within the half-width about the mean of five to eighteen that these left out gave', () => {
  const next = normals(7);
  const draws = 4000;
  for (const n of [5, 8, 12, 18]) {
    let inside = 0;
    for (let d = 0; d < draws; d++) {
      const known = Float64Array.from({ length: n }, next);
      const mean = known.reduce((sum, v) => sum + v, 0) / n;
      const half = conformalQuantile(known.map((v) => ((v - mean) * n) / (n - 1)));
      inside += Number(Math.abs(next() - mean) <= half);
    }
    assert.ok(Math.abs(inside / draws - 0.955) < 0.015, `${n}: ${inside / draws}`);
  }
});
