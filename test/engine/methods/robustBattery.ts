import { besideRidge, cached } from './robustBattery/cached';
import type { Check } from './robustBattery/check';
import { consistent, curve, live, savedAndRead } from './robustBattery/models';
import { finite, orderOfRows, path, repeatable, scales } from './robustBattery/numbers';
import { ranges, refusals } from './robustBattery/refusals';
import { cancel, progress } from './robustBattery/running';
import { fewDirections, landmarks, oddShapes, severalTargets, tied } from './robustBattery/shapes';

/** Over every robust, sparse and quantile method of the registry, one test for each. */
export const robustBattery: readonly Check[] = [
  repeatable,
  orderOfRows,
  finite,
  path,
  scales,
  consistent,
  live,
  savedAndRead,
  curve,
  cached,
  besideRidge,
  progress,
  cancel,
  refusals,
  ranges,
  oddShapes,
  fewDirections,
  tied,
  landmarks,
  severalTargets,
];
