import type { Random } from '../../data/random';
import type { DrawnMap } from '../map';

export const gaussianSketch = sketch(
  'Gaussian sketches',
  'Random linear combinations of the columns with normal coefficients.',
  (random) => random.normal(),
);

export const rademacherSketch = sketch(
  'Rademacher sketches',
  'Random linear combinations of the columns with coefficients of 1 and −1.',
  (random) => 2 * random.below(2) - 1,
);

/** w·x for M random directions of independent entries with E[w·w'] = I: the linear kernel is recovered (RF remark 1; Johnson and Lindenstrauss). */
function sketch(title: string, description: string, entry: (random: Random) => number): DrawnMap<'linear'> {
  return {
    title,
    description,
    kernels: ['linear'],
    draw({ kernel, scales, count, inputs, random }) {
      const weights = Float64Array.from({ length: inputs * count }, (_, o) => entry(random) / scales[o % inputs]);
      return { activation: 'identity', inputs, weights, bias: new Float64Array(count), scale: 1, recovers: kernel };
    },
  };
}
