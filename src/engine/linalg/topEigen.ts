import { KernelscopeError } from '../contract/failure';
import { scientific } from '../words/numbers';
import { type BlockOperator, KrylovBasis } from './krylovBasis';
import { type Computing, type Eigen, full, type LinearAlgebra } from './linalg';

export interface TopEigenOptions {
  /** Residuals ||A·v − value·v|| allowed, relative to the largest eigenvalue in size; 1e-10 by default. */
  readonly tolerance?: number;
  /** The seed of the random start, an integer; the same seed gives the same result on the same core. */
  readonly seed?: number;
  /** The number of columns multiplied at once; by default k, at least 8 and at most 32. */
  readonly blockSize?: number;
  /** Multiplications with a block after which to give up; 200 by default. */
  readonly limit?: number;
}

export interface TopEigen {
  /** k, descending. */
  readonly values: Float64Array;
  /** n×k, column j belonging to values[j]; in the core's memory: it lives until the caller's scope ends. */
  readonly vectors: Float64Array;
  /** k measured ||A·v − value·v||, in the units of the values. */
  readonly residuals: Float64Array;
  /** Blocks multiplied on the way; 0 when all eigenpairs were computed instead. */
  readonly iterations: number;
}

/** Two values closer than this, relative to the largest, count as one that comes several times. */
const SAME = 1e-8;
/** Multiplications of new directions that show a copy not found before. */
const CONFIRMING = 3;

/**
 * The k algebraically largest eigenpairs of a symmetric n×n matrix, given in full or by its products with blocks: block Krylov
 * with full reorthogonalisation and thick restart (Zhou and Saad 2008). Memory beyond the matrix: n·(max(3k, k + 10b) + 2k + 6b)
 * entries for blocks of b. More than a fifth of all pairs, or nearly so many dimensions, are taken from a full
 * decomposition, for which an operator is formed (n² entries).
 *
 * Throws `numerics/failed` when an entry is not finite, and when the residuals are not below the tolerance within the
 * limit: `data` then names the residuals and how many of the pairs are good.
 */
export function topEigen(
  matrix: Float64Array | BlockOperator,
  n: number,
  k: number,
  options: TopEigenOptions,
  context: Computing,
): TopEigen {
  const { linalg } = context;
  if (!(k >= 1 && k <= n)) throw new RangeError(`topEigen takes 1 ≤ k ≤ n, not k = ${k} of n = ${n}`);
  const { tolerance = 1e-10, seed = 0, limit = 200 } = options;
  const block = options.blockSize ?? Math.min(32, Math.max(8, k));
  const apply = typeof matrix === 'function' ? matrix : productWith(matrix, n, context);
  const vectors = linalg.allocate(n * k);
  const { values, iterations, size } = linalg.scope(() =>
    5 * k > n || k + 4 * block > n
      ? fromAll(matrix, apply, n, k, vectors, context)
      : byKrylov(apply, n, k, { tolerance, seed, limit, blockSize: block }, vectors, context),
  );
  const residuals = linalg.scope(() => measured(apply, n, k, values, vectors, linalg));
  // The recurrence met the tolerance; rounding may add to it.
  if (iterations > 0 && residuals.some((r) => r > (2 * tolerance + n * Number.EPSILON) * size))
    throw notConverged(residuals, tolerance, size, iterations);
  context.progress(1, 'finding the largest eigenvalues');
  return { values, vectors, residuals, iterations };
}

function productWith(matrix: Float64Array, n: number, context: Computing): BlockOperator {
  return (v, columns, w) =>
    context.linalg.gemm(false, false, n, columns, n, 1, full(matrix, n), full(v, n), 0, full(w, n), context);
}

interface Found {
  readonly values: Float64Array;
  readonly iterations: number;
  /** The largest size of any eigenvalue. */
  readonly size: number;
}

function sizeOf(ascending: Float64Array): number {
  return Math.max(Math.abs(ascending[0]), Math.abs(ascending[ascending.length - 1]));
}

function byKrylov(
  apply: BlockOperator,
  n: number,
  k: number,
  { tolerance, seed, limit, blockSize: block }: Required<TopEigenOptions>,
  vectors: Float64Array,
  context: Computing,
): Found {
  const basis = new KrylovBasis(n, Math.min(n, Math.max(3 * k, k + 10 * block)), block, context);
  const draw = draws(seed);
  const startAnew = () => basis.restartWith(Float64Array.from({ length: n * block }, draw), block);
  startAnew();
  // Values down to here have been confirmed to be all their copies, by so many multiplications of new directions.
  let confirmed = 0;
  let multiplied = 0;
  let reached = 0;
  for (let iterations = 1; ; iterations++) {
    context.check();
    basis.grow(apply);
    multiplied++;
    if (basis.size < k) {
      if (basis.next === 0) startAnew();
      continue;
    }
    const ritz = basis.ritz();
    const top = topOf(ritz, basis.size, k);
    const size = sizeOf(ritz.values);
    const residuals = top.values.map((_, j) => basis.residual(top.vectors, j * basis.size));
    const good = residuals.filter((r) => r <= tolerance * size).length;
    reached = Math.max(reached, good / k);
    context.progress(0.95 * reached, 'finding the largest eigenvalues');
    if (good === k && (confirmed === 0 || multiplied >= CONFIRMING || basis.next === 0)) {
      const repeated = basis.size === n ? 0 : endOfRepeats(top.values, block, Math.max(SAME, tolerance) * size);
      if (repeated === 0 || repeated === confirmed) {
        basis.combine(top.vectors, k, vectors);
        return { values: top.values, iterations, size };
      }
      // There are as many copies of one value as a block has columns: there may be more, which only new directions
      // show.
      confirmed = repeated;
      multiplied = 0;
      basis.compress(top.vectors, top.values);
      startAnew();
    } else if (iterations >= limit) throw notConverged(residuals, tolerance, size, iterations);
    else if (basis.size + basis.next > basis.capacity) {
      const leading = topOf(ritz, basis.size, keptOf(k, block, basis.capacity));
      basis.compress(leading.vectors, leading.values);
    }
  }
}

/** The wanted pairs and a third of the room behind them, but not so many that the next two blocks would not fit. */
function keptOf(k: number, block: number, capacity: number): number {
  return Math.min(capacity - 2 * block, k + Math.ceil((capacity - k) / 3));
}

/** The largest `count` of ascending pairs of size×size, descending. */
function topOf({ values, vectors }: Eigen, size: number, count: number): Eigen {
  const top = new Float64Array(size * count);
  for (let j = 0; j < count; j++) top.set(vectors.subarray((size - 1 - j) * size, (size - j) * size), j * size);
  return { values: Float64Array.from({ length: count }, (_, j) => values[size - 1 - j]), vectors: top };
}

/**
 * The end, among descending values, of the last run of at least `block` equal ones, if others follow; otherwise 0. A
 * block of b columns finds at most b copies of a value, so a shorter run is complete, and a run at the end loses
 * nothing.
 */
function endOfRepeats(values: Float64Array, block: number, apart: number): number {
  let end = 0;
  let start = 0;
  for (let j = 1; j < values.length; j++) {
    if (values[j - 1] - values[j] <= apart) continue;
    if (j - start >= block) end = j;
    start = j;
  }
  return end;
}

/** Computes all pairs, of which the k largest are returned. */
function fromAll(
  matrix: Float64Array | BlockOperator,
  apply: BlockOperator,
  n: number,
  k: number,
  vectors: Float64Array,
  context: Computing,
): Found {
  const { linalg } = context;
  const a = linalg.allocate(n * n);
  if (typeof matrix === 'function') {
    const identity = linalg.allocate(n * n).fill(0);
    for (let i = 0; i < n; i++) identity[i + i * n] = 1;
    apply(identity, n, a);
  } else a.set(matrix.subarray(0, n * n));
  const all = linalg.symmetricEigen(a, n, context);
  const top = topOf(all, n, k);
  vectors.set(top.vectors);
  return { values: top.values, iterations: 0, size: sizeOf(all.values) };
}

function measured(
  apply: BlockOperator,
  n: number,
  k: number,
  values: Float64Array,
  vectors: Float64Array,
  linalg: LinearAlgebra,
): Float64Array {
  const w = linalg.allocate(n * k);
  apply(vectors, k, w);
  return values.map((value, j) => {
    let sum = 0;
    for (let i = j * n; i < (j + 1) * n; i++) sum += (w[i] - value * vectors[i]) ** 2;
    return Math.sqrt(sum);
  });
}

function notConverged(residuals: Float64Array, tolerance: number, size: number, iterations: number): KernelscopeError {
  const good = residuals.filter((r) => r <= tolerance * size).length;
  const worst = residuals.reduce((m, r) => Math.max(m, r), 0) / size;
  return new KernelscopeError(
    'numerics/failed',
    `Of the ${residuals.length} largest eigenvalues ${good} are found to ${tolerance} of the largest; the worst is off by ${scientific(worst)}. Ask for fewer, or for all.`,
    { residuals: [...residuals], tolerance, found: good, iterations },
  );
}

/** Uniform over −½ … ½ from a counter, mixed as in splitmix32 (Steele, Lea and Flood 2014): a start needs no more. */
function draws(seed: number): () => number {
  let counter = seed >>> 0;
  return () => {
    counter = (counter + 0x9e3779b9) >>> 0;
    let bits = Math.imul(counter ^ (counter >>> 16), 0x85ebca6b);
    bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
    return ((bits ^ (bits >>> 16)) >>> 0) / 2 ** 32 - 0.5;
  };
}
