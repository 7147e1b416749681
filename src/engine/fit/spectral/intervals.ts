import type { FilterSpec } from '../../contract/filter';
import type { ModelOutput } from '../../contract/model';
import { coefficients } from '../../model/coefficients';
import { chooseSpread } from '../../spectrum/intervalSpread';
import type { LeaveOneOut } from '../../spectrum/leaveOneOut';
import { type ResidualKernel, spectrumOf } from '../../spectrum/spectrum';
import type { Problem } from '../problem';

/** The width and spread of the intervals; the fit of log|error| as coefficients on the kernel of the fit itself. */
export function intervalsOf(
  residual: ResidualKernel,
  filter: FilterSpec,
  loo: LeaveOneOut,
  { rootWeights, copies }: Pick<Problem, 'rootWeights' | 'copies'> = {},
): Pick<ModelOutput, 'intervalWidth' | 'spread'> {
  const { intervalWidth, ...spread } = chooseSpread(residual.basis, filter, loo, rootWeights, copies);
  if (spread.kind !== 'fitted') return { intervalWidth, spread };
  const { kind, largest, log } = spread;
  const { coordinates } = spectrumOf(residual.basis, log.target);
  const expansion = coefficients(residual, log.target, coordinates, log.filter, rootWeights);
  return { intervalWidth, spread: { kind, largest, range: log.range, ...expansion } };
}
