// The series of ONNX's tanh network kernel against the integral that it stands for.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Matrix } from '../../src/engine/contract/data';
import { type TanhSeries, tanhSeries } from '../../src/export/onnx/tanhNetwork';
import { testFolder } from '../testFolder';
import { cellsOf } from './compareCsv';
import { PYTHON, said } from './fittedCases';
import { onnxRows } from './onnxRows';
import { runOnnx } from './runOnnx';

/** E[tanh u·tanh v] by the trapezium rule in two independent normal variables, which converges geometrically. */
function integral(deviations: readonly [number, number], rho: number): number {
  const step = 0.35 / (4 + Math.max(...deviations));
  const count = Math.ceil(9.5 / step);
  const points = Array.from({ length: 2 * count + 1 }, (_, i) => (i - count) * step);
  const density = points.map((g) => (step * Math.exp(-0.5 * g * g)) / Math.sqrt(2 * Math.PI));
  const rest = Math.sqrt(1 - rho * rho);
  let sum = 0;
  points.forEach((g, i) => {
    let inner = 0;
    points.forEach((h, j) => {
      inner += density[j] * Math.tanh(deviations[1] * (rho * g + rest * h));
    });
    sum += density[i] * Math.tanh(deviations[0] * g) * inner;
  });
  return sum;
}

const times = (row: readonly number[], { rows, columns, values }: Matrix) =>
  Array.from({ length: columns }, (_, c) => row.reduce((sum, value, i) => sum + value * values[c * rows + i], 0));

function seriesAt({ nodes, basis, forms }: TanhSeries, deviations: readonly [number, number], rho: number): number {
  const [a, b] = deviations.map((deviation) =>
    times(
      Array.from(nodes, (g) => Math.tanh(deviation * g)),
      basis,
    ),
  );
  return forms.reduce((sum, form, j) => {
    const d = times(a, form).reduce((all, value, r) => all + value * b[r], 0);
    return sum + d * Math.cos((2 * j + 1) * Math.acos(rho));
  }, 0);
}

for (const largest of [0.02, 1, 9, 36])
  test(`variances up to ${largest}: within 2e-14 of the kernel`, () => {
    const series = tanhSeries(largest);
    assert.ok(series);
    const most = Math.sqrt(largest);
    let worst = 0;
    for (const deviations of [
      [most, most],
      [most, 0.4 * most],
      [0.3 * most, 0.01 * most],
      [0.7 * most, 0],
    ] as const)
      for (const rho of [-1, -0.6, 0, 0.3, 0.99, 1])
        worst = Math.max(worst, Math.abs(seriesAt(series, deviations, rho) - integral(deviations, rho)));
    assert.ok(worst < 2e-14, String(worst));
  });

test('where rows are all 0 or their variance is too large there is none', () => {
  assert.equal(tanhSeries(0), undefined);
  assert.equal(tanhSeries(100), undefined);
});

test('a graph predicts rows near and far from the training rows alike, whichever way it computes', {
  skip: !existsSync(PYTHON) && !process.env.CI && 'no onnxruntime',
}, async () => {
  const folder = testFolder();
  const lines = (from: number, count: number) =>
    Array.from({ length: count }, (_, i) => {
      const [p, q] = [Math.sin(1.7 * (from + i)), Math.cos(2.3 * (from + i))];
      return `${p},${q},${Math.sin(3 * p) + q + 0.3 * Math.sin(91.7 * (from + i))}`;
    });
  const [train, model] = [join(folder, 'train.csv'), join(folder, 'm')];
  await writeFile(train, ['p,q,y', ...lines(0, 40)].join('\n'));
  const smooth = ['--set', 'kernel=tanhNetwork(lengthScale=1)', '--set', 'lambda=0.001'];
  await said(folder, 'fit', train, '--target', 'y', '--quiet', ...smooth, '--save', model);
  await said(folder, 'export', model, '--as', 'onnx', '--float64', '--out', join(folder, 'onnx'));
  const near = lines(100, 20);
  for (const rows of [near, [...near, '40,-30,0']]) {
    const csv = ['p,q,y', ...rows].join('\n');
    await writeFile(join(folder, 'new.csv'), csv);
    const expected = cellsOf(await said(folder, 'predict', model, join(folder, 'new.csv'))).slice(1);
    const [{ outputs, failed }] = await runOnnx([{ folder: join(folder, 'onnx'), rows: onnxRows(csv) }]);
    assert.equal(failed, undefined);
    expected.forEach(([, predicted, lower], i) => {
      assert.ok(
        Math.abs(Number(predicted) - Number(outputs.predicted[i][0])) < 1e-12,
        `row ${i + 1} of ${rows.length}`,
      );
      assert.ok(Math.abs(Number(lower) - Number(outputs.lower[i][0])) < 1e-12, `row ${i + 1} of ${rows.length}`);
    });
  }
});
