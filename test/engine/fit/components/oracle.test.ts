import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Matrix } from '../../../../src/engine/contract/data';
import type { KernelSpec, RandomFeatureMap } from '../../../../src/engine/contract/kernel';
import { empiricalComponents } from '../../../../src/engine/fit/components/empirical';
import { featureComponents } from '../../../../src/engine/fit/components/featureComponents';
import { rowBlock } from '../../../../src/engine/kernels/rows';
import { quietWith } from '../../../../src/engine/linalg/linalg';
import { preImages } from '../../../../src/engine/model/preImages';
import { projectComponents } from '../../../../src/engine/model/projectComponents';
import oracle from '../../../oracles/components.json';
import { relativeError } from '../../madeRows';
import { core } from '../../testCore';
import { formulaRows, gaussian, signlessError } from './making';

const KERNELS: Readonly<Record<string, (lengthScale: number) => KernelSpec>> = {
  gaussian,
  linear: (s) => ({ kind: 'linear', lengthScale: [s] }),
  polynomial: (s) => ({ kind: 'polynomial', degree: 2, scale: 1, offset: 1, lengthScale: [s] }),
};

/** Training rows, and new ones behind them. */
function parts(n: number, d: number): readonly [Matrix, Matrix] {
  const all = formulaRows(n + oracle.fresh, d);
  return [rowBlock(all, 0, n), rowBlock(all, n, oracle.fresh)];
}

for (const { kernel, lengthScale, n, d, l, ...expected } of oracle.kernels)
  test(`${n}×${d} rows, ${kernel} kernel: eigenvalues, scores and errors are scikit-learn's`, () => {
    const [x, fresh] = parts(n, d);
    const found = empiricalComponents(KERNELS[kernel](lengthScale), x, l, true, quietWith(core));
    assert.ok(relativeError(found.eigenvalues, expected.eigenvalues) < 1e-8);
    assert.ok(Math.abs(found.total - expected.total) < 1e-10 * expected.total);
    assert.ok(found.training);
    const shown = expected.scores.length;
    const scores = found.training.scores.subarray(0, shown * l);
    assert.ok(signlessError(scores, expected.scores.flat(), l) < 1e-8, 'training scores');
    const error = found.training.error.subarray(0, shown);
    // Where all directions are retained, only rounding is left.
    const size = Math.max(...expected.error) > 1e-10 ? Math.max(...expected.error) : found.total;
    assert.ok(
      error.every((v, i) => Math.abs(v - Math.max(0, expected.error[i])) < 1e-8 * size),
      'training errors',
    );
    const projected = projectComponents(found.model, fresh, quietWith(core));
    assert.ok(signlessError(projected.scores, expected.fresh.flat(), l) < 1e-8, 'scores of new rows');
    assert.ok(relativeError(projected.error, expected.freshError) < 1e-8, 'errors of new rows');
    // The training rows as new rows.
    const again = projectComponents(found.model, x, quietWith(core));
    assert.ok(relativeError(again.scores, found.training.scores) < 1e-10);
    if (!('pca' in expected) || !expected.pca) return;
    assert.ok(relativeError(found.eigenvalues, expected.pca.variance) < 1e-10, 'linear PCA');
    const left = expected.pca.error;
    assert.ok(
      found.training.error.every((v, i) => Math.abs(v - left[i]) < 1e-10 * found.total),
      'residuals of linear PCA',
    );
  });

test('random features: components, scores and errors are those of plain PCA on the feature matrix', () => {
  const { n, d, count, l, ...expected } = oracle.fourier;
  const [x, fresh] = parts(n, d);
  const map: RandomFeatureMap = {
    activation: 'cos',
    inputs: d,
    weights: Float64Array.from({ length: d * count }, (_, o) => {
      const [c, j] = [o % d, Math.floor(o / d)];
      return 1.4 * Math.sin(3.1 * j + 1.3 * c);
    }),
    bias: Float64Array.from({ length: count }, (_, j) => 0.37 * j),
    scale: Math.SQRT2,
  };
  const found = featureComponents({ map, title: 'features' }, gaussian(1), x, l, true, quietWith(core));
  assert.equal(found.kind, 'randomFeatures');
  assert.ok(relativeError(found.eigenvalues, expected.eigenvalues) < 1e-10);
  assert.ok(Math.abs(found.total - expected.total) < 1e-12 * expected.total);
  const projected = projectComponents(found.model, fresh, quietWith(core));
  assert.ok(signlessError(projected.scores, expected.fresh.flat(), l) < 1e-10);
  assert.ok(relativeError(projected.error, expected.freshError) < 1e-10);
});

for (const { lengthScale, n, d, l, alpha, rows } of oracle.inverse)
  test(`pre-images of ${n}×${d} rows from ${l} scores are those of scikit-learn’s inverse_transform`, () => {
    const [x, fresh] = parts(n, d);
    const found = empiricalComponents(gaussian(lengthScale), x, l, true, quietWith(core));
    const { scores } = projectComponents(found.model, fresh, quietWith(core));
    const back = preImages(found.model, quietWith(core), { lengthScale, alpha }).rowsOf(scores, quietWith(core));
    for (let j = 0; j < d; j++) {
      const mean = x.values.subarray(j * n, (j + 1) * n).reduce((sum, v) => sum + v / n, 0);
      const column = back.values.subarray(j * back.rows, (j + 1) * back.rows).map((v) => v - mean);
      const expected = rows.map((row) => row[j]);
      assert.ok(relativeError(column, expected) < 1e-7, `column ${j}: ${relativeError(column, expected)}`);
    }
  });
