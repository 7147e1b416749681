import { mean } from 'd3-array';
import type { ScoreLoss } from '../../engine/contract/robust';

/** Mean over rows of what residuals cost; the mean over levels where there are several. Units of y, y² when squared. */
export function meanLossOf(
  loss: ScoreLoss,
  observed: Float64Array,
  levels: readonly Float64Array[],
  taus: readonly number[] = [0.5],
): number {
  if (loss !== 'pinball') return meanOf(observed, levels[0], loss === 'squared' ? (r) => r * r : Math.abs);
  return levels.reduce((sum, level, l) => sum + pinball(observed, level, taus[l]) / levels.length, 0);
}

/** What the best constant costs on these rows: their median, mean, or quantiles. */
export function constantLoss(loss: ScoreLoss, observed: Float64Array, taus: readonly number[] = [0.5]): number {
  const sorted = observed.slice().sort();
  const constant = (value: number) => new Float64Array(observed.length).fill(value);
  if (loss === 'squared') return meanLossOf(loss, observed, [constant(mean(observed) ?? Number.NaN)]);
  const at = (tau: number) => sorted[Math.min(sorted.length - 1, Math.floor(tau * sorted.length))];
  return meanLossOf(
    loss,
    observed,
    (loss === 'pinball' ? taus : [0.5]).map((tau) => constant(at(tau))),
    taus,
  );
}

function pinball(observed: Float64Array, level: Float64Array, tau: number): number {
  return meanOf(observed, level, (r) => (r >= 0 ? tau * r : (tau - 1) * r));
}

function meanOf(observed: Float64Array, predicted: Float64Array, cost: (r: number) => number): number {
  let sum = 0;
  for (let i = 0; i < observed.length; i++) sum += cost(observed[i] - predicted[i]);
  return sum / observed.length;
}
