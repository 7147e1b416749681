import type { KernelSpec } from '../contract/kernel';
import { Random } from '../data/random';
import type { Settings } from '../fit/settings';
import { defaultScale } from '../kernels/defaultScale';
import { fillKernel, wantsLengthScale } from '../kernels/expression';
import { type PilotMeans, pilotExact } from './pilotRidge';
import { type PilotRows, pilotBlock } from './pilotRows';

/** Training rows of each trial. */
const ROWS = 750;
/** Octaves from the default length scale that are tried. */
const OCTAVES = [1, 0, -1, -2, -3, -4, -5];

/**
 * The kernel with the length scale that was set, or the one of least error on the pilot's held-out rows, by octaves about the default. Not by
 * leave-one-out, as a fit searches it: a few rows far outside rule that on so few rows, and a scale that is too long makes every way
 * to fit look alike.
 */
export function pilotKernel(
  { kernel, lengthScale, lengthScaleRule, seed }: Settings,
  train: PilotRows,
  holdout: PilotRows,
  means: Omit<PilotMeans, 'kernel'>,
): KernelSpec {
  if (!wantsLengthScale(kernel)) return fillKernel(kernel, [1]);
  if (lengthScale !== undefined) return fillKernel(kernel, lengthScale);
  const start = defaultScale(kernel, train.x, new Random(seed), means.context).lengthScale;
  if (lengthScaleRule === 'median') return fillKernel(kernel, start);
  const rows = pilotBlock(train, 0, Math.min(ROWS, train.x.rows));
  let best = fillKernel(kernel, start);
  let least = Number.POSITIVE_INFINITY;
  for (const octave of OCTAVES) {
    const tried = fillKernel(
      kernel,
      start.map((scale) => scale * 2 ** octave),
    );
    const error = pilotExact(rows, { ...means, kernel: tried }).errorOn(holdout);
    if (error < least) [best, least] = [tried, error];
    // Two octaves beyond the best nothing better comes.
    if (error > 1.3 * least) break;
  }
  return best;
}
