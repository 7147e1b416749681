import { type Computing, full } from '../linalg/linalg';
import { factorDefinite } from './factorDefinite';

/** The fraction of the ridge that a row with D < 0 must leave to be taken. */
const LEAST = 0.05;

/**
 * Factor of the symmetric matrix that (ridge·I + D·K)·x = e becomes with S = |D|^½ and x = S·z, on rows A where D > 0 and N
 * where D < 0:
 *
 *     [ ridge·I + S·K_AA·S        S·K_AN·S        ]
 *     [      S·K_NA·S        S·K_NN·S − ridge·I   ]
 *
 * namely L·L' = ridge·I + S·K_AA·S, W = L^-1·S·K_AN·S, and a Cholesky factor of T = ridge·I − S·K_NN·S + W'·W. T is positive
 * definite where x'·(ridge·K + K·D·K)·x is convex. Rows of N that would spoil that are left out.
 */
export class SignedCholesky {
  private readonly factor: Float64Array;
  private readonly cross: Float64Array;
  private readonly small: Float64Array;
  private readonly packed: Float64Array;
  private readonly scaled: Float64Array;
  /** Rows of A, then of N, in order. */
  private readonly rows: Uint32Array;
  private positives = 0;
  private negatives = 0;

  /** `most` bounds the rows of N: a matrix n×most is allocated for them. */
  constructor(
    private readonly k: Float64Array,
    private readonly n: number,
    private readonly most: number,
    private readonly context: Computing,
  ) {
    this.factor = context.linalg.allocate(n * n);
    this.cross = context.linalg.allocate(n * most);
    this.small = context.linalg.allocate(most * most);
    this.packed = context.linalg.allocate(n);
    this.scaled = context.linalg.allocate(n);
    this.rows = new Uint32Array(n);
  }

  /**
   * Factors from S (n) and the sign of D (n), 0 on rows that have no part; sets the sign of rows of N that are left out
   * to 0.
   */
  make(root: Float64Array, sign: Int8Array, ridge: number): void {
    const { n, most, rows } = this;
    let [p, q] = [0, 0];
    for (let i = 0; i < n; i++) if (sign[i] > 0) rows[p++] = i;
    for (let i = 0; i < n; i++) {
      if (sign[i] >= 0) continue;
      if (q < most) rows[p + q++] = i;
      else sign[i] = 0;
    }
    this.positives = p;
    this.negatives = q;
    for (let r = 0; r < p + q; r++) this.scaled[r] = root[rows[r]];
    factorDefinite(this.factor.subarray(0, p * p), p, ridge, () => this.fill(), this.context);
    if (q > 0) this.makeNegative(sign, ridge);
  }

  /** z ← the solution for a right side g, n each; 0 on rows without part. */
  solve(g: Float64Array, z: Float64Array): void {
    const { positives: p, negatives: q, rows, packed, factor, cross, small, context } = this;
    const { linalg } = context;
    for (let r = 0; r < p + q; r++) packed[r] = g[rows[r]];
    const l = factor.subarray(0, p * p);
    const a = packed.subarray(0, p);
    if (p > 0) linalg.solveLower(l, p, false, a, 1, context);
    if (q > 0) {
      const t = packed.subarray(p, p + q);
      if (p > 0) linalg.gemv(true, p, q, 1, full(cross, p), a, -1, t, context);
      solveSmall(small, q, t);
      if (p > 0) linalg.gemv(false, p, q, -1, full(cross, p), t, 1, a, context);
    }
    if (p > 0) linalg.solveLower(l, p, true, a, 1, context);
    z.fill(0);
    for (let r = 0; r < p + q; r++) z[rows[r]] = packed[r];
  }

  /** Lower triangle of S·K_AA·S. */
  private fill(): void {
    const { positives: p, rows, scaled, factor, k, n } = this;
    for (let c = 0; c < p; c++) {
      if ((c & 255) === 0) this.context.check();
      const s = scaled[c];
      const from = rows[c] * n;
      const to = c * p;
      for (let r = c; r < p; r++) factor[to + r] = s * scaled[r] * k[from + rows[r]];
    }
  }

  private makeNegative(sign: Int8Array, ridge: number): void {
    const { positives: p, negatives: q, rows, scaled, cross, small, k, n, context } = this;
    const { linalg } = context;
    for (let c = 0; c < q; c++) {
      const s = scaled[p + c];
      const from = rows[p + c] * n;
      for (let r = 0; r < p; r++) cross[c * p + r] = s * scaled[r] * k[from + rows[r]];
      for (let r = c; r < q; r++) small[c * q + r] = -s * scaled[p + r] * k[from + rows[p + r]];
      small[c * q + c] += ridge;
    }
    if (p > 0) {
      linalg.solveLower(this.factor.subarray(0, p * p), p, false, cross.subarray(0, p * q), q, context);
      linalg.syrk(true, q, p, 1, full(cross, p), 1, full(small, q), context);
    }
    const accepted = factorAccepted(small, q, LEAST * ridge);
    for (let c = 0; c < q; c++) {
      if (accepted[c] === 1) continue;
      sign[rows[p + c]] = 0;
      cross.fill(0, c * p, (c + 1) * p);
    }
  }
}

/**
 * Lower Cholesky factor in place of the rows of a symmetric q×q matrix (lower triangle, column-major) that leave a pivot of at
 * least `least`, in order; the others are replaced by those of the unit matrix. Returns 1 for accepted rows.
 */
function factorAccepted(t: Float64Array, q: number, least: number): Uint8Array {
  const accepted = new Uint8Array(q);
  for (let j = 0; j < q; j++) {
    accepted[j] = t[j + j * q] >= least ? 1 : 0;
    const pivot = accepted[j] === 1 ? Math.sqrt(t[j + j * q]) : 1;
    t[j + j * q] = pivot;
    for (let i = j + 1; i < q; i++) t[i + j * q] = accepted[j] === 1 ? t[i + j * q] / pivot : 0;
    if (accepted[j] === 0) for (let c = 0; c < j; c++) t[j + c * q] = 0;
    else for (let c = j + 1; c < q; c++) for (let i = c; i < q; i++) t[i + c * q] -= t[i + j * q] * t[c + j * q];
  }
  return accepted;
}

/** b ← (L·L')^-1·b. */
function solveSmall(l: Float64Array, q: number, b: Float64Array): void {
  for (let i = 0; i < q; i++) {
    for (let j = 0; j < i; j++) b[i] -= l[i + j * q] * b[j];
    b[i] /= l[i + i * q];
  }
  for (let i = q - 1; i >= 0; i--) {
    for (let j = i + 1; j < q; j++) b[i] -= l[j + i * q] * b[j];
    b[i] /= l[i + i * q];
  }
}
