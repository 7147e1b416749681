import type { Native } from './bind';

/** Order of the matrices: large enough that a library takes its blocked and threaded paths, small enough for a few milliseconds. */
const N = 192;
/** Entries are of order one and sums of order N. */
const TOLERANCE = 1e-9;

/**
 * Checks every function that is used against results known without it. Returns undefined, or the error in words. A
 * library that passes counts its integers and spells its names as assumed, and keeps what the interface promises.
 */
export function verify(native: Native): string | undefined {
  for (const [name, check] of Object.entries(CHECKS)) {
    const error = check(native);
    if (!(error < TOLERANCE)) return `its ${name} is wrong`;
  }
  return undefined;
}

/** Each returns its largest error; NaN counts as wrong. */
const CHECKS: Readonly<Record<string, (native: Native) => number>> = {
  product(native) {
    const [a, b] = [filled(1), filled(2)];
    // beta = 0 must ignore the old content of C, NaN too.
    const c = new Float64Array(N * N).fill(Number.NaN);
    native.gemm(true, false, N, N, N, 1, a, N, b, N, 0, c, N);
    return largest(spots(), ([i, j]) => c[j * N + i] - dot(N, (l) => a[i * N + l] * b[j * N + l]));
  },
  'symmetric product'(native) {
    const a = filled(3);
    const c = new Float64Array(N * N).fill(Number.NaN);
    native.syrk(false, N, N, 1, a, N, 0, c, N);
    if (!Number.isNaN(c[N])) return Number.NaN;
    return largest(spots(), ([p, q]) => {
      const [i, j] = [Math.max(p, q), Math.min(p, q)];
      return c[j * N + i] - dot(N, (l) => a[l * N + i] * a[l * N + j]);
    });
  },
  'product with a vector'(native) {
    const a = filled(4);
    const [x, y] = [filled(5).subarray(0, N), new Float64Array(N)];
    native.gemv(true, N, N, 1, a, N, x, 0, y);
    return largest(spots(), ([i]) => y[i] - dot(N, (l) => a[i * N + l] * x[l]));
  },
  'Cholesky factor'(native) {
    const a = definite();
    const l = a.slice();
    if (native.potrf(N, l) !== 0 || l[N] !== a[N]) return Number.NaN;
    const broken = a.slice();
    broken[5 * N + 5] = -1;
    if (native.potrf(N, broken) !== 6) return Number.NaN;
    return largest(spots(), ([p, q]) => {
      const [i, j] = [Math.max(p, q), Math.min(p, q)];
      return a[j * N + i] - dot(j + 1, (k) => l[k * N + i] * l[k * N + j]);
    });
  },
  'triangular solve'(native) {
    const [l, b] = [definite(), filled(6)];
    const [left, right] = [b.slice(), b.slice()];
    native.trsm(false, false, N, N, l, N, left, N);
    native.trsm(true, true, N, N, l, N, right, N);
    const leftError = largest(spots(), ([i, j]) => b[j * N + i] - dot(i + 1, (k) => l[k * N + i] * left[j * N + k]));
    const rightError = largest(spots(), ([i, j]) => b[j * N + i] - dot(j + 1, (k) => right[k * N + i] * l[k * N + j]));
    return Math.max(leftError, rightError);
  },
  /** The second difference matrix has the eigenvalues 2 − 2·cos(kπ/(N + 1)), its vectors are sines (Strang, 1999). */
  eigendecomposition(native) {
    const [withVectors, alone] = [secondDifference(), secondDifference()];
    const [values, valuesAlone] = [new Float64Array(N), new Float64Array(N)];
    if (native.syevd(true, N, withVectors, values) !== 0) return Number.NaN;
    if (native.syevd(false, N, alone, valuesAlone) !== 0) return Number.NaN;
    const scale = Math.sqrt(2 / (N + 1));
    return largest(spots(), ([i, j]) => {
      const known = 2 - 2 * Math.cos(((j + 1) * Math.PI) / (N + 1));
      const sine = scale * Math.abs(Math.sin(((i + 1) * (j + 1) * Math.PI) / (N + 1)));
      return Math.max(
        Math.abs(values[j] - known),
        Math.abs(valuesAlone[j] - known),
        Math.abs(Math.abs(withVectors[j * N + i]) - sine),
      );
    });
  },
};

/** N×N entries in (−1, 1) without a pattern. */
function filled(seed: number): Float64Array {
  return Float64Array.from({ length: N * N }, (_, i) => Math.sin((i + 1) * (seed + 0.7) * 1.618));
}

/** Symmetric, with a diagonal that outweighs its rows. */
function definite(): Float64Array {
  const a = new Float64Array(N * N);
  for (let j = 0; j < N; j++) for (let i = 0; i < N; i++) a[j * N + i] = i === j ? 3 : Math.cos(i * j) / N;
  return a;
}

/** Lower triangle only: the entries above must not be read. */
function secondDifference(): Float64Array {
  const a = new Float64Array(N * N);
  for (let j = 0; j < N; j++) {
    a[j * N + j] = 2;
    if (j + 1 < N) a[j * N + j + 1] = -1;
    if (j > 0) a[j * N] = Number.NaN;
  }
  return a;
}

/** Rows and columns all over the matrix, its corners among them. */
const spots = (): [number, number][] =>
  Array.from({ length: 64 }, (_, t) =>
    t === 0 ? [N - 1, 0] : t === 1 ? [N - 1, N - 1] : [(t * 37) % N, (t * 101) % N],
  );

function dot(length: number, term: (l: number) => number): number {
  let sum = 0;
  for (let l = 0; l < length; l++) sum += term(l);
  return sum;
}

function largest(at: readonly [number, number][], error: (spot: [number, number]) => number): number {
  let worst = 0;
  for (const spot of at) {
    const size = Math.abs(error(spot));
    if (!(size <= worst)) worst = size;
    if (Number.isNaN(worst)) return worst;
  }
  return worst;
}
