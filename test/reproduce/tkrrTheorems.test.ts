import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exactRisk } from '../../src/reproduce/tkrr/alignment';
import { bandedRisk, statementsHold } from '../../src/reproduce/tkrr/prop2';
import { reproduced } from './reduced';

const mu = Float64Array.from({ length: 60 }, (_, i) => (i + 1) ** -1.5);

test('the error of a band is that of its mean scores', () => {
  const [l, b, lambda, noise] = [5, 8, 0.02, 0.03];
  const squares = new Float64Array(l + b).fill(1 / b, l);
  for (const r of [1, 5, 9, 13, 40]) {
    const risk = bandedRisk({ mu, lambda, noise }, l, b, r);
    assert.ok(Math.abs(risk - exactRisk(mu, squares, noise, r, lambda)) < 1e-14);
  }
});

test('the turn at j* as printed is one step late where the band begins by raising the error', () => {
  // 1 + 2·lambda/mu_i > noise·b begins inside the band.
  const inside = statementsHold({ mu, lambda: 0.05, noise: 0.3 }, 0, 10);
  assert.deepEqual(inside, {
    outside: true,
    turnAsPrinted: false,
    turnBefore: true,
    overPlace: true,
    overWidth: true,
  });
  // From its first direction on the band lowers the error.
  const whole = statementsHold({ mu, lambda: 0.05, noise: 0.01 }, 0, 10);
  assert.deepEqual([whole.turnAsPrinted, whole.turnBefore], [true, true]);
});

test('statements that do not hold are not found to hold', () => {
  // Eigenvalues that rise: directions further up are learnt better.
  const rising = statementsHold({ mu: mu.toReversed(), lambda: 0.05, noise: 0.01 }, 0, 10);
  assert.deepEqual([rising.overPlace, rising.overWidth], [false, false]);
});

test('theorem 1 stands beside fits that do not use it', () => {
  const { numbers, verdict } = reproduced('tkrr-thm1');
  assert.equal(numbers.length, 13);
  for (const { name, ours, oursError = 0 } of numbers.slice(1)) {
    const exact = Number(/exact: ([\d.]+)/.exec(name)?.[1]);
    assert.ok(Math.abs(ours - exact) < 5 * oursError + 1e-5 * exact, name);
  }
  assert.notEqual(verdict, 'differs');
});
