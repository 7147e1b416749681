import type { Axis } from '../../../../src/engine/contract/filter';
import type { FitOutcome, RiskPath } from '../../../../src/engine/contract/run';
import type { Method } from '../../../../src/engine/fit/method';
import { LEAST_RESAMPLED } from '../../../../src/engine/statistics/central95';
import { madeProblem } from '../../madeRows';
import { type Given, notFinite, targetsOf } from '../fitting';

/** A check that every method has to pass. */
export interface Check {
  readonly name: string;
  readonly run: (method: Method) => void;
}

/** The rows that most checks fit. */
export const N = 90;
export const design = madeProblem(N, 2, 0.3, 1, 30);

/**
 * A fixed scale and no folds; for methods that would look for features themselves so many of them; all rows as landmarks, so that which come
 * first does not matter.
 */
export function fixed(method: Method): Given {
  return {
    lengthScale: 0.9,
    folds: 0,
    ...(method.id === 'ckrr-soft' && { k: 6 }),
    ...(method.id === 'nystrom-ridge' && { landmarks: N }),
  };
}

/** Fits without folds have no fold errors. */
export const hasFolds = ({ parameters }: Method): boolean => parameters.some(({ name }) => name === 'folds');

/** A value in the middle of each axis. */
export const ELSEWHERE: Readonly<Record<Axis, number>> = { lambda: 2.5e-3, k: 4, r: 17, t: 0.6, steps: 70 };

export const held = (outcome: FitOutcome) => outcome.holdout?.predicted ?? new Float64Array(0);

/** Curves at filters that leave no direction to judge by are infinite; everything else that is not finite is a fault. */
export function brokenNumbers(outcome: FitOutcome, folds: boolean): string[] {
  const whole = new Set(
    targetsOf(outcome).flatMap((target, o) =>
      target.paths.flatMap((path, a) => wholeFits(path, target.spectrum.n, o, a)),
    ),
  );
  const parts = [outcome, ...outcome.others].flatMap((target, o) => {
    const { surface: _, ...all } = target;
    // Between the fits of a handful of features, none may be stable enough to have an error.
    const rest = 'approximation' in all ? { ...all, approximation: 0 } : all;
    return notFinite({ ...rest, ...(o === 0 && { others: [] }) }, `${o}`);
  });
  const few = (outcome.holdout?.observed.length ?? 0) < LEAST_RESAMPLED;
  return (
    parts
      .filter(([path, v]) => !(v === Number.POSITIVE_INFINITY && whole.has(path)))
      // No feature was asked to stand for any direction: there is no kappa.
      .filter(([path]) => !(path === '0.soft.kappa' && outcome.soft?.k === 0))
      .filter(([path]) => folds || !/metrics\.cv(StandardError)?$/.test(path))
      // A handful of held-out rows has no interval.
      .filter(([path]) => !(few && /metrics\.holdout\.(r2|rmse)Interval/.test(path)))
      .map(([path, v]) => `${path} ${v}`)
  );
}

function wholeFits({ degreesOfFreedom }: RiskPath, n: number, o: number, a: number): string[] {
  const at = Array.from(degreesOfFreedom.keys()).filter((l) => degreesOfFreedom[l] > n * (1 - 1e-9));
  return at.flatMap((l) => ['loo', 'gcv', 'cv', 'cvStandardError'].map((curve) => `${o}.paths.${a}.${curve}.${l}`));
}
