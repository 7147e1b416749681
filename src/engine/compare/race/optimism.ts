import { Random } from '../../data/random';
import type { FoldedRows } from '../../statistics/foldStatistics';
import type { Judged } from './choose';

const RESAMPLES = 200;

/**
 * The amount by which the mean loss of the lowest candidate is too low because it was chosen by it: candidates are
 * chosen on rows drawn with replacement and judged on those not drawn (bootstrap bias correction; Tsamardinos,
 * Greasidou and Borboudakis 2018). In units of the loss, never below 0.
 */
export function optimismOfLowest(
  judged: readonly Judged[],
  { folds, count, weights }: FoldedRows,
  seed: number,
): number {
  const whole = judged.filter((entry) => entry.judged === count).map(({ losses }) => losses.main);
  const n = folds.length;
  if (whole.length < 2) return 0;
  const random = new Random(seed);
  const everywhere = whole.map((losses) => meanWhere(losses, (i) => weights?.[i] ?? 1));
  let [sum, used] = [0, 0];
  for (let b = 0; b < RESAMPLES; b++) {
    const drawn = new Float64Array(n);
    for (let i = 0; i < n; i++) drawn[Math.floor(random.uniform() * n)] += 1;
    const inside = whole.map((losses) => meanWhere(losses, (i) => drawn[i] * (weights?.[i] ?? 1)));
    const best = whole[inside.indexOf(Math.min(...inside))];
    const outside = meanWhere(best, (i) => (drawn[i] > 0 ? 0 : (weights?.[i] ?? 1)));
    if (Number.isNaN(outside)) continue;
    sum += outside;
    used++;
  }
  return used === 0 ? 0 : Math.max(0, sum / used - Math.min(...everywhere));
}

function meanWhere(values: Float64Array, weight: (i: number) => number): number {
  let [sum, total] = [0, 0];
  for (let i = 0; i < values.length; i++) {
    const w = weight(i);
    if (w === 0) continue;
    sum += w * values[i];
    total += w;
  }
  return sum / total;
}
