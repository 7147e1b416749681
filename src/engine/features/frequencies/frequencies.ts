import type { RunContext } from '../../contract/context';
import type { Random } from '../../data/random';
import type { MixtureLaw } from '../../kernels/kernel';
import { normalQuantile } from './quantiles';
import { drawStretch, stretchAt } from './stretch';

/** Frequencies w (d numbers each) of a kernel with length scale 1, a mixture of Gaussians, one after the other without end. */
export type Frequencies = Generator<Float64Array, never, undefined>;

/** Independent ones from the mixture's spectral density. */
export function* independentFrequencies(mixture: MixtureLaw, d: number, random: Random): Frequencies {
  for (;;) {
    const frequency = Float64Array.from({ length: d }, () => random.normal());
    yield stretched(frequency, drawStretch(mixture, random));
  }
}

/**
 * Frequencies at points of [0, 1)^(d + 1) by inverse distribution functions: d normal numbers, and from the last
 * coordinate the stretch that makes the Gaussian's density the mixture's. `points` need only d coordinates if
 * `mixes(mixture)` is false.
 */
export function* frequenciesAt(
  mixture: MixtureLaw,
  d: number,
  points: Generator<Float64Array, never, undefined>,
  context: RunContext,
): Frequencies {
  for (;;) {
    context.check();
    const point = points.next().value;
    const frequency = Float64Array.from({ length: d }, (_, c) => normalQuantile(point[c]));
    yield stretched(frequency, stretchAt(mixture, point[d]));
  }
}

export function stretched(frequency: Float64Array, stretch: number): Float64Array {
  for (let c = 0; c < frequency.length; c++) frequency[c] *= stretch;
  return frequency;
}
