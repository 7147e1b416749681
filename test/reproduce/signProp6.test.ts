import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Random } from '../../src/engine/data/random';
import { boundedPredictions } from '../../src/reproduce/sign/predictions';
import { settingOf, signFlow } from '../../src/reproduce/sign/signProp6';
import { reproduced } from './reduced';

test('where the kernel matrix is diagonal, bounded predictions are the targets cut off, and 0 at test rows', () => {
  const setting = settingOf(0, new Random(2));
  const f = boundedPredictions(setting, 0.5);
  for (const [i, y] of setting.y.entries())
    assert.ok(Math.abs(f[i] - Math.sign(y) * Math.min(0.5, Math.abs(y))) < 1e-12);
  assert.ok(f.slice(setting.y.length).every((v) => v === 0));
  assert.equal(f.length, 50);
});

test('no other predictions within the bound are nearer to the targets', () => {
  const setting = settingOf(0.5, new Random(3));
  const { y, kernel } = setting;
  const m = Math.sqrt(kernel.length);
  const error = (f: Float64Array) => {
    let sum = 0;
    for (let i = 0; i < y.length; i++)
      for (let j = 0; j < y.length; j++) sum += (y[i] - f[i]) * kernel[i + j * m] * (y[j] - f[j]);
    return sum;
  };
  const f = boundedPredictions(setting, 1);
  const random = new Random(4);
  for (let trial = 0; trial < 200; trial++) {
    const other = f.map((v) => Math.max(-1, Math.min(1, v + 0.1 * random.normal())));
    assert.ok(error(other) >= error(f) - 1e-9);
  }
});

test('the flow reaches what is asked for in turn, and off the diagonal the two differ', () => {
  const setting = settingOf(0, new Random(5));
  const [early, late] = signFlow(setting, [0.1, 1]);
  assert.ok(Math.max(...early.map(Math.abs)) < 0.1 + 1e-9 && Math.max(...late.map(Math.abs)) > 0.9);
  const { verdict, numbers } = reproduced('sign-prop6');
  assert.equal(verdict, 'agrees');
  const [apart] = numbers.filter(({ name }) => name.startsWith('length scale 0.5'));
  assert.ok(apart.ours > 0.01, `${apart.ours}`);
});
