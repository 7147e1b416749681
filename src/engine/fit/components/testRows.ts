import { partOf } from '../../contract/context';
import type { Design, Matrix } from '../../contract/data';
import { type FeatureMap, featureCount, featureScale, type KernelSpec } from '../../contract/kernel';
import { permutation } from '../../data/random';
import { evaluateFeatures } from '../../features/featureMaps';
import { kernelCross, kernelDiagonal } from '../../kernels/kernelMatrix';
import { pickRows } from '../../kernels/rows';
import { type Computing, full } from '../../linalg/linalg';
import { meanOf } from '../../statistics/mean';

/** The most rows on which reconstructions are tested, and the most over which functions are compared. */
const TESTED = 1000;
/** The most training rows whose scatter is looked at. */
const SEEN = 300;
/**
 * Held-out rows that scatter less than training rows by this factor lack what makes these scatter, such as rare rows far
 * from all others: with one of them among few rows both are about alike, without it they differ several times.
 */
const LACKING = 2.5;
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
  /** True if the held-out rows lack far rows that training rows include, and so say nothing of new rows. */
  readonly lacking?: true;
}

export function testRows(
  similarity: Similarity,
  { train, holdout }: Pick<Design, 'train' | 'holdout'>,
  seed: number,
  centre: boolean,
  context: Computing,
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
  const crossOf = (a: Matrix, b: Matrix, part: Computing) =>
    similarity.kind === 'features' ? featureProducts(similarity.map, a, b, part) : kernelCross(similarity, a, b, part);
  const among = crossOf(x, x, partOf(context, 0, 0.5));
  const diagonal =
    similarity.kind === 'features'
      ? Float64Array.from({ length: x.rows }, (_, i) => among[i * (x.rows + 1)])
      : kernelDiagonal(similarity, x, context);
  const products = crossOf(x, y, partOf(context, 0.5, 1));
  if (centre) centreBoth(products, x.rows, y.rows);
  const [kappa] = diagonal;
  const own = diagonal.slice();
  if (centre) centreBoth(among, x.rows, x.rows);
  if (centre) for (let i = 0; i < x.rows; i++) own[i] = among[i * (x.rows + 1)];
  const some = pickRows(
    y,
    Uint32Array.from({ length: Math.min(y.rows, SEEN) }, (_, i) => i),
  );
  const seen = heldOut ? crossOf(some, some, partOf(context, 1, 1)) : new Float64Array();
  if (heldOut && centre) centreBoth(seen, some.rows, some.rows);
  const lacking = heldOut && scattersMore(seen, products, own) && ({ lacking: true } as const);
  const same = diagonal.every((v) => v === kappa) && { kappa };
  return { x, heldOut, y, centred: centre, products, own, ...same, ...lacking };
}

/** Whether training rows, of which `seen` are the products (s×s), scatter far more than the rows x do. */
function scattersMore(seen: Float64Array, products: Float64Array, own: Float64Array): boolean {
  const s = Math.round(Math.sqrt(seen.length));
  const ownOfSeen = Float64Array.from({ length: s }, (_, i) => seen[i * (s + 1)]);
  const apart = seen.slice();
  for (let i = 0; i < s; i++) apart[i * (s + 1)] = 0;
  const more = (a: Float64Array, b: Float64Array) => scatterOf(a) > LACKING * scatterOf(b) + 1e-6;
  return more(ownOfSeen, own) || more(squaresOf(apart, s), squaresOf(products, own.length));
}

/** The sum of squares of each row (column-major). */
function squaresOf(values: Float64Array, rows: number): Float64Array {
  const sums = new Float64Array(rows);
  for (let o = 0; o < values.length; o++) sums[o % rows] += values[o] ** 2;
  return sums;
}

/** The standard deviation as a fraction of the mean. */
function scatterOf(values: Float64Array): number {
  const mean = meanOf(values);
  return Math.sqrt(meanOf(values.map((v) => (v - mean) ** 2))) / mean;
}

/** scale²·φ(a)·φ(b)', the kernel that the features have among themselves. */
function featureProducts(map: FeatureMap, a: Matrix, b: Matrix, context: Computing): Float64Array {
  const { linalg } = context;
  const count = featureCount(map);
  const products = new Float64Array(a.rows * b.rows);
  linalg.scope(() => {
    const [ofA, ofB] = [a, b].map((rows) => {
      const features = evaluateFeatures(map, rows, context, linalg.allocate(rows.rows * count));
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
