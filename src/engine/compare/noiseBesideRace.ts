import type { FitOutcome } from '../contract/run';
import { indexOfLeast } from '../spectrum/indexOfLeast';
import { besideLeftOut } from '../spectrum/noise';
import { riskPath } from '../spectrum/risk';

/**
 * A fit whose noise was estimated from residuals, beside the error of its race: nested, so that no row left out there had a part in what was chosen. Only of a
 * race on all training rows: fewer would leave more unexplained.
 */
export function noiseBesideRace(outcome: FitOutcome): FitOutcome {
  const { race, spectrum, filter } = outcome;
  const lane = race?.loss === 'squared' && race.rows === race.trainingRows ? race.chosen : undefined;
  const error = race?.lanes.find(({ id }) => id === lane)?.error;
  if (error === undefined) return outcome;
  const noise = besideLeftOut(outcome.noise, error.value ** 2, spectrum.n);
  if (noise === outcome.noise) return outcome;
  const paths = outcome.paths.map((path) => {
    const { bias, variance, total } = riskPath(spectrum, noise.sigma2, filter, path.axis, path.values);
    return { ...path, bias, variance, total, least: { ...path.least, total: indexOfLeast(total) } };
  });
  return { ...outcome, noise, paths };
}
