import type { Role, SeriesSpec } from '../../engine/contract/figure';
import type { LivePredictor } from '../../engine/contract/run';
import { liveVariance } from '../../engine/spectrum/livePrediction';
import { bandSeries } from '../specs';
import type { RunView } from '../view/view';

/** The 95 % interval of the fitted function, or an average of it, about `y` at the places x, where the fit knows it. */
export function functionBand(
  { run, filter }: RunView,
  predictor: LivePredictor,
  { x, y }: Readonly<Record<'x' | 'y', Float64Array>>,
  role: Role,
  name: string,
): SeriesSpec[] {
  const half = liveVariance(predictor, run.spectrum, run.noise.sigma2, filter).map((v) => 1.96 * Math.sqrt(v));
  if (!half.every(Number.isFinite)) return [];
  return [bandSeries(role, name, { x, y: y.map((v, j) => v - half[j]), upper: y.map((v, j) => v + half[j]) })];
}
