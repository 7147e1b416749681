import type { Matrix } from '../contract/data';
import type { KernelSpec } from '../contract/kernel';
import type { Computing } from '../linalg/linalg';
import { kernelCross } from './kernelMatrix';
import { checkColumns, scaledForm } from './scaledRows';
import { kernelOf } from './table';

/** Neighbouring encoded columns, such as those of one column of the file. */
export interface EncodedColumns {
  readonly from: number;
  readonly width: number;
}

/**
 * Kernel values n×m with the rows `moved`, which differ from z in these columns alone; the same array each time if the
 * kernel does not depend on them.
 */
export type MovedCross = (moved: Matrix, columns: EncodedColumns) => Float64Array;

/** Maps that take the inner product alone, as radial ones take the distance alone. */
const OF_PRODUCTS = ['AngularMap.Linear', 'AngularMap.Polynomial'];
/** With no more columns than this the core computes a term anew faster than its known sums can be changed. */
const WIDE = 100;

/**
 * `kernelCross` of x (n×d) and z (m×d) while some columns of z move and the others stay. Terms that do not see them are computed once. Distances and
 * products over many columns are summed once too, so that a move costs n·m steps for each column that moves, not for all d. Random features, periodic
 * and network kernels are computed anew. Errors as for `kernelGram`.
 */
export function movedCross(spec: KernelSpec, x: Matrix, z: Matrix, context: Computing): MovedCross {
  const before = kernelCross(spec, x, z, context);
  if (spec.kind === 'sum' || spec.kind === 'product') {
    const weights = spec.kind === 'sum' ? spec.terms.map(({ weight }) => weight) : undefined;
    const kernels = spec.kind === 'sum' ? spec.terms.map(({ kernel }) => kernel) : spec.factors;
    const parts = kernels.map((kernel) => movedCross(kernel, x, z, context));
    const still = parts.map((part) => part(z, { from: 0, width: 0 }));
    return (moved, columns) => {
      const values = parts.map((part) => part(moved, columns));
      if (values.every((of, k) => of === still[k])) return before;
      const all = weights ? before.slice() : new Float64Array(before.length).fill(1);
      values.forEach((of, k) => {
        if (weights === undefined) for (let o = 0; o < all.length; o++) all[o] *= of[o];
        else if (of !== still[k]) for (let o = 0; o < all.length; o++) all[o] += weights[k] * (of[o] - still[k][o]);
      });
      return all;
    };
  }
  if (spec.kind === 'features')
    return (moved, { width }) => (width === 0 ? before : kernelCross(spec, x, moved, context));
  checkColumns(spec, x.columns);
  const seen = spec.columns ?? Array.from({ length: x.columns }, (_, c) => c);
  const placeOf = new Map(seen.map((column, place) => [column, place]));
  const { form, divisors } = scaledForm(spec, seen.length);
  const distance = kernelOf(spec).argument === 'distance';
  const simple = seen.length > WIDE && form.kind === 'mapped' && (distance || OF_PRODUCTS.includes(form.map));
  const [n, m] = [x.rows, z.rows];
  /** Adds a column's part of the squared distances or inner products at the row j of `rows`. */
  const add = (sums: Float64Array, rows: Matrix, column: number, j: number, sign: number) => {
    const divisor = divisors[divisors.length === 1 ? 0 : (placeOf.get(column) as number)];
    const b = rows.values[column * m + j] / divisor;
    for (let i = 0; i < n; i++) {
      const a = x.values[column * n + i] / divisor;
      sums[j * n + i] += sign * (distance ? (a - b) ** 2 : a * b);
    }
  };
  const sums = new Float64Array(simple ? n * m : 0);
  if (simple) for (const column of seen) for (let j = 0; j < m; j++) add(sums, z, column, j, 1);
  return (moved, { from, width }) => {
    const moving = Array.from({ length: width }, (_, k) => from + k).filter((column) => placeOf.has(column));
    if (moving.length === 0) return before;
    if (!simple) return kernelCross(spec, x, moved, context);
    const there = sums.slice();
    for (const column of moving)
      for (let j = 0; j < m; j++) {
        if (moved.values[column * m + j] === z.values[column * m + j]) continue;
        add(there, z, column, j, -1);
        add(there, moved, column, j, 1);
      }
    // One row for each pair, compared with a row at the origin or of length 1: this form computes kernel values from a
    // known distance or product.
    if (distance) for (let o = 0; o < there.length; o++) there[o] = Math.sqrt(Math.max(0, there[o]));
    return context.linalg.kernelMatrix(form, there, n * m, Float64Array.of(distance ? 0 : 1), 1, 1, false, context);
  };
}
