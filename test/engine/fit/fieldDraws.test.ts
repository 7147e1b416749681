import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contextWith } from '../../../src/engine/contract/context';
import type { FeatureBlock, FieldMap } from '../../../src/engine/contract/kernel';
import { evaluateFeatures, firstFeatures } from '../../../src/engine/features/featureMaps';
import { fieldDraws } from '../../../src/engine/fit/spectral/softConditioning';
import { fillKernel, parseKernel } from '../../../src/engine/kernels/expression';
import { ckrrSoft } from '../../../src/engine/methods/ckrrSoft';
import { decomposeKernel } from '../../../src/engine/spectrum/decomposeKernel';
import { softThresholding } from '../../../src/engine/spectrum/softThresholding';
import { softThresholdingFigure } from '../../../src/figures/spectral/softThresholding';
import { deriveView } from '../../../src/figures/view/view';
import { plainText } from '../../../src/figures/words/describe';
import { exampleRun } from '../../figures/exampleRun';
import { madeProblem, madeRows } from '../madeRows';
import { fitted } from '../methods/fitting';
import { core, fitContext } from '../testCore';

const line = (column: number): FeatureBlock => ({
  kind: 'monomial',
  powers: [{ column, power: 1 }],
  name: `x${column + 1}`,
});

test('draws have the kernel for their covariance, up to what is unpenalised beside them', () => {
  const [n, draws] = [24, 3000];
  const x = madeRows(n, 2, 3);
  const roots = Float64Array.from({ length: n }, (_, i) => Math.sqrt(0.5 + i / (n - 1)));
  for (const [text, blocks, rootWeights] of [
    ['gaussian', [], undefined],
    ['laplace', [{ kind: 'constant' }], roots],
    ['matern32(columns=1)+0.5*gaussian(columns=2)*linear', [{ kind: 'constant' }], undefined],
    ['thinPlate', [{ kind: 'constant' }, line(0), line(1)], roots],
  ] as const) {
    const kernel = fillKernel(parseKernel(text), [0.8]);
    const { basis } = decomposeKernel(
      kernel,
      { x, ...(rootWeights && { rootWeights }) },
      blocks,
      contextWith(fitContext, { linalg: core }),
    );
    const coefficients = fieldDraws(basis, rootWeights, draws, 5, contextWith(fitContext, { linalg: core }));
    const map: FieldMap = { kind: 'field', inputs: 2, kernel, points: x.values, coefficients };
    const values = evaluateFeatures(map, x, contextWith(fitContext, { linalg: core }));
    assert.deepEqual(
      evaluateFeatures(firstFeatures(map, 2), x, contextWith(fitContext, { linalg: core })),
      values.slice(0, 2 * n),
    );
    // Along each direction of the residual kernel, z = u'f/√(nμ) is standard normal and independent of the others.
    const along = (i: number, j: number) => {
      let sum = 0;
      for (let r = 0; r < n; r++) sum += basis.vectors[i * n + r] * values[j * n + r] * (rootWeights?.[r] ?? 1);
      return sum / Math.sqrt(n * basis.mu[i]);
    };
    // Beyond, rounding of k(x, X)·a is no longer small beside the direction.
    const used = Array.from({ length: basis.rank }, (_, i) => i).filter((i) => basis.mu[i] > 1e-9 * basis.mu[0]);
    assert.ok(used.length > 10, text);
    const z = used.map((i) => Array.from({ length: draws }, (_, j) => along(i, j)));
    for (const a of used)
      for (const b of used) {
        const mean = z[a].reduce((sum, v, j) => sum + v * z[b][j], 0) / draws;
        const error = Math.sqrt((a === b ? 2 : 1) / draws);
        assert.ok(Math.abs(mean - (a === b ? 1 : 0)) < 4.8 * error, `${text}, ${a} and ${b}: ${mean}`);
      }
  }
});

test('with draws of the field the share that remains is c·κ²/(λ + κ)² (CKRR eq. 4), with ReLU units it is not', () => {
  const design = madeProblem(180, 2, 0.3, 7);
  const typical = (featureMap: string, k: number, kernel = 'matern32') => {
    const given = { kernel, lengthScale: 0.8, lambda: 1e-3, folds: 0 };
    const seeds = [1, 2, 3, 4, 5, 6];
    const fits = seeds.map((seed) => fitted(ckrrSoft, design, { ...given, featureMap, k, seed }).soft);
    const { before, kappa } = fits[0] ?? { before: new Float64Array(), kappa: 0 };
    const after = before.map((_, i) => fits.reduce((sum, soft) => sum + (soft?.after[i] ?? 0) / seeds.length, 0));
    const { predicted } = softThresholding(before, after, k, kappa);
    const off = Array.from({ length: 3 * k }, (_, i) => Math.abs(Math.log(after[i] / before[i] / predicted[i])));
    return off.sort((a, b) => a - b)[off.length >> 1];
  };
  for (const k of [8, 20, 40]) {
    const off = typical('field', k);
    assert.ok(off < 0.2, `k = ${k}: ${off}`);
    assert.ok(typical('relu', k, 'gaussian') > 3 * typical('field', k, 'gaussian'));
  }
});

test('what equation 4 is made for is said where features have another covariance', () => {
  const example = exampleRun();
  const design = madeProblem(90, 2, 0.3, 7);
  const said = (featureMap: string) => {
    const fit = fitted(ckrrSoft, design, { lengthScale: 0.8, folds: 0, k: 8, featureMap, kernel: 'gaussian' });
    return plainText(softThresholdingFigure(deriveView({ ...example, ...fit, model: example.model }))?.sentence ?? []);
  };
  assert.match(said('relu'), /covariance is the kernel, and that of ReLU features is not: it is typically .* off\.$/);
  assert.match(said('tanh'), /that of tanh features is not/);
  for (const own of ['field', 'cos']) assert.match(said(own), /; the theory is typically .* off\.$/);
});

test('errors on rows left out, the draws held, are not below those on new rows', () => {
  for (const kernel of ['gaussian', 'laplace']) {
    const ratios = Array.from({ length: 24 }, (_, seed) => {
      const design = madeProblem(80, 3, 0.4, 10 * seed, 200);
      const given = { kernel, lengthScale: 1, folds: 0, k: 12, featureMap: 'field', seed, lambda: 3e-3 };
      const { metrics } = fitted(ckrrSoft, design, given);
      return Math.log(metrics.loo / (metrics.holdout?.rmse ?? 0) ** 2);
    });
    const mean = ratios.reduce((a, b) => a + b, 0) / ratios.length;
    // A rough kernel's draws say more of the row left out than their functions do of a new one.
    assert.ok(mean > -0.12 && mean < (kernel === 'laplace' ? 0.3 : 0.12), `${kernel}: ${mean}`);
  }
});

test('draws are the same for the same seed, and others for another; two blocks of random features have none', () => {
  const design = madeProblem(60, 2, 0.3, 7, 20);
  const given = { kernel: 'gaussian*linear', lengthScale: 0.8, folds: 0, k: 5, featureMap: 'field' };
  const predicted = (seed: number) => fitted(ckrrSoft, design, { ...given, seed, lambda: 1e-3 }).holdout?.predicted;
  assert.deepEqual(predicted(1), predicted(1));
  assert.notDeepEqual(predicted(1), predicted(2));
  assert.throws(
    () => fitted(ckrrSoft, design, { ...given, kernel: 'gaussian', form: 'randomFeatures' }),
    /field needs form exact/,
  );
});
