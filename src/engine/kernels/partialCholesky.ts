import { gatherRows } from '../linalg/gatherRows';
import { type Computing, full } from '../linalg/linalg';

/** The number of rows examined together as pivots. */
const CANDIDATES = 64;
/**
 * A candidate is taken while its residual is at least this fraction of the largest among rows that were not looked at.
 */
const NEARLY_GREEDY = 0.3;
/** The fraction of the allowed columns after which the remaining number is extrapolated from the columns so far. */
const ENOUGH = 0.2;
/** Residual diagonals at this many roundings of the largest diagonal entry are noise. */
const NOISE = 4 * Number.EPSILON;

export interface PartialCholesky {
  /** L, n×rank column-major, in the core's memory: it lives until the caller's scope ends. */
  readonly l: Float64Array;
  readonly rank: number;
  /** The trace of G − L·L', at least 0: no eigenvalue of the difference is larger, except for rounding. */
  readonly residual: number;
}

/**
 * G ≈ L·L' for a positive semidefinite `gram` (n×n, unchanged) by Cholesky with the largest residual diagonals as
 * pivots, until the residual's trace is at most `tolerance` or only rounding is left. Undefined if that takes, or will
 * take, more than `most` columns, or if a diagonal entry becomes clearly negative.
 *
 * Pivots are taken by blocks so that the work is matrix products: the rows of the largest residual are eliminated among
 * themselves, those that stay large are taken and their columns formed together (in the manner of Epperly, Tropp and
 * Webber 2024, who draw the candidates at random). About n·rank² operations.
 */
export function partialCholesky(
  gram: Float64Array,
  n: number,
  most: number,
  tolerance: number,
  context: Computing,
): PartialCholesky | undefined {
  const { linalg } = context;
  const left = Float64Array.from({ length: n }, (_, i) => gram[i + i * n]);
  const noise = NOISE * largestOf(left);
  const l = linalg.allocate(n * Math.min(n, most + CANDIDATES));
  const columns = (from: number) => ({ values: l, offset: from * n, lead: n });
  /** Rank and logarithm of the residual's trace after each block. */
  const past: { readonly rank: number; readonly left: number }[] = [];
  let rank = 0;
  for (;;) {
    context.check();
    const sorted = left.slice().sort();
    let residual = 0;
    for (const v of sorted) residual += Math.max(0, v);
    if (sorted[0] < -1e6 * noise) return undefined;
    if (residual <= tolerance || !(sorted[n - 1] > noise)) return { l, rank, residual };
    past.push({ rank, left: Math.log(residual) });
    if (hopeless(past, Math.log(tolerance), most)) return undefined;
    const least = Math.max(noise, n > CANDIDATES ? sorted[n - CANDIDATES] : 0);
    const candidates = Uint32Array.from(left.keys())
      .filter((i) => left[i] >= least)
      .subarray(0, CANDIDATES);
    const unseen = n > CANDIDATES ? sorted[n - 1 - CANDIDATES] : 0;
    const { pivots, factor } = linalg.scope(() => {
      const block = residualBlock(gram, n, l, rank, candidates, context);
      return eliminate(block, candidates, Math.max(noise, NEARLY_GREEDY * unseen));
    });
    const count = pivots.length;
    if (rank + count > most) return undefined;
    linalg.scope(() => {
      const rows = gatherRows(l, n, pivots, linalg.allocate(count * rank));
      const added = linalg.allocate(n * count);
      for (let j = 0; j < count; j++) added.set(gram.subarray(pivots[j] * n, (pivots[j] + 1) * n), j * n);
      if (rank > 0)
        linalg.gemm(false, true, n, count, rank, -1, columns(0), full(rows, count), 1, full(added, n), context);
      linalg.solveLowerRight(factor, count, true, added, n, context);
      l.set(added, rank * n);
    });
    for (let j = rank; j < rank + count; j++) for (let i = 0, o = j * n; i < n; i++, o++) left[i] -= l[o] * l[o];
    for (const pivot of pivots) left[pivot] = 0;
    rank += count;
  }
}

/**
 * True if the residual falls too slowly to reach `wanted` (a logarithm) within `most` columns, even if it went on as
 * over the later half so far: eigenvalues of kernels fall ever more slowly, so a straight line in the logarithm is
 * optimistic.
 */
function hopeless(
  past: readonly { readonly rank: number; readonly left: number }[],
  wanted: number,
  most: number,
): boolean {
  const now = past[past.length - 1];
  if (now.rank < ENOUGH * most) return false;
  const before = past.findLast(({ rank }) => rank <= now.rank / 2) ?? past[0];
  const rate = (before.left - now.left) / (now.rank - before.rank);
  return now.rank + (now.left - wanted) / rate > most;
}

/** The residual G − L·L' among `rows`, both triangles. */
function residualBlock(
  gram: Float64Array,
  n: number,
  l: Float64Array,
  rank: number,
  rows: Uint32Array,
  context: Computing,
): Float64Array {
  const { linalg } = context;
  const size = rows.length;
  const block = linalg.allocate(size * size);
  for (let j = 0; j < size; j++) for (let i = 0; i < size; i++) block[i + j * size] = gram[rows[i] + rows[j] * n];
  if (rank === 0) return block;
  const part = full(gatherRows(l, n, rows, linalg.allocate(size * rank)), size);
  linalg.gemm(false, true, size, size, rank, -1, part, part, 1, full(block, size), context);
  return block;
}

interface Eliminated {
  readonly pivots: Uint32Array;
  /** Lower Cholesky factor of the residual among the pivots. */
  readonly factor: Float64Array;
}

/** Pivoted Cholesky among the candidates while a pivot is at least `floor`; the first is always taken. `block` is overwritten. */
function eliminate(block: Float64Array, candidates: Uint32Array, floor: number): Eliminated {
  const size = candidates.length;
  // Positions in the block: the first `count` are pivots, in their order.
  const places = Uint32Array.from(candidates.keys());
  let count = 0;
  for (; count < size; count++) {
    let best = count;
    for (let a = count + 1; a < size; a++)
      if (block[places[a] * (size + 1)] > block[places[best] * (size + 1)]) best = a;
    const place = places[best];
    const pivot = block[place * (size + 1)];
    if (count > 0 && !(pivot >= floor)) break;
    places[best] = places[count];
    places[count] = place;
    // Column `place` becomes a column of the factor; the remainder is downdated.
    const column = place * size;
    const root = Math.sqrt(pivot);
    for (let i = 0; i < size; i++) block[column + i] /= root;
    for (let a = count + 1; a < size; a++) {
      const target = places[a] * size;
      const by = block[column + places[a]];
      for (let i = 0; i < size; i++) block[target + i] -= by * block[column + i];
    }
  }
  const factor = new Float64Array(count * count);
  for (let j = 0; j < count; j++)
    for (let i = j; i < count; i++) factor[i + j * count] = block[places[i] + places[j] * size];
  return { pivots: places.subarray(0, count).map((place) => candidates[place]), factor };
}

function largestOf(values: Float64Array): number {
  let largest = 0;
  for (const v of values) if (v > largest) largest = v;
  return largest;
}
