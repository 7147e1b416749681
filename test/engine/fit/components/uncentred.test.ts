import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quietContext } from '../../../../src/engine/contract/context';
import type { KernelSpec } from '../../../../src/engine/contract/kernel';
import { drawFeatures } from '../../../../src/engine/features/drawFeatures';
import { landmarkMap } from '../../../../src/engine/features/landmarks/landmarkMap';
import { empiricalComponents } from '../../../../src/engine/fit/components/empirical';
import { featureComponents } from '../../../../src/engine/fit/components/featureComponents';
import type { Principal } from '../../../../src/engine/fit/components/leadingPairs';
import { reconstructionErrors } from '../../../../src/engine/fit/components/reconstruction';
import { testRows } from '../../../../src/engine/fit/components/testRows';
import { kernelCross, kernelDiagonal } from '../../../../src/engine/kernels/kernelMatrix';
import { rowBlock } from '../../../../src/engine/kernels/rows';
import { quietWith } from '../../../../src/engine/linalg/linalg';
import { ekpca } from '../../../../src/engine/methods/ekpca';
import { projectComponents } from '../../../../src/engine/model/projectComponents';
import { madeRows, relativeError } from '../../madeRows';
import { core } from '../../testCore';
import { components, gaussian, rowsDesign, signlessError } from './making';

const [N, L] = [90, 5];
const x = madeRows(N, 3, 11);
const fresh = madeRows(25, 3, 12);
const KERNELS: readonly KernelSpec[] = [
  gaussian(1.2),
  { kind: 'laplace', lengthScale: [2] },
  { kind: 'polynomial', degree: 2, scale: 1, offset: 1, lengthScale: [1] },
  { kind: 'linear', lengthScale: [1] },
];
const form = (kernel: KernelSpec) =>
  empiricalComponents(kernel, x, kernel.kind === 'linear' ? 3 : L, false, quietWith(core));

/** Leading eigenvalues of K/n, descending. */
function momentValues(kernel: KernelSpec, l: number): Float64Array {
  const k = kernelCross(kernel, x, x, quietWith(core)).map((v) => v / N);
  return core
    .symmetricEigen(k, N, quietContext)
    .values.slice(N - l)
    .reverse();
}

/** Asserts that a fit's numbers on its training rows agree with each other: scores, errors and their means. */
function consistent(found: Principal, kernel: KernelSpec): void {
  const l = found.eigenvalues.length;
  const { scores, error } = projectComponents(found.model, x, quietWith(core));
  const squares = new Float64Array(l);
  const means = new Float64Array(l);
  scores.forEach((v, o) => {
    squares[o % l] += v * v;
    means[o % l] += v / N;
  });
  assert.ok(
    relativeError(
      squares.map((v) => v / N),
      found.eigenvalues,
    ) < 1e-8,
    'mean squares are the eigenvalues',
  );
  assert.ok(
    relativeError(
      squares.map((v, c) => v - N * means[c] ** 2),
      found.spread,
    ) < 1e-8,
    'spread',
  );
  const left = error.reduce((sum, v) => sum + v, 0) / N;
  const diagonal = kernelDiagonal(kernel, x, quietWith(core));
  const own = diagonal.reduce((sum, v) => sum + v, 0) / N;
  assert.ok(Math.abs(left - (own - found.eigenvalues.reduce((sum, v) => sum + v, 0))) < 1e-8 * own);
}

for (const kernel of KERNELS)
  test(`uncentred components are the eigenpairs of K/n: ${kernel.kind}`, () => {
    const found = form(kernel);
    assert.ok(relativeError(found.eigenvalues, momentValues(kernel, found.eigenvalues.length)) < 1e-10);
    consistent(found, kernel);
  });

test('with every row a landmark the uncentred Nyström components are those of all pairs', () => {
  const kernel = gaussian(1.2);
  const map = landmarkMap(kernel, x, quietWith(core));
  const nystrom = featureComponents({ map, title: '' }, kernel, x, L, false, quietWith(core));
  const empirical = form(kernel);
  assert.ok(relativeError(nystrom.eigenvalues, empirical.eigenvalues) < 1e-8);
  consistent(nystrom, kernel);
  const [a, b] = [nystrom, empirical].map(({ model }) => projectComponents(model, fresh, quietWith(core)));
  assert.ok(signlessError(a.scores, b.scores, L) < 1e-8);
  assert.ok(relativeError(a.error, b.error) < 1e-8);
});

test('uncentred components of random features: their second moment, whatever the mean', () => {
  const map = drawFeatures({ map: 'fourier', kernel: gaussian(3), count: 20, inputs: 3, seed: 4 }, quietContext);
  const found = featureComponents({ map, title: '' }, gaussian(3), x, L, false, quietWith(core));
  const { scores, error } = projectComponents(found.model, x, quietWith(core));
  const sum = (values: Float64Array) => values.reduce((all, v) => all + v, 0);
  const explained = sum(scores.map((v) => v * v)) / N;
  assert.ok(Math.abs(explained - sum(found.eigenvalues)) < 1e-10);
  assert.ok(Math.abs(explained + sum(error) / N - found.total) < 1e-10);
});

test('R and T of uncentred components on their own rows are the eigenvalues left out', () => {
  const kernel = gaussian(1.2);
  const found = form(kernel);
  const l = found.eigenvalues.length;
  // The same rows on both sides: the mean over all pairs is that of the training rows.
  const rows = { ...testRows(kernel, rowsDesign(x, x), 0, false, quietWith(core)) };
  const own = { ...rows, y: rows.x, products: kernelCross(kernel, rows.x, rows.x, quietWith(core)) };
  const { h, l2 } = reconstructionErrors(found, own, quietWith(core));
  const all = momentValues(kernel, N);
  const left = (power: number) => all.slice(l).reduce((sum, v) => sum + v ** power, 0);
  assert.ok(Math.abs((h?.[l] ?? 0) - left(1)) < 1e-8);
  assert.ok(Math.abs(l2[l] - left(2)) < 1e-10);
});

test('the choice reaches the fit: eigenvalues, trace, and the flag that figures read', () => {
  const design = rowsDesign(x, fresh);
  const given = { kernel: 'gaussian', lengthScale: 1.2, components: L, tradeOff: false };
  const { components: off, model } = components(ekpca, design, { ...given, centre: false });
  const { components: on } = components(ekpca, design, given);
  assert.ok(relativeError(off.eigenvalues, momentValues(gaussian(1.2), L)) < 1e-8);
  assert.ok(Math.abs(off.total - 1) < 1e-12);
  assert.deepEqual([off.uncentred, on.uncentred, model.components?.constant], [true, undefined, 0]);
  // Loadings are correlations all the same.
  assert.ok(off.loadings.values.every((v) => Math.abs(v) <= 1));
  const rest = rowBlock(fresh, 0, 5);
  assert.equal(
    projectComponents({ ...model, components: model.components as never }, rest, quietWith(core)).error.length,
    5,
  );
});
