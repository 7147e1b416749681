import type { Matrix } from '../contract/data';
import type { KernelSpec } from '../contract/kernel';
import { landmarkPanel, panelRows } from '../features/landmarks/landmarkPanel';
import { type Block, type Computing, full, type LinearAlgebra } from '../linalg/linalg';

export interface LandmarkRows {
  readonly kernel: KernelSpec;
  /** n×d. */
  readonly x: Matrix;
  /** m×d. */
  readonly points: Matrix;
  /** The roots of the rows' weights (n); if omitted, 1. */
  readonly rootWeights?: Float64Array;
  /** True if columns of the kernel are centred by their weighted mean: an unpenalised intercept. */
  readonly intercept: boolean;
}

/**
 * Products with K (n×m, K_ij = k(x_i, points_j)), row weights in between and columns centred if there is an intercept.
 * K is computed again for every product, a panel of rows at a time, so that memory does not depend on n; or stored once
 * computed. Lives as long as the caller's scope.
 */
export class LandmarkProduct {
  /** Weighted mean of the rows of K (m); 0 without an intercept. */
  readonly mean: Float64Array;
  /** Sum of the weights. */
  readonly total: number;
  private readonly panelRows: number;
  private readonly space: Float64Array;
  private readonly stored: boolean;
  private computed = false;

  constructor(
    private readonly rows: LandmarkRows,
    /** Columns of the blocks multiplied. */
    private readonly columns: number,
    /** K is stored if it takes no more bytes than this. */
    keepBytes: number,
    linalg: LinearAlgebra,
    height = panelRows(rows.points.rows),
  ) {
    const { x, points, rootWeights } = rows;
    const [n, m] = [x.rows, points.rows];
    this.stored = n * m * Float64Array.BYTES_PER_ELEMENT <= keepBytes;
    this.panelRows = Math.min(n, height);
    this.space = linalg.allocate(m * (this.stored ? n : this.panelRows));
    this.mean = new Float64Array(m);
    this.total = rootWeights ? rootWeights.reduce((sum, v) => sum + v * v, 0) : n;
  }

  /**
   * K̃'·W·(y − ȳ) (m×columns) for `columns` targets (n each) and its weighted means, and the mean of K as a by-product:
   * this must be the first product, as those with `normal` need that mean.
   */
  moments(y: readonly Float64Array[], yMeans: Float64Array, context: Computing): Float64Array {
    const { rows, columns, mean, total } = this;
    const { linalg } = context;
    const m = rows.points.rows;
    const into = new Float64Array(m * columns);
    linalg.scope(() => {
      const sums = linalg.allocate(m * columns).fill(0);
      const weighted = linalg.allocate(this.panelRows * columns);
      this.eachPanel(context, (panel, from, count) => {
        for (let c = 0; c < columns; c++)
          for (let i = 0; i < count; i++) weighted[c * count + i] = y[c][from + i] - yMeans[c];
        this.weigh(weighted, from, count);
        this.add(panel, weighted, count, sums, context);
        if (!rows.intercept) return;
        const weights = new Float64Array(count).fill(1 / total);
        for (let i = 0; i < count; i++) weights[i] *= (rows.rootWeights?.[from + i] ?? 1) ** 2;
        linalg.gemv(false, m, count, 1, full(panel, m), weights, 1, mean, context);
      });
      into.set(sums);
    });
    return into;
  }

  /** into ← K̃'·W·K̃·v, both m×columns. */
  normal(v: Float64Array, into: Float64Array, context: Computing): void {
    const { columns, mean, rows } = this;
    const { linalg } = context;
    const m = rows.points.rows;
    linalg.scope(() => {
      const placed = linalg.allocate(m * columns);
      placed.set(v);
      const sums = linalg.allocate(m * columns).fill(0);
      const fitted = linalg.allocate(this.panelRows * columns);
      const middles = Float64Array.from({ length: columns }, (_, c) => dotFrom(mean, v, c * m));
      const left = new Float64Array(columns);
      this.eachPanel(context, (panel, from, count) => {
        if (columns === 1)
          linalg.gemv(true, m, count, 1, full(panel, m), placed, 0, fitted.subarray(0, count), context);
        else {
          const [a, b, c] = [full(panel, m), full(placed, m), full(fitted, count)];
          linalg.gemm(true, false, count, columns, m, 1, a, b, 0, c, context);
        }
        for (let c = 0; c < columns; c++) for (let i = 0; i < count; i++) fitted[c * count + i] -= middles[c];
        this.weigh(fitted, from, count);
        for (let c = 0; c < columns; c++) for (let i = 0; i < count; i++) left[c] += fitted[c * count + i];
        this.add(panel, fitted, count, sums, context);
      });
      into.set(sums);
      // Centred values sum to 0 except for rounding, which would not be small compared with K once it is centred.
      for (let c = 0; c < columns; c++) for (let j = 0; j < m; j++) into[c * m + j] -= mean[j] * left[c];
    });
  }

  /** sums += panel·values, m×columns. */
  private add(panel: Float64Array, values: Float64Array, count: number, sums: Float64Array, context: Computing): void {
    const { columns } = this;
    const { linalg } = context;
    const m = this.rows.points.rows;
    if (columns === 1) {
      linalg.gemv(false, m, count, 1, full(panel, m), values.subarray(0, count), 1, sums, context);
      return;
    }
    const block = (of: Float64Array, lead: number): Block => ({ values: of, offset: 0, lead });
    linalg.gemm(false, false, m, columns, count, 1, full(panel, m), block(values, count), 1, full(sums, m), context);
  }

  /** Rows `from` on of count×columns times their weights. */
  private weigh(values: Float64Array, from: number, count: number): void {
    const { rootWeights } = this.rows;
    if (!rootWeights) return;
    for (let c = 0; c < this.columns; c++)
      for (let i = 0; i < count; i++) values[c * count + i] *= rootWeights[from + i] ** 2;
  }

  /** Visits K' (m×count) by panels of rows. */
  private eachPanel(context: Computing, visit: (panel: Float64Array, from: number, count: number) => void): void {
    const { x, points, kernel } = this.rows;
    const m = points.rows;
    for (let from = 0; from < x.rows; from += this.panelRows) {
      context.check();
      const count = Math.min(this.panelRows, x.rows - from);
      const at = this.stored ? from * m : 0;
      const panel = this.space.subarray(at, at + count * m);
      if (!this.computed) landmarkPanel(kernel, points, x, { from, rows: count }, panel, context);
      visit(panel, from, count);
    }
    this.computed = this.stored;
  }
}

/** a'·b over the entries of a, b's from an offset on. */
export function dotFrom(a: Float64Array, b: Float64Array, from: number): number {
  let sum = 0;
  for (let j = 0; j < a.length; j++) sum += a[j] * b[from + j];
  return sum;
}
