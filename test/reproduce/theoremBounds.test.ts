import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type BoundedKind,
  type BoundSetting,
  type ErrorNorm,
  statedBound,
} from '../../src/engine/spectrum/componentBounds';
import { verdictWord } from '../../src/reproduce/compared';
import { heldWithProbability } from '../../src/reproduce/statistics';

const close = (a: number, b: number) => assert.ok(Math.abs(a - b) <= 1e-9 * Math.abs(b), `${a} is not ${b}`);

/** kappa = 3. */
const eigenvalues = Float64Array.of(1, 0.5);
const setting: BoundSetting = {
  eigenvalues,
  rest: 0,
  kappa: 3,
  leverage: (t) => 2 * (1 / (1 + t) + 0.5 / (0.5 + t)),
  l: 1,
  n: 100_000,
  delta: 0.05,
};
const stated = (norm: ErrorNorm, kind: BoundedKind, of: BoundSetting) => {
  const found = statedBound(norm, kind, of);
  assert.ok(found, 'the theorem says nothing');
  return found;
};

test('constants are those of theorems 3, 8 and 9', () => {
  const log = Math.log(40);
  const dimension = (t: number) => 1 / (1 + t) + 0.5 / (0.5 + t);
  const inH = stated('inH', 'empirical', setting);
  close(inH.bound, 3 * dimension(inH.t) * (0.5 + inH.t) + (96 * log) / 1e5);
  close(inH.probability, 0.75);
  const inL2 = stated('inL2', 'empirical', setting);
  close(inL2.bound, 9 * dimension(inL2.t) * (0.5 + inL2.t) ** 2 + (576 * log) / 1e5);
  close(inL2.probability, 0.85);
  for (const [norm, bound] of [
    ['inH', (t: number) => 6 * dimension(t) * (0.5 + 9 * t) + (96 * log) / 1e5],
    ['inL2', (t: number) => 36 * dimension(t) * (0.5 + 9 * t) ** 2 + (288 * log) / 1e5],
  ] as const) {
    const { bound: found, t, m, probability } = stated(norm, 'nystrom', setting);
    close(found, bound(t));
    close(probability, 0.45);
    const first = Math.max(67, 10 * dimension(t)) * Math.log(12 / (0.05 * t));
    assert.equal(m, Math.ceil(Math.max(first, (420 / t) * Math.log(8 / (0.05 * t)))));
    assert.ok(m <= setting.n);
  }
  const { bound, t, m, probability } = stated('inL2', 'features', setting);
  assert.equal(m, Math.ceil(((1024 * 9) / 0.25) * log));
  const size = dimension(t) + (48 * log) / (t * m) + Math.sqrt((24 * dimension(t) * log) / (t * m));
  close(bound, 162 * size * (0.5 + t) ** 2 + (1920 * log) / 1e5 + (2304 * log) / m);
  close(probability, 0.4);
});

test('t is the best of those that the conditions allow, and too few rows have none', () => {
  const least = (420 / 1e5) * Math.log((48 * 1e5) / 0.05);
  for (const kind of ['empirical', 'nystrom', 'features'] as const) {
    const { t } = stated('inL2', kind, setting);
    assert.ok(t >= least * (1 - 1e-12) && t <= (kind === 'features' ? 1 / 3 : 1) * (1 + 1e-12), `${kind}: ${t}`);
  }
  assert.equal(statedBound('inH', 'empirical', { ...setting, n: 1000 }), undefined);
  // Eigenvalues that are not known, and landmarks whose leverage is not, make bounds larger.
  const less = { ...setting, eigenvalues: eigenvalues.subarray(0, 2), rest: 0.1 };
  assert.ok(stated('inH', 'empirical', less).bound > stated('inH', 'empirical', setting).bound);
  assert.equal(statedBound('inH', 'nystrom', setting, 500), undefined);
});

test('draws show a probability, refute it, or cannot tell', () => {
  const held = (often: number, n: number) => Array.from({ length: n }, (_, i) => i < often);
  // 0.85^18 = 0.054, 0.85^19 = 0.046.
  assert.equal(heldWithProbability(held(18, 18), 0.85), undefined);
  assert.equal(heldWithProbability(held(19, 19), 0.85), true);
  // P(at most 6 of 10 | 0.9) = 0.013, P(at most 7 of 10 | 0.9) = 0.070.
  assert.equal(heldWithProbability(held(6, 10), 0.9), false);
  assert.equal(heldWithProbability(held(7, 10), 0.9), undefined);
  assert.equal(heldWithProbability(held(0, 3), 0.9), false);
});

test('bounds hold only where none is violated and all can tell', () => {
  assert.equal(verdictWord([true, true]), 'hold');
  assert.equal(verdictWord([true, undefined]), 'hold in 1 of 2 cases, the others cannot tell');
  assert.equal(verdictWord([true, false, undefined]), 'are violated in 1 of 3 cases');
  assert.equal(verdictWord([undefined, undefined]), 'cannot be judged by so few draws');
});
