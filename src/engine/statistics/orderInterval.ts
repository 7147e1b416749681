import { NORMAL_95 } from './student';

/**
 * The 95 % interval of a quantile of the distribution that `sorted` (ascending) are independent draws from, between two
 * of the draws: the number of draws below it is binomial, by its normal approximation. From the lowest to the highest
 * if there are few. `designEffect`: the number of rows that say as much as one (designEffect.ts).
 */
export function orderInterval(sorted: Float64Array, share: number, designEffect = 1): [number, number] {
  const n = sorted.length;
  const half = NORMAL_95 * Math.sqrt(designEffect * n * share * (1 - share));
  const at = (rank: number) => sorted[Math.min(n, Math.max(1, rank)) - 1];
  return [at(Math.floor(n * share - half)), at(Math.ceil(n * share + half) + 1)];
}
