import { featureCount } from '../contract/kernel';
import type { WholeRows } from '../fit/features/rowSource';
import { type Computing, full } from '../linalg/linalg';
import type { DroppedColumn } from '../linalg/pivotedQr';
import type { RowBasis, RowSums } from './rowSums';

/**
 * A column whose square, minus the part that the columns before it explain, is below this fraction of itself is a
 * combination of them.
 */
const DEPENDENT = 1e-13;

export type RowTotals = Required<Pick<WholeRows, 'facts' | 'sums' | 'unpenalised' | 'outputs'>>;

/** The facts of all rows that a fit needs, from their sums. `centres` are those that the sums were made with. */
export function totalsOf(
  { map }: Pick<RowBasis, 'map'>,
  sums: RowSums,
  centres: readonly number[],
  context: Computing,
): RowTotals {
  const count = featureCount(map);
  const outputs = centres.length;
  const width = sums.products.length / count;
  const p0 = width - outputs;
  // The factor that scales weights to mean 1.
  const by = sums.rows / sums.weight;
  const unpenalised = factored(sums.beside, width, p0, by);
  const { p, r, kept } = unpenalised;
  const along = centres.map((_, t) => {
    const column = (p0 + t) * width;
    return forward(
      r,
      p,
      Float64Array.from(kept, (k) => sums.beside[column + k] * by),
    );
  });
  const square = centres.map((_, t) => sums.beside[(p0 + t) * (width + 1)] * by);
  const products = new Float64Array(count * (p + outputs));
  for (let a = 0; a < p; a++) {
    const column = products.subarray(a * count, (a + 1) * count);
    for (let j = 0; j < count; j++) column[j] = sums.products[kept[a] * count + j] * by;
    if (a > 0)
      context.linalg.gemv(false, count, a, -1, full(products, count), r.subarray(a * p, a * p + a), 1, column, context);
    for (let j = 0; j < count; j++) column[j] /= r[a * p + a];
  }
  for (let o = 0; o < outputs * count; o++) products[p * count + o] = sums.products[p0 * count + o] * by;
  return {
    facts: { n: sums.rows, unpenalised: p, along, square },
    sums: { count, squares: by === 1 ? sums.squares : sums.squares.map((v) => v * by), products },
    unpenalised,
    outputs: centres.map((centre, t) => {
      const off = sums.moments[2 * t] / sums.weight;
      return { mean: centre + off, variance: Math.max(0, sums.moments[2 * t + 1] / sums.weight - off * off) };
    }),
  };
}

/** F'WF·by = R'R by Cholesky with the largest remaining column first; columns that are combinations of others are left out. */
function factored(beside: Float64Array, width: number, p0: number, by: number): WholeRows['unpenalised'] {
  const left = Float64Array.from({ length: p0 }, (_, j) => beside[j * (width + 1)] * by);
  const squares = left.slice();
  const taken: number[] = [];
  // Rows of R over all p0 columns, in the order in which columns are taken.
  const rows: Float64Array[] = [];
  for (;;) {
    let next = -1;
    for (let j = 0; j < p0; j++)
      if (!taken.includes(j) && left[j] > DEPENDENT * squares[j] && (next < 0 || left[j] > left[next])) next = j;
    if (next < 0) break;
    const root = Math.sqrt(left[next]);
    const row = Float64Array.from({ length: p0 }, (_, j) => {
      let v = beside[j * width + next] * by;
      for (const before of rows) v -= before[next] * before[j];
      return v / root;
    });
    for (let j = 0; j < p0; j++) left[j] -= row[j] * row[j];
    taken.push(next);
    rows.push(row);
  }
  const p = taken.length;
  const r = new Float64Array(p * p);
  for (let j = 0; j < p; j++) for (let i = 0; i <= j; i++) r[j * p + i] = rows[i][taken[j]];
  const dropped: DroppedColumn[] = Array.from({ length: p0 }, (_, j) => j)
    .filter((j) => !taken.includes(j))
    .map((column) => ({
      column,
      length: Math.sqrt(squares[column]),
      remaining: Math.sqrt(Math.max(0, left[column])),
      reason: squares[column] === 0 ? 'is zero in every row' : 'is a combination of the other columns',
    }));
  return { p, r, kept: Uint32Array.from(taken), dropped };
}

/** Solves R'·v = b in place. */
function forward(r: Float64Array, p: number, b: Float64Array): Float64Array {
  for (let a = 0; a < p; a++) {
    for (let c = 0; c < a; c++) b[a] -= r[a * p + c] * b[c];
    b[a] /= r[a * p + a];
  }
  return b;
}
