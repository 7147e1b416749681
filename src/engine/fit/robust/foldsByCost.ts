import type { Parameters } from '../../contract/method';
import { asked } from '../../parameters/asked';
import type { Gram } from '../../solvers/gram';
import type { RobustFamily } from './family';
import { FOLDED_ROWS } from './robustParameters';
import { stepBound } from './strengths';

/** Operations that the paths of all folds may take: somewhat more than two minutes of one thread. */
const FOLD_BUDGET = 2e12;

/** Folds where none are said: ten, five where ten would take too long, and beyond that one validation part, 0. */
export function defaultFolds(family: RobustFamily, given: Parameters, n: number): number {
  if (n > FOLDED_ROWS) return 0;
  const levels = family.taus?.(given).length ?? 1;
  const affordable = (folds: number) => folds * levels * onePath(family, given, n * (1 - 1 / folds)) <= FOLD_BUDGET;
  return [10, 5].map((folds) => Math.min(folds, n)).find(affordable) ?? 0;
}

/** Operations of a path on n rows whose kernel matrix is used whole. */
export function onePath(family: RobustFamily, given: Parameters, n: number): number {
  return Math.max(family.pathOperations(n), stepOperations(family, given, n, 'dense'));
}

/**
 * Of one path in steps whose size was set; 0 otherwise. Without t, which is in units of the coefficients, a path to t = 1 is taken
 * for one that is worth its name.
 */
export function stepOperations(
  { steps, axis }: RobustFamily,
  given: Parameters,
  n: number,
  kind: Gram['kind'],
): number {
  const { stepSize, [axis]: t = 1 } = asked(given);
  if (!steps || stepSize === undefined) return 0;
  return Math.min(t / stepSize, stepBound(steps, { kind })) * steps.operations(n);
}
