import type { FeatureMap } from '../contract/kernel';
import { isActivation } from '../kernels/featureMatrix';

type Fields = Readonly<Record<string, unknown>>;

/**
 * Whether a value read from a file is a feature map of `inputs` columns: its arrays of the kinds and lengths that belong together, every
 * number finite, every index within bounds. `isKernel` judges the kernel of landmarks.
 */
export function isWholeMap(
  map: unknown,
  inputs: number,
  isKernel: (kernel: unknown, columns: number) => boolean,
): map is FeatureMap {
  if (typeof map !== 'object' || map === null) return false;
  const fields = map as Fields;
  if (fields.inputs !== inputs) return false;
  if (fields.kind === 'landmarks') return isKernel(fields.kernel, inputs) && isLandmarks(fields, inputs);
  if (fields.kind === undefined) return isUnits(fields, inputs);
  const { kind } = fields;
  return typeof kind === 'string' && Object.hasOwn(WHOLE, kind) && WHOLE[kind as WholeKind](fields, inputs);
}

type WholeKind = Exclude<FeatureMap['kind'], undefined | 'landmarks'>;

const WHOLE: Readonly<Record<WholeKind, (fields: Fields, d: number) => boolean>> = {
  maclaurin({ degrees, degree, coefficients, signs, lengthScale, scale, offset }, d) {
    if (!(degrees instanceof Uint8Array && degrees.length > 0 && signs instanceof Int8Array)) return false;
    const factors = degrees.reduce((sum, degree) => sum + degree, 0);
    return (
      isNumbers(coefficients, degrees.length) &&
      signs.length === factors * (d + 1) &&
      (degree === undefined || isCount(degree)) &&
      isDotProduct(lengthScale, scale, offset, d)
    );
  },
  tensorSketch({ count, width, degree, buckets, signs, lengthScale, scale, offset }, d) {
    if (!(isCount(count) && isCount(width) && isCount(degree) && Number.isInteger(Math.log2(width)))) return false;
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
    isNumbers(weights) && weights.length % d === 0 && weights.every((w) => w >= 0) && isScale(lengthScale, d),
  additive({ kernel, columns, frequencies, phases, factors, lengthScale }, d) {
    if (!isBelow(columns, d) || columns.length === 0) return false;
    return (
      (kernel === 'chiSquared' || kernel === 'intersection') &&
      [frequencies, phases, factors].every((values) => isNumbers(values, columns.length)) &&
      isScale(lengthScale, d)
    );
  },
  spline: ({ order, lengthScale, points }, d) =>
    typeof order === 'number' &&
    order > 0.5 &&
    Number.isFinite(order) &&
    isNumbers(points) &&
    points.length % d === 0 &&
    isScale(lengthScale, d),
};

function isUnits({ activation, weights, bias, scale, thresholds, factors }: Fields, d: number): boolean {
  return (
    isActivation(activation) &&
    isNumbers(bias) &&
    isNumbers(weights, d * bias.length) &&
    Number.isFinite(scale) &&
    (activation === 'binary' ? isNumbers(thresholds, bias.length) : thresholds === undefined) &&
    (factors === undefined || isNumbers(factors, bias.length))
  );
}

/** The factor's diagonal is divided by. */
function isLandmarks({ points, factor }: Fields, d: number): boolean {
  if (!isNumbers(points) || points.length % d !== 0) return false;
  const m = points.length / d;
  return isNumbers(factor, m * m) && Array.from({ length: m }, (_, j) => factor[j * (m + 1)]).every((v) => v > 0);
}

function isDotProduct(lengthScale: unknown, scale: unknown, offset: unknown, d: number): boolean {
  return isScale(lengthScale, d) && isPositive(scale) && (offset === 0 || isPositive(offset));
}

function isScale(lengthScale: unknown, d: number): boolean {
  return (
    Array.isArray(lengthScale) &&
    (lengthScale.length === 1 || lengthScale.length === d) &&
    lengthScale.every(isPositive)
  );
}

/** Finite ones, at least one and as many as said. */
function isNumbers(values: unknown, length?: number): values is Float64Array {
  return (
    values instanceof Float64Array &&
    values.length > 0 &&
    (length === undefined || values.length === length) &&
    values.every(Number.isFinite)
  );
}

function isBelow(indices: unknown, bound: number): indices is Uint16Array {
  return indices instanceof Uint16Array && indices.every((index) => index < bound);
}

function isCount(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 1;
}

function isPositive(value: unknown): boolean {
  return typeof value === 'number' && value > 0 && value < Number.POSITIVE_INFINITY;
}
