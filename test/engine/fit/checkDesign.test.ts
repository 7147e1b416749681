import assert from 'node:assert/strict';
import { test } from 'node:test';
import { krr } from '../../../src/engine/methods/krr';
import { madeDesign, madeRows, madeSample, normals } from '../madeRows';
import { failsWith, fitted } from '../methods/fitting';

const N = 40;
const x = madeRows(N, 2, 1);
const draw = normals(3);
const gauss = Float64Array.from({ length: N }, draw);
const timesTarget = (factor: number) =>
  madeDesign(
    madeSample(
      x,
      gauss.map((v) => v * factor),
    ),
  );
const given = { lengthScale: '1', folds: 5 };

test('a target whose powers vanish is refused, with the power of ten that cures it', () => {
  for (const [factor, words] of [
    [1e-170, /The values of y are within .*10⁻¹⁷⁰ of each other, too close.*Multiply y by 1e170\.$/],
    [1e-90, /Multiply y by 1e90\.$/],
    [1e-140, /Multiply y by 1e140\.$/],
    // Denormal numbers; 1e320 would not be a number.
    [1e-320, /Multiply y by 1e300\.$/],
  ] as const)
    failsWith('data/not-finite', words, () => fitted(krr, timesTarget(factor), given));
});

test('a target whose powers overflow is refused, with the power of ten that cures it', () => {
  const words = /^Row 1 of y is -?\S*e\+\d+, which is too large .*, or multiply y by 1e-200\.$/;
  failsWith('data/not-finite', words, () => fitted(krr, timesTarget(1e200), given));
  const held = madeSample(
    x,
    gauss.map((v) => v * 1e200),
  );
  failsWith('data/not-finite', words, () => fitted(krr, madeDesign(madeSample(x, gauss), held), given));
});

test('errors of the smallest and the largest targets that are fitted are those of ordinary ones, in their units', () => {
  const plain = fitted(krr, timesTarget(1), given).metrics;
  for (const power of [-230, 245]) {
    const { loo, cv, cvStandardError } = fitted(krr, timesTarget(2 ** power), given).metrics;
    const found = [loo, cv, cvStandardError].map((v) => v / 2 ** power / 2 ** power);
    [plain.loo, plain.cv, plain.cvStandardError].forEach((expected, i) => {
      assert.ok(Math.abs(found[i] / expected - 1) < 1e-6, `2^${power}: ${found[i]} for ${expected}`);
    });
  }
});
