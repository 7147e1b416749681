import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Random } from '../../src/engine/data/random';
import { sidesOf } from '../../src/reproduce/ckrr/ckrrIneq3';
import { conditionalPredictions, drawSample, harmonicEigenvalues } from '../../src/reproduce/ckrr/trigonometricSetting';
import { fitContext } from '../engine/testCore';
import { reproduced } from './reduced';

test('eigenvalues sum to the kernel on its diagonal', () => {
  const sum = harmonicEigenvalues(100_000).reduce((total, v) => total + v, 0);
  // 1 + zeta(1.5), less a tail of 2/√100,000.
  assert.ok(Math.abs(sum + 2 / Math.sqrt(1e5) - (1 + 2.612375348685488)) < 1e-6, `${sum}`);
});

test('ridge without anything unpenalised shrinks a constant, conditional ridge does not', () => {
  const { x } = drawSample(30, new Random(5));
  const y = x.map(() => 2);
  const [ridge, conditional] = conditionalPredictions({ x, y, lambda: 0.1 }, ['none', 1], fitContext);
  for (const v of conditional) assert.ok(Math.abs(v - 2) < 1e-10);
  assert.ok(ridge.every((v) => v > 1.5 && v < 1.95));
  // The others at hand change none of them.
  const [alone] = conditionalPredictions({ x, y, lambda: 0.1 }, [1], fitContext);
  assert.deepEqual(conditional, alone);
});

test('a signal is left more of by ridge the fewer the rows', () => {
  const [few, many] = [sidesOf(50), sidesOf(800)];
  assert.ok(few.left > many.left && few.further > 10 * many.further);
});

test('without a signal unpenalised functions raise the error', () => {
  const none = reproduced('ckrr-ineq3').numbers.filter(({ name }) => / 0 times the A²/.test(name));
  assert.equal(none.length, 3);
  for (const { ours, oursError = 0 } of none) assert.ok(ours > 2 * oursError && oursError > 0);
});
