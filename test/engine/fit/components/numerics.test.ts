import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quietContext } from '../../../../src/engine/contract/context';
import type { Matrix } from '../../../../src/engine/contract/data';
import { type FeatureMap, featureCount, featureScale, type KernelSpec } from '../../../../src/engine/contract/kernel';
import { drawFeatures } from '../../../../src/engine/features/drawFeatures';
import { evaluateFeatures } from '../../../../src/engine/features/featureMaps';
import { landmarkMap } from '../../../../src/engine/features/landmarks/landmarkMap';
import { empiricalComponents } from '../../../../src/engine/fit/components/empirical';
import { featureComponents } from '../../../../src/engine/fit/components/featureComponents';
import { featureCovariance } from '../../../../src/engine/fit/components/featureCovariance';
import { byLanczos, leadingPairs } from '../../../../src/engine/fit/components/leadingPairs';
import { kernelGram } from '../../../../src/engine/kernels/kernelMatrix';
import { pickRows, rowBlock } from '../../../../src/engine/kernels/rows';
import { full, quietWith } from '../../../../src/engine/linalg/linalg';
import { projectComponents } from '../../../../src/engine/model/projectComponents';
import { madeRows, relativeError } from '../../madeRows';
import { core } from '../../testCore';
import { formulaRows, gaussian, signlessError } from './making';

const rows = madeRows(420, 3, 11);
const fresh = madeRows(25, 3, 12);

test('the leading pairs by Lanczos are those of a full decomposition, also where eigenvalues fall steeply', () => {
  for (const lengthScale of [0.5, 3]) {
    const n = rows.rows;
    core.scope(() => {
      const k = kernelGram(gaussian(lengthScale), rows, quietWith(core), core.allocate(n * n));
      const matrix = {
        n,
        product: (v: Float64Array, columns: number, w: Float64Array) =>
          core.gemm(false, false, n, columns, n, 1, full(k, n), full(v, n), 0, full(w, n), quietContext),
        dense: () => k,
      };
      assert.ok(byLanczos(n, 8) && !byLanczos(n, 200));
      const few = leadingPairs(matrix, 8, quietWith(core));
      assert.equal(few.solver.kind, 'lanczos');
      assert.ok(few.solver.residual < 1e-12 && few.solver.iterations > 0);
      const all = leadingPairs(matrix, 200, quietWith(core));
      assert.equal(all.solver.kind, 'all');
      assert.ok(relativeError(few.values, all.values.subarray(0, 8)) < 1e-12);
      for (let c = 0; c < 8; c++) {
        const [a, b] = [few.vectors, all.vectors].map((v) => v.slice(c * n, (c + 1) * n));
        assert.ok(signlessError(a, b, 1) < 1e-8, `vector ${c + 1}`);
      }
    });
  }
});

test('where the spectrum is flat all pairs are computed instead', () => {
  const n = 900;
  core.scope(() => {
    // Evenly spaced: gaps of 1/n of the spread, which products with few blocks do not tell apart.
    const diagonal = Float64Array.from({ length: n }, (_, i) => 1 + i / n);
    const found = leadingPairs(
      {
        n,
        product(v, columns, w) {
          for (let o = 0; o < n * columns; o++) w[o] = diagonal[o % n] * v[o];
        },
        dense() {
          const a = core.allocate(n * n).fill(0);
          diagonal.forEach((value, i) => {
            a[i * (n + 1)] = value;
          });
          return a;
        },
      },
      10,
      quietWith(core),
    );
    assert.equal(found.solver.kind, 'all');
    assert.ok(found.values.every((value, c) => Math.abs(value - diagonal[n - 1 - c]) < 1e-12));
  });
});

test('with every row a landmark, in any order, Nyström components are the empirical ones', () => {
  for (const kernel of [gaussian(1), { kind: 'matern32', lengthScale: [0.7] } satisfies KernelSpec]) {
    const x = rowBlock(rows, 0, 120);
    const l = 8;
    const empirical = empiricalComponents(kernel, x, l, true, quietWith(core));
    const order = Uint32Array.from({ length: 120 }, (_, i) => (i * 77) % 120);
    const map = landmarkMap(kernel, pickRows(x, order), quietWith(core));
    const nystrom = featureComponents({ map, title: '' }, kernel, x, l, true, quietWith(core));
    assert.equal(nystrom.kind, 'nystrom');
    assert.ok(relativeError(nystrom.eigenvalues, empirical.eigenvalues) < 1e-8);
    assert.ok(Math.abs(nystrom.total - empirical.total) < 1e-8 * empirical.total);
    const [a, b] = [nystrom, empirical].map(({ model }) => projectComponents(model, fresh, quietWith(core)));
    assert.ok(signlessError(a.scores, b.scores, l) < 1e-8, kernel.kind);
    assert.ok(relativeError(a.error, b.error) < 1e-8, kernel.kind);
  }
});

test('fewer landmarks explain less: eigenvalues and their sum grow to the empirical ones', () => {
  const kernel = gaussian(0.8);
  const exact = empiricalComponents(kernel, rows, 6, true, quietWith(core));
  let before = featuresOf(kernel, 5);
  for (const m of [20, 80, 300]) {
    const found = featuresOf(kernel, m);
    // P·Sigma·P for nested projections P: every eigenvalue grows, by the min-max principle.
    before.eigenvalues.forEach((value, c) => {
      assert.ok(value <= found.eigenvalues[c] * (1 + 1e-10));
    });
    assert.ok(found.total > before.total && found.total <= exact.total * (1 + 1e-10));
    assert.ok(found.eigenvalues.every((value, c) => value <= exact.eigenvalues[c] * (1 + 1e-10)));
    before = found;
  }
  assert.ok(relativeError(before.eigenvalues, exact.eigenvalues) < 1e-3);
});

function featuresOf(kernel: KernelSpec, m: number) {
  const map = landmarkMap(kernel, rowBlock(rows, 0, m), quietWith(core));
  return featureComponents({ map, title: '' }, kernel, rows, Math.min(6, m), true, quietWith(core));
}

test('sums over blocks of 1, 7 and 1,024 rows are equal, and those of the definition', () => {
  const kernel = gaussian(1);
  const maps: readonly FeatureMap[] = [
    landmarkMap(kernel, rowBlock(rows, 0, 30), quietWith(core)),
    drawFeatures({ map: 'fourier', kernel, count: 30, inputs: 3, seed: 4 }, quietContext),
  ];
  for (const map of maps) {
    const [one, seven, many] = [1, 7, 1024].map((block) =>
      core.scope(() => {
        const { mean, covariance } = featureCovariance(map, rows, true, quietWith(core), block);
        return { mean, covariance: covariance.slice() };
      }),
    );
    for (const other of [one, seven]) {
      assert.ok(relativeError(other.mean, many.mean) < 1e-14);
      assert.ok(relativeError(other.covariance, many.covariance) < 1e-12);
    }
    assert.ok(relativeError(many.covariance, covarianceOf(map)) < 1e-12);
  }
});

/** sum (z − mean)(z − mean)'/(n − 1) as it is written. */
function covarianceOf(map: FeatureMap): Float64Array {
  const [n, count] = [rows.rows, featureCount(map)];
  const z = evaluateFeatures(map, rows, quietWith(core)).map((v) => v * featureScale(map));
  const column = (j: number) => z.subarray(j * n, (j + 1) * n);
  const means = Array.from({ length: count }, (_, j) => column(j).reduce((sum, v) => sum + v, 0) / n);
  return Float64Array.from({ length: count * count }, (_, o) => {
    const [i, j] = [o % count, Math.floor(o / count)];
    let sum = 0;
    for (let r = 0; r < n; r++) sum += (column(i)[r] - means[i]) * (column(j)[r] - means[j]);
    return sum / (n - 1);
  });
}

test('what hardly varies about a large mean keeps its digits', () => {
  const x = formulaRows(200, 2);
  const far: Matrix = { ...x, values: x.values.map((v) => 1e6 + v) };
  const kernel: KernelSpec = { kind: 'linear', lengthScale: [1] };
  const near = empiricalComponents(kernel, x, 2, true, quietWith(core));
  // Features of the linear kernel that are the columns themselves.
  const map = {
    activation: 'identity',
    inputs: 2,
    weights: Float64Array.of(Math.SQRT2, 0, 0, Math.SQRT2),
    bias: new Float64Array(2),
    scale: 1,
  } as const;
  const found = featureComponents({ map, title: '' }, kernel, far, 2, true, quietWith(core));
  assert.ok(relativeError(found.eigenvalues, near.eigenvalues) < 1e-8);
});
