import type { RunContext } from '../../contract/context';
import type { LinearAlgebra } from '../../linalg/linalg';
import { asked } from '../../parameters/asked';
import { invalid } from '../../parameters/invalid';
import { count, plain } from '../../words/numbers';
import type { RobustFamily, SolverInput, StepRows } from './family';
import type { RobustSettings } from './robustSettings';
import { stepBound } from './strengths';

/** What of a solver's input is the same for all parts and levels of a target. */
export type SharedInput = Omit<SolverInput, 'n' | 'tau' | 'weights'>;

/** Throws `parameter/invalid` for a step that would make residuals grow from the first one on, and for a t that is too many steps away. */
export function solverInput(
  family: RobustFamily,
  { given, intercept, strength }: RobustSettings,
  rows: StepRows,
  spread: number,
  linalg: LinearAlgebra,
  context: RunContext,
): SharedInput {
  const { steps } = family;
  const { stepSize: set } = asked(given);
  if (steps && set !== undefined) {
    const limit = steps.limit(rows, linalg, context);
    if (set > limit)
      throw invalid(
        'stepSize',
        set,
        `stepSize ${set} is beyond the stability limit: the first step would increase the residuals. It must be at most ${plain(limit)} on these rows.`,
      );
  }
  const stepSize = set ?? steps?.of(rows, spread, linalg, context);
  if (steps && stepSize !== undefined && strength !== undefined) {
    const most = stepBound(steps, rows.gram);
    if (strength > most * stepSize)
      throw invalid(
        family.axis,
        strength,
        `${family.axis} ${strength} is ${count(Math.round(strength / stepSize))} steps of ${stepSize} away, more than the ${count(most)} that are taken. Set a larger stepSize or a smaller ${family.axis}, or leave ${family.axis} out.`,
      );
  }
  return { parameters: given, spread, intercept, ...(stepSize !== undefined && { stepSize }) };
}
