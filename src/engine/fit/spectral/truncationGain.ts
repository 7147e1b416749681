import type { RaceDifference } from '../../contract/race';
import { polynomialAlignment } from '../../spectrum/alignment';
import { defaultDecayRange } from '../../spectrum/decay';
import type { FitSession } from '../session';
import type { DecomposedProblem } from './family';
import type { OutputFit } from './fitOutputs';
import { foldGain } from './foldGain';

/** The most operations that the refits may take, about a second of them: the gain is computed beside the fit. */
const MOST_OPERATIONS = 5e9;
/** With fewer folds their scatter cannot be judged, and more take longer. */
const LEAST_FOLDS = 5;

/**
 * The gain of truncation on folds (`foldGain`), only for ridge with an over-aligned target, for which theory promises a
 * gain; otherwise, or if refits cost too much, undefined.
 */
export function truncationGain(
  decomposed: DecomposedProblem,
  { paths }: Pick<OutputFit, 'paths'>,
  session: FitSession,
): RaceDifference | undefined {
  const { family, settings, residual, spectra } = decomposed;
  const { rank, n } = residual.basis;
  const { from, to } = defaultDecayRange(rank);
  const { problem } = session;
  const operations = 5 * LEAST_FOLDS * (n * (1 - 1 / LEAST_FOLDS)) ** 3;
  if (family.id !== 'krr' || problem.classes || settings.folds < LEAST_FOLDS || operations > MOST_OPERATIONS)
    return undefined;
  if (polynomialAlignment(spectra[0], from, to)?.regime !== 'over-aligned') return undefined;
  return foldGain({ ...decomposed, settings: { ...settings, folds: LEAST_FOLDS } }, paths[0].values, session);
}
