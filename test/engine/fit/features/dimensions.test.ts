import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quietContext } from '../../../../src/engine/contract/context';
import type { FeatureMap, KernelSpec, RandomFeatureMap } from '../../../../src/engine/contract/kernel';
import { Random } from '../../../../src/engine/data/random';
import { drawFeatures } from '../../../../src/engine/features/drawFeatures';
import { pilotDimensions } from '../../../../src/engine/fit/features/dimensions';
import { quietWith } from '../../../../src/engine/linalg/linalg';
import { fitLine } from '../../../../src/engine/spectrum/decay';
import { core } from '../../testCore';

/** Eigenvalues of Λ_q for uniform rows: 1, and j^-q twice. */
const eigenvalues = (q: number) => [1, ...Array.from({ length: 4000 }, (_, i) => (1 + (i >> 1)) ** -q)];

/** sqrt(2·total)·cos(2πjx + b), j drawn in proportion to j^-q: every feature of the spline kernel by its Fourier series. */
function fourierOfSpline(q: number, count: number, random: Random): RandomFeatureMap {
  const mu = eigenvalues(q);
  const total = mu.reduce((sum, v) => sum + v, 0);
  const weights = Float64Array.from({ length: count }, () => {
    const at = random.uniform() * total;
    let sum = 0;
    const j = mu.findIndex((v) => {
      sum += v;
      return sum > at;
    });
    return 2 * Math.PI * ((j + 1) >> 1);
  });
  const bias = Float64Array.from({ length: count }, () => 2 * Math.PI * random.uniform());
  const recovers: KernelSpec = { kind: 'spline', order: q, lengthScale: [1] };
  return { activation: 'cos', inputs: 1, weights, bias, scale: Math.sqrt(2 * total), recovers };
}

test('N, F and their exponents lie within their intervals as often as these say, for kernels whose spectrum is known', (t) => {
  const kernel = (q: number): KernelSpec => ({ kind: 'spline', order: q, lengthScale: [1] });
  // α = γ where all features are shifts of one function; with cosines the largest leverage is that of the highest frequency drawn.
  const ways: Readonly<Record<string, (q: number, random: Random) => FeatureMap | KernelSpec>> = {
    shifts: (q, random) =>
      drawFeatures({ map: 'spline', kernel: kernel(q), count: 200, inputs: 1, seed: random.uint32() }, quietContext),
    cosines: (q, random) => fourierOfSpline(q, 200, random),
    rows: (q) => kernel(q),
  };
  const draws = 40;
  for (const [name, way] of Object.entries(ways))
    for (const q of [3, 4]) {
      const missed = { effective: 0, maximal: 0, gamma: 0, alpha: 0 };
      for (let draw = 0; draw < draws; draw++) {
        const random = new Random(draw + 1);
        const of = way(q, random);
        const [choosing, pilot] = [0, 1].map(() => ({
          rows: 120,
          columns: 1,
          values: Float64Array.from({ length: 120 }, () => random.uniform()),
        }));
        const told = core.scope(() => pilotDimensions(of, choosing, pilot, 20_000, quietWith(core)));
        assert.ok(told);
        const mu = eigenvalues(q);
        const total = mu.reduce((sum, v) => sum + v, 0);
        const leverage = (j: number, lambda: number) => total / ((j === 0 ? 1 : j ** -q) + lambda);
        const effective = (lambda: number) => mu.reduce((sum, v) => sum + v / (v + lambda), 0);
        const most = name === 'cosines' ? Math.max(...(of as RandomFeatureMap).weights) / (2 * Math.PI) : 0;
        const maximal = (lambda: number) =>
          name !== 'cosines' ? effective(lambda) : Math.max(leverage(0, lambda), leverage(most, lambda));
        const lambdas = Array.from(
          { length: 8 },
          (_, i) => told.lambda[0] * (told.lambda[1] / told.lambda[0]) ** (i / 7),
        );
        const slope = (dimension: (lambda: number) => number) =>
          -(fitLine(lambdas.map((v) => ({ x: Math.log(v), y: Math.log(dimension(v)), weight: 1 })))?.slope ?? 0);
        const truth = {
          effective: effective(lambdas[0]),
          maximal: maximal(lambdas[0]),
          gamma: slope(effective),
          alpha: slope(maximal),
        };
        for (const key of Object.keys(missed) as (keyof typeof missed)[]) {
          const [low, high] = told[key].interval;
          if (draw === 0)
            t.diagnostic(`${name} ${q} ${key}: ${truth[key].toFixed(3)} in ${low.toFixed(3)} to ${high.toFixed(3)}`);
          missed[key] += Number(truth[key] < low || truth[key] > high);
        }
      }
      t.diagnostic(`${name} ${q}: ${JSON.stringify(missed)} of ${draws}`);
      for (const [key, misses] of Object.entries(missed)) assert.ok(misses <= 5, `${name} ${q} ${key}: ${misses}`);
    }
});
