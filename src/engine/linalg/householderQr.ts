import type { RunContext } from '../contract/context';
import type { Computing } from './linalg';

/** Reflectors applied together. */
const PANEL = 32;

/**
 * Thin QR of a tall matrix: `a` (n×p, n ≥ p) becomes Q with orthonormal columns, even if A is rank-deficient; R (p×p,
 * column-major, zeros below the diagonal) is returned. Columns of any size from 1e-150 to 1e150 are handled.
 * Reflections panel by panel, applied as I − V·T·V' (Schreiber and Van Loan 1989; LAPACK's dgeqrf and dorgqr). NaN in,
 * NaN out.
 */
export function householderQr(a: Float64Array, n: number, p: number, context: Computing): Float64Array {
  const { linalg } = context;
  const r = new Float64Array(p * p);
  linalg.scope(() => {
    const v = linalg.allocate(n * Math.min(PANEL, p));
    const work = linalg.allocate(2 * PANEL * p);
    const factors: Float64Array[] = [];
    for (let j0 = 0; j0 < p; j0 += PANEL) {
      const width = Math.min(PANEL, p - j0);
      const tau = factorPanel(a, n, j0, width, context);
      copyReflectors(a, n, j0, width, v);
      const t = triangle(v, n - j0, width, tau, context);
      factors.push(t);
      applyBlock({ j0, width, v, t }, true, { a, n, from: j0 + width, to: p }, work, context);
    }
    for (let j = 0; j < p; j++) for (let i = 0; i <= j; i++) r[i + j * p] = a[i + j * n];
    // Q's columns grow from the last panel to the first, in the place of the reflectors that made them.
    for (let panel = factors.length - 1; panel >= 0; panel--) {
      const j0 = panel * PANEL;
      const width = Math.min(PANEL, p - j0);
      copyReflectors(a, n, j0, width, v);
      for (let j = j0; j < p; j++) a.fill(0, j * n, j < j0 + width ? (j + 1) * n : j * n + j0 + width);
      for (let j = j0; j < j0 + width; j++) a[j + j * n] = 1;
      applyBlock({ j0, width, v, t: factors[panel] }, false, { a, n, from: j0, to: p }, work, context);
    }
  });
  return r;
}

/** Reflects columns j0…j0+width−1 to triangular form in place, v below the diagonal with v_j = 1 implied; returns tau. */
function factorPanel(a: Float64Array, n: number, j0: number, width: number, context: RunContext): Float64Array {
  const tau = new Float64Array(width);
  for (let j = 0; j < width; j++) {
    context.check();
    const column = (j0 + j) * n;
    tau[j] = reflector(a, column + j0 + j, column + n);
    for (let c = j + 1; c < width; c++) reflect(a, column, a, (j0 + c) * n, j0 + j, n, tau[j]);
  }
  return tau;
}

/**
 * The reflection I − tau·v·v' with v = (1, …) that maps entries from…end−1 to a multiple of the first unit vector:
 * leaves the multiple in the first entry and v in the rest; returns tau, 0 if there is nothing to do.
 */
export function reflector(a: Float64Array, from: number, end: number): number {
  let largest = 0;
  for (let i = from + 1; i < end; i++) largest = Math.max(largest, Math.abs(a[i]));
  if (largest === 0) return 0;
  let sum = 0;
  for (let i = from + 1; i < end; i++) sum += (a[i] / largest) ** 2;
  const first = a[from];
  const length = Math.hypot(first, largest * Math.sqrt(sum));
  const beta = first > 0 ? -length : length;
  // Divided, not multiplied by the reciprocal, which may overflow.
  for (let i = from + 1; i < end; i++) a[i] /= first - beta;
  a[from] = beta;
  return (beta - first) / beta;
}

/** Rows from…n−1 of the column of `x` at `target` ← (I − tau·v·v')·rows, v standing in the column of `a` at `source`. */
export function reflect(
  a: Float64Array,
  source: number,
  x: Float64Array,
  target: number,
  from: number,
  n: number,
  tau: number,
): void {
  if (tau === 0) return;
  let sum = x[target + from];
  for (let i = from + 1; i < n; i++) sum += a[source + i] * x[target + i];
  sum *= tau;
  x[target + from] -= sum;
  for (let i = from + 1; i < n; i++) x[target + i] -= sum * a[source + i];
}

/** V ((n − j0)×width) with its unit diagonal and the zeros above it written out. */
function copyReflectors(a: Float64Array, n: number, j0: number, width: number, v: Float64Array): void {
  const rows = n - j0;
  for (let j = 0; j < width; j++) {
    v.fill(0, j * rows, j * rows + j);
    v[j * rows + j] = 1;
    v.set(a.subarray((j0 + j) * n + j0 + j + 1, (j0 + j + 1) * n), j * rows + j + 1);
  }
}

/** Upper triangular T (width×width) with H_0·H_1·… = I − V·T·V'. */
function triangle(v: Float64Array, rows: number, width: number, tau: Float64Array, context: Computing): Float64Array {
  const inner = new Float64Array(width * width);
  const vBlock = { values: v, offset: 0, lead: rows };
  context.linalg.syrk(true, width, rows, 1, vBlock, 0, { values: inner, offset: 0, lead: width }, context);
  const t = new Float64Array(width * width);
  for (let j = 0; j < width; j++) {
    t[j + j * width] = tau[j];
    for (let i = 0; i < j; i++) {
      let sum = 0;
      for (let l = i; l < j; l++) sum += t[i + l * width] * inner[j + l * width];
      t[i + j * width] = -tau[j] * sum;
    }
  }
  return t;
}

/** The reflections of a panel, I − V·T·V' of rows from j0 down. */
interface PanelReflections {
  readonly j0: number;
  readonly width: number;
  /** (n − j0)×width. */
  readonly v: Float64Array;
  /** Upper triangular, width×width. */
  readonly t: Float64Array;
}

/** Columns from…to−1 of A (n rows). */
interface Columns {
  readonly a: Float64Array;
  readonly n: number;
  readonly from: number;
  readonly to: number;
}

/** Columns, rows from j0 down, ← (I − V·op(T)·V')·them; T is transposed for the reflections in reverse order. */
function applyBlock(
  { j0, width, v, t }: PanelReflections,
  transposed: boolean,
  { a, n, from, to }: Columns,
  work: Float64Array,
  context: Computing,
): void {
  const { linalg } = context;
  const columns = to - from;
  if (columns === 0) return;
  const rows = n - j0;
  const vBlock = { values: v, offset: 0, lead: rows };
  const aBlock = { values: a, offset: from * n + j0, lead: n };
  const product = { values: work, offset: 0, lead: width };
  const scaled = { values: work, offset: width * columns, lead: width };
  const tBlock = { values: t, offset: 0, lead: width };
  linalg.gemm(true, false, width, columns, rows, 1, vBlock, aBlock, 0, product, context);
  linalg.gemm(transposed, false, width, columns, width, 1, tBlock, product, 0, scaled, context);
  linalg.gemm(false, false, rows, columns, width, -1, vBlock, scaled, 1, aBlock, context);
}
