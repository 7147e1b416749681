import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quietContext } from '../../../src/engine/contract/context';
import { KernelscopeError } from '../../../src/engine/contract/failure';
import { filterShares } from '../../../src/engine/filters/anyFilter';
import { formOf, type ScaledShape } from '../../../src/engine/kernels/formOf';
import { quietWith } from '../../../src/engine/linalg/linalg';
import { featureResidualKernel, residualKernel } from '../../../src/engine/spectrum/residualKernel';
import { project, type ResidualKernel, spectrumOf } from '../../../src/engine/spectrum/spectrum';
import { madeRows, madeTarget, normals, relativeError } from '../madeRows';
import { core } from '../testCore';
import { saddle } from './saddle';
import { decompose } from './smallFits';

const n = 70;
const x = madeRows(n, 2, 1);
const y = madeTarget(x, 0.3, 2);
const gaussian: ScaledShape = { kind: 'gaussian', lengthScale: 0.9 };

function gramOf(form: ScaledShape, rows = x): Float64Array {
  return core
    .kernelMatrix(formOf(form), rows.values, rows.rows, rows.values, rows.rows, rows.columns, true, quietContext)
    .slice();
}

/** Constant, both columns, and a combination of them. */
function features(scale = 1): Float64Array {
  const f = new Float64Array(n * 4);
  for (let i = 0; i < n; i++) {
    f[i] = 1;
    f[n + i] = scale * x.values[i];
    f[2 * n + i] = scale * x.values[n + i];
    f[3 * n + i] = f[n + i] - 2 * f[2 * n + i];
  }
  return f;
}

function residual(gram: Float64Array, f: Float64Array | undefined, p0: number): ResidualKernel {
  return residualKernel(gram.slice(), n, f, p0, quietWith(core));
}

/** Largest entry of A'B − target. */
function gap(a: Float64Array, b: Float64Array, target: (i: number, j: number) => number): number {
  let worst = 0;
  for (let i = 0; i < a.length / n; i++)
    for (let j = 0; j < b.length / n; j++) {
      let sum = -target(i, j);
      for (let row = 0; row < n; row++) sum += a[i * n + row] * b[j * n + row];
      worst = Math.max(worst, Math.abs(sum));
    }
  return worst;
}

const same = (i: number, j: number) => (i === j ? 1 : 0);

test('[Q U] is orthonormal to rounding, also where the kernel itself has no rank left', () => {
  for (const form of [gaussian, { kind: 'gaussian', lengthScale: 20 }, { kind: 'linear' }] as const) {
    const { basis, dropped, kept } = residual(gramOf(form), features(), 4);
    assert.equal(basis.unpenalised, 3);
    assert.equal(kept.length, 3);
    assert.equal(dropped.length, 1);
    assert.match(dropped[0].reason, /combination/);
    assert.equal(basis.mu.length, n - 3);
    assert.ok(gap(basis.free, basis.free, same) < 1e-14);
    assert.ok(gap(basis.vectors, basis.vectors, same) < 1e-13);
    assert.ok(gap(basis.free, basis.vectors, () => 0) < 1e-14);
  }
});

test("U·diag(mu)·U' is the projected kernel, and F = Q·R", () => {
  const gram = gramOf(gaussian);
  const f = features();
  const { basis, r, kept, image, inner, coupling } = residual(gram, f, 4);
  const { free, vectors, mu, rank } = basis;
  for (let j = 0; j < 3; j++) {
    const column = Float64Array.from({ length: n }, (_, i) => {
      let sum = 0;
      for (let a = 0; a <= j; a++) sum += free[a * n + i] * r[a + j * 3];
      return sum;
    });
    assert.ok(relativeError(column, f.subarray(kept[j] * n, (kept[j] + 1) * n)) < 1e-14);
  }
  const projected = gram.slice();
  for (const side of [0, 1])
    for (let line = 0; line < n; line++) {
      const at = (i: number) => (side === 0 ? line * n + i : i * n + line);
      for (let a = 0; a < 3; a++) {
        let sum = 0;
        for (let i = 0; i < n; i++) sum += free[a * n + i] * projected[at(i)];
        for (let i = 0; i < n; i++) projected[at(i)] -= free[a * n + i] * sum;
      }
    }
  const rebuilt = new Float64Array(n * n);
  for (let k = 0; k < mu.length; k++)
    for (let j = 0; j < n; j++)
      for (let i = 0; i < n; i++) rebuilt[j * n + i] += n * mu[k] * vectors[k * n + i] * vectors[k * n + j];
  assert.ok(relativeError(rebuilt, projected) < 1e-13);
  const kq = new Float64Array(n * 3);
  for (let a = 0; a < 3; a++)
    for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) kq[a * n + i] += gram[j * n + i] * free[a * n + j];
  assert.ok(relativeError(image, kq) < 1e-13);
  assert.ok(gap(free, kq, (i, j) => inner[i + j * 3]) < 1e-12);
  assert.ok(gap(vectors.subarray(0, rank * n), kq, (i, j) => Math.sqrt(n) * coupling[i + j * rank]) < 1e-12);
});

/** Fitted values QQ'y + U·g·U'y. */
function fitted(kernel: ResidualKernel, target: Float64Array, lambda: number): Float64Array {
  const { basis } = kernel;
  const g = filterShares({ kind: 'zones', lambda, k: 0, r: n }, basis.mu, basis.rank, n);
  const along = project(basis, target);
  const f = new Float64Array(n);
  const add = (column: Float64Array, weight: number) => {
    for (let i = 0; i < n; i++) f[i] += weight * column[i];
  };
  for (let a = 0; a < basis.unpenalised; a++) {
    const column = basis.free.subarray(a * n, (a + 1) * n);
    add(
      column,
      column.reduce((sum, v, i) => sum + v * target[i], 0),
    );
  }
  for (let j = 0; j < g.length; j++) add(basis.vectors.subarray(j * n, (j + 1) * n), g[j] * along[j]);
  return f;
}

test('CKRR Thm 3.2: the filter on the residual spectrum is the saddle-point system', () => {
  const gram = gramOf(gaussian);
  for (const lambda of [1e-5, 1e-2, 1]) {
    const { alpha } = saddle(gram, n, features().subarray(0, 3 * n), 3, y, n * lambda);
    const expected = y.map((v, i) => v - n * lambda * alpha[i]);
    assert.ok(relativeError(fitted(residual(gram, features(), 4), y, lambda), expected) < 1e-11);
  }
});

test('F = the first k eigenvectors: the filter 1 for i ≤ k, ridge beyond, to 1e-12', () => {
  const gram = gramOf(gaussian);
  const plain = decompose(gram.slice(), n);
  const lambda = 1e-4;
  for (const k of [1, 5, 12]) {
    const f = plain.vectors.slice(0, k * n);
    const conditioned = fitted(residual(gram, f, k), y, lambda);
    const g = filterShares({ kind: 'zones', lambda, k, r: n }, plain.mu, plain.rank, n);
    const along = project(plain, y);
    const direct = new Float64Array(n);
    for (let j = 0; j < n; j++) for (let i = 0; i < n; i++) direct[i] += plain.vectors[j * n + i] * g[j] * along[j];
    assert.ok(relativeError(conditioned, direct) < 1e-12);
    const { alpha } = saddle(gram, n, f, k, y, n * lambda);
    assert.ok(
      relativeError(
        conditioned,
        y.map((v, i) => v - n * lambda * alpha[i]),
      ) < 1e-12,
    );
  }
});

test('a conditionally positive definite kernel needs its polynomials, and says so', () => {
  for (const form of [{ kind: 'negativeDistance' }, { kind: 'multiquadric', offset: 1 }] as const) {
    const { basis } = residual(gramOf(form), features(), 1);
    assert.ok(basis.mu.every((v) => v >= 0));
    assert.equal(basis.clipped, 0);
    assert.throws(() => residual(gramOf(form), undefined, 0), /polynomials/);
  }
  assert.equal(residual(gramOf({ kind: 'thinPlate' }), features(), 4).basis.clipped, 0);
  assert.throws(
    () => residual(gramOf({ kind: 'thinPlate' }), features(), 1),
    (e) => e instanceof KernelscopeError && e.failure.code === 'numerics/failed',
  );
});

test('as many unpenalised features as rows are refused with both numbers', () => {
  const next = normals(1);
  const f = Float64Array.from({ length: n * n }, next);
  assert.throws(
    () => residual(gramOf(gaussian), f, n),
    (e) =>
      e instanceof KernelscopeError &&
      e.failure.code === 'parameter/invalid' &&
      /70 unpenalised.*70 rows/.test(e.message),
  );
});

test('no features: the plain decomposition; a feature that is zero: none', () => {
  const gram = gramOf(gaussian);
  const plain = decompose(gram.slice(), n);
  const none = residual(gram, undefined, 0);
  assert.deepEqual(none.basis.mu, plain.mu);
  assert.deepEqual(none.basis.vectors, plain.vectors);
  const zero = residual(gram, new Float64Array(n), 1);
  assert.equal(zero.basis.unpenalised, 0);
  assert.match(zero.dropped[0].reason, /zero/);
  assert.deepEqual(zero.basis.mu, plain.mu);
});

test('from tall features: the same spectrum as from their Gram matrix, without directions they do not have', () => {
  const next = normals(3);
  for (const m of [9, 66, 90]) {
    const z = Float64Array.from({ length: n * m }, () => next() / Math.sqrt(m));
    const gram = new Float64Array(n * n);
    for (let k = 0; k < m; k++)
      for (let j = 0; j < n; j++) for (let i = 0; i < n; i++) gram[j * n + i] += z[k * n + i] * z[k * n + j];
    const whole = residual(gram, features(), 4);
    const tall = featureResidualKernel(z, n, m, features(), 4, quietWith(core));
    const q = Math.min(m, n - 3);
    assert.equal(tall.basis.mu.length, q);
    assert.ok(relativeError(tall.basis.mu, whole.basis.mu.subarray(0, q)) < 1e-13);
    assert.ok(gap(tall.basis.vectors, tall.basis.vectors, same) < 1e-13);
    assert.ok(gap(tall.basis.free, tall.basis.vectors, () => 0) < 1e-14);
    assert.ok(relativeError(tall.image, whole.image) < 1e-12);
    assert.ok(relativeError(tall.inner, whole.inner) < 1e-12);
    assert.ok(relativeError(fitted(tall, y, 1e-2), fitted(whole, y, 1e-2)) < 1e-11);
    const [a, b] = [spectrumOf(tall.basis, y), spectrumOf(whole.basis, y)];
    assert.equal(a.beyond.count, n - 3 - q);
    assert.equal(b.beyond.count, 0);
    const energy = (c: Float64Array) => c.reduce((sum, v) => sum + v * v, 0);
    const tail = energy(b.coordinates.subarray(q));
    // The Gram matrix tells its smallest directions from the null space to about eps·mu_1/mu_q only.
    assert.ok(Math.abs(a.beyond.score - tail) < 1e-7 * energy(b.coordinates));
    if (q === n - 3) assert.equal(a.beyond.score, 0);
  }
});
