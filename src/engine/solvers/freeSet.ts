import { dot } from '../linalg/dot';
import type { Computing } from '../linalg/linalg';

/** Beyond this many rows a fresh factor comes from the core's blocked factorisation. */
const BLOCKED = 96;

/**
 * Cholesky factor L of K_FF + shift·I for a set F of variables that changes by one at a time: a row enters with one triangular
 * solve and leaves with a sweep of Givens rotations, O(|F|²) either way (Golub and Van Loan, Matrix Computations, 6.5.4).
 * L is kept by rows, so that solves and rotations run along memory.
 */
export class FreeSet {
  /** The variable at each position, `size` of them. */
  readonly index: Int32Array;
  /** Position of each variable, −1 outside F. */
  readonly position: Int32Array;
  size = 0;
  /** Updates since the last fresh factor, whose rounding adds up. */
  private updates = 0;
  private readonly cosines: Float64Array;
  private readonly sines: Float64Array;
  private readonly carries = new Float64Array(4);

  constructor(
    /** n×n, symmetric. */
    private readonly k: Float64Array,
    private readonly n: number,
    readonly shift: number,
    /** Room for n² numbers: row i of L starts at i·n. */
    private readonly l: Float64Array,
  ) {
    this.index = new Int32Array(n);
    this.position = new Int32Array(n).fill(-1);
    this.cosines = new Float64Array(n);
    this.sines = new Float64Array(n);
  }

  /** Makes F the set of variables that `free` marks: row by row, or afresh if more than a few change. */
  follow(free: Uint8Array, context: Computing): void {
    let changes = 0;
    let wanted = 0;
    for (let i = 0; i < this.n; i++) {
      wanted += free[i];
      if (free[i] !== Number(this.position[i] >= 0)) changes++;
    }
    const allowed = Math.max(8, wanted / (wanted > BLOCKED ? 40 : 4));
    if (changes > allowed || this.updates + changes > 4 * wanted + 200) {
      this.afresh(free, context);
      return;
    }
    for (let p = this.size - 1; p >= 0; p--) {
      if (free[this.index[p]]) continue;
      if (this.size > BLOCKED) context.check();
      this.remove(p);
    }
    for (let i = 0; i < this.n; i++) {
      if (!free[i] || this.position[i] >= 0) continue;
      if (this.size > BLOCKED) context.check();
      this.add(i);
    }
  }

  add(variable: number): void {
    const { k, n, l, index, size } = this;
    const row = size * n;
    const column = variable * n;
    let pivot = k[variable + column] + this.shift;
    for (let i = 0; i < size; i++) {
      const at = i * n;
      const value = (k[index[i] + column] - dot(l, at, l, row, i)) / l[at + i];
      l[row + i] = value;
      pivot -= value * value;
    }
    // In exact arithmetic at least the shift; if rounding has consumed it, the row adds nothing to those above.
    l[row + size] = Math.sqrt(Math.max(pivot, 0.5 * this.shift));
    index[size] = variable;
    this.position[variable] = size;
    this.size++;
    this.updates++;
  }

  /** Removes the variable at a position; those after it move up by one. */
  remove(at: number): void {
    const { l, n, index, position, size } = this;
    position[index[at]] = -1;
    for (let i = at + 1; i < size; ) {
      // Four rows at a time through the rotations that are known before them: one chain of products need not wait for another.
      const rows = i + 3 < size ? 4 : 1;
      if (rows === 4) this.rotateFour(i, at);
      for (let r = i; r < i + rows; r++) {
        const to = (r - 1) * n;
        if (rows === 1) for (let j = 0; j < at; j++) l[to + j] = l[to + n + j];
        this.rotateRest(r, rows === 4 ? i - 1 : at, rows === 4 ? this.carries[r - i] : l[to + n + at]);
      }
      i += rows;
    }
    for (let i = at + 1; i < size; i++) {
      index[i - 1] = index[i];
      position[index[i]] = i - 1;
    }
    this.size--;
    this.updates++;
  }

  /**
   * Rows i to i + 3, each to the row above it, through the rotations at … i − 2; the parts that go on are left in
   * `carries`.
   */
  private rotateFour(i: number, at: number): void {
    const { l, n, cosines, sines, carries } = this;
    const up = (i - 1) * n;
    const r0 = up + n;
    const r1 = r0 + n;
    const r2 = r1 + n;
    const r3 = r2 + n;
    // Each row is read before the one below it is written over it.
    for (let j = 0; j < at; j++) {
      l[up + j] = l[r0 + j];
      l[r0 + j] = l[r1 + j];
      l[r1 + j] = l[r2 + j];
      l[r2 + j] = l[r3 + j];
    }
    let c0 = l[r0 + at];
    let c1 = l[r1 + at];
    let c2 = l[r2 + at];
    let c3 = l[r3 + at];
    for (let j = at; j < i - 1; j++) {
      const c = cosines[j];
      const s = sines[j];
      const x0 = l[r0 + j + 1];
      const x1 = l[r1 + j + 1];
      const x2 = l[r2 + j + 1];
      const x3 = l[r3 + j + 1];
      l[up + j] = c * c0 + s * x0;
      l[r0 + j] = c * c1 + s * x1;
      l[r1 + j] = c * c2 + s * x2;
      l[r2 + j] = c * c3 + s * x3;
      c0 = c * x0 - s * c0;
      c1 = c * x1 - s * c1;
      c2 = c * x2 - s * c2;
      c3 = c * x3 - s * c3;
    }
    carries[0] = c0;
    carries[1] = c1;
    carries[2] = c2;
    carries[3] = c3;
  }

  /** Row r to the row above it through the rotations from … r − 2, and the rotation r − 1 that makes it triangular again. */
  private rotateRest(r: number, from: number, carried: number): void {
    const { l, n, cosines, sines } = this;
    const row = r * n;
    const to = row - n;
    let carry = carried;
    for (let j = from; j < r - 1; j++) {
      const next = l[row + j + 1];
      l[to + j] = cosines[j] * carry + sines[j] * next;
      carry = cosines[j] * next - sines[j] * carry;
    }
    const last = l[row + r];
    const length = Math.sqrt(carry * carry + last * last);
    cosines[r - 1] = carry / length;
    sines[r - 1] = last / length;
    l[to + r - 1] = length;
  }

  /** x ← (K_FF + shift·I)^-1·x over the positions. */
  solve(x: Float64Array): void {
    const { l, n, size } = this;
    for (let i = 0; i < size; i++) {
      const row = i * n;
      x[i] = (x[i] - dot(l, row, x, 0, i)) / l[row + i];
    }
    for (let i = size - 1; i >= 0; i--) {
      const row = i * n;
      const value = x[i] / l[row + i];
      x[i] = value;
      for (let j = 0; j < i; j++) x[j] -= l[row + j] * value;
    }
  }

  private afresh(free: Uint8Array, context: Computing): void {
    this.size = 0;
    this.position.fill(-1);
    let wanted = 0;
    for (let i = 0; i < this.n; i++) wanted += free[i];
    if (wanted <= BLOCKED || !this.blocked(free, wanted, context))
      for (let i = 0; i < this.n; i++) if (free[i]) this.add(i);
    this.updates = 0;
  }

  /** Factors by the core; true if its factorisation went through. */
  private blocked(free: Uint8Array, size: number, context: Computing): boolean {
    const { linalg } = context;
    const { k, n, l, index } = this;
    for (let i = 0, p = 0; i < n; i++) if (free[i]) index[p++] = i;
    return linalg.scope(() => {
      const a = linalg.allocate(size * size);
      for (let j = 0; j < size; j++) {
        const column = index[j] * n;
        for (let i = j; i < size; i++) a[i + j * size] = k[index[i] + column];
        a[j + j * size] += this.shift;
      }
      if (linalg.cholesky(a, size, context) !== undefined) return false;
      for (let i = 0; i < size; i++) for (let j = 0; j <= i; j++) l[i * n + j] = a[i + j * size];
      for (let p = 0; p < size; p++) this.position[index[p]] = p;
      this.size = size;
      return true;
    });
  }
}
