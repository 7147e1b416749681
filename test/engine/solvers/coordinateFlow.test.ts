import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Random } from '../../../src/engine/data/random';
import { coordinateFlowPath } from '../../../src/engine/solvers/coordinateFlow';
import { coordinateStepPath } from '../../../src/engine/solvers/coordinateSteps';
import { diagonalGram, follow, l1Norm, largestDifference, largestSize, madeFactor, madeGram, times } from './signGrams';

const TIMES = [0.01, 0.1, 0.5, 2, 8];

test('descent in ever smaller steps comes to the flow, whatever the kernel matrix', () => {
  const kernels = [
    { kind: 'gaussian', lengthScale: 0.8 },
    { kind: 'gaussian', lengthScale: 0.2 },
    { kind: 'laplace', lengthScale: 1 },
  ] as const;
  for (const [k, kernel] of kernels.entries())
    for (const seed of [1, 2, 3]) {
      const { gram, y } = madeGram(kernel, 40, 2, 10 * k + seed);
      const flow = follow(coordinateFlowPath, gram, y, TIMES);
      const off = [0.01, 0.0025, 0.000625].map((step) =>
        Math.max(
          ...follow(coordinateStepPath(step), gram, y, TIMES).map(({ residuals }, l) =>
            largestDifference(residuals, flow[l].residuals),
          ),
        ),
      );
      assert.ok(off[2] < 0.2 * off[0] && off[2] < 0.004, `${kernel.kind} ${kernel.lengthScale}, ${seed}: ${off}`);
    }
});

test('rows that move have the largest residual, which falls; t is the l1 length; residuals are those of alpha', () => {
  for (const seed of [4, 5, 6]) {
    const { gram, y } = madeGram({ kind: 'laplace', lengthScale: 0.7 }, 50, 3, seed);
    const times200 = Array.from({ length: 200 }, (_, i) => 0.05 * (i + 1));
    let [most, before] = [largestSize(y), new Float64Array(50)];
    for (const [l, { alpha, residuals }] of follow(coordinateFlowPath, gram, y, times200).entries()) {
      const expected = times(gram, alpha).map((value, i) => y[i] - value);
      assert.ok(largestDifference(residuals, expected) < 1e-9);
      assert.ok(largestSize(residuals) <= most + 1e-12, 'the largest residual rises');
      assert.ok(l1Norm(alpha) <= times200[l] + 1e-9);
      assert.ok(Math.abs(l1Norm(alpha.map((a, i) => a - before[i]))) <= 0.05 + 1e-9);
      most = largestSize(residuals);
      before = alpha.slice();
    }
  }
});

test('a diagonal kernel matrix lowers the largest to a common level', () => {
  const gram = diagonalGram([1, 2, 0.5]);
  const y = Float64Array.of(3, -2, 1);
  // The first alone to 2 (t = 1); then the first two at equal falls: rates 1 to 1/2 of t in total.
  const [one, two] = follow(coordinateFlowPath, gram, y, [1, 2.5]);
  assert.ok(largestDifference(one.alpha, Float64Array.of(1, 0, 0)) < 1e-12);
  assert.ok(largestDifference(two.alpha, Float64Array.of(2, -0.5, 0)) < 1e-12);
  const [end] = follow(coordinateFlowPath, gram, y, [100]);
  assert.ok(largestDifference(end.alpha, Float64Array.of(3, -1, 2)) < 1e-12 && largestSize(end.residuals) < 1e-12);
});

test('a factor gives what its matrix gives', () => {
  const { factor, dense, y } = madeFactor(60, 12, 7);
  const byMatrix = follow(coordinateFlowPath, dense, y, [0.01, 0.1, 1]);
  follow(coordinateFlowPath, factor, y, [0.01, 0.1, 1]).forEach(({ residuals }, index) => {
    assert.ok(largestDifference(residuals, byMatrix[index].residuals) < 1e-8);
  });
});

test('ties, repeated rows with one target or two, zeros and one row end at rest or go on', () => {
  const rows = 12;
  const random = new Random(9);
  const x = Array.from({ length: rows }, (_, i) => Math.floor(i / 2) + 0.1 * random.uniform() * (i % 2 ? 0 : 0));
  const k = new Float64Array(rows * rows);
  for (let j = 0; j < rows; j++) for (let i = 0; i < rows; i++) k[i + j * rows] = Math.exp(-Math.abs(x[i] - x[j]));
  const gram = { kind: 'dense', n: rows, k } as const;
  const targets = {
    opposite: Float64Array.from(x, (_, i) => (i % 2 ? 1 : -1)),
    'one each': Float64Array.from(x, (v) => Math.sin(v)),
    tied: new Float64Array(rows).fill(1),
    zero: new Float64Array(rows),
    mixed: Float64Array.from(x, (v, i) => v + (i === 3 ? 5 : 0)),
  };
  for (const [name, y] of Object.entries(targets)) {
    const flow = follow(coordinateFlowPath, gram, y, [0.1, 1, 10, 1000]);
    const steps = follow(coordinateStepPath(0.0005), gram, y, [0.1, 1, 10]);
    steps.forEach(({ residuals }, l) => {
      assert.ok(largestDifference(residuals, flow[l].residuals) < 0.01, `${name} at ${l}`);
    });
    assert.ok(flow[3].alpha.every(Number.isFinite), name);
  }
  const [end] = follow(coordinateFlowPath, diagonalGram([2]), Float64Array.of(3), [9]);
  assert.ok(Math.abs(end.alpha[0] - 1.5) < 1e-15);
});
