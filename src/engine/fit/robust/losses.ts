import type { ScoreLoss } from '../../contract/robust';

/** The loss of a residual r = observed − predicted. */
export function lossOf(loss: ScoreLoss, r: number, tau: number): number {
  if (loss === 'squared') return r * r;
  if (loss === 'absolute') return Math.abs(r);
  return r >= 0 ? tau * r : (tau - 1) * r;
}

/** Mean loss, weighted if there are weights. */
export function meanRowLoss(loss: ScoreLoss, residuals: Float64Array, tau: number, weights?: Float64Array): number {
  let sum = 0;
  let total = 0;
  for (let i = 0; i < residuals.length; i++) {
    const w = weights ? weights[i] : 1;
    sum += w * lossOf(loss, residuals[i], tau);
    total += w;
  }
  return sum / total;
}

export const LOSS_WORDS: Readonly<Record<ScoreLoss, string>> = {
  absolute: 'mean absolute error',
  squared: 'mean squared error',
  pinball: 'mean quantile loss',
};
