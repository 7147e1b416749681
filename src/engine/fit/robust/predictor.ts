import { silently } from '../../contract/context';
import type { Matrix } from '../../contract/data';
import type { KernelSpec } from '../../contract/kernel';
import { kernelCross } from '../../kernels/kernelMatrix';
import { type EncodedColumns, movedCross } from '../../kernels/movedCross';
import { rowBlock } from '../../kernels/rows';
import { type Computing, full } from '../../linalg/linalg';
import { sortLevels } from '../../model/quantileLevels';
import { meanCross, meanOfTerms } from '../meanKernel';
import type { VariedColumn } from '../partialColumns';
import type { FitSession } from '../session';
import type { LevelPath } from './levels';
import type { RobustTask } from './ridgeBaseline';

/** Rows predicted at once. */
const ROWS = 512;

/** Values at m rows: by level along the path (m × L, the path fastest) and at the chosen strength; and of the ridge baseline. */
export interface PathValues {
  readonly along: readonly Float32Array[];
  readonly fitted: readonly Float64Array[];
  readonly squared: Float64Array;
  /** Rows at which levels were out of order before they were sorted. */
  readonly crossed: number;
}

/** Kernel values between the expansion's rows and m others, for the fit and its ridge baseline; means over several rows serve as well. */
export interface CrossValues {
  readonly fit: Float64Array;
  readonly baseline: Float64Array;
  readonly m: number;
}

/** Predictions of one output along its whole path, levels in order at every row. */
export class PathPredictor {
  /** e × (L + 1) by level: coefficients at every point, then those of the chosen strength in full precision. */
  private readonly coefficients: readonly Float64Array[];
  private readonly count: number;
  private readonly kernel: KernelSpec;
  private readonly points: Matrix;
  private readonly baseline: Float64Array;
  private readonly baselinePoints: Matrix;
  private readonly baselineIntercept: number;

  constructor(
    { kernel, expansion, ridgeBaseline }: Pick<RobustTask, 'kernel' | 'expansion' | 'ridgeBaseline'>,
    private readonly levels: readonly LevelPath[],
    output: number,
    /** Intercept of each level at the chosen strength. */
    private readonly chosenIntercepts: readonly number[],
  ) {
    const { alpha: baselineAlpha, beta } = ridgeBaseline.fits[output];
    this.kernel = kernel;
    this.points = expansion.points;
    this.baselinePoints = ridgeBaseline.expansion.points;
    this.baseline = ridgeBaseline.expansion.coefficients(baselineAlpha);
    [this.baselineIntercept = 0] = beta;
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
  }

  /** Rows that the fit expands over. */
  get size(): number {
    return this.points.rows;
  }

  cross(rows: Matrix, context: Computing): CrossValues {
    const fit = kernelCross(this.kernel, this.points, rows, silently(context));
    const baseline =
      this.baselinePoints === this.points
        ? fit
        : kernelCross(this.kernel, this.baselinePoints, rows, silently(context));
    return { fit, baseline, m: rows.rows };
  }

  /** The fit's kernel values while columns of the rows move; zeros for its baseline. */
  moving(rows: Matrix, context: Computing): (moved: Matrix, columns: EncodedColumns) => CrossValues {
    const cross = movedCross(this.kernel, this.points, rows, silently(context));
    const none = this.noValues(rows.rows);
    return (moved, columns) => ({ ...none, fit: cross(moved, columns) });
  }

  /** Kernel values averaged over a background, at each point of the grid of a column that moves. */
  meansOver(background: Matrix, session: FitSession): (varied: VariedColumn, part: FitSession) => CrossValues {
    const meansAt = (x: Matrix) => {
      const averaged = { kernel: this.kernel, x, background, stays: meanOfTerms(x, background, session) };
      return (varied: VariedColumn, part: FitSession) => meanCross(averaged, varied, part);
    };
    const shared = this.baselinePoints === this.points;
    const [ofFit, ofBaseline] = [meansAt(this.points), meansAt(this.baselinePoints)];
    return (varied, part) => {
      const fit = ofFit(varied, part);
      return { fit, baseline: shared ? fit : ofBaseline(varied, part), m: varied.grid.length };
    };
  }

  /** Zeros in place of the kernel values of m rows. */
  noValues(m: number): CrossValues {
    const fit = new Float64Array(this.points.rows * m);
    const shared = this.baselinePoints === this.points;
    return { fit, baseline: shared ? fit : new Float64Array(this.baselinePoints.rows * m), m };
  }

  /** The ridge baseline at rows, block by block. */
  baselineAt(rows: Matrix, context: Computing): Float64Array {
    const values = new Float64Array(rows.rows);
    for (let from = 0; from < rows.rows; from += ROWS) {
      const block = rowBlock(rows, from, Math.min(ROWS, rows.rows - from));
      const cross = kernelCross(this.kernel, this.baselinePoints, block, silently(context));
      values.set(this.squaredAt(cross, block.rows, context), from);
    }
    return values;
  }

  private squaredAt(cross: Float64Array, m: number, context: Computing): Float64Array {
    const squared = new Float64Array(m);
    const e = this.baseline.length;
    context.linalg.gemv(true, e, m, 1, full(cross, e), this.baseline, 0, squared, context);
    return squared.map((v) => v + this.baselineIntercept);
  }

  values({ fit, baseline, m }: CrossValues, context: Computing): PathValues {
    const { count } = this;
    const e = this.size;
    const columns = count + 1;
    const products = this.levels.map(({ intercept }, level) => {
      const values = new Float64Array(columns * m);
      const block = full(this.coefficients[level], e);
      context.linalg.gemm(true, false, columns, m, e, 1, block, full(fit, e), 0, full(values, columns), context);
      for (let j = 0; j < m; j++) {
        for (let l = 0; l < count; l++) values[j * columns + l] += intercept[l];
        values[j * columns + count] += this.chosenIntercepts[level];
      }
      return values;
    });
    const crossed = sortLevels(products).filter((o) => o % columns === count).length;
    return {
      along: products.map((values) => {
        const path = new Float32Array(count * m);
        for (let j = 0; j < m; j++) for (let l = 0; l < count; l++) path[j * count + l] = values[j * columns + l];
        return path;
      }),
      fitted: products.map((values) => Float64Array.from({ length: m }, (_, j) => values[j * columns + count])),
      squared: this.squaredAt(baseline, m, context),
      crossed,
    };
  }
}
