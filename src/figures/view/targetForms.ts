import type { RunResult } from '../../engine/contract/run';
import { quantileBetween } from '../../engine/statistics/central95';
import { meanOf } from '../../engine/statistics/mean';
import { type QuantityForm, quantityForm } from '../../engine/words/numbers';

/**
 * Fewer new rows say too little about nine in ten: in more than one draw in twenty fewer than eight in ten of other rows
 * are as near. From `MANY_MISSES` on, 85 to 95 in 100 are.
 */
export const LEAST_MISSES = 30;
export const MANY_MISSES = 140;

/**
 * The forms of numbers in the target's unit: fixed when the fit is made, so that no digit of a constant follows a
 * slider.
 */
export interface TargetForms {
  /** The miss that half of the held-out rows stay below, and its rivals. */
  readonly typical: QuantityForm;
  /** The miss that nine in ten stay below. */
  readonly nineInTen: QuantityForm;
  /** RMSE, intervals, predictions: by the RMSE as fitted; for robust fits by the mean absolute error. */
  readonly error: QuantityForm;
  /** The miss that nine in ten stay below, half of a few rows, as fitted; 0 where nothing is held out. */
  readonly reach: number;
  /** The distance from their own median that nine in ten of the same rows stay below; 0 where nothing is held out. */
  readonly spread: number;
}

const known = new WeakMap<RunResult, TargetForms>();

/** The forms of a run, by its errors as fitted and those of the training mean on the same rows; without held-out rows by leave-one-out. */
export function formsOf(run: RunResult): TargetForms {
  const forms = known.get(run) ?? madeOf(run);
  known.set(run, forms);
  return forms;
}

function madeOf(run: RunResult): TargetForms {
  const { holdout } = run;
  if (holdout === undefined || holdout.observed.length === 0) {
    const form = quantityForm(Math.sqrt(run.metrics.loo), Math.sqrt(run.variance));
    return { typical: form, nineInTen: form, error: form, reach: 0, spread: 0 };
  }
  const { observed, predicted } = holdout;
  const own = observed.map((v, j) => Math.abs(v - predicted[j])).sort();
  const alone = observed.map((v) => Math.abs(v - run.mean)).sort();
  const middle = missBelow(observed.slice().sort(), 0.5);
  const form = (size: (misses: Float64Array) => number) => quantityForm(size(own), size(alone));
  const power = run.robust ? 1 : 2;
  const average = (misses: Float64Array) => meanOf(misses.map((v) => v ** power)) ** (1 / power);
  return {
    typical: form((misses) => missBelow(misses, 0.5)),
    nineInTen: form((misses) => missBelow(misses, 0.9)),
    error: form(average),
    reach: missBelow(own, own.length < LEAST_MISSES ? 0.5 : 0.9),
    spread: missBelow(observed.map((v) => Math.abs(v - middle)).sort(), 0.9),
  };
}

/**
 * The miss that the fraction `share` of such rows does not exceed, from those of some rows (ascending): on average over
 * draws of them exactly this fraction of new rows, whatever their law (Weibull's quantile, of rank share·(m + 1)).
 */
export function missBelow(misses: Float64Array, share: number): number {
  const last = misses.length - 1;
  return quantileBetween(misses, Math.max(0, Math.min(1, (share * (last + 2) - 1) / last || 0)));
}
