import type { FeatureMap, RandomFeatureMap } from '../contract/kernel';
import { isRecord } from '../contract/shape';
import type { IsKernel } from '../features/map';
import { mapKind } from '../features/table';

/**
 * True if a value read from a file is a feature map of `inputs` columns: its arrays have the kinds and lengths that
 * belong together, every number is finite, every index within bounds. `isKernel` checks the kernel of landmarks.
 */
export function isWholeMap(map: unknown, inputs: number, isKernel: IsKernel): map is FeatureMap {
  if (!isRecord(map) || map.inputs !== inputs || inputs < 1) return false;
  return mapKind(map.kind)?.isWhole(map, inputs, isKernel) ?? false;
}

/** The same where only random features are allowed, as in a kernel. */
export function isRandomFeatureMap(map: unknown, inputs: number, isKernel: IsKernel): map is RandomFeatureMap {
  return isRecord(map) && map.kind === undefined && isWholeMap(map, inputs, isKernel);
}
