import type { Random } from '../../data/random';
import { frequencyStretch, type SpectralKernel } from '../randomFeatures';
import { chiSquaredQuantile, normalQuantile } from './quantiles';

/** Frequencies w (d numbers each) of a kernel with length scale 1, one after the other without end. */
export type Frequencies = Generator<Float64Array, never, undefined>;

/** Independent ones from the kernel's spectral density. */
export function* independentFrequencies(kernel: SpectralKernel, d: number, random: Random): Frequencies {
  for (;;) {
    const frequency = Float64Array.from({ length: d }, () => random.normal());
    yield stretched(frequency, frequencyStretch(kernel, random));
  }
}

/**
 * Frequencies at points of [0, 1)^(d + 1) by inverse distribution functions: d normal numbers, and from the last coordinate the
 * stretch that makes the Gaussian's density the kernel's. `points` need d coordinates alone where `mixes(kernel)` is false.
 */
export function* frequenciesAt(
  kernel: SpectralKernel,
  d: number,
  points: Generator<Float64Array, never, undefined>,
): Frequencies {
  for (;;) {
    const point = points.next().value;
    const frequency = Float64Array.from({ length: d }, (_, c) => normalQuantile(point[c]));
    yield stretched(frequency, stretchAt(kernel, point[d]));
  }
}

/** Whether the kernel is a mixture of Gaussians of several length scales. */
export function mixes(kernel: SpectralKernel): boolean {
  return kernel !== 'gaussian';
}

/** `frequencyStretch` of randomFeatures.ts by inverse distribution function. */
function stretchAt(kernel: SpectralKernel, u: number): number {
  switch (kernel) {
    case 'gaussian':
      return 1;
    case 'laplace':
      // 1/|z|, z normal; z = 0 has no finite frequency.
      return 1 / Math.max(1e-10, Math.abs(normalQuantile(u)));
    case 'matern32':
      return Math.sqrt(3 / chiSquaredQuantile(u, 3));
    case 'matern52':
      return Math.sqrt(5 / chiSquaredQuantile(u, 5));
    case 'cauchy':
      return Math.sqrt(-2 * Math.log1p(-u));
  }
}

export function stretched(frequency: Float64Array, stretch: number): Float64Array {
  for (let c = 0; c < frequency.length; c++) frequency[c] *= stretch;
  return frequency;
}
