import type { Design } from '../contract/data';
import type { Parameters } from '../contract/method';
import type { ComponentsOutcome, FitOutcome } from '../contract/run';
import { BESIDE_FIT, measureImportance } from '../explain/importance';
import type { FitContext } from '../fit/method';
import { heldOutBaselines } from './heldOutBaselines';

/**
 * Adds measurements on held-out rows to a fit to a target: baselines, and the importance of columns. Components have
 * neither.
 */
export function besideFit<Outcome extends FitOutcome | ComponentsOutcome>(
  outcome: Outcome,
  design: Design,
  parameters: Parameters,
  context: FitContext,
): Outcome {
  if ('components' in outcome) return outcome;
  const baselines = heldOutBaselines(design, parameters, context);
  const started = performance.now();
  const loss = outcome.robust ? 'absolute' : 'squared';
  const rule = { seed: Number(parameters.seed ?? 0), budget: BESIDE_FIT, loss } as const;
  const importance = measureImportance(outcome.model, design.holdout, rule, context);
  if (importance === undefined) return { ...outcome, baselines };
  const timings = { ...outcome.timings, importance: (performance.now() - started) / 1000 };
  return { ...outcome, baselines, importance, timings };
}
