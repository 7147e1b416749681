import assert from 'node:assert/strict';
import { test } from 'node:test';
import { featureExponent } from '../../../../src/engine/fit/features/recommend';

test('exponents of the number of features wanted, by how they are drawn (RF theorems 2 and 3, and section 3 on landmarks)', () => {
  const all = (r: number, g: number) =>
    (['features', 'leverageFeatures', 'landmarks', 'leverageLandmarks'] as const).map((drawn) =>
      featureExponent(drawn, r, g),
    );
  const close = (found: readonly number[], expected: readonly number[]) =>
    expected.forEach((value, i) => {
      assert.ok(Math.abs(found[i] - value) < 1e-12, `${found} and ${expected}`);
    });
  // The worst case of theorem 1: sqrt(n), however they are drawn.
  close(all(0.5, 1), [1 / 2, 1 / 2, 1 / 2, 1 / 2]);
  // A quick decay is of use to leverage scores alone while the target is as rough as may be.
  close(all(0.5, 0.5), [2 / 3, 1 / 3, 2 / 3, 1 / 3]);
  close(all(1, 0.5), [3 / 5, 3 / 5, 2 / 5, 1 / 5]);
});
