import { silently } from '../../contract/context';
import { KernelscopeError } from '../../contract/failure';
import { type FeatureMap, featureCount } from '../../contract/kernel';
import { eachFeatureBlock } from '../../fit/features/featureRows';
import { featureSums } from '../../fit/features/featureSums';
import type { Problem } from '../../fit/problem';
import { gatherRows } from '../../linalg/gatherRows';
import { type Computing, full as wholeMatrix } from '../../linalg/linalg';

/** The rows that an approximate fit learns from, 0-based in `full`: those that are never judged and those that are. */
export interface ApproximateRows {
  readonly full: Problem;
  readonly rest: Uint32Array;
  readonly sample: Uint32Array;
  readonly map: FeatureMap;
  readonly intercept: boolean;
}

/** Ridge regression on features, of all rows but some of the sample. */
export interface ApproximateFit {
  /** Fits all rows but `others` (0-based, in the sample) with this total ridge, and predicts them: values by output. */
  without(others: Uint32Array, ridge: number): Float64Array[];
}

/**
 * Adds up the features of the rows once; rows are left out by subtraction. With Z the M features of the rows (times the
 * roots of the weights), f those roots if there is an intercept, [w; b] solve [[Z'Z + ridge·I, Z'f], [f'Z, f'f]]·[w;
 * b] = [Z'y; f'y].
 */
export function approximateFit(
  { full, rest, sample, map, intercept }: ApproximateRows,
  context: Computing,
): ApproximateFit {
  const { linalg } = context;
  const { x, rootWeights, outputs } = full;
  const m = featureCount(map);
  const rows = Uint32Array.from([...sample, ...rest]);
  const right = rightSides(full, rows, intercept);
  const weighted = rootWeights ? { rootWeights } : {};
  const sums = featureSums({ map, x, rows, ...weighted }, right, undefined, silently(context));
  const s = sample.length;
  // Features of the sample without weights, which predict its rows.
  const features = new Float64Array(s * m);
  eachFeatureBlock({ map, x, rows: sample }, silently(context), '', (z, size, from) => {
    for (let j = 0; j < m; j++) features.set(z.subarray(j * size, (j + 1) * size), j * s + from);
  });
  const columns = right.length / rows.length;
  const moments = momentsOf(right, rows.length, intercept);
  return {
    without(others, ridge) {
      context.check();
      return linalg.scope(() => {
        const k = others.length;
        const z = gatherRows(features, s, others, linalg.allocate(k * m));
        const roots = Float64Array.from(others, (i) => rootWeights?.[sample[i]] ?? 1);
        const own = gatherRows(right, rows.length, others, linalg.allocate(k * columns));
        const scaled = linalg.allocate(k * m);
        for (let o = 0; o < scaled.length; o++) scaled[o] = z[o] * roots[o % k];
        const a = linalg.allocate(m * m);
        a.set(sums.squares);
        const products = linalg.allocate(m * columns);
        products.set(sums.products);
        linalg.syrk(true, m, k, -1, wholeMatrix(scaled, k), 1, wholeMatrix(a, m), silently(context));
        const [left, sides] = [wholeMatrix(scaled, k), wholeMatrix(own, k)];
        linalg.gemm(true, false, m, columns, k, -1, left, sides, 1, wholeMatrix(products, m), silently(context));
        for (let j = 0; j < m; j++) a[j * (m + 1)] += ridge;
        if (linalg.cholesky(a, m, silently(context)) !== undefined)
          throw new KernelscopeError('numerics/failed', 'The features are too close to each other to be fitted.');
        for (const transposed of [false, true])
          linalg.solveLower(a, m, transposed, products, columns, silently(context));
        const inside = momentsOf(own, k, intercept);
        return outputs.map((_, t) => predicted(t, z, k, products, { moments, inside, sums: sums.products, own: left }));
      });
    },
  };

  /** w = A⁻¹(Z'y − b·Z'f), b from the last equation; `solved` has both solutions. */
  function predicted(
    t: number,
    z: Float64Array,
    k: number,
    solved: Float64Array,
    { moments: all, inside, sums: products, own }: Parts,
  ): Float64Array {
    const column = (c: number) => solved.subarray(c * m, (c + 1) * m);
    const first = Number(intercept);
    const weights = column(first + t).slice();
    let b = 0;
    if (intercept) {
      // Z'f of the fitted rows: that of all rows minus that of the rows left out.
      const zf = products.slice(0, m);
      for (let j = 0; j < m; j++) for (let i = 0; i < k; i++) zf[j] -= own.values[j * k + i] * (inside.f[i] ?? 0);
      const dot = (u: Float64Array, v: Float64Array) => u.reduce((sum, value, j) => sum + value * v[j], 0);
      b = (all.fy[t] - inside.fy[t] - dot(zf, weights)) / (all.ff - inside.ff - dot(zf, column(0)));
      for (let j = 0; j < m; j++) weights[j] -= b * column(0)[j];
    }
    const result = new Float64Array(k).fill(b);
    for (let j = 0; j < m; j++) for (let i = 0; i < k; i++) result[i] += weights[j] * z[j * k + i];
    return result;
  }
}

/** f of some rows, f'f and f'y of each output; empty without an intercept. */
interface Moments {
  readonly f: Float64Array;
  readonly ff: number;
  readonly fy: readonly number[];
}

interface Parts {
  readonly moments: Moments;
  readonly inside: Moments;
  readonly sums: Float64Array;
  readonly own: { readonly values: Float64Array };
}

/** [f Y] of these rows; without an intercept, f is left out. */
function rightSides({ rootWeights, outputs }: Problem, rows: Uint32Array, intercept: boolean): Float64Array {
  const columns = outputs.map(
    ({ weighted }) =>
      (row: number) =>
        weighted[row],
  );
  if (intercept) columns.unshift((row) => rootWeights?.[row] ?? 1);
  const right = new Float64Array(rows.length * columns.length);
  columns.forEach((at, c) => {
    rows.forEach((row, i) => {
      right[c * rows.length + i] = at(row);
    });
  });
  return right;
}

function momentsOf(right: Float64Array, n: number, intercept: boolean): Moments {
  const column = (c: number) => right.subarray(c * n, (c + 1) * n);
  const f = intercept ? column(0).slice() : new Float64Array();
  const dot = (v: Float64Array) => f.reduce((sum, value, i) => sum + value * v[i], 0);
  const outputs = intercept ? right.length / n - 1 : 0;
  return { f, ff: intercept ? dot(f) : 0, fy: Array.from({ length: outputs }, (_, t) => dot(column(t + 1))) };
}
