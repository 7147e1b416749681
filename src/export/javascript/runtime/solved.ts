import type { Matrix } from '../../../engine/contract/data';
import type { PortableDirections, PortableInterval, PortableModel, PortableProjection } from '../../portable/portable';
import { columnsOf, dot, matrixOf, product } from './arithmetic';
import { type Formulas, featuresOf, kernelTo } from './kernels';

type Deviation = NonNullable<PortableInterval['deviation']>;

/** The training rows as the deviation of new ones needs them (PortableProjection). */
export interface Basis extends Pick<PortableDirections, 'along' | 'inner'> {
  /** Σ weight_i·P_i² of m new rows with their kernel values (n×m) and v (m×p). */
  known(cross: Matrix, v: Matrix): (deviation: Deviation) => Float64Array;
}

export function storedBasis({ directions, coupling, along, inner }: PortableDirections): Basis {
  return {
    along,
    inner,
    known(cross, v) {
      const [p, coupled] = [product(cross, directions, true), product(v, coupling)];
      return ({ weights }) =>
        Float64Array.from({ length: p.rows }, (_, i) =>
          weights.reduce((sum, weight, j) => {
            const o = j * p.rows + i;
            return sum + weight * (p.values[o] - coupled.values[o]) ** 2;
          }, 0),
        );
    },
  };
}

/**
 * The same for ridge, from the rows alone. With K, Q and S of PortableProjection, G = (I − QQ')·K·(I − QQ') and z = (I
 * − QQ')·(S·k − K·Q·v'), the sum is z'·(G + ridge·I)⁻¹·z: n³/6 products once for each ridge, and n²/2 for each new
 * row.
 */
export function solvedBasis(
  { kernel, rows, features }: PortableModel,
  { kept, whiten, roots }: PortableProjection,
  formulas: Formulas,
): Basis {
  const n = rows.rows;
  const rooted = (m: Matrix): Matrix => ({ ...m, values: roots ? m.values.map((v, o) => v * roots[o % n]) : m.values });
  const between = rooted(kernelTo(kernel, rows, formulas)(rows));
  if (roots) for (const [j, column] of columnsOf(between).entries()) scale(column, roots[j]);
  const all = features.flatMap((block) => columnsOf(featuresOf(block, formulas)(rows)));
  const picked = Array.from(kept, (c) => all[c]);
  const columns = matrixOf(Float64Array.from(picked.flatMap((column) => Array.from(column))), n);
  const q = rooted(product(columns, whiten));
  const image = product(between, q, true);
  const inner = product(q, image, true);
  // G = K − Q·H' − H·Q' with H = K·Q − Q·(Q'·K·Q)/2.
  const half = product(q, inner).values.map((v, o) => image.values[o] - v / 2);
  const [ofQ, ofHalf, ofImage] = [columnsOf(q), columnsOf({ ...q, values: half }), columnsOf(image)];
  const factors = new Map<number, readonly Float64Array[]>();
  const factorOf = (ridge: number) => {
    const known = factors.get(ridge);
    if (known) return known;
    const residual = (i: number, j: number) => {
      let sum = between.values[j * n + i];
      for (let a = 0; a < ofQ.length; a++) sum -= ofQ[a][i] * ofHalf[a][j] + ofHalf[a][i] * ofQ[a][j];
      return sum;
    };
    const factor = cholesky(residual, n, ridge);
    factors.set(ridge, factor);
    return factor;
  };
  return {
    along: rooted(q),
    inner,
    known(cross, v) {
      const left = columnsOf(rooted(cross)).map((column, j) => {
        const z = column.slice();
        for (const [a, of] of ofImage.entries()) add(z, of, -v.values[a * v.rows + j]);
        for (const of of ofQ) add(z, of, -dot(z, of, n));
        return z;
      });
      return ({ ridge }) => solvedSquares(factorOf(ridge), left);
    },
  };
}

/** The rows of L with L·L' = A + ridge·I of a positive semidefinite n×n. Every pivot is at least the ridge, but for rounding. */
function cholesky(a: (i: number, j: number) => number, n: number, ridge: number): readonly Float64Array[] {
  const lower: Float64Array[] = [];
  for (let i = 0; i < n; i++) {
    const row = new Float64Array(i + 1);
    for (let j = 0; j < i; j++) row[j] = (a(i, j) - dot(row, lower[j], j)) / lower[j][j];
    row[i] = Math.sqrt(Math.max(ridge, a(i, i) + ridge - dot(row, row, i)));
    lower.push(row);
  }
  return lower;
}

/** ‖L⁻¹·z‖² of each z. */
function solvedSquares(lower: readonly Float64Array[], all: readonly Float64Array[]): Float64Array {
  const solved = all.map((z) => z.slice());
  lower.forEach((row, i) => {
    for (const y of solved) y[i] = (y[i] - dot(row, y, i)) / row[i];
  });
  return Float64Array.from(solved, (y) => dot(y, y, y.length));
}

function scale(column: Float64Array, by: number): void {
  for (let i = 0; i < column.length; i++) column[i] *= by;
}

function add(to: Float64Array, of: Float64Array, times: number): void {
  for (let i = 0; i < to.length; i++) to[i] += times * of[i];
}
