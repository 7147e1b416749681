import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Random } from '../../src/engine/data/random';
import { descentLimit, sparsePredictions } from '../../src/reproduce/sign/predictions';
import { settingOf } from '../../src/reproduce/sign/signProp6';
import { reproduced } from './reduced';

test('sparse predictions meet the conditions of their minimum', () => {
  const setting = settingOf(0.5, new Random(6));
  const m = Math.sqrt(setting.kernel.length);
  const penalty = 2;
  const { f } = sparsePredictions(setting, penalty);
  const gradient = descentLimit(setting, f, new Float64Array(m));
  const n = setting.y.length;
  assert.ok(f.slice(0, n).some((v) => v === 0) && f.slice(0, n).some((v) => v !== 0));
  for (let i = 0; i < n; i++)
    if (f[i] === 0) assert.ok(Math.abs(gradient[i]) <= penalty + 1e-6);
    else assert.ok(Math.abs(gradient[i] - penalty * Math.sign(f[i])) < 1e-6, `${i}: ${gradient[i]}`);
});

test('with a Laplace kernel all places have a solution, with a Gaussian one some have none', () => {
  const { numbers, verdict } = reproduced('sign-fig4');
  const none = (kernel: string) => numbers.filter(({ name }) => name.endsWith(`no solution, ${kernel} kernel`));
  assert.deepEqual(
    none('Laplace').map(({ ours }) => ours),
    [0, 0],
  );
  assert.ok(none('Gaussian').every(({ ours }) => ours > 0));
  assert.equal(verdict, 'agrees');
});
