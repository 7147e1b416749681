import type { FeatureMap } from '../../contract/kernel';
import type { Draw, DrawnMap } from '../map';

export const gaussianSketch: DrawnMap<'linear'> = {
  title: 'Gaussian sketches',
  description: 'Random linear combinations of the columns with normal coefficients.',
  kernels: ['linear'],
  draw: (draw) => drawDirections(draw, () => draw.random.normal()),
};

export const rademacherSketch: DrawnMap<'linear'> = {
  title: 'Rademacher sketches',
  description: 'Random linear combinations of the columns with coefficients of 1 and −1.',
  kernels: ['linear'],
  draw: (draw) => drawDirections(draw, () => 2 * draw.random.below(2) - 1),
};

/** w·x for M random directions of independent entries with E[w·w'] = I: the linear kernel is recovered (RF remark 1; Johnson and Lindenstrauss). */
function drawDirections({ kernel, scales, count, inputs }: Draw<'linear'>, entry: () => number): FeatureMap {
  const weights = Float64Array.from({ length: inputs * count }, (_, o) => entry() / scales[o % inputs]);
  return { activation: 'identity', inputs, weights, bias: new Float64Array(count), scale: 1, recovers: kernel };
}
