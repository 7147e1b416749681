import type { FeatureMap, RandomFeatureMap } from '../contract/kernel';
import {
  type Fields,
  isCount,
  isListOf,
  isNameIn,
  isNumber,
  isNumbers,
  isOptional,
  isPositive,
  isRecord,
} from '../contract/shape';
import { MOST_WIDTH } from '../features/maps/tensorSketch';
import { isActivation } from '../kernels/featureMatrix';

type IsKernel = (kernel: unknown, columns: number) => boolean;

/**
 * Whether a value read from a file is a feature map of `inputs` columns: its arrays of the kinds and lengths that belong together, every
 * number finite, every index within bounds. `isKernel` judges the kernel of landmarks.
 */
export function isWholeMap(map: unknown, inputs: number, isKernel: IsKernel): map is FeatureMap {
  if (!isRecord(map) || map.inputs !== inputs || inputs < 1) return false;
  if (map.kind === undefined) return isRandomFeatureMap(map, inputs, isKernel);
  if (map.kind === 'landmarks') return isKernel(map.kernel, inputs) && isLandmarks(map, inputs);
  return isNameIn(WHOLE, map.kind) && WHOLE[map.kind](map, inputs);
}

/** The same where only random features may stand: those of a kernel. */
export function isRandomFeatureMap(map: unknown, inputs: number, isKernel: IsKernel): map is RandomFeatureMap {
  if (!isRecord(map) || map.kind !== undefined || map.inputs !== inputs) return false;
  const { activation, weights, bias, scale, thresholds, factors, recovers } = map;
  return (
    isActivation(activation) &&
    isSome(bias) &&
    isNumbers(weights, inputs * bias.length) &&
    isNumber(scale) &&
    (activation === 'binary' ? isNumbers(thresholds, bias.length) : thresholds === undefined) &&
    isOptional(factors, (values) => isNumbers(values, bias.length)) &&
    isOptional(recovers, (kernel) => isKernel(kernel, inputs))
  );
}

type WholeKind = Exclude<FeatureMap['kind'], undefined | 'landmarks'>;

const WHOLE: Readonly<Record<WholeKind, (fields: Fields, d: number) => boolean>> = {
  maclaurin({ degrees, degree, coefficients, signs, lengthScale, scale, offset }, d) {
    if (!(degrees instanceof Uint8Array && degrees.length > 0 && signs instanceof Int8Array)) return false;
    const factors = degrees.reduce((sum, degree) => sum + degree, 0);
    return (
      isNumbers(coefficients, degrees.length) &&
      signs.length === factors * (d + 1) &&
      isOptional(degree, isWhole) &&
      isDotProduct(lengthScale, scale, offset, d)
    );
  },
  tensorSketch({ count, width, degree, buckets, signs, lengthScale, scale, offset }, d) {
    if (!(isWhole(count) && isWhole(width) && isWhole(degree))) return false;
    if (width > MOST_WIDTH || !Number.isInteger(Math.log2(width))) return false;
    const entries = Math.ceil(count / width) * degree * (d + 1);
    return (
      isBelow(buckets, width) &&
      buckets.length === entries &&
      signs instanceof Int8Array &&
      signs.length === entries &&
      isDotProduct(lengthScale, scale, offset, d)
    );
  },
  taylor({ lengthScale, scale, starts, indices, factors }, d) {
    if (!(starts instanceof Uint32Array && starts.length > 1 && isBelow(indices, d))) return false;
    return (
      starts[0] === 0 &&
      starts.every((start, j) => j === 0 || start >= starts[j - 1]) &&
      starts[starts.length - 1] === indices.length &&
      isNumbers(factors, starts.length - 1) &&
      isScale(lengthScale, d) &&
      isPositive(scale)
    );
  },
  histogram: ({ weights, lengthScale }, d) =>
    isSome(weights) && weights.length % d === 0 && weights.every((w) => w >= 0) && isScale(lengthScale, d),
  additive({ kernel, columns, frequencies, phases, factors, lengthScale }, d) {
    if (!isBelow(columns, d) || columns.length === 0) return false;
    return (
      (kernel === 'chiSquared' || kernel === 'intersection') &&
      [frequencies, phases, factors].every((values) => isNumbers(values, columns.length)) &&
      isScale(lengthScale, d)
    );
  },
  spline: ({ order, lengthScale, points }, d) =>
    isNumber(order) && order > 0.5 && isSome(points) && points.length % d === 0 && isScale(lengthScale, d),
};

/** The factor's diagonal is divided by. */
function isLandmarks({ points, factor }: Fields, d: number): boolean {
  if (!isSome(points) || points.length % d !== 0) return false;
  const m = points.length / d;
  return isNumbers(factor, m * m) && Array.from({ length: m }, (_, j) => factor[j * (m + 1)]).every((v) => v > 0);
}

function isDotProduct(lengthScale: unknown, scale: unknown, offset: unknown, d: number): boolean {
  return isScale(lengthScale, d) && isPositive(scale) && (offset === 0 || isPositive(offset));
}

export function isScale(lengthScale: unknown, d: number): boolean {
  return isListOf(lengthScale, isPositive) && (lengthScale.length === 1 || lengthScale.length === d);
}

function isSome(values: unknown): values is Float64Array {
  return isNumbers(values) && values.length > 0;
}

function isBelow(indices: unknown, bound: number): indices is Uint16Array {
  return indices instanceof Uint16Array && indices.every((index) => index < bound);
}

/** From 1. */
function isWhole(value: unknown): value is number {
  return isCount(value) && value >= 1;
}
