import type { Random } from '../../engine/data/random';
import { type Computing, full } from '../../engine/linalg/linalg';
import { DIMENSION, fourierAt, type ReducedRidge, type SplineSample } from './splineRidge';

/** Features drawn at a time; the first M of them are those of a fit with M. */
const BATCH = 64;
/** Up to this many features an M×M problem is solved, beyond a DIMENSION×DIMENSION one. */
const FEW = 3 * BATCH;

/**
 * Ridge regression on the first M of random features psi(·, w) = Λ_(1/2g)(·, w), w uniform on [0, 1], for growing M. With W
 * (DIMENSION×M) the features' coefficients: for few of them H = W'GW/M; for many, with S = WW'/M and G = C·C', the same
 * f̂ = S·C·(C'SC + lambda·I)^-1·C^-1·E'y/n, so that M may be as large as it needs to be.
 */
export class SplineFeatures {
  private drawn = 0;
  /** W, GW and the lower triangle of W'GW, while features are few. */
  private readonly w: Float64Array;
  private readonly gw: Float64Array;
  private readonly inner: Float64Array;
  /** The lower triangle of WW'. */
  private readonly sum: Float64Array;
  private summed = 0;
  /** C. */
  private readonly factor: Float64Array;

  /** `root` holds the coefficients |k|^−1/2g. Needs G positive definite, and lives in the scope of its maker. */
  constructor(
    private readonly sample: SplineSample,
    private readonly root: Float64Array,
    private readonly random: Random,
    private readonly context: Computing,
  ) {
    const { linalg } = context;
    this.w = linalg.allocate(DIMENSION * FEW);
    this.gw = linalg.allocate(DIMENSION * FEW);
    this.inner = linalg.allocate(FEW * FEW);
    this.sum = linalg.allocate(DIMENSION ** 2).fill(0);
    this.factor = linalg.allocate(DIMENSION ** 2);
    this.factor.set(sample.gram);
    if (linalg.cholesky(this.factor, DIMENSION, context) !== undefined)
      throw new RangeError('the rows do not tell the basis functions apart');
    for (let j = 0; j < DIMENSION; j++) this.factor.fill(0, j * DIMENSION, j + j * DIMENSION);
  }

  /** The fit with the first `count` features; `count` must not fall from call to call. In the caller's scope. */
  first(count: number): ReducedRidge {
    return count <= FEW ? this.primal(count) : this.dual(count);
  }

  private primal(count: number): ReducedRidge {
    const { w, inner, sample, context } = this;
    const { linalg } = context;
    while (this.drawn < count) this.drawBatch();
    const h = linalg.allocate(count * count);
    for (let j = 0; j < count; j++) for (let i = j; i < count; i++) h[i + j * count] = inner[i + j * FEW] / count;
    const scale = 1 / Math.sqrt(count);
    const back = linalg.allocate(DIMENSION * count);
    for (let i = 0; i < DIMENSION * count; i++) back[i] = scale * w[i];
    const c = new Float64Array(count);
    linalg.gemv(true, DIMENSION, count, 1, full(back, DIMENSION), sample.response, 0, c, context);
    return { p: count, h, c, back };
  }

  private drawBatch(): void {
    const { context, w, gw, inner, sample, drawn } = this;
    const { linalg } = context;
    this.draw(w, drawn, BATCH);
    const at = (values: Float64Array) => ({ values, offset: drawn * DIMENSION, lead: DIMENSION });
    const gram = full(sample.gram, DIMENSION);
    linalg.gemm(false, false, DIMENSION, BATCH, DIMENSION, 1, gram, at(w), 0, at(gw), context);
    // The new rows of W'GW.
    const rows = { values: inner, offset: drawn, lead: FEW };
    linalg.gemm(true, false, BATCH, drawn + BATCH, DIMENSION, 1, at(w), full(gw, DIMENSION), 0, rows, context);
    this.drawn += BATCH;
  }

  /** Coefficients of the next `count` features, into columns of `into` from `first` on. */
  private draw(into: Float64Array, first: number, count: number): void {
    for (let m = first; m < first + count; m++) {
      const column = into.subarray(m * DIMENSION, (m + 1) * DIMENSION);
      fourierAt(this.random.uniform(), column);
      for (let j = 0; j < DIMENSION; j++) column[j] *= this.root[j];
    }
  }

  private dual(count: number): ReducedRidge {
    const { context, sample, sum, factor } = this;
    const { linalg } = context;
    const p = DIMENSION;
    while (this.drawn < FEW) this.drawBatch();
    if (this.summed === 0) this.add(this.w, FEW);
    linalg.scope(() => {
      const more = linalg.allocate(p * BATCH);
      while (this.summed < count) {
        const size = Math.min(BATCH, count - this.summed);
        this.draw(more, 0, size);
        this.add(more, size);
      }
    });
    const s = linalg.allocate(p * p);
    for (let j = 0; j < p; j++)
      for (let i = j; i < p; i++) {
        s[i + j * p] = sum[i + j * p] / count;
        s[j + i * p] = s[i + j * p];
      }
    const back = linalg.allocate(p * p);
    linalg.gemm(false, false, p, p, p, 1, full(s, p), full(factor, p), 0, full(back, p), context);
    const h = linalg.allocate(p * p);
    linalg.gemm(true, false, p, p, p, 1, full(factor, p), full(back, p), 0, full(h, p), context);
    const c = linalg.allocate(p);
    c.set(sample.response);
    linalg.solveLower(factor, p, false, c, 1, context);
    return { p, h, c, back };
  }

  private add(columns: Float64Array, count: number): void {
    const into = full(this.sum, DIMENSION);
    this.context.linalg.syrk(false, DIMENSION, count, 1, full(columns, DIMENSION), 1, into, this.context);
    this.summed += count;
  }
}
