// The operations that our side times, each like its namesake in peer.py: draw the input, time the core's one call,
// sample the result.
import { quietContext } from '../../src/engine/contract/context';
import { formOf } from '../../src/engine/kernels/formOf';
import { full, quietWith } from '../../src/engine/linalg/linalg';
import { topEigen } from '../../src/engine/linalg/topEigen';
import { fillNormal, fillUniform, lowerSample, mirrorLower, shiftDiagonal, vectorSample } from './inputs.mjs';

/** Residuals relative to the largest eigenvalue, and errors of orthonormality, above which a decomposition is wrong. */
const WRONG = { full: 1e-11, top: 1e-9 };

/** Does what `request` asks on the core `la`, inside a scope of it. Returns the seconds its call took and a sample of the result. */
export function operate(la, request) {
  return OPERATIONS[request.operation](la, request);
}

const OPERATIONS = {
  gemm(la, { n, transposeA, transposeB }) {
    const [a, b, c] = [uniform(la, n * n, 1), uniform(la, n * n, 2), la.allocate(n * n)];
    const seconds = timed(() =>
      la.gemm(transposeA, transposeB, n, n, n, 1, full(a, n), full(b, n), 0, full(c, n), quietContext),
    );
    return { seconds, sample: lowerSample(c, n) };
  },

  syrk(la, { n }) {
    const [a, c] = [uniform(la, n * n, 1), la.allocate(n * n)];
    const seconds = timed(() => la.syrk(false, n, n, 1, full(a, n), 0, full(c, n), quietContext));
    return { seconds, sample: lowerSample(c, n) };
  },

  gemv(la, { n, transposed }) {
    const [a, x, y] = [uniform(la, n * n, 1), uniform(la, n, 2), la.allocate(n)];
    const seconds = timed(() => la.gemv(transposed, n, n, 1, full(a, n), x, 0, y, quietContext));
    return { seconds, sample: vectorSample(y) };
  },

  solve(la, { n }) {
    const [lower, b] = [uniform(la, n * n, 1), uniform(la, n * n, 2)];
    shiftDiagonal(lower, n, n);
    const seconds = timed(() => la.solveLower(lower, n, false, b, n, quietContext));
    return { seconds, sample: lowerSample(b, n) };
  },

  cholesky(la, { n }) {
    const a = uniform(la, n * n, 1);
    shiftDiagonal(a, n, n);
    const seconds = timed(() => la.cholesky(a, n, quietContext));
    return { seconds, sample: lowerSample(a, n) };
  },

  eigen(la, request) {
    const a = symmetric(la, request);
    let eigen;
    const seconds = timed(() => {
      eigen = la.symmetricEigen(a, request.n, quietContext);
    });
    if (request.check) checkPairs(la, request, eigen, WRONG.full);
    return { seconds, sample: eigen.values };
  },

  eigenvalues(la, request) {
    const a = symmetric(la, request);
    let values;
    const seconds = timed(() => {
      values = la.symmetricEigenvalues(a, request.n, quietContext);
    });
    return { seconds, sample: values };
  },

  top(la, request) {
    const a = symmetric(la, request);
    let eigen;
    const seconds = timed(() => {
      eigen = topEigen(a, request.n, request.k, {}, quietWith(la));
    });
    if (request.check) checkPairs(la, request, eigen, WRONG.top);
    return { seconds, sample: [...eigen.values].sort((p, q) => p - q) };
  },

  gram(la, { n, d, form, lengthScale }) {
    const x = normalRows(la, n, d);
    const k = la.allocate(n * n);
    const mapped = formOf({ kind: form, lengthScale });
    const seconds = timed(() => la.kernelMatrix(mapped, x, n, x, n, d, true, quietContext, k));
    return { seconds, sample: lowerSample(k, n) };
  },

  elementwise(la, { n, f, range }) {
    const x = uniform(la, n, 1, range);
    const seconds = timed(() => la.map(f, x, 1, 0, quietContext));
    return { seconds, sample: vectorSample(x) };
  },
};

function timed(call) {
  const started = performance.now();
  call();
  return (performance.now() - started) / 1000;
}

function uniform(la, length, seed, range) {
  const values = la.allocate(length);
  fillUniform(values, seed, range);
  return values;
}

function normalRows(la, n, d) {
  const x = la.allocate(n * d);
  fillNormal(x, 11);
  return x;
}

/** The n×n matrix of the request; only the lower triangle of the random one counts. */
function symmetric(la, { matrix, n, d, lengthScale }) {
  if (matrix !== 'gaussian') return uniform(la, n * n, 3);
  const x = normalRows(la, n, d);
  return la.kernelMatrix(
    formOf({ kind: 'gaussian', lengthScale }),
    x,
    n,
    x,
    n,
    d,
    true,
    quietContext,
    la.allocate(n * n),
  );
}

/** Throws where the first, middle or last pair is no eigenpair of the request's matrix, or those vectors are not orthonormal. */
function checkPairs(la, request, { values, vectors }, wrong) {
  const { n } = request;
  const a = symmetric(la, request);
  mirrorLower(a, n);
  const scale = Math.max(...values.map(Math.abs));
  const chosen = [0, values.length >> 1, values.length - 1].map((j) => ({
    value: values[j],
    vector: vectors.slice(j * n, (j + 1) * n),
  }));
  const image = new Float64Array(n);
  for (const [p, { value, vector }] of chosen.entries()) {
    la.gemv(false, n, n, 1, full(a, n), vector, 0, image, quietContext);
    const residual = Math.hypot(...image.map((y, i) => y - value * vector[i])) / scale;
    if (!(residual < wrong)) throw new Error(`the eigenpair of ${value} has the residual ${residual}`);
    for (const [q, other] of chosen.entries()) {
      const product = vector.reduce((sum, v, i) => sum + v * other.vector[i], 0);
      const off = Math.abs(product - (p === q ? 1 : 0));
      if (!(off < wrong)) throw new Error(`eigenvectors are off orthonormality by ${off}`);
    }
  }
}
