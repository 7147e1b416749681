import { Random } from '../../data/random';

/** The most coordinates: those with primitive polynomials of degree 13 or less. */
export const SOBOL_DIMENSIONS = 1000;

const BITS = 32;
/** The seed of the generator that draws the sequence's free numbers: a property of the sequence, not of a fit. */
const NUMBERS_SEED = 20_260_101;

/**
 * Points of a Sobol sequence in [0, 1)^d, shifted digit by digit by random bits, so that each point alone is uniform (Sobol 1967,
 * Bratley and Fox 1988). Coordinate 1 is van der Corput's; each further one has its own primitive polynomial over two elements. The
 * free initial numbers are drawn once and for all. d is at most SOBOL_DIMENSIONS.
 */
export function* sobolPoints(d: number, random: Random): Generator<Float64Array, never, undefined> {
  const directions = directionNumbers(d);
  const state = Uint32Array.from({ length: d }, () => random.uint32());
  for (let index = 0; ; index++) {
    yield Float64Array.from(state, (bits) => (bits + 0.5) / 2 ** BITS);
    // Gray-code order: the next point differs by the direction of the lowest 0 bit of the index.
    const step = 31 - Math.clz32(~index & (index + 1));
    for (let c = 0; c < d; c++) state[c] ^= directions[c][step];
  }
}

/** The direction numbers, by coordinate, then bit. */
function directionNumbers(d: number): Uint32Array[] {
  const random = new Random(NUMBERS_SEED);
  const polynomials = primitivePolynomials(d - 1);
  return Array.from({ length: d }, (_, c) => {
    const numbers = new Uint32Array(BITS);
    if (c === 0) {
      for (let k = 0; k < BITS; k++) numbers[k] = 2 ** (BITS - 1 - k);
      return numbers;
    }
    const polynomial = polynomials[c - 1];
    const degree = 31 - Math.clz32(polynomial);
    for (let k = 0; k < BITS; k++) {
      if (k < degree) {
        numbers[k] = (2 * random.below(2 ** k) + 1) * 2 ** (BITS - 1 - k);
        continue;
      }
      numbers[k] = numbers[k - degree] ^ (numbers[k - degree] >>> degree);
      for (let t = 1; t < degree; t++) if ((polynomial >>> (degree - t)) & 1) numbers[k] ^= numbers[k - t];
    }
    return numbers;
  });
}

/** The first `count` polynomials, as bits, of which x generates every other residue; ascending. */
function primitivePolynomials(count: number): number[] {
  const polynomials: number[] = [];
  // 3 is x + 1; a primitive polynomial ends in 1.
  for (let polynomial = 3; polynomials.length < count; polynomial += 2)
    if (isPrimitive(polynomial)) polynomials.push(polynomial);
  return polynomials;
}

function isPrimitive(polynomial: number): boolean {
  const degree = 31 - Math.clz32(polynomial);
  const period = 2 ** degree - 1;
  let power = 1;
  for (let k = 1; k <= period; k++) {
    power <<= 1;
    if (power >>> degree) power ^= polynomial;
    if (power === 1) return k === period;
  }
  return false;
}
