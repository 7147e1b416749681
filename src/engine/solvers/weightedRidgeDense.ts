import { type Computing, full } from '../linalg/linalg';
import { SignedCholesky } from './signedCholesky';
import type { WeightedRidge } from './weightedRidgeSystem';

/** The most rows with D < 0 that are taken as they are. */
const NEGATIVE = 256;
/** A row with less of D than this is let be: its square root would scale rounding up. */
const TINY = 1e-12;

/** x_B = e_B/ridge on the rows B where D = 0; on the others x = |D|^½·z by the factor of `SignedCholesky`, n³/3 operations. */
export class DenseWeightedRidge implements WeightedRidge {
  private readonly factor: SignedCholesky;
  /** Square roots of |D|, and its sign: 0 on rows that are let be. */
  private readonly root: Float64Array;
  private readonly sign: Int8Array;
  private ridge = 0;
  private readonly part: Float64Array;
  private readonly right: Float64Array;

  constructor(
    private readonly k: Float64Array,
    private readonly n: number,
    private readonly context: Computing,
  ) {
    this.factor = new SignedCholesky(k, n, Math.min(n, NEGATIVE), context);
    this.root = new Float64Array(n);
    this.sign = new Int8Array(n);
    this.part = context.linalg.allocate(n);
    this.right = context.linalg.allocate(n);
  }

  prepare(d: Float64Array, ridge: number): void {
    for (let i = 0; i < this.n; i++) {
      this.sign[i] = Math.abs(d[i]) > TINY ? Math.sign(d[i]) : 0;
      this.root[i] = Math.sqrt(Math.abs(d[i]));
    }
    this.ridge = ridge;
    this.factor.make(this.root, this.sign, ridge);
  }

  solve(e: Float64Array, columns: number): void {
    const { n, sign, root, right, part } = this;
    for (let c = 0; c < columns; c++) {
      const column = e.subarray(c * n, (c + 1) * n);
      this.takeRight(column);
      this.factor.solve(right, part);
      for (let i = 0; i < n; i++) column[i] = sign[i] === 0 ? column[i] / this.ridge : root[i] * part[i];
    }
  }

  /** sign·S^-1·e − S·K·x_B on the rows where D ≠ 0, 0 on the others. */
  private takeRight(e: Float64Array): void {
    const { n, root, sign, part, right } = this;
    let others = false;
    for (let i = 0; i < n; i++) {
      part[i] = sign[i] === 0 ? e[i] / this.ridge : 0;
      others ||= part[i] !== 0;
    }
    if (others) this.context.linalg.gemv(false, n, n, 1, full(this.k, n), part, 0, right, this.context);
    else right.fill(0);
    for (let i = 0; i < n; i++) right[i] = sign[i] === 0 ? 0 : (sign[i] * e[i]) / root[i] - root[i] * right[i];
  }
}
