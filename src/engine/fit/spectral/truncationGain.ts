import type { RaceDifference } from '../../contract/race';
import { polynomialAlignment } from '../../spectrum/alignment';
import { defaultDecayRange } from '../../spectrum/decay';
import type { FitSession } from '../session';
import type { DecomposedProblem } from './family';
import type { OutputFit } from './fitOutputs';
import { refitsFolds } from './foldCurves';
import { foldGain } from './foldGain';

/** Fewer folds tell nothing of their scatter. */
const LEAST_FOLDS = 5;

/** What truncation gains on folds (`foldGain`): only for ridge of a target that is over-aligned, of which theory promises a gain; undefined too if refits cost too much. */
export function truncationGain(
  decomposed: DecomposedProblem,
  { paths }: Pick<OutputFit, 'paths'>,
  session: FitSession,
): RaceDifference | undefined {
  const { family, settings, residual, spectra } = decomposed;
  const { rank, n } = residual.basis;
  const { from, to } = defaultDecayRange(rank);
  const { problem } = session;
  if (family.id !== 'krr' || problem.classes || settings.folds < LEAST_FOLDS || !refitsFolds(false, n, settings.folds))
    return undefined;
  if (polynomialAlignment(spectra[0], from, to)?.regime !== 'over-aligned') return undefined;
  return foldGain(decomposed, paths[0].values, session);
}
