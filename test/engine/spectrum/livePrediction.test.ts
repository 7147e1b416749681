import assert from 'node:assert/strict';
import { test } from 'node:test';
import { liveVariance, predictLive, scoreHoldout } from '../../../src/engine/spectrum/livePrediction';
import { generator } from '../figures/exampleData';
import { solve } from '../figures/gaussianElimination';
import { jacobi } from '../figures/jacobi';

test('predictions and posterior variance at any lambda equal those of the solved system', () => {
  const next = generator(3);
  const n = 18;
  const x = Array.from({ length: n }, () => 3 * next());
  const y = x.map((v) => Math.cos(2 * v) + 0.1 * next());
  const kernel = (a: number, b: number) => Math.exp(-((a - b) ** 2) / 0.5);
  const centre = 0.3;
  const { values, vectors } = jacobi(x.map((a) => Float64Array.from(x, (b) => kernel(a, b) / n)));
  const mu = values.map((v) => Math.max(0, v));
  const rank = mu.filter((v) => v > n * 2.2e-16 * mu[0]).length;
  const coordinates = Float64Array.from(
    { length: n },
    (_, i) => vectors.reduce((s, row, j) => s + row[i] * (y[j] - centre), 0) / Math.sqrt(n),
  );
  const points = [0.2, 1.1, 2.9, 4];
  const p = Float32Array.from(
    points.flatMap((z) =>
      Array.from({ length: rank }, (_, i) => x.reduce((s, v, j) => s + kernel(z, v) * vectors[j][i], 0) / Math.sqrt(n)),
    ),
  );
  const spectrum = { n, mu, rank, clipped: 0, coordinates };
  const predictor = { rows: points.length, rank, p };
  const sigma2 = 0.04;
  for (const lambda of [1e-4, 1e-2, 1]) {
    const system = () => x.map((a, i) => x.map((b, j) => kernel(a, b) + (i === j ? n * lambda : 0)));
    const alpha = solve(
      system(),
      y.map((v) => v - centre),
    );
    const predicted = predictLive(predictor, spectrum, centre, lambda);
    const variance = liveVariance(predictor, new Float64Array(points.length).fill(1), spectrum, sigma2, lambda);
    points.forEach((z, j) => {
      const k = x.map((v) => kernel(z, v));
      const expected = centre + k.reduce((s, v, i) => s + v * alpha[i], 0);
      assert.ok(Math.abs(predicted[j] - expected) < 1e-5, `prediction at ${z}`);
      const weights = solve(system(), [...k]);
      const posterior = ((1 - k.reduce((s, v, i) => s + v * weights[i], 0)) * sigma2) / (n * lambda);
      // P is held in single precision: its rounding, 6e-8, is divided by n·lambda.
      assert.ok(Math.abs(variance[j] - posterior) < (1e-6 * sigma2) / (n * lambda), `variance at ${z}`);
    });
  }
});

test('rank that is no multiple of the unrolled step', () => {
  for (const rank of [1, 2, 3, 5, 7]) {
    const ones = new Float64Array(rank).fill(1);
    const spectrum = { n: rank, mu: ones, rank, clipped: 0, coordinates: ones };
    const predictor = { rows: 2, rank, p: new Float32Array(2 * rank).fill(1) };
    assert.deepEqual([...predictLive(predictor, spectrum, 10, 1)], [10 + rank / 2, 10 + rank / 2]);
  }
});

test('R², RMSE and MAE by hand', () => {
  const scores = scoreHoldout(Float64Array.of(1, 2, 3, 6), Float64Array.of(1, 3, 3, 4));
  assert.equal(scores.rmse, Math.sqrt(5 / 4));
  assert.equal(scores.mae, 3 / 4);
  assert.ok(Math.abs(scores.r2 - (1 - 5 / 14)) < 1e-15);
  assert.ok(Number.isNaN(scoreHoldout(Float64Array.of(2, 2), Float64Array.of(1, 2)).r2), 'nothing to explain');
});
