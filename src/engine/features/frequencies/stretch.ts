import type { Random } from '../../data/random';
import type { MixtureLaw } from '../../kernels/kernel';
import { chiSquaredQuantile, normalQuantile } from './quantiles';

/** The drawn factor s that turns a normal frequency into one of the spectral density of the mixture E[exp(−s²r²/2)]. */
export function drawStretch(mixture: MixtureLaw, random: Random): number {
  switch (mixture.law) {
    case 'one':
      return 1;
    case 'inverseChiSquared':
      return Math.sqrt(mixture.degrees / random.chiSquared(mixture.degrees));
    case 'exponential':
      return Math.sqrt(2 * random.exponential());
  }
}

/** The same by the inverse of its distribution function, from u in [0, 1). */
export function stretchAt(mixture: MixtureLaw, u: number): number {
  switch (mixture.law) {
    case 'one':
      return 1;
    case 'inverseChiSquared':
      // One degree is 1/|z|, z normal; z = 0 has no finite frequency.
      if (mixture.degrees === 1) return 1 / Math.max(1e-10, Math.abs(normalQuantile(u)));
      return Math.sqrt(mixture.degrees / chiSquaredQuantile(u, mixture.degrees));
    case 'exponential':
      return Math.sqrt(-2 * Math.log1p(-u));
  }
}

/** True if the mixture has Gaussians of several length scales. */
export function mixes({ law }: MixtureLaw): boolean {
  return law !== 'one';
}
