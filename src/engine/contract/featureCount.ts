import type { FeatureMap } from './kernel';

/** The number of features M. */
export function featureCount(map: FeatureMap): number {
  switch (map.kind) {
    case undefined:
      return map.bias.length;
    case 'maclaurin':
      return map.degrees.length;
    case 'tensorSketch':
      return map.count;
    case 'taylor':
    case 'additive':
      return map.factors.length;
    case 'histogram':
      return map.weights.length / map.inputs;
    case 'field':
      return map.coefficients.length / (map.points.length / map.inputs);
    case 'spline':
    case 'landmarks':
      return map.points.length / map.inputs;
  }
}

/** The scale that makes the features' inner product the kernel: K ≈ scale²·φφ'. */
export function featureScale(map: FeatureMap): number {
  return map.kind === 'landmarks' ? 1 : 1 / Math.sqrt(featureCount(map));
}
