import type { HistogramMap } from '../../contract/kernel';
import { full } from '../../linalg/linalg';
import { type DrawnMap, eachColumn, isScale, isSome, type MapKind } from '../map';

/**
 * Laplace features exp(−w·x) of the semigroup kernel prod_c exp(−sqrt((x_c + z_c)/lengthScale_c)) on x ≥ 0 (Yang et al. 2014; RF
 * appendix E). w_c = 1/(2·lengthScale_c·g²) with normal g has the Lévy distribution whose Laplace transform that is.
 */
export const histogram: DrawnMap = {
  title: 'Laplace features of histograms',
  description: 'Decaying exponentials of columns that are counts or shares: the kernel prod exp(−sqrt(x + z)).',
  kernels: [],
  nonNegative: true,
  draw({ kernel: { lengthScale }, scales, count, inputs, random }) {
    // A normal number of 0 would make 0·Infinity of a cell that is 0.
    const weight = (_: unknown, o: number) =>
      Math.min(Number.MAX_VALUE, 1 / (2 * scales[o % inputs] * random.normal() ** 2));
    return { kind: 'histogram', inputs, weights: Float64Array.from({ length: inputs * count }, weight), lengthScale };
  },
};

export const laplaceTransform: MapKind<HistogramMap> = {
  evaluate({ weights, inputs }, { rows: n, values }, context, into) {
    const [x, w, features] = [full(values, n), full(weights, inputs), full(into, n)];
    context.linalg.gemm(false, false, n, weights.length / inputs, inputs, -1, x, w, 0, features, context);
    context.linalg.map('exp', into, 1, 0, context);
  },
  first: (map, count) => ({ ...map, weights: map.weights.slice(0, count * map.inputs) }),
  recovers({ lengthScale, inputs }) {
    const scales = eachColumn(lengthScale, inputs);
    return (x, z) => Math.exp(-x.reduce((sum, value, c) => sum + Math.sqrt((value + z[c]) / scales[c]), 0));
  },
  isWhole: ({ weights, lengthScale }, d) =>
    isSome(weights) && weights.length % d === 0 && weights.every((w) => w >= 0) && isScale(lengthScale, d),
};
