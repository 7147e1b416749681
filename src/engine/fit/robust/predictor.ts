import { type RunContext, silently } from '../../contract/context';
import type { Matrix } from '../../contract/data';
import type { KernelSpec } from '../../contract/kernel';
import { kernelCross } from '../../kernels/kernelMatrix';
import { rowBlock } from '../../kernels/rows';
import { type LinearAlgebra, whole } from '../../linalg/linalg';
import { sortLevels } from '../../model/quantileLevels';
import type { Expansion } from './expansion';
import type { LevelPath } from './levels';
import type { Twin } from './twin';

/** Rows predicted at once. */
const ROWS = 512;

/** Values at m rows: by level along the path (m × L, the path fastest) and at the chosen strength; and of the squared twin. */
export interface PathValues {
  readonly along: readonly Float32Array[];
  readonly fitted: readonly Float64Array[];
  readonly squared: Float64Array;
  /** Rows at which levels were out of order before they were sorted. */
  readonly crossed: number;
}

/** Kernel values between the expansion's rows and m others, for the fit and for its twin; means of several rows' are as good. */
export interface CrossValues {
  readonly own: Float64Array;
  readonly twin: Float64Array;
  readonly m: number;
}

/** Predictions of one output along its whole path, levels in order at every row. */
export class PathPredictor {
  /** e × (L + 1) by level: coefficients at every point, then those of the chosen strength in full precision. */
  private readonly coefficients: readonly Float64Array[];
  private readonly squared: Float64Array;
  private readonly count: number;

  constructor(
    private readonly kernel: KernelSpec,
    private readonly expansion: Expansion,
    private readonly levels: readonly LevelPath[],
    private readonly twin: Twin,
    private readonly output: number,
    /** Intercept of each level at the chosen strength. */
    private readonly chosenIntercepts: readonly number[],
    private readonly linalg: LinearAlgebra,
  ) {
    const count = levels[0].intercept.length;
    this.count = count;
    const { n } = expansion.gram;
    this.coefficients = levels.map(({ alpha, chosen }) => {
      const e = expansion.points.rows;
      const all = new Float64Array(e * (count + 1));
      for (let l = 0; l < count; l++) all.set(expansion.coefficients(alpha.subarray(l * n, (l + 1) * n)), l * e);
      all.set(expansion.coefficients(chosen.alpha), count * e);
      return all;
    });
    this.squared = twin.expansion.coefficients(twin.fits[output].alpha);
  }

  cross(rows: Matrix, context: RunContext): CrossValues {
    const own = kernelCross(this.kernel, this.expansion.points, rows, this.linalg, silently(context));
    const twin =
      this.twin.expansion === this.expansion
        ? own
        : kernelCross(this.kernel, this.twin.expansion.points, rows, this.linalg, silently(context));
    return { own, twin, m: rows.rows };
  }

  /** The squared twin at rows, block by block. */
  eachSquared(rows: Matrix, context: RunContext, visit: (values: Float64Array, from: number) => void): void {
    for (let from = 0; from < rows.rows; from += ROWS) {
      const block = rowBlock(rows, from, Math.min(ROWS, rows.rows - from));
      const cross = kernelCross(this.kernel, this.twin.expansion.points, block, this.linalg, silently(context));
      visit(this.squaredAt(cross, block.rows, context), from);
    }
  }

  private squaredAt(cross: Float64Array, m: number, context: RunContext): Float64Array {
    const squared = new Float64Array(m);
    const e = this.squared.length;
    this.linalg.gemv(true, e, m, 1, whole(cross, e), this.squared, 0, squared, context);
    const [base = 0] = this.twin.fits[this.output].beta;
    return squared.map((v) => v + base);
  }

  values({ own, twin, m }: CrossValues, context: RunContext): PathValues {
    const { count, linalg } = this;
    const e = this.expansion.points.rows;
    const columns = count + 1;
    const products = this.levels.map(({ intercept }, level) => {
      const values = new Float64Array(columns * m);
      const block = whole(this.coefficients[level], e);
      linalg.gemm(true, false, columns, m, e, 1, block, whole(own, e), 0, whole(values, columns), context);
      for (let j = 0; j < m; j++) {
        for (let l = 0; l < count; l++) values[j * columns + l] += intercept[l];
        values[j * columns + count] += this.chosenIntercepts[level];
      }
      return values;
    });
    const crossed = sortLevels(products).filter((o) => o % columns === count).length;
    return {
      along: products.map((values) => {
        const kept = new Float32Array(count * m);
        for (let j = 0; j < m; j++) for (let l = 0; l < count; l++) kept[j * count + l] = values[j * columns + l];
        return kept;
      }),
      fitted: products.map((values) => Float64Array.from({ length: m }, (_, j) => values[j * columns + count])),
      squared: this.squaredAt(twin, m, context),
      crossed,
    };
  }
}
