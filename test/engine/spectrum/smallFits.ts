import { quietContext } from '../../../src/engine/contract/context';
import type { Matrix } from '../../../src/engine/contract/data';
import { formOf } from '../../../src/engine/kernels/formOf';
import { quietWith } from '../../../src/engine/linalg/linalg';
import { featureResidualKernel, residualKernel } from '../../../src/engine/spectrum/residualKernel';
import { descending, type Eigenbasis, fixSign, type ResidualKernel } from '../../../src/engine/spectrum/spectrum';
import { madeRows, madeTarget, normals } from '../madeRows';
import { core } from '../testCore';
import { saddle } from './saddle';

export const all = (n: number): number[] => Array.from({ length: n }, (_, i) => i);

export function gaussianGramOf(x: Matrix, lengthScale: number): Float64Array {
  const form = { kind: 'gaussian', lengthScale } as const;
  return core.kernelMatrix(formOf(form), x.values, x.rows, x.values, x.rows, x.columns, true, quietContext).slice();
}

/** The decomposition of a Gram matrix (n×n, overwritten) by itself, without any unpenalised feature. */
export function decompose(gram: Float64Array, n: number): Eigenbasis {
  const eigen = core.symmetricEigen(gram, n, quietContext);
  const vectors = new Float64Array(n * n);
  for (let j = 0; j < n; j++) {
    vectors.set(eigen.vectors.subarray((n - 1 - j) * n, (n - j) * n), j * n);
    fixSign(vectors, j * n, n);
  }
  return { n, free: new Float64Array(0), unpenalised: 0, vectors, ...descending(eigen, n, 0) };
}

/** Columns of unpenalised features: none, a constant, or a constant and the columns themselves. */
export function polynomials(x: Matrix, kind: 'none' | 'constant' | 'linear'): Float64Array {
  if (kind === 'none') return new Float64Array(0);
  const constant = new Float64Array(x.rows).fill(1);
  return kind === 'constant' ? constant : Float64Array.from([...constant, ...x.values]);
}

/** A fit on n made rows of two columns, with what refits need. All as given, before weights are applied. */
export interface SmallFit {
  readonly x: Matrix;
  readonly gram: Float64Array;
  readonly features: Float64Array;
  readonly columns: number;
  readonly weights: Float64Array;
  readonly plainY: Float64Array;
  readonly kernel: ResidualKernel;
  readonly basis: Eigenbasis;
  /** Times the roots of the weights. */
  readonly y: Float64Array;
}

/**
 * `kind`: the unpenalised features, or their values (n×p). `keep`: some of the n rows alone. `low`: instead of the Gaussian
 * kernel one of that many random features.
 */
export function madeFit(
  n: number,
  kind: 'none' | 'constant' | 'linear' | Float64Array,
  weights = new Float64Array(n).fill(1),
  lengthScale = 0.9,
  keep: readonly number[] = all(n),
  low?: number,
): SmallFit {
  const wide = madeRows(n, 2, 1);
  const target = madeTarget(wide, 0.3, 2);
  const pick = (column: Float64Array) => keep.map((i) => column[i]);
  const rows = keep.length;
  const x = {
    rows,
    columns: 2,
    values: Float64Array.from([0, 1].flatMap((c) => pick(wide.values.subarray(c * n, c * n + n)))),
  };
  const plainY = Float64Array.from(pick(target));
  const features = kind instanceof Float64Array ? kind : polynomials(x, kind);
  const columns = features.length / rows;
  const root = Float64Array.from(keep, (i) => Math.sqrt(weights[i]));
  const scaled = (values: Float64Array) => values.map((v, o) => v * root[o % rows]);
  const next = normals(5);
  const z = Float64Array.from({ length: rows * (low ?? 0) }, () => next() / Math.sqrt(low ?? 1));
  const gram = low === undefined ? gaussianGramOf(x, lengthScale) : new Float64Array(rows * rows);
  for (let m = 0; m < (low ?? 0); m++)
    for (let j = 0; j < rows; j++)
      for (let i = 0; i < rows; i++) gram[j * rows + i] += z[m * rows + i] * z[m * rows + j];
  const f = columns === 0 ? undefined : scaled(features);
  const kernel =
    low === undefined
      ? residualKernel(
          gram.map((v, o) => v * root[o % rows] * root[Math.floor(o / rows)]),
          rows,
          f,
          columns,
          quietWith(core),
        )
      : featureResidualKernel(scaled(z), rows, low, f, columns, quietWith(core));
  const own = Float64Array.from(keep, (i) => weights[i]);
  return { x, gram, features, columns, weights: own, plainY, kernel, basis: kernel.basis, y: scaled(plainY) };
}

/** The fit on all rows but `left`, by elimination, total ridge `ridge`: y_i − f(x_i) at those rows. */
export function refitErrors(
  { gram, features, columns, weights, plainY, x }: SmallFit,
  left: readonly number[],
  ridge: number,
): number[] {
  const n = x.rows;
  const keep = all(n).filter((i) => !left.includes(i));
  const m = keep.length;
  const root = keep.map((i) => Math.sqrt(weights[i]));
  const inner = new Float64Array(m * m);
  const f = new Float64Array(m * columns);
  keep.forEach((j, b) => {
    keep.forEach((i, a) => {
      inner[b * m + a] = gram[j * n + i] * root[a] * root[b];
    });
    for (let c = 0; c < columns; c++) f[c * m + b] = features[c * n + j] * root[b];
  });
  const y = Float64Array.from(keep, (i, a) => plainY[i] * root[a]);
  const { alpha, beta } = saddle(inner, m, f, columns, y, ridge);
  return left.map((row) => {
    let predicted = 0;
    keep.forEach((i, a) => {
      predicted += gram[row * n + i] * root[a] * alpha[a];
    });
    for (let c = 0; c < columns; c++) predicted += features[c * n + row] * beta[c];
    return plainY[row] - predicted;
  });
}
