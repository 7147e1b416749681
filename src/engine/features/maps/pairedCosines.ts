import type { KernelSpec, RandomFeatureMap } from '../../contract/kernel';
import type { Random } from '../../data/random';
import type { Frequencies } from './frequencies';

/**
 * Pairs sqrt(2)·cos(w·x + b), sqrt(2)·sin(w·x + b) of one frequency and one phase. Summed over a pair the phase drops out, which leaves
 * cos(w·(x − z)) without the second cosine that a lone feature has; and a feature whose partner is cut off is still one of
 * random Fourier features, without bias, because of its phase.
 */
export function pairedCosines(
  frequencies: Frequencies,
  count: number,
  inputs: number,
  lengthScale: readonly number[],
  random: Random,
  recovers: KernelSpec,
): RandomFeatureMap {
  const weights = new Float64Array(inputs * count);
  const bias = new Float64Array(count);
  for (let j = 0; j < count; j += 2) {
    const frequency = frequencies.next().value;
    const phase = 2 * Math.PI * random.uniform();
    for (let k = j; k < Math.min(count, j + 2); k++) {
      for (let c = 0; c < inputs; c++)
        weights[k * inputs + c] = frequency[c] / (lengthScale.length === 1 ? lengthScale[0] : lengthScale[c]);
      bias[k] = k === j ? phase : phase - Math.PI / 2;
    }
  }
  return { activation: 'cos', inputs, weights, bias, scale: Math.SQRT2, recovers };
}
