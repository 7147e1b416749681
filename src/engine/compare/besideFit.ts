import type { Design } from '../contract/data';
import type { Parameters } from '../contract/method';
import type { ComponentsOutcome, FitOutcome } from '../contract/run';
import type { FitContext } from '../fit/method';
import { heldOutBaselines } from './heldOutBaselines';
import { findLeak } from './leaks';

/** Findings beside a fit to a target: baselines, and whether columns hold it already. Components have neither. */
export function besideFit(
  outcome: FitOutcome | ComponentsOutcome,
  design: Design,
  parameters: Parameters,
  context: FitContext,
) {
  if ('components' in outcome) return { outcome, leak: undefined };
  const baselines = heldOutBaselines(design, parameters, context.linalg, context);
  return { outcome: { ...outcome, baselines }, leak: findLeak(design, context) };
}
