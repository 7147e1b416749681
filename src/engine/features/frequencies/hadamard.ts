import type { Random } from '../../data/random';
import type { MixtureLaw } from '../../kernels/kernel';
import { shuffle } from '../shuffle';
import { type Frequencies, stretched } from './frequencies';
import { drawStretch } from './stretch';

/**
 * Structured frequencies: the rows of S·H·G·P·H·B/sqrt(D) (Le, Sarlós and Smola 2013, Fastfood), D being d rounded up to a power of
 * two, H the Walsh–Hadamard matrix, B random signs, P a permutation, G normal numbers and S the lengths of independent frequencies.
 * Each row alone is normal; the D rows of a block share their D normal numbers. Their first d columns are kept, as a plain matrix:
 * they are applied by a dense product.
 */
export function* hadamardFrequencies(mixture: MixtureLaw, d: number, random: Random): Frequencies {
  let size = 1;
  while (size < d) size *= 2;
  for (;;) {
    const signs = Float64Array.from({ length: size }, () => (random.below(2) === 0 ? -1 : 1));
    const order = shuffle(
      Uint32Array.from({ length: size }, (_, j) => j),
      random,
    );
    const normal = Float64Array.from({ length: size }, () => random.normal());
    let squares = 0;
    for (const v of normal) squares += v * v;
    for (let row = 0; row < size; row++) {
      const frequency = productRow(row, signs, order, normal, d);
      // Every row of H·G·P·H·B has the norm ||G||·sqrt(D).
      const length = Math.sqrt(random.chiSquared(size) / (squares * size));
      yield stretched(frequency, length * drawStretch(mixture, random));
    }
  }
}

/** The first d entries of row `row` of H·G·P·H·B: the vector h_row·G·P, transformed and signed. */
function productRow(
  row: number,
  signs: Float64Array,
  order: Uint32Array,
  normal: Float64Array,
  d: number,
): Float64Array {
  const size = signs.length;
  const vector = new Float64Array(size);
  for (let j = 0; j < size; j++) vector[order[j]] = parity(row & j) === 0 ? normal[j] : -normal[j];
  for (let half = 1; half < size; half *= 2)
    for (let from = 0; from < size; from += 2 * half)
      for (let j = from; j < from + half; j++) {
        const [a, b] = [vector[j], vector[j + half]];
        vector[j] = a + b;
        vector[j + half] = a - b;
      }
  for (let c = 0; c < d; c++) vector[c] *= signs[c];
  return vector.slice(0, d);
}

/** The parity of the number of ones among the bits: the sign of the Walsh–Hadamard matrix. */
function parity(bits: number): number {
  let folded = bits;
  for (let shift = 16; shift > 0; shift >>= 1) folded ^= folded >>> shift;
  return folded & 1;
}
