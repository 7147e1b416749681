import { type Computing, full } from '../linalg/linalg';
import { factorDefinite } from './factorDefinite';
import type { WeightedRidge } from './weightedRidgeSystem';

/** A row with less of D than this is ignored, as in `DenseWeightedRidge`. */
const TINY = 1e-12;

/** The matrices of all N rows, of which a system has some. */
export interface InverseRidge {
  readonly rows: number;
  /** K, N×N. */
  readonly k: Float64Array;
  /** A = (K + ridge·V^-1)^-1, N×N, both triangles. */
  readonly inverse: Float64Array;
  /** The diagonal of V, N values above 0. */
  readonly v: Float64Array;
  readonly ridge: number;
}

/**
 * The systems of `WeightedRidge` on some of N rows whose A = (K + ridge·V^-1)^-1 is known, for 0 ≤ D ≤ V: with S the
 * rows that are not in the system or whose D is not V, x = A·(r − E_S·t), (Delta^-1 + A_SS)·t = (A·r)_S and Delta =
 * ridge·(D^-1 − V^-1), which is infinite for a row that is ignored or not in the system (Woodbury). Each costs |S|³/3
 * operations and a few products of N².
 */
export class InverseWeightedRidge implements WeightedRidge {
  /** D, or V where it is the same, on the rows of the system; 0 on ignored rows and on the others: N values. */
  private readonly d: Float64Array;
  private changed: readonly number[] = [];
  private factor: Float64Array = new Float64Array(0);
  private readonly right: Float64Array;
  private readonly product: Float64Array;

  /**
   * `at`: the rows, of the N, that the systems have, in their order. Memory for factors is allocated in the scope that
   * prepares them.
   */
  constructor(
    private readonly known: InverseRidge,
    private readonly at: Uint32Array,
    private readonly context: Computing,
  ) {
    this.d = new Float64Array(known.rows);
    this.right = context.linalg.allocate(known.rows);
    this.product = context.linalg.allocate(known.rows);
  }

  /** Prepares the systems; `ridge` is that of A. */
  prepare(d: Float64Array): void {
    const { rows, inverse, v, ridge } = this.known;
    this.d.fill(0);
    for (const [i, row] of this.at.entries()) this.d[row] = d[i] > TINY ? d[i] : 0;
    this.changed = Array.from(v.keys()).filter((i) => this.d[i] !== v[i]);
    const size = this.changed.length;
    // Sets grow and shrink a little from step to step.
    if (this.factor.length < size * size) this.factor = this.context.linalg.allocate(Math.min(rows, 2 * size) ** 2);
    const { changed, factor } = this;
    const fill = () => {
      for (const [j, column] of changed.entries()) {
        for (let i = j; i < size; i++) factor[i + j * size] = inverse[changed[i] + column * rows];
        factor[j + j * size] += (this.d[column] * v[column]) / (ridge * (v[column] - this.d[column]));
      }
    };
    factorDefinite(factor, size, 0, fill, this.context);
  }

  solve(e: Float64Array, columns: number): void {
    const { known, at, d, right, product, changed, factor, context } = this;
    const { linalg } = context;
    const { rows, inverse, ridge } = known;
    const size = changed.length;
    const n = at.length;
    const missed = new Float64Array(size);
    for (let c = 0; c < columns; c++) {
      const column = e.subarray(c * n, (c + 1) * n);
      this.takeRight(column);
      linalg.gemv(false, rows, rows, 1, full(inverse, rows), right, 0, product, context);
      for (let s = 0; s < size; s++) missed[s] = product[changed[s]];
      for (const transposed of [false, true]) linalg.solveLower(factor, size, transposed, missed, 1, context);
      for (let s = 0; s < size; s++) right[changed[s]] -= missed[s];
      linalg.gemv(false, rows, rows, 1, full(inverse, rows), right, 0, product, context);
      for (let i = 0; i < n; i++) column[i] = d[at[i]] === 0 ? column[i] / ridge : product[at[i]];
    }
  }

  /** r = D^-1·e − K·x_B on the rows where D > 0, 0 on the others. */
  private takeRight(e: Float64Array): void {
    const { at, d, right, product, context } = this;
    const { linalg } = context;
    const { rows, k, ridge } = this.known;
    product.fill(0);
    for (const [i, row] of at.entries()) if (d[row] === 0) product[row] = e[i] / ridge;
    if (product.some((x) => x !== 0)) linalg.gemv(false, rows, rows, -1, full(k, rows), product, 0, right, context);
    else right.fill(0);
    for (let row = 0; row < rows; row++) if (d[row] === 0) right[row] = 0;
    for (const [i, row] of at.entries()) if (d[row] !== 0) right[row] += e[i] / d[row];
  }
}
