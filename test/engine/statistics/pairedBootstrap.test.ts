import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Random } from '../../../src/engine/data/random';
import { central95 } from '../../../src/engine/statistics/central95';
import { resampledMeans } from '../../../src/engine/statistics/pairedBootstrap';

test('the same seed draws the same resamples, for every fit the same rows', () => {
  const first = Float64Array.from({ length: 50 }, (_, i) => i);
  const [a, b] = resampledMeans([first, first.map((v) => v + 1)], 7);
  assert.equal(a.length, 1000);
  assert.ok(
    a.every((mean, t) => Math.abs(b[t] - mean - 1) < 1e-9),
    'a constant difference has no spread',
  );
  assert.deepEqual(resampledMeans([first], 7)[0], a);
  assert.notDeepEqual(resampledMeans([first], 8)[0], a);
});

test('many rows are resampled less often, no rows at all give no number', () => {
  assert.equal(resampledMeans([new Float64Array(40_000).fill(1)], 0)[0].length, 250);
  assert.equal(resampledMeans([new Float64Array(100_000).fill(1)], 0)[0].length, 200);
  assert.ok(Number.isNaN(central95(resampledMeans([new Float64Array(0)], 0)[0], 0)[0]));
});

test('three rows: the interval is that of all 27 resamples counted one by one', () => {
  const squares = [Float64Array.of(1, 4, 9), Float64Array.of(0, 6, 2)];
  const difference = (x: number, y: number) => Math.sqrt(x) - Math.sqrt(y);
  const all: number[] = [];
  for (let code = 0; code < 27; code++) {
    const rows = [code % 3, Math.floor(code / 3) % 3, Math.floor(code / 9)];
    const mean = (of: Float64Array) => rows.reduce((sum, row) => sum + of[row], 0) / 3;
    all.push(difference(mean(squares[0]), mean(squares[1])));
  }
  const [a, b] = resampledMeans(squares, 1);
  const drawn = a.map((mean, t) => difference(mean, b[t]));
  const share = (of: ArrayLike<number>, bound: number) =>
    Array.from(of).filter((v) => v <= bound + 1e-9).length / of.length;
  // Shares of 1,000 draws have standard errors up to 0.016.
  for (const bound of new Set(all.map((v) => Number(v.toFixed(6)))))
    assert.ok(Math.abs(share(drawn, bound) - share(all, bound)) < 0.06, `${bound}`);
});

/**
 * Two fits miss m rows by errors with a common part, so that their losses go together. The true difference of RMSE follows from the
 * variances; the interval is to hold it in 95 of 100 simulated sets of rows.
 */
const NOISES: Readonly<Record<string, (random: Random) => number>> = {
  normal: (random) => random.normal(),
  // Student's t with 6 degrees of freedom, with variance 1.5.
  heavy: (random) => random.normal() / Math.sqrt(random.chiSquared(6) / 6),
};
const VARIANCE: Readonly<Record<string, number>> = { normal: 1, heavy: 1.5 };

for (const [name, noise, m] of Object.entries(NOISES).flatMap(([name, noise]) =>
  [15, 120].map((m) => [name, noise, m] as const),
))
  test(`intervals of a paired difference hold the true one nine and a half times in ten: ${name} errors, ${m} rows`, () => {
    const sets = 300;
    const random = new Random(11);
    const truth = Math.sqrt((1 + 0.5 ** 2) * VARIANCE[name]) - Math.sqrt((1 + 0.8 ** 2) * VARIANCE[name]);
    let held = 0;
    let pairedWidth = 0;
    let apartWidth = 0;
    for (let set = 0; set < sets; set++) {
      const [one, other] = [new Float64Array(m), new Float64Array(m)];
      for (let i = 0; i < m; i++) {
        const common = noise(random);
        one[i] = (common + 0.5 * noise(random)) ** 2;
        other[i] = (common + 0.8 * noise(random)) ** 2;
      }
      const [a, b] = resampledMeans([one, other], set);
      const [low, high] = central95(
        a.map((mean, t) => Math.sqrt(mean) - Math.sqrt(b[t])),
        m,
      );
      if (low <= truth && truth <= high) held++;
      pairedWidth += high - low;
      const [ofOne, ofOther] = [a, b].map((means) => central95(means.map(Math.sqrt), m));
      apartWidth += Math.hypot(ofOne[1] - ofOne[0], ofOther[1] - ofOther[0]);
    }
    // The standard error of a fraction of 300 is 0.013; heavy tails cost a percentile interval about 2 points of
    // coverage at 120 rows.
    const wanted = name === 'normal' ? 0.95 : 0.93;
    assert.ok(Math.abs(held / sets - wanted) < 3 * 0.013, `${held / sets}`);
    assert.ok(pairedWidth < 0.8 * apartWidth, 'pairing narrows what is compared');
  });
