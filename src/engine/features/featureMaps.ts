import type { RunContext } from '../contract/context';
import type { Matrix } from '../contract/data';
import { featureCount } from '../contract/featureCount';
import type { FeatureMap, MaclaurinMap, RandomFeatureMap, SketchMap, TaylorMap } from '../contract/kernel';
import { checkInputs, featureMatrix } from '../kernels/featureMatrix';
import type { LinearAlgebra } from '../linalg/linalg';
import { evaluateAdditive } from './maps/additive';
import { evaluateHistogram } from './maps/histogram';
import { evaluateLandmarks, firstLandmarks } from './maps/landmarkFeatures';
import { evaluateMaclaurin } from './maps/maclaurin';
import { evaluateSpline } from './maps/splineFeatures';
import { evaluateTaylor } from './maps/taylor';
import { evaluateSketch } from './maps/tensorSketch';

/**
 * φ of the rows of `x` (n×d) as an n×M matrix, written into `into` (n·M entries, best from `linalg.allocate`) when given. A row's
 * features do not depend on the other rows, but for rounding. Throws `model/columns` where d is not what the map was made for.
 */
export function evaluateFeatures(
  map: FeatureMap,
  x: Matrix,
  linalg: LinearAlgebra,
  context: RunContext,
  into: Float64Array = new Float64Array(x.rows * featureCount(map)),
): Float64Array {
  checkInputs(map.inputs, x.columns);
  switch (map.kind) {
    case undefined:
      return featureMatrix(map, x, linalg, context, into);
    case 'maclaurin':
      evaluateMaclaurin(map, x, linalg, context, into);
      break;
    case 'tensorSketch':
      evaluateSketch(map, x, context, into);
      break;
    case 'taylor':
      evaluateTaylor(map, x, context, into);
      break;
    case 'histogram':
      evaluateHistogram(map, x, linalg, context, into);
      break;
    case 'additive':
      evaluateAdditive(map, x, linalg, context, into);
      break;
    case 'spline':
      evaluateSpline(map, x, linalg, context, into);
      break;
    case 'landmarks':
      evaluateLandmarks(map, x, linalg, context, into);
  }
  return into;
}

/** The first `count` features, from 1 to all of them: the same as drawing that many with the same seed. */
export function firstFeatures<T extends FeatureMap>(map: T, count: number): T;
export function firstFeatures(map: FeatureMap, count: number): FeatureMap {
  const d = map.inputs;
  switch (map.kind) {
    case undefined:
      return firstUnits(map, count);
    case 'maclaurin':
      return firstMaclaurin(map, count);
    case 'tensorSketch':
      return firstSketches(map, count);
    case 'taylor':
      return firstTaylor(map, count);
    case 'histogram':
      return { ...map, weights: map.weights.slice(0, count * d) };
    case 'additive':
      return {
        ...map,
        columns: map.columns.slice(0, count),
        frequencies: map.frequencies.slice(0, count),
        phases: map.phases.slice(0, count),
        factors: map.factors.slice(0, count),
      };
    case 'spline':
      return { ...map, points: map.points.slice(0, count * d) };
    case 'landmarks':
      return firstLandmarks(map, count);
  }
}

function firstUnits(map: RandomFeatureMap, count: number): RandomFeatureMap {
  return {
    ...map,
    weights: map.weights.slice(0, count * map.inputs),
    bias: map.bias.slice(0, count),
    ...(map.thresholds && { thresholds: map.thresholds.slice(0, count) }),
    ...(map.factors && { factors: map.factors.slice(0, count) }),
  };
}

function firstMaclaurin(map: MaclaurinMap, count: number): MaclaurinMap {
  const degrees = map.degrees.slice(0, count);
  const factors = degrees.reduce((sum, degree) => sum + degree, 0);
  return {
    ...map,
    degrees,
    coefficients: map.coefficients.slice(0, count),
    signs: map.signs.slice(0, factors * (map.inputs + 1)),
  };
}

function firstSketches(map: SketchMap, count: number): SketchMap {
  const entries = Math.ceil(count / map.width) * map.degree * (map.inputs + 1);
  return { ...map, count, buckets: map.buckets.slice(0, entries), signs: map.signs.slice(0, entries) };
}

function firstTaylor(map: TaylorMap, count: number): TaylorMap {
  const starts = map.starts.slice(0, count + 1);
  return { ...map, starts, indices: map.indices.slice(0, starts[count]), factors: map.factors.slice(0, count) };
}
