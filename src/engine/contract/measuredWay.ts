import type { Approximate, Proposals } from './proposal';

/**
 * The largest difference between the loss that a pilot measures and that of fits of all rows, as a fraction of the
 * error (docs/choosing.md).
 */
const POINTS = 0.04;
/** The largest ratio of the two, if that allows more. */
const FACTOR = 2.5;

/** A way that was fitted, among all others as a pilot has measured them: its loss is relative to the exact fit. */
export function measuredWay(fitted: Omit<Approximate, 'loss' | 'ways'>, ways: Proposals): Approximate {
  const own = ways.proposals.find(({ kind, count }) => kind === fitted.kind && count === fitted.count);
  const whole = ways.proposals.find(({ kind }) => kind === 'whole');
  if (ways.pilot.train === 0 || !own || !whole) return { ...fitted, ways };
  const value = (1 + own.loss) / (1 + whole.loss) - 1;
  if (Number.isNaN(value)) return { ...fitted, ways };
  const interval = [
    Math.max(0, Math.min(value - POINTS, value / FACTOR)),
    Math.max(value + POINTS, value * FACTOR),
  ] as const;
  return { ...fitted, loss: { value, interval }, ways };
}
