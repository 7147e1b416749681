import { partOf, type RunContext } from '../../contract/context';
import type { Design, Matrix } from '../../contract/data';
import { type FeatureMap, featureCount, featureScale, type KernelSpec } from '../../contract/kernel';
import { permutation } from '../../data/random';
import { evaluateFeatures } from '../../features/featureMaps';
import { kernelCross, kernelDiagonal } from '../../kernels/kernelMatrix';
import { pickRows } from '../../kernels/rows';
import { full, type LinearAlgebra } from '../../linalg/linalg';

/** The most rows on which reconstructions are tested, and the most over which functions are compared. */
const TESTED = 1000;
/** Separates this draw from the others of the same seed. */
const STREAM = 0x51ed270b;

/** The similarity that rows are compared by: a kernel, or features that have one of their own. */
export type Similarity = KernelSpec | { readonly kind: 'features'; readonly map: FeatureMap };

/** The rows that reconstruction errors of any components of one kernel are measured on. */
export interface TestRows {
  /** t rows to reconstruct: held-out ones, or training rows if fewer than two are held out. */
  readonly x: Matrix;
  readonly heldOut: boolean;
  /** q training rows, none of them in x (unless there are fewer than four), for the norm of L2. */
  readonly y: Matrix;
  readonly centred: boolean;
  /** k(x, y) less its row and column means, or as it is for components that are not centred, t×q column-major. */
  readonly products: Float64Array;
  /** The squared norm of k(·, x_i) less the mean over x, or as it is, t. */
  readonly own: Float64Array;
  /** k(x, x), if it is the same for all these rows. */
  readonly kappa?: number;
}

export function testRows(
  similarity: Similarity,
  { train, holdout }: Pick<Design, 'train' | 'holdout'>,
  seed: number,
  centre: boolean,
  linalg: LinearAlgebra,
  context: RunContext,
): TestRows {
  const n = train.x.rows;
  const order = permutation(n, seed ^ STREAM, context);
  const heldOut = holdout !== undefined && holdout.x.rows >= 2;
  let x: Matrix;
  let y: Matrix;
  if (heldOut) {
    x = pickRows(holdout.x, permutation(holdout.x.rows, seed ^ STREAM, context).slice(0, TESTED));
    y = pickRows(train.x, order.slice(0, TESTED));
  } else {
    // A pair of a row with itself would count as k(x, x)², so that no row is in both parts.
    const half = Math.min(TESTED, Math.floor(n / 2));
    x = n < 4 ? train.x : pickRows(train.x, order.slice(0, half));
    y = n < 4 ? train.x : pickRows(train.x, order.slice(half, half + TESTED));
  }
  const crossOf = (a: Matrix, b: Matrix, part: RunContext) =>
    similarity.kind === 'features'
      ? featureProducts(similarity.map, a, b, linalg, part)
      : kernelCross(similarity, a, b, linalg, part);
  const among = crossOf(x, x, partOf(context, 0, 0.5));
  const diagonal =
    similarity.kind === 'features'
      ? Float64Array.from({ length: x.rows }, (_, i) => among[i * (x.rows + 1)])
      : kernelDiagonal(similarity, x, linalg, context);
  const products = crossOf(x, y, partOf(context, 0.5, 1));
  if (centre) centreBoth(products, x.rows, y.rows);
  const [kappa] = diagonal;
  const own = diagonal.slice();
  if (centre) centreBoth(among, x.rows, x.rows);
  if (centre) for (let i = 0; i < x.rows; i++) own[i] = among[i * (x.rows + 1)];
  return { x, heldOut, y, centred: centre, products, own, ...(diagonal.every((v) => v === kappa) && { kappa }) };
}

/** scale²·φ(a)·φ(b)', the kernel that the features have among themselves. */
function featureProducts(
  map: FeatureMap,
  a: Matrix,
  b: Matrix,
  linalg: LinearAlgebra,
  context: RunContext,
): Float64Array {
  const count = featureCount(map);
  const products = new Float64Array(a.rows * b.rows);
  linalg.scope(() => {
    const [ofA, ofB] = [a, b].map((rows) => {
      const features = evaluateFeatures(map, rows, linalg, context, linalg.allocate(rows.rows * count));
      return full(features, rows.rows);
    });
    const scale = featureScale(map) ** 2;
    linalg.gemm(false, true, a.rows, b.rows, count, scale, ofA, ofB, 0, full(products, a.rows), context);
  });
  return products;
}

/** Subtracts column means and then row means (t×q, column-major). */
function centreBoth(values: Float64Array, t: number, q: number): void {
  const rows = new Float64Array(t);
  for (let j = 0; j < q; j++) {
    const column = values.subarray(j * t, (j + 1) * t);
    let mean = 0;
    for (let i = 0; i < t; i++) mean += column[i] / t;
    for (let i = 0; i < t; i++) {
      column[i] -= mean;
      rows[i] += column[i] / q;
    }
  }
  for (let j = 0; j < q; j++) for (let i = 0; i < t; i++) values[j * t + i] -= rows[i];
}
