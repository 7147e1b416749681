import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RobustFit } from '../../../src/engine/contract/robust';
import { kcd } from '../../../src/engine/methods/kcd';
import { kl1 } from '../../../src/engine/methods/kl1';
import { klInf } from '../../../src/engine/methods/klInf';
import { ksgd } from '../../../src/engine/methods/ksgd';
import { madeProblem } from '../madeRows';
import { failsWith, fitted, type Given } from './fitting';

const given: Given = { lengthScale: '1', folds: 3 };
const robustOf = (method: typeof ksgd, design: ReturnType<typeof madeProblem>, more: Given = {}): RobustFit =>
  fitted(method, design, { ...given, ...more }).robust ?? assert.fail();

test('the path beside a descent is that of the penalised method, at the strength that both have', () => {
  for (const [descent, penalised, axis, more] of [
    [ksgd, klInf, 'c', {}],
    [ksgd, klInf, 'c', { stepSize: 0.01 }],
    [kcd, kl1, 'epsilon', {}],
    [kcd, kl1, 'epsilon', { flow: true }],
  ] as const) {
    const design = madeProblem(40, 2, 0.2, 3);
    const fit = robustOf(descent, design, more);
    const { beside, live, path } = fit;
    assert.ok(beside && live && beside.strengths.length > 5);
    const points = beside.strengths.length;
    for (const l of [2, Math.floor(points / 2), points - 2]) {
      const other = robustOf(penalised, design, { [axis]: beside.strengths[l] });
      const own = Array.from(fit.rows, (_, i) => live.fitted[0][i * path.values.length + l]);
      const sorted = fit.observed.slice().sort();
      const squared = (values: ArrayLike<number>) => Array.from(values).reduce((sum, v) => sum + v * v, 0);
      const centre = (sorted[19] + sorted[20]) / 2;
      const expected =
        squared(other.fitted[0].map((v, i) => v - own[i])) / squared(fit.observed.map((v) => v - centre));
      assert.ok(
        Math.abs(beside.distance[l] - expected) < 1e-4 * (1 + expected) + 2e-5,
        `${descent.id} ${l}: ${beside.distance[l]} for ${expected}`,
      );
      beside.at.forEach((row, r) => {
        assert.ok(
          Math.abs(beside.other[r * points + l] - other.fitted[0][row]) < 2e-3 * Math.sqrt(squared(fit.observed)),
        );
        assert.equal(beside.own[r * points + l], Math.fround(own[row]));
      });
    }
  }
});

test('rows all but unrelated: sign descent is the bounded fit, and so it stays with outliers', () => {
  for (const spoilt of [false, true]) {
    const design = madeProblem(30, 3, 0.2, 5);
    const y = design.train.y.map((v, i) => (spoilt && i % 7 === 0 ? v + 30 : v));
    const { beside } = robustOf(ksgd, { ...design, train: { ...design.train, y } }, { lengthScale: '0.01' });
    assert.ok(beside && Math.max(...beside.distance) < 1e-9);
  }
});

test('steps end where the flow does: the exact flow lies nearer to the penalty than large steps do', () => {
  const design = madeProblem(60, 2, 0.3, 8);
  const settings: readonly Given[] = [{ flow: true }, { stepSize: 0.2 }];
  const [flow, steps] = settings.map((more) => robustOf(kcd, design, more));
  const most = ({ beside }: RobustFit) => Math.max(...(beside?.distance ?? []));
  assert.ok(most(flow) < most(steps));
  assert.equal(flow.solver?.stepSize, undefined);
  failsWith('parameter/invalid', /takes no steps/, () => robustOf(kcd, design, { flow: true, stepSize: 0.1 }));
});

test('hostile targets leave a path that can be drawn, and a landmark fit has none', () => {
  const design = madeProblem(25, 2, 0.2, 4);
  const targets = {
    one: design.train.y.map((_, i) => (i === 3 ? 1e6 : 0)),
    tiny: design.train.y.map((v) => 1e-12 * v),
    huge: design.train.y.map((v) => 1e12 * v),
    tied: design.train.y.map((_, i) => i % 2),
  };
  for (const method of [ksgd, kcd])
    for (const more of (method === kcd ? [{}, { flow: true }] : [{}]) as Given[])
      for (const [name, y] of Object.entries(targets)) {
        const { beside } = robustOf(method, { ...design, train: { ...design.train, y } }, more);
        const values = beside ? [...beside.distance, ...beside.strengths, ...beside.own, ...beside.other] : [];
        assert.ok(values.every(Number.isFinite), `${method.id} ${name}`);
      }
  assert.equal(robustOf(ksgd, madeProblem(60, 2, 0.2, 4), { landmarks: 20 }).beside, undefined);
});
