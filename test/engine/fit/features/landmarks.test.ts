import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quietContext } from '../../../../src/engine/contract/context';
import type { FilterSpec } from '../../../../src/engine/contract/filter';
import type { FeatureBlock, KernelSpec } from '../../../../src/engine/contract/kernel';
import { evaluateFeatures } from '../../../../src/engine/features/featureMaps';
import { landmarkMap } from '../../../../src/engine/features/landmarks/landmarkMap';
import { filterShares } from '../../../../src/engine/filters/anyFilter';
import { featureLeftOut } from '../../../../src/engine/fit/features/featureLeftOut';
import { featureValues, meanFeatures } from '../../../../src/engine/fit/features/featureProjection';
import { featureSpectrum, featureWeights } from '../../../../src/engine/fit/features/featureSpectrum';
import { featureSums } from '../../../../src/engine/fit/features/featureSums';
import { predictFeatures } from '../../../../src/engine/fit/features/predictFeatures';
import { pickRows, rowBlock } from '../../../../src/engine/kernels/rows';
import { full, quietWith } from '../../../../src/engine/linalg/linalg';
import { leaveOneOut } from '../../../../src/engine/spectrum/leaveOneOut';
import { featureResidualKernel } from '../../../../src/engine/spectrum/residualKernel';
import { unpenalisedOf } from '../../../../src/engine/spectrum/unpenalised';
import { madeRows, madeTarget, relativeError } from '../../madeRows';
import { core } from '../../testCore';

// Sums over landmarks' features are taken from kernel values, L^-T being folded into the weights: they must be those of the features.

const n = 300;
const m = 40;
const x = madeRows(n, 3, 24);
const y = madeTarget(x, 0.2, 25);
const blocks: FeatureBlock[] = [{ kind: 'constant' }];
const unpenalised = unpenalisedOf(new Float64Array(n).fill(1), n, 1, quietWith(core));
const along = [Float64Array.of(unpenalised.q.reduce((sum, v, i) => sum + v * y[i], 0))];
const facts = { n, unpenalised: 1, along, square: [y.reduce((sum, v) => sum + v * v, 0)] };
const points = pickRows(
  x,
  Uint32Array.from({ length: m }, (_, i) => 7 * i),
);
/** Well conditioned, and with a factor of the least pivot 1e-5. */
const KERNELS: readonly KernelSpec[] = [
  { kind: 'laplace', lengthScale: [2] },
  { kind: 'gaussian', lengthScale: [6] },
];

for (const kernel of KERNELS) {
  const map = landmarkMap(kernel, points, quietWith(core));
  const z = evaluateFeatures(map, x, quietWith(core));
  const sums = featureSums({ map, x }, Float64Array.of(...unpenalised.q, ...y), undefined, quietWith(core));
  const spectrum = featureSpectrum(sums, 1, facts, quietWith(core));
  const [ofTarget] = spectrum.spectra;
  const filters: FilterSpec[] = [1e-6, 1e-3].map((lambda) => ({ kind: 'zones', lambda, k: 0, r: m }));
  const name = `${kernel.kind} landmarks`;

  test(`${name}: predictions from kernel values are those of the features`, () => {
    const shares = filterShares(filters[0], ofTarget.mu, ofTarget.rank, n);
    const weights = featureWeights(spectrum, ofTarget, shares);
    const fit = { weights, along: new Float64Array(1) };
    const [predicted] = predictFeatures({ map, blocks, unpenalised }, [fit], x, quietWith(core));
    const expected = new Float64Array(n);
    core.gemv(false, n, m, 1, full(z, n), weights, 0, expected, quietContext);
    assert.ok(relativeError(predicted, expected) < 1e-8, `apart by ${relativeError(predicted, expected)}`);
  });

  test(`${name}: leave-one-out residuals from kernel values are those of the features decomposed whole`, () => {
    const { basis } = featureResidualKernel(z, n, m, new Float64Array(n).fill(1), 1, quietWith(core));
    for (const filter of filters) {
      const features = { map, x, rows: Uint32Array.from({ length: n }, (_, i) => i), block: 64 };
      const free = { rows: n, columns: 1, values: unpenalised.q };
      const task = { features, spectrum, free, targets: [y], along };
      const found = featureLeftOut(task, [filter], quietWith(core));
      const expected = leaveOneOut(basis, y, filter);
      const off = relativeError(found.residuals[0], expected.residuals);
      assert.ok(off < 1e-6, `lambda ${filter.kind === 'zones' && filter.lambda}: apart by ${off}`);
    }
  });

  test(`${name}: means of features are whitened means of kernel values`, () => {
    const projection = { map, blocks, unpenalised, spectrum };
    const samples = [rowBlock(x, 0, 100), rowBlock(x, 100, 50)];
    const found = meanFeatures(projection, samples, quietWith(core));
    assert.equal(found.rows, 2);
    samples.forEach((rows, i) => {
      const each = featureValues(projection, rows, quietWith(core));
      const means = Float64Array.from({ length: m }, (_, j) => {
        const column = each.z.subarray(j * rows.rows, (j + 1) * rows.rows);
        return column.reduce((sum, v) => sum + v, 0) / rows.rows;
      });
      const mine = Float64Array.from({ length: m }, (_, j) => found.z[2 * j + i]);
      assert.ok(relativeError(mine, means) < 1e-8, `apart by ${relativeError(mine, means)}`);
      assert.ok(Math.abs(found.free[i] - 1) < 1e-12);
    });
  });
}
