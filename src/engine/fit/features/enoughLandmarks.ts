import { contextWith, partOf } from '../../contract/context';
import type { Design } from '../../contract/data';
import type { ParameterSchema, Parameters } from '../../contract/method';
import type { FitOutcome } from '../../contract/run';
import { permutation } from '../../data/random';
import { firstFeatures } from '../../features/featureMaps';
import { SpectrumCache } from '../../spectrum/cache';
import { NORMAL_95 } from '../../statistics/student';
import { pairedStandardError } from '../../statistics/sufficientCounts';
import type { FitContext } from '../method';
import { TRIED_COUNTS } from './cost';
import type { FeatureFamily } from './family';
import { leftOutOf, residualsAtBest } from './featureLeftOut';
import { featureSpectrum } from './featureSpectrum';
import { fitFeatures } from './fitFeatures';
import { beginFeatures } from './prepare';
import { type FeatureWork, heldRows } from './rowSource';

/** If doubling lowers the root mean squared error by less than this fraction, landmarks are not doubled again. */
const WORTH = 0.01;
/** The fraction of the progress in which fewer landmarks are tried. */
const TRYING = 0.3;
/** The most rows left out for the comparison: differences between two fits on the same rows are sharp. */
const LEFT_OUT = 3000;

/** A fit on as many landmarks as are enough, if the number requested is the most. */
export function fitEnough(
  family: FeatureFamily,
  schema: readonly ParameterSchema[],
  design: Design,
  given: Parameters,
  context: FitContext,
): FitOutcome {
  const { linalg, cache = new SpectrumCache(), hints = {} } = context;
  const part = (from: number, to: number) => contextWith(partOf(context, from, to), { linalg, cache, hints });
  const landmarks = enoughLandmarks(family, design, given, part);
  hints.tookLandmarks?.(landmarks);
  return fitFeatures(family, schema, design, { ...given, landmarks }, part(TRYING, 1));
}

/**
 * The number of landmarks to fit with: the first of a few at which the error on rows left out is certainly less than
 * 1 % below that of half as many, for every target; all that were requested if it keeps falling. The kernel, the sums
 * and the landmarks are retained for the fit, whose first landmarks they are.
 */
function enoughLandmarks(
  family: FeatureFamily,
  design: Design,
  given: Parameters,
  part: (from: number, to: number) => FitContext,
): number {
  const most = family.count(given, design.train.x.rows);
  const tried = TRIED_COUNTS.filter((count) => 2 * count <= most);
  for (const [i, landmarks] of tried.entries()) {
    const context = part((TRYING * i) / tried.length, (TRYING * (i + 1)) / tried.length);
    const begun = beginFeatures(family, design, { ...given, landmarks }, context);
    const summed = heldRows(begun);
    if (!falls({ ...begun, ...summed, map: summed.drawn.map })) return landmarks;
  }
  return most;
}

/** True unless the second half of the features surely (97.5 %) lowers the error by less than is worth more of them. */
function falls(work: FeatureWork): boolean {
  const { sums, session } = work;
  const half = Math.floor(sums.count / 2);
  const [all, fewer] = [sums.count, half].map((count) => squaresLeftOut(work, count));
  return all.some((squares, t) => {
    const n = squares.length;
    const [before, now] = [fewer[t], squares].map((values) => values.reduce((sum, v) => sum + v / n, 0));
    session.check();
    const fall = before - now + NORMAL_95 * pairedStandardError(fewer[t], squares);
    return fall > (1 - (1 - WORTH) ** 2) * before;
  });
}

/**
 * Squared errors of rows left out of the fit with the first features, by target, each at the lambda of its lowest mean.
 */
function squaresLeftOut(work: FeatureWork, count: number): Float64Array[] {
  const { session, sums, facts, map, spectrum: whole } = work;
  const { problem, seed } = session;
  const quiet = session.silent();
  const spectrum = count === sums.count ? whole : featureSpectrum(sums, 1, facts, quiet, count);
  const rows = permutation(problem.x.rows, seed, session).slice(0, LEFT_OUT).sort();
  const task = { ...leftOutOf(problem, work, firstFeatures(map, count), rows), spectrum, kept: [] };
  return residualsAtBest(task, quiet).map((residuals) => residuals.map((v) => v * v));
}
