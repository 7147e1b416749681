import { KernelscopeError } from '../contract/failure';
import type { Computing } from '../linalg/linalg';
import { type DroppedColumn, pivotedQr } from '../linalg/pivotedQr';

/** F[:, kept] = Q·R with p = kept.length columns, the rest of F being combinations of them. */
export interface Unpenalised {
  readonly p: number;
  /** n×p with orthonormal columns. */
  readonly q: Float64Array;
  /** p×p upper triangular. */
  readonly r: Float64Array;
  readonly kept: Uint32Array;
  readonly dropped: readonly DroppedColumn[];
}

/**
 * The unpenalised features of a fit (n×p0, column-major; undefined if there are none) in the form in which they are
 * used. Throws `parameter/invalid` if they leave no row to the kernel.
 */
export function unpenalisedOf(
  features: Float64Array | undefined,
  n: number,
  p0: number,
  context: Computing,
): Unpenalised {
  const nothing = new Float64Array(0);
  if (features === undefined || p0 === 0)
    return { p: 0, q: nothing, r: nothing, kept: new Uint32Array(0), dropped: [] };
  return context.linalg.scope(() => {
    const qr = pivotedQr(features, n, p0, context);
    const p = qr.rank;
    if (p >= n) {
      throw new KernelscopeError(
        'parameter/invalid',
        `There are ${p} unpenalised features, the intercept among them, for ${n} rows: they would fit every row exactly, and the kernel would have no effect. Use fewer features or more rows.`,
        { unpenalised: p, rows: n },
      );
    }
    const s = Math.min(n, p0);
    const r = new Float64Array(p * p);
    for (let j = 0; j < p; j++) for (let i = 0; i <= j; i++) r[i + j * p] = qr.r[i + j * s];
    return {
      p,
      q: qr.q.slice(0, n * p),
      r,
      kept: Uint32Array.from(qr.permutation.subarray(0, p)),
      dropped: qr.dropped,
    };
  });
}
