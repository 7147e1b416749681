import type { RunContext } from '../../contract/context';
import type { Matrix } from '../../contract/data';
import type { HistogramMap } from '../../contract/kernel';
import { Random } from '../../data/random';
import { type LinearAlgebra, whole } from '../../linalg/linalg';

/**
 * Laplace features exp(−w·x) of the semigroup kernel prod_c exp(−sqrt((x_c + z_c)/lengthScale_c)) on x ≥ 0 (Yang et al. 2014; RF
 * appendix E). w_c = 1/(2·lengthScale_c·g²) with normal g has the Lévy distribution whose Laplace transform that is.
 */
export function histogramFeatures(
  lengthScale: readonly number[],
  count: number,
  inputs: number,
  seed: number,
  context: RunContext,
): HistogramMap {
  const random = new Random(seed, context);
  const weights = Float64Array.from({ length: inputs * count }, (_, o) => {
    const scale = lengthScale.length === 1 ? lengthScale[0] : lengthScale[o % inputs];
    // A normal number of 0 would make 0·Infinity of a cell that is 0.
    return Math.min(Number.MAX_VALUE, 1 / (2 * scale * random.normal() ** 2));
  });
  return { kind: 'histogram', inputs, weights, lengthScale };
}

/** φ of the rows of x, n×M, into `into`. */
export function evaluateHistogram(
  { weights, inputs }: HistogramMap,
  x: Matrix,
  linalg: LinearAlgebra,
  context: RunContext,
  into: Float64Array,
): void {
  const n = x.rows;
  const count = weights.length / inputs;
  linalg.gemm(
    false,
    false,
    n,
    count,
    inputs,
    -1,
    whole(x.values, n),
    whole(weights, inputs),
    0,
    whole(into, n),
    context,
  );
  linalg.map('exp', into, 1, 0, context);
}

/** The kernel between two rows, one length scale for each column. */
export function histogramKernel(lengthScale: ArrayLike<number>, x: ArrayLike<number>, z: ArrayLike<number>): number {
  let sum = 0;
  for (let c = 0; c < x.length; c++) sum += Math.sqrt((x[c] + z[c]) / lengthScale[c]);
  return Math.exp(-sum);
}
