import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cutoffSlope, psi, rho, slope, weight } from '../../../src/engine/solvers/mEstimatorLoss';

const LOSSES = ['huber', 'tukey'] as const;

test('values by hand', () => {
  assert.deepEqual(
    [rho('huber', 2, 3), rho('huber', -5, 3), psi('huber', -5, 3), weight('huber', 6, 3)],
    [4, 21, -3, 0.5],
  );
  assert.deepEqual([psi('tukey', 1, 2), weight('tukey', 1, 2), rho('tukey', 9, 3)], [0.5625, 0.5625, 3]);
  assert.deepEqual([psi('tukey', 3, 3), weight('tukey', -4, 3), slope('tukey', 4, 3)], [0, 0, 0]);
  assert.ok(Math.abs(rho('tukey', 1, 2) - (4 / 3) * (1 - 0.75 ** 3)) < 1e-15);
  assert.ok(Math.abs(slope('tukey', Math.sqrt(0.6), 1) + 0.8) < 1e-15, 'the lowest slope');
});

test('psi is half the slope of rho, slope that of psi, cutoffSlope that of psi along the cutoff', () => {
  const h = 1e-6;
  for (const loss of LOSSES) {
    for (const c of [0.7, 2]) {
      for (const r of [-3.1, -1.3, -0.4, 0, 0.2, 0.65, 1.1, 1.99, 5]) {
        const near = (found: number, wanted: number, what: string) =>
          assert.ok(
            Math.abs(found - wanted) < 1e-8,
            `${what} of ${loss} at ${r}, cutoff ${c}: ${found}, not ${wanted}`,
          );
        near(psi(loss, r, c), (rho(loss, r + h, c) - rho(loss, r - h, c)) / (4 * h), 'psi');
        near(slope(loss, r, c), (psi(loss, r + h, c) - psi(loss, r - h, c)) / (2 * h), 'slope');
        near(cutoffSlope(loss, r, c), (psi(loss, r, c + h) - psi(loss, r, c - h)) / (2 * h), 'cutoffSlope');
        near(weight(loss, r, c) * r, psi(loss, r, c), 'weight');
      }
    }
  }
});

test('near 0 and for an infinite cutoff both are r², without loss of digits', () => {
  for (const loss of LOSSES) {
    assert.ok(Math.abs(rho(loss, 1e-9, 1) / 1e-18 - 1) < 1e-14);
    assert.equal(rho(loss, 3, Infinity), 9);
    assert.deepEqual([psi(loss, 3, Infinity), weight(loss, 3, Infinity), slope(loss, 3, Infinity)], [3, 1, 1]);
    assert.ok(Math.abs(cutoffSlope(loss, 3, Infinity)) === 0);
  }
});
