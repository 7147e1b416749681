import { KernelscopeError } from '../../contract/failure';
import type { TaylorMap } from '../../contract/kernel';
import { isNumbers, isPositive } from '../../contract/shape';
import type { Random } from '../../data/random';
import { scaleRows } from '../../kernels/scaledRows';
import { plain } from '../../words/numbers';
import { allBelow, type DrawnMap, isScale, type MapKind } from '../map';
import { poisson } from './maclaurin';

/** Largest mean degree sum 1/lengthScale²: a feature's size is about exp(half of it), and so is its error. */
const MOST_DEGREE = 30;

/**
 * Taylor features of the Gaussian kernel (RF appendix E): with u = x/lengthScale, exp(−||u − v||²/2) = exp(−||u||²/2 − ||v||²/2)·
 * sum over N of (u·v)^N/N!. The degree N is Poisson with mean rho = sum over columns of 1/lengthScale_c², and each of its N columns is c with
 * probability proportional to 1/lengthScale_c²: the paper's law, for one length scale per column. φ = exp(rho/2)·exp(−||u||²/2)·
 * prod_t lengthScale·u: a function of the kernel's own space.
 */
export const taylor: DrawnMap<'gaussian'> = {
  title: 'Taylor features',
  description: 'Monomials times a Gaussian, for length scales that are large compared with the data.',
  kernels: ['gaussian'],
  draw({ kernel: { lengthScale }, scales, count, inputs, random }, context) {
    const rates = scales.map((scale) => scale ** -2);
    const mean = rates.reduce((sum, rate) => sum + rate, 0);
    if (!(mean <= MOST_DEGREE)) {
      throw new KernelscopeError(
        'parameter/invalid',
        `The Taylor features need the sum of 1/lengthScale² over the encoded columns to be at most ${MOST_DEGREE}; it is ${plain(mean)}. Choose a larger length scale, or featureMap=orthogonal.`,
        { name: 'lengthScale', value: String(mean) },
      );
    }
    const starts = new Uint32Array(count + 1);
    const indices: number[] = [];
    const factors = new Float64Array(count).fill(1);
    for (let j = 0; j < count; j++) {
      // Each index is searched among all columns.
      context.check();
      for (let k = poisson(mean, random); k > 0; k--) {
        const column = drawn(rates, mean, random);
        indices.push(column);
        factors[j] *= scales[column];
      }
      starts[j + 1] = indices.length;
    }
    const scale = Math.exp(mean / 2);
    return { kind: 'taylor', inputs, lengthScale, scale, starts, indices: Uint16Array.from(indices), factors };
  },
};

export const monomials: MapKind<TaylorMap> = {
  evaluate(map, x, context, into) {
    const { starts, indices, factors } = map;
    const n = x.rows;
    const { values } = scaleRows(x, map.lengthScale);
    const envelope = new Float64Array(n);
    for (let c = 0; c < x.columns; c++) for (let i = 0; i < n; i++) envelope[i] += values[c * n + i] ** 2;
    for (let i = 0; i < n; i++) envelope[i] = map.scale * Math.exp(-envelope[i] / 2);
    for (let j = 0; j < factors.length; j++) {
      context.check();
      const feature = into.subarray(j * n, (j + 1) * n);
      for (let i = 0; i < n; i++) feature[i] = factors[j] * envelope[i];
      for (let t = starts[j]; t < starts[j + 1]; t++) {
        const column = indices[t] * n;
        for (let i = 0; i < n; i++) feature[i] *= values[column + i];
      }
    }
  },
  first(map, count) {
    const starts = map.starts.slice(0, count + 1);
    return { ...map, starts, indices: map.indices.slice(0, starts[count]), factors: map.factors.slice(0, count) };
  },
  recovers: ({ lengthScale }) => ({ kind: 'gaussian', lengthScale }),
  isWhole: ({ lengthScale, scale, starts, indices, factors }, d) =>
    starts instanceof Uint32Array &&
    starts.length > 1 &&
    allBelow(indices, d) &&
    starts[0] === 0 &&
    starts.every((start, j) => j === 0 || start >= starts[j - 1]) &&
    starts[starts.length - 1] === indices.length &&
    isNumbers(factors, starts.length - 1) &&
    isScale(lengthScale, d) &&
    isPositive(scale),
};

/** An index with probability rate/total. */
function drawn(rates: readonly number[], total: number, random: Random): number {
  let left = random.uniform() * total;
  for (let c = 0; c < rates.length - 1; c++) {
    left -= rates[c];
    if (left < 0) return c;
  }
  return rates.length - 1;
}
