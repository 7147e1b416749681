import type { RunContext } from '../contract/context';
import { gemm } from './gemm';

const PANEL = 48;

/** Blocked Cholesky factor in place, panel by panel from the left; see LinearAlgebra.cholesky. */
export function cholesky(a: Float64Array, n: number, context: RunContext): number {
  for (let j0 = 0; j0 < n; j0 += PANEL) {
    const width = Math.min(PANEL, n - j0);
    const rows = n - j0;
    const done = { values: a, offset: j0, lead: n };
    const panel = { values: a, offset: j0 * n + j0, lead: n };
    // The panel's own upper triangle must stay as it was: the matrix may be kept there.
    const above = upperOf(a, n, j0, width);
    gemm(false, true, rows, width, j0, -1, done, done, 1, panel, context);
    restoreUpper(a, n, j0, width, above);
    const failing = factorPanel(a, n, j0, width);
    if (failing > 0) return failing;
    context.check();
    context.progress(1 - ((n - j0 - width) / n) ** 2, 'factoring the kernel matrix');
  }
  return 0;
}

function upperOf(a: Float64Array, n: number, j0: number, width: number): Float64Array {
  const kept = new Float64Array(width * width);
  for (let j = 0; j < width; j++) for (let i = 0; i < j; i++) kept[j * width + i] = a[(j0 + j) * n + j0 + i];
  return kept;
}

function restoreUpper(a: Float64Array, n: number, j0: number, width: number, kept: Float64Array): void {
  for (let j = 0; j < width; j++) for (let i = 0; i < j; i++) a[(j0 + j) * n + j0 + i] = kept[j * width + i];
}

function factorPanel(a: Float64Array, n: number, j0: number, width: number): number {
  for (let j = j0; j < j0 + width; j++) {
    const column = j * n;
    for (let p = j0; p < j; p++) {
      const factor = a[p * n + j];
      if (factor !== 0) for (let i = j; i < n; i++) a[column + i] -= factor * a[p * n + i];
    }
    const pivot = a[column + j];
    if (!(pivot > 0 && pivot < Number.POSITIVE_INFINITY)) return j + 1;
    const scale = 1 / Math.sqrt(pivot);
    for (let i = j; i < n; i++) a[column + i] *= scale;
  }
  return 0;
}

/** B (n×columns) ← L^-1·B or L^-T·B, panel by panel; see LinearAlgebra.solveLower. */
export function solveLower(
  l: Float64Array,
  n: number,
  transposed: boolean,
  b: Float64Array,
  columns: number,
  context: RunContext,
): void {
  const panels = Math.ceil(n / PANEL);
  for (let q = 0; q < panels; q++) {
    const j0 = (transposed ? panels - 1 - q : q) * PANEL;
    const width = Math.min(PANEL, n - j0);
    const below = j0 + width;
    const rest = n - below;
    const factor = { values: l, offset: j0 * n + below, lead: n };
    const here = { values: b, offset: j0, lead: n };
    const under = { values: b, offset: below, lead: n };
    if (transposed) {
      gemm(true, false, width, columns, rest, -1, factor, under, 1, here, context);
      for (let c = 0; c < columns; c++) backward(l, n, j0, width, b, c * n);
    } else {
      for (let c = 0; c < columns; c++) forward(l, n, j0, width, b, c * n);
      gemm(false, false, rest, columns, width, -1, factor, here, 1, under, context);
    }
    context.check();
  }
}

function forward(l: Float64Array, n: number, j0: number, width: number, b: Float64Array, at: number): void {
  for (let j = j0; j < j0 + width; j++) {
    const value = b[at + j] / l[j * n + j];
    b[at + j] = value;
    for (let i = j + 1; i < j0 + width; i++) b[at + i] -= value * l[j * n + i];
  }
}

function backward(l: Float64Array, n: number, j0: number, width: number, b: Float64Array, at: number): void {
  for (let j = j0 + width - 1; j >= j0; j--) {
    let sum = b[at + j];
    for (let i = j + 1; i < j0 + width; i++) sum -= l[j * n + i] * b[at + i];
    b[at + j] = sum / l[j * n + j];
  }
}
