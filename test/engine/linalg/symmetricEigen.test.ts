import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cancelledError, quietContext } from '../../../src/engine/contract/context';
import { KernelscopeError } from '../../../src/engine/contract/failure';
import { Random } from '../../../src/engine/data/random';
import { gaussianGram } from '../../../src/engine/kernels/gaussian';
import { reference } from '../../../src/engine/linalg/reference';
import { madeRows } from '../madeRows';

const random = new Random(1);
const uniform = () => random.uniform() - 0.5;

function symmetric(n: number, entry: (i: number, j: number) => number): Float64Array {
  const a = new Float64Array(n * n);
  for (let j = 0; j < n; j++) for (let i = j; i < n; i++) a[j * n + i] = a[i * n + j] = entry(i, j);
  return a;
}

/** Largest entry of A·V − V·diag, relative to the largest of A, and of V'V − I. */
function errorsOf(a: Float64Array, n: number) {
  const { values, vectors } = reference.symmetricEigen(a.slice(), n, quietContext);
  const size = a.reduce((m, v) => Math.max(m, Math.abs(v)), 0) || 1;
  let residual = 0;
  let orthogonality = 0;
  for (let j = 0; j < n; j++) {
    for (let i = 0; i < n; i++) {
      let product = 0;
      let inner = 0;
      for (let p = 0; p < n; p++) {
        product += (a[p * n + i] / size) * vectors[j * n + p];
        inner += vectors[i * n + p] * vectors[j * n + p];
      }
      residual = Math.max(residual, Math.abs(product - (values[j] / size) * vectors[j * n + i]));
      orthogonality = Math.max(orthogonality, Math.abs(inner - (i === j ? 1 : 0)));
    }
  }
  const ascending = values.every((v, i) => i === 0 || v >= values[i - 1]);
  return { residual, orthogonality, ascending, values };
}

const gram = (n: number, d: number, s: number) => gaussianGram(madeRows(n, d, 5), s, reference, quietContext);
const twice = gram(75, 2, 1);

const cases: Record<string, [Float64Array, number]> = {
  'a single entry': [Float64Array.of(-3), 1],
  'two by two': [Float64Array.of(2, 1, 1, 2), 2],
  zero: [new Float64Array(60 * 60), 60],
  identity: [symmetric(90, (i, j) => (i === j ? 1 : 0)), 90],
  diagonal: [symmetric(90, (i, j) => (i === j ? Math.sin(i) : 0)), 90],
  random: [symmetric(150, uniform), 150],
  'an odd size': [symmetric(131, uniform), 131],
  'rank one': [symmetric(150, () => 1), 150],
  'negative definite': [symmetric(120, (i, j) => (i === j ? -5 + uniform() : uniform() / 100)), 120],
  'graded downwards': [symmetric(120, (i, j) => 10 ** (-(i + j) / 4) * (1 + uniform())), 120],
  'graded upwards': [symmetric(120, (i, j) => 10 ** ((i + j - 240) / 4) * (1 + uniform())), 120],
  'very large': [symmetric(100, () => 1e150 * uniform()), 100],
  'very small': [symmetric(100, () => 1e-150 * uniform()), 100],
  'entries of wildly different size': [symmetric(100, () => uniform() * 10 ** (300 * uniform())), 100],
  'pairs of close eigenvalues (Wilkinson)': [
    symmetric(201, (i, j) => (i === j ? Math.abs(i - 100) : i === j + 1 ? 1 : 0)),
    201,
  ],
  'second differences': [symmetric(160, (i, j) => (i === j ? 2 : i === j + 1 ? -1 : 0)), 160],
  'clustered: three values': [clustered(150), 150],
  'a Gaussian Gram matrix': [gram(200, 3, 0.8), 200],
  'a Gram matrix of rank far below n': [gram(200, 1, 2), 200],
  'every row twice': [symmetric(150, (i, j) => twice[(i % 75) * 75 + (j % 75)]), 150],
};

/** I + u·u' + v·v' + noise at rounding level: 148 eigenvalues that agree to 1e-15. */
function clustered(n: number): Float64Array {
  const u = Array.from({ length: n }, uniform);
  const v = Array.from({ length: n }, uniform);
  return symmetric(n, (i, j) => (i === j ? 1 : 0) + u[i] * u[j] + v[i] * v[j] + 1e-15 * uniform());
}

for (const [name, [a, n]] of Object.entries(cases)) {
  test(`eigenpairs of a matrix: ${name}`, () => {
    const { residual, orthogonality, ascending } = errorsOf(a, n);
    assert.ok(residual < 4e-15 * Math.max(10, n), `residual ${residual}`);
    assert.ok(orthogonality < 2e-15 * Math.max(10, n / 4), `orthogonality ${orthogonality}`);
    assert.ok(ascending, 'eigenvalues ascend');
  });
}

test('known eigenvalues of second differences', () => {
  const n = 160;
  const { values } = errorsOf(cases['second differences'][0], n);
  values.forEach((value, k) => {
    const exact = 4 * Math.sin(((k + 1) * Math.PI) / (2 * (n + 1))) ** 2;
    assert.ok(Math.abs(value - exact) < 1e-14, `eigenvalue ${k}: ${value} for ${exact}`);
  });
});

for (const bad of [Number.NaN, Number.POSITIVE_INFINITY]) {
  test(`an entry that is ${bad} is refused`, () => {
    const a = symmetric(20, uniform);
    a[3 * 20 + 7] = bad;
    assert.throws(
      () => reference.symmetricEigen(a, 20, quietContext),
      (error) => error instanceof KernelscopeError && error.failure.code === 'numerics/failed',
    );
  });
}

test('a decomposition stops soon after it is cancelled, whenever that is', () => {
  const n = 700;
  const a = gram(n, 4, 0.6);
  for (const share of [0.2, 0.5, 0.8]) {
    let asked = 0;
    const context = {
      ...quietContext,
      progress(fraction: number) {
        if (fraction >= share && asked === 0) asked = performance.now();
      },
      check() {
        if (asked > 0) throw cancelledError();
      },
    };
    assert.throws(() => reference.symmetricEigen(a.slice(), n, context), /Cancelled/);
    assert.ok(performance.now() - asked < 200, `took ${performance.now() - asked} ms`);
  }
});

test('progress rises from 0 to 1', () => {
  const seen: number[] = [];
  reference.symmetricEigen(gram(300, 4, 0.6), 300, { ...quietContext, progress: (fraction) => seen.push(fraction) });
  assert.ok(seen.every((v, i) => i === 0 || v >= seen[i - 1]));
  assert.ok(seen.length > 20 && seen[seen.length - 1] === 1);
});
