import { inBlocks, type RunContext } from '../../contract/context';
import type { Bars } from '../../contract/profile';

/** Up to this many distinct values get a bar each. */
const FEW_VALUES = 12;

/**
 * A histogram without missing values (NaN); undefined if there are no others. `distinct`: number of distinct values.
 */
export function barsOf(
  values: Float64Array,
  { distinct, min, max }: { readonly distinct: number; readonly min: number; readonly max: number },
  steps: number,
  context: RunContext,
): Bars | undefined {
  if (!(min <= max)) return undefined;
  return distinct <= FEW_VALUES
    ? valueBars(values, context)
    : { kind: 'steps', from: min, to: max, counts: stepCounts(values, [min, max], steps, context) };
}

function valueBars(values: Float64Array, context: RunContext): Bars {
  const counts = new Map<number, number>();
  const count = (from: number, to: number) => {
    for (let i = from; i < to; i++)
      if (!Number.isNaN(values[i])) counts.set(values[i], (counts.get(values[i]) ?? 0) + 1);
  };
  inBlocks(values.length, context, 8, count);
  const ordered = [...counts].sort(([a], [b]) => a - b);
  return { kind: 'values', values: ordered.map(([value]) => value), counts: ordered.map(([, times]) => times) };
}

/** Counts in equal steps from `min` to `max`, which belongs to the last step. */
export function stepCounts(
  values: Float64Array,
  [min, max]: readonly [number, number],
  steps: number,
  context: RunContext,
): number[] {
  const counts = new Array<number>(steps).fill(0);
  // Halved: the range of doubles is larger than the largest double.
  const width = max / 2 - min / 2;
  inBlocks(values.length, context, 4, (from, to) => {
    for (let i = from; i < to; i++) {
      if (Number.isNaN(values[i])) continue;
      const at = width > 0 ? Math.floor(((values[i] / 2 - min / 2) / width) * steps) : 0;
      counts[Math.min(steps - 1, at)]++;
    }
  });
  return counts;
}
