// The cases that are measured: each an operation that ours (operations.mjs) and the peers (peer.py) know under the same
// name.
//
// `budget` is what the prototype of this design reached with 1 and 2 threads, and what the peer reached beside it, in the
// case's unit, on a machine with AVX-512 and two cores. On another machine the ratio says more than the figure.

const MILLISECONDS = { unit: 'ms', value: (seconds) => seconds * 1000 };
const SECONDS = { unit: 's', value: (seconds) => seconds };

/** A rate: this much work (operations, bytes, numbers), in units of a billion or a million of it each second. */
function rate(unit, size, work) {
  return { unit, value: (seconds) => work / seconds / size, rate: true };
}
const gflops = (work) => rate('GFLOP/s', 1e9, work);

/** The median distance of standard normal rows with d columns: half the squared distance is chi-squared, its median by Wilson and Hilferty. */
const medianScale = (d) => Math.sqrt(2 * d * (1 - 2 / (9 * d)) ** 3);
const gaussian = (n, d = 5) => ({ n, d, matrix: 'gaussian', lengthScale: medianScale(d) });

/**
 * The cases in the order of the table. `quick` takes small sizes, which have no budget.
 * @typedef {{ unit: string, value?(seconds: number): number, rate?: boolean }} Measure
 * @typedef {{ group: string, name: string, measure: Measure, request: object, peers: string[],
 *   budget?: Record<number, { ours: number, peer: number }>, fresh?: 'memory' | 'cold' }} Case
 * @returns {Case[]}
 */
export function cases(quick) {
  const size = (full) => (quick ? Math.round(full / 10) : full);
  /** @type {Case[]} */
  const all = [
    ...gemm(size(2000)),
    ...transposes(size(1000)),
    ...blas(size(2000), size(4000)),
    ...cholesky(size(4000)),
    ...[1000, 2000, 4000].flatMap((n) => eigen(size(n))),
    ...[4000, 8000].map((n) => top(size(n))),
    ...['gaussian', 'laplace', 'matern32'].map((form) => gram(size(4000), form)),
    ...elementwise(quick ? 1e6 : 1e7),
    memory(size(4000)),
    cold(size(500)),
  ];
  return quick ? all.map((c) => ({ ...c, budget: undefined })) : all;
}

function gemm(n) {
  return [
    {
      group: 'gemm',
      name: `gemm ${n}³`,
      measure: gflops(2 * n ** 3),
      request: { operation: 'gemm', n, transposeA: false, transposeB: false },
      peers: ['numpy.dot'],
      budget: { 1: { ours: 33, peer: 106 }, 2: { ours: 65, peer: 209 } },
    },
  ];
}

function transposes(n) {
  const flags = [false, true].flatMap((transposeA) => [false, true].map((transposeB) => ({ transposeA, transposeB })));
  return flags.map(({ transposeA, transposeB }) => ({
    group: 'transposes',
    name: `gemm ${n}³, A${transposeA ? "'" : ''}·B${transposeB ? "'" : ''}`,
    measure: gflops(2 * n ** 3),
    request: { operation: 'gemm', n, transposeA, transposeB },
    peers: ['numpy.dot'],
  }));
}

function blas(n, order) {
  return [
    {
      group: 'syrk',
      name: `syrk ${n}`,
      measure: gflops(n ** 3),
      request: { operation: 'syrk', n },
      peers: ['scipy.linalg.blas.dsyrk'],
    },
    ...[false, true].map((transposed) => ({
      group: 'gemv',
      name: `gemv ${order}${transposed ? ', transposed' : ''}`,
      measure: rate('GB/s', 1e9, 8 * order ** 2),
      request: { operation: 'gemv', n: order, transposed },
      peers: ['numpy.dot'],
    })),
    {
      group: 'solve',
      name: `triangular solve ${n}, ${n} right-hand sides`,
      measure: gflops(n ** 3),
      request: { operation: 'solve', n },
      peers: ['scipy.linalg.solve_triangular'],
    },
  ];
}

function cholesky(n) {
  return [
    {
      group: 'cholesky',
      name: `Cholesky ${n}`,
      measure: MILLISECONDS,
      request: { operation: 'cholesky', n },
      peers: ['scipy.linalg.lapack.dpotrf', 'numpy.linalg.cholesky'],
      budget: { 1: { ours: 661, peer: 239 }, 2: { ours: 346, peer: 129 } },
    },
  ];
}

function eigen(n) {
  const budgets = { 1000: { ours: 101, peer: 55 }, 2000: { ours: 669, peer: 340 }, 4000: { ours: 6200, peer: 3000 } };
  const matrices = { random: { n, matrix: 'random' }, 'Gaussian Gram': gaussian(n) };
  return Object.entries(matrices).flatMap(([kind, input]) => [
    {
      group: kind === 'random' ? 'eigen-random' : 'eigen-gram',
      name: `eigen ${n}, ${kind}`,
      measure: MILLISECONDS,
      request: { operation: 'eigen', ...input },
      peers: ['numpy.linalg.eigh', "scipy.linalg.eigh(driver='evd')"],
      budget: { 2: budgets[n] },
    },
    {
      group: 'eigenvalues',
      name: `eigenvalues ${n}, ${kind}`,
      measure: MILLISECONDS,
      request: { operation: 'eigenvalues', ...input },
      peers: ['numpy.linalg.eigvalsh'],
    },
  ]);
}

function top(n) {
  const budgets = { 4000: { ours: 0.34, peer: 0.32 }, 8000: { ours: 1.17, peer: 1.33 } };
  return {
    group: 'top',
    name: `top 50 of ${n}, Gaussian Gram`,
    measure: SECONDS,
    request: { operation: 'top', k: 50, ...gaussian(n) },
    // Ours stops at residuals of 1e-10 of the largest eigenvalue, eigsh by itself at those of rounding.
    peers: ['scipy.sparse.linalg.eigsh', 'scipy.sparse.linalg.eigsh(tol=1e-10)'],
    budget: { 2: budgets[n] },
  };
}

function gram(n, form) {
  return {
    group: 'gram',
    name: `Gram ${n}, ${form}`,
    measure: MILLISECONDS,
    request: { operation: 'gram', form, n, d: 10, lengthScale: medianScale(10) },
    peers: [form === 'gaussian' ? 'sklearn.metrics.pairwise.rbf_kernel' : 'sklearn.gaussian_process.kernels.Matern'],
    budget: form === 'gaussian' ? { 1: { ours: 34, peer: 58 }, 2: { ours: 19, peer: 54 } } : undefined,
  };
}

function elementwise(n) {
  const ranges = { exp: 10, cos: 10, tanh: 3, erf: 3 };
  return Object.entries(ranges).map(([f, range]) => ({
    group: 'map',
    name: `${f} of ${n / 1e6} million numbers`,
    measure: rate('million/s', 1e6, n),
    request: { operation: 'elementwise', f, n, range },
    peers: [f === 'erf' ? 'scipy.special.erf' : `numpy.${f}`],
  }));
}

/**
 * The peak memory of a whole process that does nothing else: with its runtime, its libraries and the matrix itself.
 * @returns {Case}
 */
function memory(n) {
  return {
    group: 'memory',
    name: `peak memory, eigen ${n}`,
    measure: { unit: 'MB' },
    request: { operation: 'eigen', n, matrix: 'random' },
    peers: ['numpy.linalg.eigh'],
    fresh: 'memory',
  };
}

/**
 * In a new process, from loading the core or the library to the end of its first decomposition; drawing the matrix does not count.
 * @returns {Case}
 */
function cold(n) {
  return {
    group: 'cold',
    name: `cold start to eigen ${n}`,
    measure: MILLISECONDS,
    request: { operation: 'eigen', n, matrix: 'random' },
    peers: ['numpy.linalg.eigh'],
    fresh: 'cold',
  };
}
