import { weightedOrder } from './leftOut';
import type { LevelPath } from './levels';

/**
 * Quantiles moved so that they hold on rows left out (conformalised quantile regression: Romano, Patterson and Candès
 * 2019). The outermost two levels move apart by the ⌈(m + 1)(1 − α)⌉-th smallest of E_i = max(q_lo − y_i, y_i − q_hi),
 * where 1 − α is the fraction that should lie between them, then the next two, and so on; they move together if that is
 * negative. The middle one of several stays; a single level moves by the tau-quantile of y − q. Each strength of the
 * path has its own shifts. `residuals` are y − q of rows left out, by level (n × L, column l at l·n), NaN elsewhere; a
 * row counts by its weight.
 */
export function conformLevels(
  levels: readonly LevelPath[],
  y: Float64Array,
  residuals: readonly Float64Array[],
  at: number,
  weights?: Float64Array,
): LevelPath[] {
  const n = y.length;
  const count = levels[0].intercept.length;
  const taus = levels.map(({ tau }) => tau);
  const shifts = taus.map(() => new Float64Array(count));
  for (let l = 0; l < count; l++)
    levelShifts(
      taus,
      residuals.map((of) => of.subarray(l * n, (l + 1) * n)),
      weights,
    ).forEach((shift, level) => {
      shifts[level][l] = shift;
    });
  return levels.map((level, j) => ({
    ...level,
    intercept: level.intercept.map((v, l) => v + shifts[j][l]),
    fitted: level.fitted.map((v, o) => v + shifts[j][Math.floor(o / n)]),
    chosen: { ...level.chosen, residuals: level.chosen.residuals.map((r) => r - shifts[j][at]) },
  }));
}

/** The shift of each level; 0 if no row was left out. */
export function levelShifts(
  taus: readonly number[],
  residuals: readonly Float64Array[],
  weights?: Float64Array,
): readonly number[] {
  const rows = Array.from(residuals[0].keys()).filter((i) => residuals.every((of) => !Number.isNaN(of[i])));
  const shifts = taus.map(() => 0);
  if (rows.length === 0) return shifts;
  const counted = Float64Array.from(rows, (i) => weights?.[i] ?? 1);
  for (let low = 0, high = taus.length - 1; low < high; low++, high--) {
    const misses = Float64Array.from(rows, (i) => Math.max(-residuals[low][i], residuals[high][i]));
    const shift = reached(misses, counted, taus[high] - taus[low]);
    shifts[low] = -shift;
    shifts[high] = shift;
  }
  if (taus.length === 1) {
    const own = Float64Array.from(rows, (i) => residuals[0][i]);
    shifts[0] = quantileBetween(own, counted, taus[0]);
  }
  return shifts;
}

/** The fraction of the weight by which sums may miss it, since they are rounded. */
const ROUNDING = 1e-9;

/** The smallest value at and below which the fraction `share` of the weight lies, with one more row above all; the largest if there is none. */
function reached(values: Float64Array, weights: Float64Array, share: number): number {
  const { order, wanted } = ranked(values, weights, share);
  let below = 0;
  for (const i of order) {
    below += weights[i];
    if (below >= wanted) return values[i];
  }
  return values[order[order.length - 1]];
}

/** The value at place (m + 1)·share among the sorted ones, linear between neighbours. */
function quantileBetween(values: Float64Array, weights: Float64Array, share: number): number {
  const { order, wanted } = ranked(values, weights, share);
  let below = 0;
  for (const [place, i] of order.entries()) {
    const next = below + weights[i];
    if (next >= wanted) {
      if (place === 0) return values[i];
      const before = values[order[place - 1]];
      return before + ((values[i] - before) * (wanted - below)) / weights[i];
    }
    below = next;
  }
  return values[order[order.length - 1]];
}

function ranked(values: Float64Array, weights: Float64Array, share: number) {
  const { order, total } = weightedOrder(values, weights);
  return { order, wanted: share * (total + total / order.length) - ROUNDING * total };
}
