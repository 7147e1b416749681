import { contextWith, partOf } from '../../contract/context';
import type { Design } from '../../contract/data';
import type { Parameters } from '../../contract/method';
import { permutation } from '../../data/random';
import { firstFeatures } from '../../features/featureMaps';
import { filterAt } from '../../filters/anyFilter';
import { ridgeFilter } from '../../filters/zones';
import { indexOfLeast } from '../../spectrum/indexOfLeast';
import { pairedStandardError } from '../../statistics/sufficientCounts';
import type { FitContext } from '../method';
import { axisGrid } from '../spectral/axisGrid';
import { TRIED } from './cost';
import type { FeatureFamily } from './family';
import { featureLeftOut, leftOutOf } from './featureLeftOut';
import { featureSpectrum } from './featureSpectrum';
import { leadingSums } from './featureSums';
import { beginFeatures } from './prepare';
import { type FeatureWork, heldRows } from './rowSource';

/** Twice as many that lower the root mean squared error by less than this share of it are not followed by twice as many again. */
const WORTH = 0.01;
/** The most rows left out for it: differences between two fits on the same rows are sharp. */
const LEFT_OUT = 3000;
/** The one-sided 97.5 % quantile of the normal distribution. */
const QUANTILE = 1.96;

/**
 * The number of landmarks to fit with where `most` may be taken: the first of a few at which the error on rows left out is surely less than 1 % below
 * that of half as many, for every target; `most` where it falls on. The kernel, the sums and the landmarks are kept for the fit, whose first landmarks
 * they are.
 */
export function enoughFeatures(
  family: FeatureFamily,
  design: Design,
  parameters: Parameters,
  most: number,
  context: FitContext,
): number {
  const { linalg, cache } = context;
  const tried = TRIED.filter((count) => 2 * count <= most);
  for (const [i, count] of tried.entries()) {
    const part = contextWith(partOf(context, i / tried.length, (i + 1) / tried.length), { linalg, cache });
    const begun = beginFeatures(family, design, { ...parameters, landmarks: count }, part);
    const summed = heldRows(begun);
    if (!falls({ ...begun, ...summed, map: summed.drawn.map })) return count;
  }
  return most;
}

/** True unless the second half of the features lowers the error by less than is worth more of them, within two standard errors. */
function falls(work: FeatureWork): boolean {
  const { sums, session } = work;
  const half = Math.floor(sums.count / 2);
  const [all, fewer] = [sums.count, half].map((count) => squaresLeftOut(work, count));
  return all.some((squares, t) => {
    const n = squares.length;
    const [before, now] = [fewer[t], squares].map((values) => values.reduce((sum, v) => sum + v / n, 0));
    session.check();
    const fall = before - now + QUANTILE * pairedStandardError(fewer[t], squares);
    return fall > (1 - (1 - WORTH) ** 2) * before;
  });
}

/** Squared errors of rows left out of the fit with the first features, by target, each at the lambda of its least mean. */
function squaresLeftOut(work: FeatureWork, count: number): Float64Array[] {
  const { session, sums, right, facts, map, spectrum: whole } = work;
  const { problem, linalg, seed } = session;
  const quiet = session.silent();
  const spectrum =
    count === sums.count
      ? whole
      : featureSpectrum(leadingSums(sums, count, right.length / problem.x.rows), 1, facts, linalg, quiet);
  const rows = permutation(problem.x.rows, seed, session).slice(0, LEFT_OUT).sort();
  const task = { ...leftOutOf(problem, work, firstFeatures(map, count), rows), spectrum, kept: [] };
  const [{ n, rank, mu }] = spectrum.spectra;
  const ridge = ridgeFilter(1, mu.length);
  const filters = Array.from(axisGrid('lambda', ridge, { n, rank, trace: spectrum.trace }), (lambda) =>
    filterAt(ridge, 'lambda', lambda),
  );
  const { errors } = featureLeftOut(task, filters, linalg, quiet);
  return errors.map((ofTarget, t) => {
    const one = {
      ...task,
      targets: [task.targets[t]],
      along: [task.along[t]],
      spectrum: { ...spectrum, spectra: [spectrum.spectra[t]] },
    };
    const { residuals } = featureLeftOut(one, [filters[indexOfLeast(ofTarget)]], linalg, quiet);
    return residuals[0].map((v) => v * v);
  });
}
