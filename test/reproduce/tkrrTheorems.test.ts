import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exactRisk } from '../../src/reproduce/tkrr/alignment';
import { constants, ratiosAt } from '../../src/reproduce/tkrr/exactError';
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

test('ratios of equation (13) are those of the exact risk, between constants that its sums have', () => {
  const [alpha, gamma, n, lambda] = [1, 1.5, 100, 0.1];
  const mu = Float64Array.from({ length: n }, (_, i) => 1 / (i + 1));
  const squares = Float64Array.from({ length: n }, (_, i) => (i + 1) ** -4);
  const noise = 0.01 / n;
  const ratios = ratiosAt(alpha, gamma, n, lambda)[1];
  for (const r of [1, 7, 50, 99, 100]) {
    const simple = lambda ** 2 + (r < n ? r ** -3 : 0) + noise * Math.min(r, 10);
    assert.ok(Math.abs(ratios[r - 1] * simple - exactRisk(mu, squares, noise, r, lambda)) < 1e-14);
  }
  // By hand: beta = 1, s = 3.
  assert.deepEqual(constants(1, 1.5), [(1 - 0.51 ** 3) / 24, 2 + 1 / 3]);
});

test('proposition 1: many coefficients, one function', () => {
  const { numbers, claims } = reproduced('tkrr-prop1');
  const of = (start: string) => numbers.find(({ name }) => name.startsWith(start))?.ours ?? Number.NaN;
  assert.ok(of('greatest relative gradient at solutions') < 1e-9);
  assert.ok(of('least relative gradient elsewhere') > 1e-4);
  assert.ok(of('greatest relative difference from full ridge') < 1e-9);
  assert.deepEqual(
    claims.map(({ holds }) => holds),
    ['yes', 'yes', 'yes', 'unclear', 'yes'],
  );
});
