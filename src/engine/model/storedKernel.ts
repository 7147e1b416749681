import type { FeatureMap, KernelSpec, RandomFeatureMap } from '../contract/kernel';
import { isCount, isListOf, isPositive, isRecord } from '../contract/shape';
import { type IsKernel, isScale } from '../features/map';
import { mapKind } from '../features/table';
import { DEEPEST, isShape, kernelDepth, leafCount, MOST_LEAVES } from '../kernels/checkShape';
import { isDefinable } from '../kernels/polynomialOrder';

/** True if a value read from a file is a kernel of `columns` columns that can be computed. */
export function isKernel(kernel: unknown, columns: number): kernel is KernelSpec {
  return (
    isBuilt(kernel, columns) &&
    kernelDepth(kernel) <= DEEPEST &&
    leafCount(kernel) <= MOST_LEAVES &&
    isDefinable(kernel)
  );
}

/** The deepest nesting, with the kernels that random features recover. */
const DEEPEST_PART = 2 * DEEPEST + 1;

/** The same without limits on the number of its parts. */
function isBuilt(kernel: unknown, columns: number, deep = DEEPEST_PART): kernel is KernelSpec {
  if (!isRecord(kernel) || deep < 0) return false;
  const isPart = (part: unknown, count = columns) => isBuilt(part, count, deep - 1);
  const isTerm = (term: unknown) => isRecord(term) && isPositive(term.weight) && isPart(term.kernel);
  if (kernel.kind === 'sum') return isListOf(kernel.terms, isTerm) && kernel.terms.length > 0;
  if (kernel.kind === 'product')
    return isListOf(kernel.factors, (factor) => isPart(factor)) && kernel.factors.length > 0;
  if (kernel.kind === 'features')
    return isScale(kernel.lengthScale, columns) && isRandomFeatureMap(kernel.map, columns, isPart);
  const { columns: seen } = kernel;
  const count = seen === undefined ? columns : isColumns(seen, columns) ? seen.length : 0;
  return count > 0 && isScale(kernel.lengthScale, count) && isShape(kernel);
}

/** True for some of `count` columns, each once. */
const isColumns = (seen: unknown, count: number): seen is number[] =>
  isListOf(seen, (column) => isCount(column) && column < count) && new Set(seen).size === seen.length;

/**
 * True if a value read from a file is a feature map of `inputs` columns: its arrays have the kinds and lengths that
 * belong together, every number is finite, every index within bounds. `isKernel` checks the kernel of landmarks.
 */
export function isWholeMap(map: unknown, inputs: number, isKernel: IsKernel): map is FeatureMap {
  if (!isRecord(map) || map.inputs !== inputs || inputs < 1) return false;
  return mapKind(map.kind)?.isWhole(map, inputs, isKernel) ?? false;
}

/** The same where only random features are allowed, as in a kernel. */
function isRandomFeatureMap(map: unknown, inputs: number, isKernel: IsKernel): map is RandomFeatureMap {
  return isRecord(map) && map.kind === undefined && isWholeMap(map, inputs, isKernel);
}
