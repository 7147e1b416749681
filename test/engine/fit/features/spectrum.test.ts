import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quietContext } from '../../../../src/engine/contract/context';
import type { FilterSpec } from '../../../../src/engine/contract/filter';
import { randomFeatures } from '../../../../src/engine/features/randomFeatures';
import { filterShares } from '../../../../src/engine/filters/anyFilter';
import { featureLeftOut } from '../../../../src/engine/fit/features/featureLeftOut';
import { eachFeatureBlock } from '../../../../src/engine/fit/features/featureRows';
import { featureSpectrum, featureWeights } from '../../../../src/engine/fit/features/featureSpectrum';
import { featureSums, leadingSums } from '../../../../src/engine/fit/features/featureSums';
import { quietWith } from '../../../../src/engine/linalg/linalg';
import { leaveOneOut } from '../../../../src/engine/spectrum/leaveOneOut';
import { featureResidualKernel } from '../../../../src/engine/spectrum/residualKernel';
import { spectrumOf } from '../../../../src/engine/spectrum/spectrum';
import { unpenalisedOf } from '../../../../src/engine/spectrum/unpenalised';
import { madeRows, madeTarget, relativeError } from '../../madeRows';
import { core } from '../../testCore';

const n = 400;
const M = 60;
const x = madeRows(n, 3, 14);
const y = madeTarget(x, 0.2, 15);
const map = randomFeatures({ activation: 'cos', count: M, inputs: 3, lengthScale: [1.5], seed: 3 }, quietContext);
// The intercept, a linear term and one that repeats it.
const features = Float64Array.of(
  ...new Float64Array(n).fill(1),
  ...x.values.subarray(0, n),
  ...x.values.slice(0, n).map((v) => 2 * v - 1),
);

const unpenalised = unpenalisedOf(features, n, 3, quietWith(core));
const { p, q } = unpenalised;
const right = Float64Array.of(...q, ...y);
const rows = { map, x };
const sums = featureSums(rows, right, undefined, quietWith(core));
const along = Float64Array.from({ length: p }, (_, a) =>
  q.subarray(a * n, (a + 1) * n).reduce((s, v, i) => s + v * y[i], 0),
);
const facts = { n, unpenalised: p, along: [along], square: [y.reduce((s, v) => s + v * v, 0)] };
const found = featureSpectrum(sums, 1, facts, quietWith(core));
const [spectrum] = found.spectra;

const z = new Float64Array(n * M);
eachFeatureBlock({ map, x, block: n }, quietWith(core), '', (all) => z.set(all));
const direct = featureResidualKernel(z, n, M, features, 3, quietWith(core));
const reference = spectrumOf(direct.basis, y);

test('the spectrum of the first features is that of their own sums', () => {
  for (const count of [1, 7, M]) {
    const fewer = featureSpectrum(sums, 1.5, facts, quietWith(core), count);
    const own = featureSpectrum(leadingSums(sums, count, p + 1), 1.5, facts, quietWith(core));
    assert.deepEqual(fewer, own);
  }
});

test('the M×M form has the eigenvalues and alignment of the features decomposed whole', () => {
  assert.equal(spectrum.unpenalised, 2);
  assert.equal(spectrum.beyond.count, n - p - M);
  assert.ok(relativeError(spectrum.mu, reference.mu) < 1e-12);
  const scores = spectrum.coordinates.map((c) => c * c);
  assert.ok(
    relativeError(
      scores,
      reference.coordinates.map((c) => c * c),
    ) < 1e-9,
  );
  assert.ok(Math.abs(spectrum.beyond.score / reference.beyond.score - 1) < 1e-9);
});

const filters: readonly FilterSpec[] = [
  { kind: 'zones', lambda: 1e-6, k: 0, r: M },
  { kind: 'zones', lambda: 1e-2, k: 0, r: M },
  { kind: 'zones', lambda: 1e-3, k: 4, r: M },
  { kind: 'zones', lambda: 1e-3, k: 2, r: 20 },
  { kind: 'flow', t: 50, momentum: 0 },
];

test('fits of every filter equal those of the dual form', () => {
  for (const filter of filters) {
    const shares = filterShares(filter, spectrum.mu, spectrum.rank, n);
    const w = featureWeights(found, spectrum, shares);
    const { basis } = direct;
    const dual = filterShares(filter, basis.mu, basis.rank, n);
    for (const i of [0, 17, 399]) {
      let primal = 0;
      for (let j = 0; j < M; j++) primal += z[j * n + i] * w[j];
      for (let a = 0; a < p; a++) {
        let own = along[a];
        for (let j = 0; j < M; j++) own -= found.free[a * M + j] * w[j];
        primal += q[a * n + i] * own;
      }
      let expected = 0;
      for (let a = 0; a < p; a++) expected += q[a * n + i] * along[a];
      for (let j = 0; j < M; j++)
        expected += basis.vectors[j * n + i] * dual[j] * reference.coordinates[j] * Math.sqrt(n);
      assert.ok(Math.abs(primal - expected) < 1e-9, `${JSON.stringify(filter)}, row ${i}: ${primal}, ${expected}`);
    }
  }
});

test('leave-one-out errors of every filter equal those on the whole basis', () => {
  const all = Uint32Array.from({ length: n }, (_, i) => i);
  const free = { rows: n, columns: p, values: q };
  const task = { features: { ...rows, rows: all, block: 64 }, spectrum: found, free, targets: [y], along: [along] };
  const left = featureLeftOut(task, filters, quietWith(core));
  filters.forEach((filter, l) => {
    const { residuals } = leaveOneOut(direct.basis, y, filter);
    const expected = residuals.reduce((sum, v) => sum + v * v, 0) / n;
    assert.ok(Math.abs(left.errors[0][l] / expected - 1) < 1e-9, JSON.stringify(filter));
  });
  const last = leaveOneOut(direct.basis, y, filters[filters.length - 1]);
  assert.ok(relativeError(left.residuals[0], last.residuals) < 1e-9);
});

test('a sample of rows has the errors of these rows', () => {
  const some = Uint32Array.of(3, 50, 51, 120, 399);
  const free = { rows: n, columns: p, values: q };
  const task = { features: { ...rows, rows: some, block: 2 }, spectrum: found, free, targets: [y], along: [along] };
  const { residuals } = featureLeftOut(task, [filters[1]], quietWith(core));
  const expected = leaveOneOut(direct.basis, y, filters[1]).residuals;
  assert.ok(
    relativeError(
      residuals[0],
      Float64Array.from(some, (i) => expected[i]),
    ) < 1e-10,
  );
});
