import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Method } from '../../../src/engine/fit/method';
import { kcd } from '../../../src/engine/methods/kcd';
import { klInf } from '../../../src/engine/methods/klInf';
import { ksgd } from '../../../src/engine/methods/ksgd';
import { madeDesign, madeProblem, madeRows, madeSample } from '../madeRows';
import { failsWith, fitted, type Given } from '../methods/fitting';

const given = { lengthScale: '1', folds: 2 };
const MOST = { ksgd: 100_000, kcd: 1_000_000 };

test('a kernel that is a hundred times another gives the same fit by default', () => {
  const rows = madeProblem(60, 2, 0.2, 4, 20);
  const predicted = (kernel: string) => Array.from(fitted(kcd, rows, { folds: 2, kernel }).holdout?.predicted ?? []);
  const [one, other] = ['gaussian(lengthScale=1)', '100*gaussian(lengthScale=1)'].map(predicted);
  assert.equal(one.length, 20);
  one.forEach((v, i) => {
    assert.ok(Math.abs(v - other[i]) < 1e-6, `${v} against ${other[i]}`);
  });
});

test('however small the steps, a path ends after ten times the usual most of them, and says so', () => {
  for (const [method, most] of [
    [ksgd, MOST.ksgd],
    [kcd, MOST.kcd],
  ] as const)
    for (const stepSize of [1e-9, 1e-100]) {
      const { robust, notes } = fitted(method, madeProblem(12, 2, 0.1, 1), { ...given, stepSize });
      assert.ok(robust && robust.convergence.iterations <= 1.001 * most, method.id);
      assert.ok(
        notes.some(({ code }) => code === 'path/cut'),
        method.id,
      );
    }
});

test('where the steps end before the errors rise, each way that the note names leads farther', () => {
  const rows = madeProblem(40, 1, 0.01, 2);
  const few = { lengthScale: '0.3', folds: 2 };
  const ways = { ksgd: ['a larger stepSize', 'choose kl-inf'], kcd: ['a larger stepSize', 'flow'] };
  const cut = (method: Method, parameters: Given) =>
    fitted(method, rows, { ...few, ...parameters }).notes.find(({ code }) => code === 'path/cut');
  for (const [method, named, stepSize] of [
    [ksgd, ways.ksgd, 1e-7],
    [kcd, ways.kcd, 1e-6],
  ] as const) {
    const note = cut(method, { stepSize });
    for (const way of named) assert.ok(note?.text.includes(way), note?.text);
    assert.equal(cut(method, { stepSize: 1e4 * stepSize }), undefined, method.id);
  }
  assert.equal(cut(kcd, { flow: true }), undefined);
  assert.equal(cut(klInf, {}), undefined);
});

test('a t that is too many steps away is refused in words, whoever set the step', () => {
  const x = madeRows(15, 2, 1);
  const decades = Float64Array.from({ length: 15 }, (_, i) => 10 ** (4 * i - 40));
  const wide = madeDesign(madeSample(x, decades));
  for (const more of [{ seed: 1 }, { lengthScale: '1' }] as Given[])
    failsWith('parameter/invalid', /t 0\.5 is .+ steps of \S+ away, more than the 1,000,000 that are taken/, () =>
      fitted(kcd, wide, { folds: 2, t: 0.5, ...more }),
    );
  failsWith('parameter/invalid', /more than the 100,000 that are taken.*larger stepSize or a smaller t/, () =>
    fitted(ksgd, madeProblem(12, 2, 0.1, 1), { ...given, stepSize: 1e-9, t: 0.5 }),
  );
});

test('the estimate grows with the steps, up to the most that are taken', () => {
  for (const [method, most] of [
    [ksgd, MOST.ksgd],
    [kcd, MOST.kcd],
  ] as const) {
    const seconds = (steps: number, n: number) => method.cost({ ...given, t: 1, stepSize: 1 / steps }, n, 2, 1).seconds;
    for (const n of [12, 400]) {
      const slope = (from: number, to: number) => (seconds(to, n) - seconds(from, n)) / (to - from);
      const first = slope(most / 4, most / 2);
      assert.ok(first > 0 && Math.abs(slope(most / 2, most) / first - 1) < 1e-6, `${method.id} ${n}`);
      assert.ok(Math.abs(seconds(1e12, n) / seconds(most, n) - 1) < 1e-9, `${method.id} ${n}`);
    }
  }
});
