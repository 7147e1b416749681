import type { Matrix } from '../contract/data';
import type { KernelSpec } from '../contract/kernel';
import { kernelCross } from '../kernels/kernelMatrix';
import { type SumKernel, type TermsBySight, termsBySight } from '../kernels/seenColumns';
import { meanOfColumns, type VariedColumn, withColumn } from './partialColumns';
import type { FitSession } from './session';

/** The mean of a sum of kernels between each row of the fit (n) and the background. */
export type MeanKernel = (kernel: SumKernel) => Float64Array;

/** Kernel values between the rows of a fit and a background whose mean is wanted as a column moves; `stays` as `meanOfTerms` makes it. */
export interface AveragedKernel {
  readonly kernel: KernelSpec;
  readonly x: Matrix;
  readonly background: Matrix;
  readonly stays: MeanKernel;
}

/** Computes means of terms: a term is the same for all columns that it does not see, so it is averaged only once. */
export function meanOfTerms(x: Matrix, background: Matrix, session: FitSession): MeanKernel {
  const known = new Map<KernelSpec, Float64Array>();
  const meanOf = (kernel: KernelSpec) => {
    const mean = known.get(kernel) ?? meanOver(kernel, x, background, session);
    known.set(kernel, mean);
    return mean;
  };
  return ({ terms }) => {
    const sum = new Float64Array(x.rows);
    for (const { weight, kernel } of terms) {
      const mean = meanOf(kernel);
      for (let i = 0; i < sum.length; i++) sum[i] += weight * mean[i];
    }
    return sum;
  };
}

function meanOver(kernel: KernelSpec, x: Matrix, background: Matrix, session: FitSession): Float64Array {
  const mean = new Float64Array(x.rows);
  meanOfColumns(kernelCross(kernel, x, background, session.silent()), x.rows, mean, 0);
  return mean;
}

/** True if an encoded column belongs to the column that moves. */
const movesIn =
  ({ column: { from, width } }: VariedColumn) =>
  (c: number) =>
    c >= from && c < from + width;

/** The terms of a kernel by their dependence on the column that moves. */
export const seenIn = (kernel: KernelSpec, varied: VariedColumn): TermsBySight => termsBySight(kernel, movesIn(varied));

/**
 * Kernel values averaged over the background, at each point of the column's grid (n×count), for the terms that need not
 * be computed for each row at each point; `left` are the others.
 */
export function meanInParts(
  { kernel, x, background, stays }: AveragedKernel,
  varied: VariedColumn,
  session: FitSession,
): { readonly cross: Float64Array; readonly left?: KernelSpec } {
  const { others, only, both } = seenIn(kernel, varied);
  const one = onPoints(background, varied);
  const cross = new Float64Array(x.rows * one.rows);
  const add = (weight: number, mean: Float64Array, own?: Float64Array) => {
    for (let o = 0; o < cross.length; o++) cross[o] += weight * (own?.[o] ?? 1) * mean[o % x.rows];
  };
  const crossOf = (of: KernelSpec, rows: Matrix, points: Matrix) => kernelCross(of, rows, points, session.silent());
  if (only) cross.set(crossOf(only, x, one));
  if (others) add(1, stays(others));
  const moves = movesIn(varied);
  const rests = (c: number) => !moves(c);
  const left = both?.terms.filter(({ weight, kernel: term }) => {
    if (term.kind !== 'gaussian') return true;
    // exp(−d²/2) is the factor of the column times that of the other columns.
    const own = crossOf(term, columnsWhere(x, moves), columnsWhere(one, moves));
    add(weight, meanOver(term, columnsWhere(x, rests), columnsWhere(background, rests), session), own);
    return false;
  });
  return { cross, ...(left?.length && { left: { kind: 'sum', terms: left } }) };
}

/** The same for all terms. */
export function meanCross(averaged: AveragedKernel, varied: VariedColumn, session: FitSession): Float64Array {
  const { cross, left } = meanInParts(averaged, varied, session);
  const { x, background } = averaged;
  for (let g = 0; left && g < varied.points.rows; g++) {
    const values = kernelCross(left, x, withColumn(background, varied, g), session.silent());
    meanOfColumns(values, x.rows, cross, g);
  }
  return cross;
}

/** The same rows with zeros in the other columns. */
const columnsWhere = ({ rows, columns, values }: Matrix, kept: (column: number) => boolean): Matrix => ({
  rows,
  columns,
  values: values.map((v, o) => (kept(Math.floor(o / rows)) ? v : 0)),
});

/** A row for each grid point, for kernels that see the column alone. */
export function onPoints({ rows, columns, values }: Matrix, { points, column: { from } }: VariedColumn): Matrix {
  const any = Float64Array.from(
    { length: points.rows * columns },
    (_, o) => values[Math.floor(o / points.rows) * rows],
  );
  any.set(points.values, from * points.rows);
  return { rows: points.rows, columns, values: any };
}
