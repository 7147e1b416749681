import { contextWith, silently } from '../../contract/context';
import type { Design } from '../../contract/data';
import { KernelscopeError } from '../../contract/failure';
import type { HoldoutPredictions } from '../../contract/run';
import { divide } from '../../data/folds';
import { SpectrumCache } from '../../spectrum/cache';
import type { FitContext } from '../method';
import { onRows, pickSample } from '../onRows';
import { divisionOf } from '../problem';

/** With more rows than this, choosing a length scale and a filter hardly lowers the errors that choose them. */
const MOST_ROWS = 50;
const FOLDS = 10;

/**
 * Mean squared error (y²) of rows that neither a fit nor its choice of length scale and filter has seen: each fold is
 * predicted by `refit` of the other rows. Undefined for several targets or classes, for more rows, and if a fold leaves
 * too few rows to fit.
 */
export function nestedError(
  design: Design,
  seed: number,
  refit: (design: Design, context: FitContext) => Pick<HoldoutPredictions, 'predicted'> | undefined,
  context: FitContext,
): number | undefined {
  const { y, weights } = design.train;
  if (y.length > MOST_ROWS || design.classes || design.moreTargets.length > 0) return undefined;
  const division = divisionOf(design);
  const { of, count } = divide(y.length, FOLDS, seed, { division });
  const rowsWhere = (takes: (fold: number) => boolean) => Uint32Array.from(of.keys()).filter((i) => takes(of[i]));
  const { linalg } = context;
  let sum = 0;
  try {
    for (let f = 0; f < count; f++) {
      const left = rowsWhere((fold) => fold === f);
      const others = onRows(
        design,
        rowsWhere((fold) => fold !== f),
      );
      const alone = contextWith(silently(context), { linalg, cache: new SpectrumCache(), hints: { brief: true } });
      const held = refit({ ...others, holdout: pickSample(design.train, left) }, alone);
      left.forEach((i, j) => {
        sum += (weights?.[i] ?? 1) * (y[i] - (held?.predicted[j] ?? Number.NaN)) ** 2;
      });
    }
  } catch (error) {
    if (error instanceof KernelscopeError && error.failure.code !== 'run/cancelled') return undefined;
    throw error;
  }
  return Number.isFinite(sum) ? sum / y.length : undefined;
}
