import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FilterSpec } from '../../../src/engine/contract/filter';
import type { SpectrumData } from '../../../src/engine/contract/run';
import { Random } from '../../../src/engine/data/random';
import { filterParts } from '../../../src/engine/filters/anyFilter';
import { besideRidge, FLOW_BOUNDS, ridgeAt } from '../../../src/engine/spectrum/besideRidge';

const n = 30;
const flow: FilterSpec = { kind: 'flow', t: 1, momentum: 0 };

/** Eigenvalues of any decay and any target: all that the two depend on. */
function spectrumOf(random: Random, unpenalised: number): SpectrumData {
  const mu = Float64Array.from({ length: n }, (_, i) => (i + 1) ** -(0.5 + 4 * random.uniform()))
    .sort()
    .reverse();
  const heavy = random.uniform() < 0.5;
  const coordinates = mu.map(() => (heavy ? Math.tan(Math.PI * (random.uniform() - 0.5)) : random.normal()));
  return { n, mu, rank: n, coordinates, unpenalised, beyond: { score: random.uniform(), count: 0 } } as SpectrumData;
}

test('the flow keeps SIGN’s bounds on any spectrum and target, with momentum too', () => {
  const random = new Random(1);
  for (let draw = 0; draw < 300; draw++) {
    const momentum = draw % 3 === 0 ? 0.7 : 0;
    const beside = besideRidge(spectrumOf(random, draw % 2), { ...flow, momentum }, 't', Float64Array.of(0.1, 1, 10));
    const { distance, risk } = beside?.farthest ?? assert.fail();
    assert.ok(distance.largest <= FLOW_BOUNDS.distance && distance.largest > 0);
    assert.ok(risk.largest <= FLOW_BOUNDS.risk && risk.largest >= 1);
  }
});

test('one direction reaches both constants, and what is not shrunk takes part in neither', () => {
  const one = { n: 2, mu: Float64Array.of(3), rank: 1, coordinates: Float64Array.of(-4), unpenalised: 0 };
  const spectrum = { ...one, beyond: { score: 0, count: 0 } } as SpectrumData;
  const found = besideRidge(
    spectrum,
    flow,
    't',
    Float64Array.from({ length: 200 }, (_, i) => 1e-3 * 1.05 ** i),
  );
  const { distance, risk } = found?.farthest ?? assert.fail();
  assert.ok(Math.abs(distance.largest - 0.041466) < 1e-5 && Math.abs(distance.value * 6 - 2.5129) < 0.1);
  assert.ok(Math.abs(risk.largest - 1.685909) < 1e-4 && Math.abs(1 / (2 * risk.lambda) - risk.value) < 1e-12);
});

test('a distance by hand, and where the grid ends before the largest', () => {
  const spectrum = { n: 1, mu: Float64Array.of(1, 0.1), rank: 2, coordinates: Float64Array.of(2, 1), unpenalised: 0 };
  const whole = { ...spectrum, beyond: { score: 1, count: 1 } } as SpectrumData;
  const found = besideRidge(whole, flow, 't', Float64Array.of(100));
  const d = (x: number) => 1 / (1 + x) - Math.exp(-x);
  assert.ok(Math.abs((found?.distance[0] ?? 0) - (4 * d(100) ** 2 + d(10) ** 2) / 6) < 1e-15);
  const { distance } = found?.farthest ?? assert.fail();
  assert.ok(distance.value < 4 && distance.largest > 5 * (found?.distance[0] ?? 1));
});

test('no target has a larger ratio of errors than is told, steps that overshoot included', () => {
  const random = new Random(5);
  for (let draw = 0; draw < 40; draw++) {
    const spectrum = spectrumOf(random, 0);
    const stepSize = (2 * random.uniform()) / (n * spectrum.mu[0]);
    const filter: FilterSpec = { kind: 'descent', steps: 1, stepSize, momentum: draw % 2 ? 0.6 : 0, nesterov: 0 };
    const steps = Float64Array.of(1, 2, 5, 20);
    const found = besideRidge(spectrum, filter, 'steps', steps) ?? assert.fail();
    steps.forEach((count, l) => {
      const parts = [
        filterParts({ ...filter, steps: count }, spectrum.mu, n, n),
        filterParts(ridgeAt(found.lambda[l]), spectrum.mu, n, n),
      ];
      for (let target = 0; target < 20; target++) {
        const only = target % 2 ? Math.floor(n * random.uniform()) : -1;
        const noise = random.uniform() ** 4;
        const b = spectrum.mu.map((_, i) => (only < 0 || i === only ? random.normal() ** 2 : 0));
        const [own, ridge] = parts.map(({ left, share }) =>
          b.reduce((sum, v, i) => sum + left[i] ** 2 * v + noise * share[i] ** 2, 0),
        );
        assert.ok(own <= found.farthest.risk.largest * ridge * (1 + 1e-12));
      }
    });
  }
});

test('large steps are not the flow, small ones come to it; other filters do not stop early', () => {
  const spectrum = { n: 1, mu: Float64Array.of(1), rank: 1, coordinates: Float64Array.of(1), unpenalised: 0 };
  const whole = { ...spectrum, beyond: { score: 0, count: 0 } } as SpectrumData;
  const steps = Float64Array.from({ length: 3000 }, (_, i) => i + 1);
  const of = (stepSize: number, nesterov: number) => {
    const filter: FilterSpec = { kind: 'descent', steps: 1, stepSize, momentum: nesterov ? 0.5 : 0, nesterov };
    return besideRidge(whole, filter, 'steps', steps)?.farthest.distance.largest ?? assert.fail();
  };
  assert.ok(Math.abs(of(1, 0) - 0.25) < 1e-12, 'one step of length 1 learns all, ridge half');
  for (const nesterov of [0, 1]) assert.ok(Math.abs(of(0.002, nesterov) - 0.041466) < 3e-4);
  assert.equal(besideRidge(whole, { kind: 'zones', lambda: 1, k: 0, r: 1 }, 'lambda', steps), undefined);
});
