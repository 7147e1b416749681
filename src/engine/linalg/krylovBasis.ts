import { silently } from '../contract/context';
import { KernelscopeError } from '../contract/failure';
import { type Computing, type Eigen, full } from './linalg';
import { pivotedQr } from './pivotedQr';
import { tallQr } from './tallQr';

/** W (n×columns) ← A·V for a symmetric A that may never be formed. Both are column-major; V must be left as it is. */
export type BlockOperator = (v: Float64Array, columns: number, w: Float64Array) => void;

/** Rows of the basis turned at once. */
const STRIP = 1024;

/**
 * An orthonormal basis Q (n×size) with T = Q'·A·Q that grows by blocks: A·Q = Q·T + N·C, where N is the block that comes next
 * and C couples it to the newest columns alone. Reorthogonalised in full. Lives in the core's memory, in the scope of its
 * maker: n·(capacity + 2·block) entries.
 */
export class KrylovBasis {
  size = 0;
  /**
   * The number of columns of the newest block, the last of the basis; and of the block that comes next, stored behind
   * them.
   */
  newest = 0;
  next = 0;
  /** The largest length of a column of A·Q so far: a lower bound of ||A|| that is soon close. */
  norm = 0;
  private readonly q: Float64Array;
  private readonly w: Float64Array;
  private readonly t: Float64Array;
  private readonly rows: number;
  /** C, next×newest. */
  private coupling = new Float64Array(0);
  private readonly context: Computing;

  constructor(
    private readonly n: number,
    readonly capacity: number,
    block: number,
    context: Computing,
  ) {
    this.rows = capacity + block;
    this.q = context.linalg.allocate(n * this.rows);
    this.w = context.linalg.allocate(n * block);
    this.t = new Float64Array(this.rows * this.rows);
    this.context = silently(context);
  }

  private columns(from: number, count: number): Float64Array {
    return this.q.subarray(from * this.n, (from + count) * this.n);
  }

  /** Makes `block` (n×count), minus its part in the basis, the next block; for the start and after a dead end. */
  restartWith(block: Float64Array, count: number): void {
    this.w.set(block);
    this.project(this.w, count, this.size);
    this.takeNext(count, 0);
    this.coupling.fill(0);
  }

  /** Takes the next block into the basis, multiplies it, extends T, and finds the block after it. */
  grow(apply: BlockOperator): void {
    const { n, size: old, next: count } = this;
    apply(this.columns(old, count), count, this.w);
    this.size = old + count;
    this.newest = count;
    for (let j = 0; j < count; j++) this.norm = Math.max(this.norm, lengthOf(this.w, j * n, (j + 1) * n));
    if (!Number.isFinite(this.norm))
      throw new KernelscopeError('numerics/failed', 'The matrix to decompose has entries that are not finite.');
    const h = this.project(this.w, count, this.size);
    for (let j = 0; j < count; j++)
      for (let i = 0; i < this.size; i++) {
        const mirrored =
          i < old ? h[i + j * this.size] : (h[i + j * this.size] + h[old + j + (i - old) * this.size]) / 2;
        this.t[old + j + i * this.rows] = mirrored;
        this.t[i + (old + j) * this.rows] = mirrored;
      }
    // A remainder that may be rounding alone is no direction.
    this.takeNext(count, 4 * Math.sqrt(n) * Number.EPSILON * this.norm);
  }

  /** Ritz values and vectors of T, the values ascending. */
  ritz(): Eigen {
    const t = new Float64Array(this.size * this.size);
    for (let j = 0; j < this.size; j++) t.set(this.t.subarray(j * this.rows, j * this.rows + this.size), j * this.size);
    return this.context.linalg.symmetricEigen(t, this.size, this.context);
  }

  /** ||A·Q·y − theta·Q·y|| = ||C·(y's newest entries)|| of a Ritz pair, y starting at `from`. */
  residual(y: Float64Array, from: number): number {
    let sum = 0;
    for (let i = 0; i < this.next; i++) {
      let entry = 0;
      for (let j = 0; j < this.newest; j++)
        entry += this.coupling[i + j * this.next] * y[from + this.size - this.newest + j];
      sum += entry * entry;
    }
    return Math.sqrt(sum);
  }

  /**
   * Q ← Q·Y and T ← diag(values), Y being size×count with orthonormal columns and `values` their Ritz values: the thick
   * restart of Wu and Simon (2000). The next block moves along, and stays orthogonal.
   */
  compress(y: Float64Array, values: Float64Array): void {
    const { n, size, next, rows } = this;
    const { linalg } = this.context;
    const count = values.length;
    linalg.scope(() => {
      const strip = linalg.allocate(Math.min(STRIP, n) * count);
      for (let i0 = 0; i0 < n; i0 += STRIP) {
        const height = Math.min(STRIP, n - i0);
        const part = { values: this.q, offset: i0, lead: n };
        linalg.gemm(false, false, height, count, size, 1, part, full(y, size), 0, full(strip, height), this.context);
        for (let j = 0; j < count; j++) this.q.set(strip.subarray(j * height, (j + 1) * height), j * n + i0);
      }
    });
    this.q.copyWithin(count * n, size * n, (size + next) * n);
    this.t.fill(0);
    for (let i = 0; i < count; i++) this.t[i + i * rows] = values[i];
    this.size = count;
    this.newest = 0;
  }

  /** Q·Y for size×count coefficients. */
  combine(y: Float64Array, count: number, into: Float64Array): void {
    const { n, size } = this;
    const { linalg } = this.context;
    linalg.gemm(false, false, n, count, size, 1, full(this.q, n), full(y, size), 0, full(into, n), this.context);
  }

  /** W ← W − Q·H with H = Q'·W (size×count), which is returned. */
  private project(w: Float64Array, count: number, size: number): Float64Array {
    const { n } = this;
    const { linalg } = this.context;
    const h = new Float64Array(size * count);
    if (size === 0) return h;
    linalg.gemm(true, false, size, count, n, 1, full(this.q, n), full(w, n), 0, full(h, size), this.context);
    linalg.gemm(false, false, n, count, size, -1, full(this.q, n), full(h, size), 1, full(w, n), this.context);
    return h;
  }

  /**
   * The next block and C from the content of `w` (n×count) after its projection: an orthonormal basis of it without the
   * directions shorter than `negligible`, projected once more, since a short remainder has a larger fraction in the
   * basis.
   */
  private takeNext(count: number, negligible: number): void {
    const { n, context } = this;
    const { linalg } = context;
    linalg.scope(() => {
      const { q, r, permutation, rank } = pivotedQr(this.w, n, count, context, Number.EPSILON);
      let next = 0;
      while (next < rank && this.size + next < n && Math.abs(r[next + next * count]) > negligible) next++;
      const block = this.columns(this.size, next);
      block.set(q.subarray(0, n * next));
      // Twice is enough (Parlett 1998, section 6.9), and once more costs little compared with being wrong.
      for (let pass = 0; pass < 2 && next > 0; pass++) {
        const share = this.project(block, next, this.size);
        tallQr(block, n, next, context);
        if (share.every((h) => Math.abs(h) < 1e-8)) break;
      }
      const coupling = new Float64Array(next * count);
      for (let j = 0; j < count; j++)
        for (let i = 0; i < next; i++) coupling[i + permutation[j] * next] = r[i + j * count];
      this.next = next;
      this.coupling = coupling;
    });
  }
}

function lengthOf(a: Float64Array, from: number, end: number): number {
  let sum = 0;
  for (let i = from; i < end; i++) sum += a[i] * a[i];
  return Math.sqrt(sum);
}
