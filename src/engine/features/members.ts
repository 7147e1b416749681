// Checks of the members of a map that was read from a file, shared by several kinds of maps.
import { type Fields, isCount, isListOf, isNumbers, isPositive } from '../contract/shape';

export function isSome(values: unknown): values is Float64Array {
  return isNumbers(values) && values.length > 0;
}

export function allBelow(indices: unknown, bound: number): indices is Uint16Array {
  return indices instanceof Uint16Array && indices.every((index) => index < bound);
}

/** True for an integer from 1. */
export function isWhole(value: unknown): value is number {
  return isCount(value) && value >= 1;
}

export function isScale(lengthScale: unknown, d: number): boolean {
  return isListOf(lengthScale, isPositive) && (lengthScale.length === 1 || lengthScale.length === d);
}

/** The parameters of (scale·x·z + offset)^degree, or of its exponential. */
export function isDotProduct({ lengthScale, scale, offset }: Fields, d: number): boolean {
  return isScale(lengthScale, d) && isPositive(scale) && (offset === 0 || isPositive(offset));
}
