import type { RunContext } from '../contract/context';
import { landmarkPanel, panelRows } from '../features/landmarks/landmarkPanel';
import { uniformRows } from '../features/landmarks/uniformRows';
import { pickRows } from '../kernels/rows';
import { type Computing, full } from '../linalg/linalg';
import { factorDefinite } from './factorDefinite';
import type { LandmarkRows } from './landmarkProduct';

/**
 * The number of rows sampled for each landmark. With the features of m landmarks and s rows, apart from rounding, a
 * covariance that is off only by chance has a condition number of about ((1 + sqrt(m/s))/(1 − sqrt(m/s)))²: 9 for 4,
 * for any lambda.
 */
const SAMPLED = 4;
/** The choice of sampled rows changes how soon the iteration ends, not where. */
const SEED = 20_170_531;
/** Rows and columns copied together, so that both sides stay in the first cache. */
const TILE = 32;

/**
 * The preconditioner M = A·A' = Z_s'·W·Z_s/s + lambda·I of ridge regression on the features z(x) = L^-1·k(points, x),
 * centred if there is an intercept: the covariance on a sample of s rows. FALKON (Rudi, Carratino and Rosasco 2017,
 * equation 13) takes the landmarks themselves for that sample; but s = m rows cannot distinguish m directions once
 * lambda is small (44 iterations instead of 20 were seen), nor can landmarks drawn unevenly represent all rows.
 */
export class LandmarkPreconditioner {
  /** The covariance above the diagonal, its factor at the last lambda below it and on it. */
  private readonly a: Float64Array;
  private readonly diagonal: Float64Array;

  constructor(
    rows: LandmarkRows,
    /** L, m×m lower triangular. */
    factor: Float64Array,
    private readonly context: Computing,
  ) {
    const m = rows.points.rows;
    this.a = context.linalg.allocate(m * m).fill(0);
    context.linalg.scope(() => covariance(rows, factor, this.a, context));
    this.diagonal = Float64Array.from({ length: m }, (_, j) => this.a[j + j * m]);
    transpose(this.a, m, 'up', context);
  }

  /** Factors M at another lambda, m³/3 operations. */
  factorAt(lambda: number): void {
    const { a, diagonal, context } = this;
    const m = diagonal.length;
    const fill = () => {
      transpose(a, m, 'down', context);
      for (let j = 0; j < m; j++) a[j + j * m] = diagonal[j];
    };
    factorDefinite(a, m, lambda, fill, context);
  }

  /** x ← M^-1·x, m×columns. */
  solve(x: Float64Array, columns: number): void {
    const m = this.diagonal.length;
    this.context.linalg.solveLower(this.a, m, false, x, columns, this.context);
    this.context.linalg.solveLower(this.a, m, true, x, columns, this.context);
  }
}

/** The lower triangle of the features' covariance on sampled rows, into `a`, which is 0. */
function covariance(
  { kernel, x, points, rootWeights, intercept }: LandmarkRows,
  factor: Float64Array,
  a: Float64Array,
  context: Computing,
): void {
  const { linalg } = context;
  const m = points.rows;
  const s = Math.min(x.rows, SAMPLED * m);
  const sample = s === x.rows ? undefined : uniformRows(x.rows, s, SEED).sort();
  const sampled = sample ? pickRows(x, sample) : x;
  const most = Math.min(s, panelRows(m));
  const space = linalg.allocate(m * most);
  const sum = new Float64Array(m);
  let total = 0;
  for (let from = 0; from < s; from += most) {
    context.check();
    const count = Math.min(most, s - from);
    const z = space.subarray(0, m * count);
    landmarkPanel(kernel, points, sampled, { from, rows: count }, z, context);
    linalg.solveLower(factor, m, false, z, count, context);
    const roots = Float64Array.from({ length: count }, (_, i) => rootWeights?.[sample?.[from + i] ?? from + i] ?? 1);
    if (rootWeights) for (let i = 0, o = 0; i < count; i++) for (let j = 0; j < m; j++, o++) z[o] *= roots[i];
    linalg.syrk(false, m, count, 1 / s, full(z, m), 1, full(a, m), context);
    linalg.gemv(false, m, count, 1, full(z, m), roots, 1, sum, context);
    for (const root of roots) total += root * root;
  }
  if (!intercept || !(total > 0)) return;
  for (let j = 0; j < m; j++) for (let i = j; i < m; i++) a[i + j * m] -= (sum[i] * sum[j]) / (total * s);
}

/** Copies the strict lower triangle of an m×m matrix to the upper one, or that one down. */
function transpose(a: Float64Array, m: number, way: 'up' | 'down', context: RunContext): void {
  for (let j = 0; j < m; j += TILE) {
    context.check();
    for (let i = j; i < m; i += TILE)
      for (let c = j; c < Math.min(m, j + TILE); c++)
        for (let r = Math.max(i, c + 1); r < Math.min(m, i + TILE); r++)
          if (way === 'up') a[c + r * m] = a[r + c * m];
          else a[r + c * m] = a[c + r * m];
  }
}
