import type { Random } from '../../data/random';
import { shuffle } from '../shuffle';

/**
 * The most coordinates: for the 1000th prime, 7919, the permutations of a point's digits take some milliseconds and 50
 * kB.
 */
export const HALTON_DIMENSIONS = 1000;

/** A digit beyond these changes a coordinate by less than one part in 2^32. */
const RESOLUTION = 2 ** 32;

/**
 * Points of the Halton sequence in [0, 1)^d, base p_c for coordinate c, the c-th prime. Each digit place has a random permutation of
 * its digits (Owen 2017), trailing zeros included, so that each point alone is uniform and coordinates of large bases do not run together.
 */
export function* haltonPoints(d: number, random: Random): Generator<Float64Array, never, undefined> {
  const bases = primes(d);
  const places = bases.map((base) =>
    Array.from({ length: Math.ceil(Math.log(RESOLUTION) / Math.log(base)) }, () =>
      shuffle(
        Uint16Array.from({ length: base }, (_, k) => k),
        random,
      ),
    ),
  );
  for (let index = 0; ; index++) {
    yield Float64Array.from(bases, (base, c) => {
      let [rest, weight, value] = [index, 1, 0];
      for (const digits of places[c]) {
        weight /= base;
        value += digits[rest % base] * weight;
        rest = Math.floor(rest / base);
      }
      return value + weight / 2;
    });
  }
}

function primes(count: number): number[] {
  const known: number[] = [];
  for (let n = 2; known.length < count; n++) if (known.every((p) => p * p > n || n % p !== 0)) known.push(n);
  return known;
}
