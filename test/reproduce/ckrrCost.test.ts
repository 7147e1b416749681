import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Random } from '../../src/engine/data/random';
import { boundOf, costForm } from '../../src/reproduce/ckrr/ckrrCost';
import { costOfConditioning, drawSample } from '../../src/reproduce/ckrr/trigonometricSetting';
import { fitContext } from '../engine/testCore';
import { reproduced } from './reduced';

test('the closed form is the cost of two fits, whatever the target', () => {
  const random = new Random(3);
  for (const [n, k] of [
    [40, 0],
    [60, 2],
    [120, 7],
  ]) {
    const sample = drawSample(n, random);
    const { of } = costForm(sample.x, k, 0.1, fitContext);
    const outside = (x: number) => 0.7 * Math.cos((k + 2) * x);
    const target = { inside: (x: number) => 3 * Math.sin(k * x), outside };
    const simulated = costOfConditioning(sample, target, k, 0.5, 0.1, fitContext);
    const closed = of(sample.x.map((x, i) => outside(x) + 0.5 * sample.noise[i]));
    // The simulation takes 256 points for the integral, where frequencies from 128 on are taken for others.
    assert.ok(Math.abs(closed / simulated - 1) < 1e-3, `${n}, ${k}: ${closed} and ${simulated}`);
  }
});

test('its mean is that over many draws of the noise', () => {
  const random = new Random(4);
  const { x } = drawSample(50, random);
  const { of, mean } = costForm(x, 2, 0.1, fitContext);
  const costs = Array.from({ length: 4000 }, () => of(Float64Array.from(x, () => random.normal())));
  const average = costs.reduce((sum, cost) => sum + cost, 0) / costs.length;
  const error = Math.sqrt(costs.reduce((sum, cost) => sum + (cost - average) ** 2, 0)) / costs.length;
  assert.ok(Math.abs(average - mean) < 4 * error, `${average} ± ${error}, ${mean}`);
});

test('the bound of the theorem by hand, and who it is for', () => {
  const { constant, from } = boundOf(1);
  const peak = 2.612375348685488 - 1;
  const byHand = ((9 * 2 ** -1.5 * peak) / 2 / 0.01) * (10 * peak + 1) ** 2 + 6;
  assert.ok(Math.abs(constant / byHand - 1) < 1e-6, `${constant}, ${byHand}`);
  assert.ok(from > 300 && from < 400 && boundOf(5).from > 2900);
  const { numbers, verdict } = reproduced('ckrr-cost', 2, true);
  const [share] = numbers.filter(({ name }) => name.startsWith('k = 5: closed form less'));
  assert.ok(share.ours > 0 && share.ours < 1e-3, `${share.ours}`);
  assert.notEqual(verdict, 'differs');
});
