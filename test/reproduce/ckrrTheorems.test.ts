import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Random } from '../../src/engine/data/random';
import { costForm } from '../../src/reproduce/ckrr/ckrrCost';
import { blockRidge } from '../../src/reproduce/ckrr/ckrrTheorems';
import { ConditionalPath } from '../../src/reproduce/ckrr/conditionalPath';
import { residualOfSeries } from '../../src/reproduce/ckrr/trigonometricSetting';
import { solved, times } from '../../src/reproduce/matrices';
import { fitContext } from '../engine/testCore';

const random = new Random(5);

test('the block system is conditional ridge by a Cholesky factor', () => {
  const n = 30;
  const x = Float64Array.from({ length: n }, () => random.normal());
  const kernel = Float64Array.from({ length: n * n }, (_, at) =>
    Math.exp(-((x[at % n] - x[Math.floor(at / n)]) ** 2) / 2),
  );
  const f = Float64Array.from([...x.map(() => 1), ...x]);
  const y = x.map((v) => Math.sin(2 * v) + random.normal());
  const { fitted, norm, objective } = blockRidge(kernel, f, y, fitContext);
  const { alpha } = new ConditionalPath(kernel.slice(), f, 2, y, 0.01, fitContext).at(2);
  alpha.forEach((a, i) => {
    assert.ok(Math.abs(y[i] - fitted[i] - 0.01 * n * a) < 1e-9);
  });
  const smooth = times(kernel, alpha, n, fitContext);
  assert.ok(Math.abs(norm - smooth.reduce((sum, v, i) => sum + v * alpha[i], 0)) < 1e-9);
  assert.ok(objective < y.reduce((sum, v) => sum + v * v, 0) / n);
});

test('a singular system is solved in its range, and its matrix kept', () => {
  const a = Float64Array.of(2, 2, 2, 2);
  assert.deepEqual(
    Array.from(solved(a, 2, Float64Array.of(3, 5), fitContext), (v) => Math.round(v * 1e9) / 1e9),
    [1, 1],
  );
  assert.deepEqual([...a], [2, 2, 2, 2]);
});

test('the kernel of equal eigenvalues, and its cost by an integral', () => {
  const [n, k, top] = [25, 2, 40];
  const x = Float64Array.from({ length: n }, () => 2 * Math.PI * random.uniform());
  const wave = (t: number, first: number, last: number) => {
    let sum = 0;
    for (let i = first; i <= last; i++) sum += Math.cos(i * t);
    return sum;
  };
  const rest = residualOfSeries(x, k, 0.75, fitContext, top).slice();
  rest.forEach((v, at) => {
    assert.ok(Math.abs(v - wave(x[at % n] - x[Math.floor(at / n)], k + 1, top)) < 1e-9);
  });
  // Both learners on the same rows: w alone, and conditional ridge of w, at points enough for the integral to be exact.
  const w = x.map(() => random.normal());
  const gram = rest.map((v, at) => v + (at % (n + 1) === 0 ? n * 0.1 : 0));
  const f = Float64Array.from({ length: n * 5 }, (_, at) => {
    const [i, j] = [at % n, Math.floor(at / n)];
    return j === 0 ? 1 : j % 2 === 1 ? Math.cos(((j + 1) / 2) * x[i]) : Math.sin((j / 2) * x[i]);
  });
  const alone = solved(gram, n, w, fitContext);
  const { alpha, beta } = new ConditionalPath(rest.slice(), f, 5, w, 0.1, fitContext).at(5);
  let cost = 0;
  for (let p = 0; p < 200; p++) {
    const t = (2 * Math.PI * p) / 200;
    let off =
      beta[0] + beta[1] * Math.cos(t) + beta[2] * Math.sin(t) + beta[3] * Math.cos(2 * t) + beta[4] * Math.sin(2 * t);
    for (let i = 0; i < n; i++) off += (alpha[i] - alone[i]) * wave(t - x[i], k + 1, top);
    cost += off ** 2 / 200;
  }
  assert.ok(Math.abs(costForm(x, k, 0.1, fitContext, top).of(w) / cost - 1) < 1e-8);
});
