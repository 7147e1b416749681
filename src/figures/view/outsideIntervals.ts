import type { RunView } from './view';

/** Positions of held-out rows outside their 95 % prediction intervals; undefined where there are none such intervals, or the sliders have left them. */
export function outsideIntervals({ run, moved, robust }: RunView): number[] | undefined {
  const { holdout } = run;
  if (!holdout || moved || run.classes || robust?.moved || robust?.fit.taus) return undefined;
  const { observed, lower, upper } = holdout;
  if (![lower, upper].every((ends) => ends.every(Number.isFinite))) return undefined;
  return Array.from(observed.keys()).filter((j) => !(observed[j] >= lower[j] && observed[j] <= upper[j]));
}
