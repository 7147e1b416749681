import { dot } from '../linalg/dot';

/** Rows there is room for at first; the room doubles. */
const FIRST_ROOM = 32;

/**
 * Cholesky factor L of a positive definite matrix that rows are added to, at its end, and removed from, anywhere: A = L·L',
 * each in O(m²) for m rows (Golub and Van Loan 2013, section 6.5.4). L is packed row by row: entry (i, j ≤ i) is at
 * i·(i+1)/2 + j.
 */
export class GrowingCholesky {
  private count = 0;
  private packed = new Float64Array((FIRST_ROOM * (FIRST_ROOM + 1)) / 2);
  private cosines = new Float64Array(FIRST_ROOM);
  private sines = new Float64Array(FIRST_ROOM);

  /** m, the rows of A. */
  get size(): number {
    return this.count;
  }

  /** Forgets every row and keeps the room. */
  clear(): void {
    this.count = 0;
  }

  /**
   * Makes `row` (m entries, then `diagonal`) the last row and column of A if its pivot, diagonal − row'·A^-1·row,
   * exceeds `least`. Returns whether it did; `row` holds L^-1·row afterwards in both cases.
   */
  add(row: Float64Array, diagonal: number, least: number): boolean {
    const m = this.count;
    this.solveLower(row);
    let left = diagonal;
    for (let i = 0; i < m; i++) left -= row[i] * row[i];
    if (!(left > least)) return false;
    this.reserve(m + 1);
    const at = (m * (m + 1)) / 2;
    for (let i = 0; i < m; i++) this.packed[at + i] = row[i];
    this.packed[at + m] = Math.sqrt(left);
    this.count = m + 1;
    return true;
  }

  /**
   * Removes row and column `at` from A; later ones move up by one. Plane rotations turn the remainder into a triangle
   * again.
   */
  remove(at: number): void {
    const { packed: l, cosines, sines, count: m } = this;
    for (let k = at + 1; k < m; k++) {
      const from = (k * (k + 1)) / 2;
      const to = from - k;
      for (let j = 0; j < at; j++) l[to + j] = l[from + j];
      let carried = l[from + at];
      for (let j = at; j < k - 1; j++) {
        const next = l[from + j + 1];
        l[to + j] = cosines[j] * carried + sines[j] * next;
        carried = cosines[j] * next - sines[j] * carried;
      }
      const last = l[from + k];
      const pivot = Math.sqrt(carried * carried + last * last);
      cosines[k - 1] = carried / pivot;
      sines[k - 1] = last / pivot;
      l[to + k - 1] = pivot;
    }
    this.count = m - 1;
  }

  /** b (m entries) ← L^-1·b. */
  solveLower(b: Float64Array): void {
    const { packed: l, count: m } = this;
    for (let i = 0, at = 0; i < m; at += ++i) b[i] = (b[i] - dot(l, at, b, 0, i)) / l[at + i];
  }

  /** b (m entries) ← L^-T·b. */
  solveUpper(b: Float64Array): void {
    const { packed: l, count: m } = this;
    for (let i = m - 1; i >= 0; i--) {
      const at = (i * (i + 1)) / 2;
      const value = b[i] / l[at + i];
      b[i] = value;
      for (let j = 0; j < i; j++) b[j] -= l[at + j] * value;
    }
  }

  /** into (m entries) ← the last column of A^-1, at the cost of `solveUpper` alone. */
  lastOfInverse(into: Float64Array): void {
    const m = this.count;
    into.fill(0, 0, m);
    into[m - 1] = 1 / this.packed[(m * (m + 1)) / 2 - 1];
    this.solveUpper(into);
  }

  private reserve(rows: number): void {
    if (rows <= this.cosines.length) return;
    const room = Math.max(rows, 2 * this.cosines.length);
    const packed = new Float64Array((room * (room + 1)) / 2);
    packed.set(this.packed);
    this.packed = packed;
    this.cosines = new Float64Array(room);
    this.sines = new Float64Array(room);
  }
}
