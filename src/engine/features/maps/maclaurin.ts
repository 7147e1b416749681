import type { RunContext } from '../../contract/context';
import { KernelscopeError } from '../../contract/failure';
import type { MaclaurinMap } from '../../contract/kernel';
import { isNumber, isNumbers, isOptional } from '../../contract/shape';
import { Random } from '../../data/random';
import { type Draw, type DrawnMap, eachColumn, isDotProduct, isWhole, type MapKind } from '../map';
import { productFeatures } from './productFeatures';
import { besideSeed } from './streams';

/** The most factors of a feature: more have a probability below 1e-80 in the exponential's law. */
const MOST_FACTORS = 60;

/**
 * Random Maclaurin features (Kar and Karnick 2012; RF appendix E). (scale·x·z + offset)^degree: each feature is a
 * product of `degree` random sign projections of the row with an additional constant column sqrt(offset).
 */
export const maclaurin: DrawnMap<'polynomial'> = {
  title: 'Random Maclaurin features',
  description: 'Products of random signed sums of the columns.',
  kernels: ['polynomial'],
  draw(draw, context) {
    const { degree, scale, offset } = draw.kernel;
    if (degree > MOST_FACTORS) {
      throw new KernelscopeError(
        'parameter/invalid',
        `Maclaurin features take degrees up to ${MOST_FACTORS}; that of the kernel is ${degree}. Choose a smaller degree.`,
        { name: 'kernel', value: degree },
      );
    }
    return { ...drawProducts(draw, { scale, offset, coefficient: 1 }, context, () => degree), degree };
  },
};

/**
 * (scale·x·z + offset)^degree = sum c_N·(scale·x·z)^N with N drawn by the geometric law 2^−(N+1), as for any dot-product kernel with Taylor coefficients
 * c_N (Kar and Karnick 2012; RF appendix E at tau = 2, the one tau at which the law that it prints adds up to 1): coefficient sqrt(c_N·2^(N+1)).
 */
export const geometricMaclaurin: DrawnMap<'polynomial'> = {
  title: 'Maclaurin features by the geometric law',
  description:
    'Products of a random number of random signed sums of the columns: half of the features have none, a quarter one.',
  kernels: ['polynomial'],
  draw(draw, context) {
    const { degree, scale, offset } = draw.kernel;
    const degrees = Array.from({ length: draw.count }, () => {
      let factors = 0;
      while (factors < MOST_FACTORS && draw.random.uniform() < 0.5) factors++;
      return factors;
    });
    const drawn = drawProducts(draw, { scale, offset: 0, coefficient: 1 }, context, (j) =>
      Math.min(degree, degrees[j]),
    );
    const coefficients = Float64Array.from(degrees, (factors) =>
      factors > degree ? 0 : Math.sqrt(choose(degree, factors) * offset ** (degree - factors) * 2 ** (factors + 1)),
    );
    return { ...drawn, coefficients, constant: offset, degree };
  },
};

const choose = (n: number, k: number): number => (k === 0 ? 1 : (choose(n, k - 1) * (n - k + 1)) / k);

/**
 * exp(scale·x·z + offset) = sum t^N/N!: the number of factors N is Poisson with mean 1, whose probabilities e^-1/N! are
 * the Taylor coefficients up to a constant, so that every feature has the same weight.
 */
export const exponential: DrawnMap = {
  title: 'Maclaurin features of the exponential',
  description: 'Products of a random number of random signed sums of the columns: the kernel exp(x·z).',
  kernels: [],
  draw: (draw, context) =>
    drawProducts(draw, { scale: 1, offset: 0, coefficient: Math.exp(0.5) }, context, () =>
      Math.min(MOST_FACTORS, poisson(1, draw.random)),
    ),
};

function drawProducts(
  { kernel: { lengthScale }, count, inputs, seed }: Draw,
  { scale, offset, coefficient }: { readonly scale: number; readonly offset: number; readonly coefficient: number },
  context: RunContext,
  degreeOf: (j: number) => number,
): MaclaurinMap {
  const degrees = Uint8Array.from({ length: count }, (_, j) => degreeOf(j));
  const coefficients = new Float64Array(count).fill(coefficient);
  const signs = drawnSigns(signsOf(degrees, inputs), besideSeed(seed), context);
  return { kind: 'maclaurin', inputs, degrees, coefficients, signs, lengthScale, scale, offset };
}

/** Signs of features of these degrees. */
const signsOf = (degrees: Uint8Array, inputs: number): number =>
  degrees.reduce((sum, degree) => sum + degree, 0) * (inputs + 1);

/** ±1, 32 of them from each draw. */
function drawnSigns(count: number, seed: number, context: RunContext): Int8Array {
  const random = new Random(seed, context);
  const signs = new Int8Array(count);
  for (let o = 0, bits = 0; o < count; o++, bits >>>= 1) {
    if (o % 32 === 0) bits = random.uint32();
    signs[o] = 2 * (bits & 1) - 1;
  }
  return signs;
}

/** By Knuth's product of uniform numbers: as many draws as the value, for means up to some 50. */
export function poisson(mean: number, random: Random): number {
  const least = Math.exp(-mean);
  let value = 0;
  for (let product = random.uniform(); product > least; product *= random.uniform()) value++;
  return value;
}

export const signProducts: MapKind<MaclaurinMap> = {
  evaluate: productFeatures,
  first(map, count) {
    const degrees = map.degrees.slice(0, count);
    const signs = map.signs.slice(0, signsOf(degrees, map.inputs));
    return { ...map, degrees, coefficients: map.coefficients.slice(0, count), signs };
  },
  recovers({ degree, scale, offset, constant, lengthScale, inputs }) {
    if (degree !== undefined) return { kind: 'polynomial', degree, scale, offset: constant ?? offset, lengthScale };
    const scales = eachColumn(lengthScale, inputs);
    return (x, z) => Math.exp(offset + scale * x.reduce((sum, v, c) => sum + (v * z[c]) / scales[c] ** 2, 0));
  },
  isWhole(members, d) {
    const { degrees, degree, constant, coefficients, signs } = members;
    return (
      degrees instanceof Uint8Array &&
      degrees.length > 0 &&
      signs instanceof Int8Array &&
      signs.length === signsOf(degrees, d) &&
      isNumbers(coefficients, degrees.length) &&
      isOptional(degree, isWhole) &&
      isOptional(constant, isNumber) &&
      isDotProduct(members, d)
    );
  },
};
