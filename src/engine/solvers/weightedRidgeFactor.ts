import { type Computing, full } from '../linalg/linalg';
import { factorDefinite } from './factorDefinite';
import type { WeightedRidge } from './weightedRidgeSystem';

/** Rows scaled at a time on the way to Z'·D·Z. */
const STRIP = 2048;

/** For K = Z·Z': x = (e − D·Z·theta)/ridge with (Z'·D·Z + ridge·I)·theta = Z'·e (Woodbury), m×m: n·m² operations. */
export class FactorWeightedRidge implements WeightedRidge {
  /** The positive part of D. */
  private readonly d: Float64Array;
  /** Z'·D·Z + ridge·I, then its Cholesky factor. */
  private readonly factor: Float64Array;
  /** Lower triangle of Z'·D·Z. */
  private readonly products: Float64Array;
  private readonly strip: Float64Array;
  private readonly theta: Float64Array;
  private readonly fitted: Float64Array;
  private ridge = 0;

  constructor(
    private readonly z: Float64Array,
    private readonly n: number,
    private readonly m: number,
    private readonly context: Computing,
  ) {
    this.d = new Float64Array(n);
    this.products = context.linalg.allocate(m * m);
    this.factor = context.linalg.allocate(m * m);
    this.strip = context.linalg.allocate(m * Math.min(n, STRIP));
    this.theta = context.linalg.allocate(m);
    this.fitted = context.linalg.allocate(n);
  }

  prepare(d: Float64Array, ridge: number): void {
    const { m, products, factor, context } = this;
    const { linalg } = context;
    this.d.set(d);
    this.ridge = ridge;
    this.multiply(0);
    if (d.some((v) => v < 0)) {
      this.multiply(-1);
      factor.set(products);
      for (let j = 0; j < m; j++) factor[j + j * m] += ridge;
      if (linalg.cholesky(factor, m, context) === undefined) return;
      for (let i = 0; i < this.n; i++) this.d[i] = Math.max(0, d[i]);
      this.multiply(0);
    }
    factorDefinite(factor, m, ridge, () => factor.set(products), context);
  }

  solve(e: Float64Array, columns: number): void {
    const { n, m, z, d, ridge, factor, fitted, theta, context } = this;
    const { linalg } = context;
    for (let c = 0; c < columns; c++) {
      const column = e.subarray(c * n, (c + 1) * n);
      linalg.gemv(false, m, n, 1, full(z, m), column, 0, theta, context);
      linalg.solveLower(factor, m, false, theta, 1, context);
      linalg.solveLower(factor, m, true, theta, 1, context);
      linalg.gemv(true, m, n, 1, full(z, m), theta, 0, fitted, context);
      for (let i = 0; i < n; i++) column[i] = (column[i] - d[i] * fitted[i]) / ridge;
    }
  }

  /** Z'·D·Z over the rows where D > 0, or the current matrix minus that over the rows where D < 0, strip by strip. */
  private multiply(sign: 0 | -1): void {
    const { n, m, z, d, strip, products, context } = this;
    const { linalg } = context;
    let held = 0;
    let written = sign < 0;
    const flush = () => {
      linalg.syrk(false, m, held, sign < 0 ? -1 : 1, full(strip, m), written ? 1 : 0, full(products, m), context);
      held = 0;
      written = true;
    };
    for (let i = 0; i < n; i++) {
      if (sign < 0 ? d[i] >= 0 : d[i] <= 0) continue;
      const root = Math.sqrt(Math.abs(d[i]));
      for (let j = 0; j < m; j++) strip[held * m + j] = root * z[i * m + j];
      held++;
      if (held === STRIP) flush();
    }
    if (held > 0 || !written) flush();
  }
}
