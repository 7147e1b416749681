import type { Check } from './battery/check';
import { cached, curve, live, savedAndRead } from './battery/models';
import { finite, metricsOnPaths, orderOfRows, repeatable, scales } from './battery/numbers';
import { ranges, refusals, tooManyFeatures } from './battery/refusals';
import { cancel, progress } from './battery/running';
import { fewDirections, oddShapes } from './battery/shapes';
import { classes, severalTargets } from './battery/targets';

/** Over every method of the registry, one test for each. */
export const battery: readonly Check[] = [
  repeatable,
  orderOfRows,
  finite,
  metricsOnPaths,
  savedAndRead,
  live,
  cached,
  progress,
  cancel,
  scales,
  refusals,
  ranges,
  oddShapes,
  fewDirections,
  tooManyFeatures,
  curve,
  severalTargets,
  classes,
];
