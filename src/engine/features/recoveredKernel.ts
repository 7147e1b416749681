import type { Matrix } from '../contract/data';
import { type FeatureMap, featureCount, featureScale } from '../contract/kernel';
import { Random } from '../data/random';
import { kernelCross } from '../kernels/kernelMatrix';
import { pickRows } from '../kernels/rows';
import { type Computing, full } from '../linalg/linalg';
import { evaluateFeatures } from './featureMaps';
import { mapKind } from './table';

/** The most rows between which the kernel's error is measured. */
const MOST_ROWS = 200;

/**
 * The kernel that scale²·φ(x)·φ(z) tends to, in closed form, between the n rows of x and the m of z: n×m. Undefined for
 * units that were not drawn for a kernel, as those of a trained network.
 */
export function recoveredKernel(map: FeatureMap, x: Matrix, z: Matrix, context: Computing): Float64Array | undefined {
  const kernel = mapKind(map.kind).recovers(map);
  if (typeof kernel !== 'function') return kernel && kernelCross(kernel, x, z, context);
  const [a, b] = [rowsOf(x), rowsOf(z)];
  const values = new Float64Array(a.length * b.length);
  b.forEach((row, j) => {
    context.check();
    // The matrix is symmetric between the same rows: half of it is copied.
    for (let i = 0; i < a.length; i++)
      values[j * a.length + i] = x === z && i < j ? values[i * a.length + j] : kernel(a[i], row);
  });
  return values;
}

/**
 * Root mean square of scale²·φ(x)·φ(z) − k(x, z) over all pairs of `rows` sampled rows, as a fraction of the mean of
 * k(x, x); undefined if the map has no kernel of its own.
 */
export function kernelError(
  map: FeatureMap,
  x: Matrix,
  rows: number,
  seed: number,
  context: Computing,
): { readonly value: number; readonly rows: number } | undefined {
  const { linalg } = context;
  const n = Math.min(rows, MOST_ROWS, x.rows);
  const sample = n === x.rows ? x : pickRows(x, sampled(x.rows, n, seed));
  const exact = recoveredKernel(map, sample, sample, context);
  if (exact === undefined) return undefined;
  return linalg.scope(() => {
    const count = featureCount(map);
    const features = evaluateFeatures(map, sample, context, linalg.allocate(n * count));
    const gram = linalg.allocate(n * n);
    const square = featureScale(map) ** 2;
    linalg.gemm(false, true, n, n, count, square, full(features, n), full(features, n), 0, full(gram, n), context);
    let [squares, diagonal] = [0, 0];
    for (let o = 0; o < gram.length; o++) squares += (gram[o] - exact[o]) ** 2;
    for (let i = 0; i < n; i++) diagonal += exact[i * (n + 1)] / n;
    return { value: Math.sqrt(squares) / n / diagonal, rows: n };
  });
}

function rowsOf({ rows, columns, values }: Matrix): Float64Array[] {
  return Array.from({ length: rows }, (_, i) => Float64Array.from({ length: columns }, (_, c) => values[c * rows + i]));
}

/** `count` of 0 … n − 1 without repeats, ascending (Floyd's algorithm). */
function sampled(n: number, count: number, seed: number): Uint32Array {
  const random = new Random(seed);
  const chosen = new Set<number>();
  for (let last = n - count; last < n; last++) {
    const draw = random.below(last + 1);
    chosen.add(chosen.has(draw) ? last : draw);
  }
  return Uint32Array.from(chosen).sort();
}
