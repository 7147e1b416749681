import type { Parameters } from '../../contract/method';
import { asked } from '../../parameters/asked';
import { isClosedForm } from '../../parameters/common';
import { count } from '../../words/numbers';
import { duration } from '../../words/quantities';
import { CORE_SMALL, ENGINE, fitCost, RATE, SHARED, viewSeconds } from '../estimate';
import { type FitCost, type Method, methodWords } from '../method';
import type { RobustFamily } from './family';
import { fitRobust } from './fitRobust';
import { BASELINE_ROWS } from './ridgeBaseline';
import { DEFAULT_LANDMARKS, robustParameters } from './robustParameters';
import { checkRobustDesign, defaultFolds, landmarksFor, pathCost, stepOperations } from './robustSettings';

/** A path along strengths as a method: one command. */
export function robustMethod(family: RobustFamily): Method {
  const parameters = robustParameters(family);
  return {
    ...methodWords(family),
    family: 'robust',
    parameters,
    racing: (given) => ({
      loss: asked(given).scoreLoss ?? family.losses[0],
      taus: family.taus?.(given) ?? [0.5],
      approximation(n) {
        const landmarks = landmarksFor(given, n);
        const { seed = 0 } = asked(given);
        return landmarks === 0 ? undefined : { kind: 'landmarks', count: landmarks, seed };
      },
      takes: () => true,
      check: (design) => checkRobustDesign(family, design, given),
    }),
    cost: (given, n, d, threads) => robustCost(family, given, n, d, threads),
    run: (design, given, context) => fitRobust(family, parameters, design, given, context),
  };
}

/** Measured fraction of the operations of M-estimators' paths that is done: folds stop early, and each point begins at the one before. */
const FOLLOWED = 0.35;
/** Usual number of points of a path that are followed. */
const POINTS = 45;
/** Paths of the search: folds times length scales, of up to 400 rows, in paths of its larger ones. */
const SEARCHED = { rows: 300, paths: 20 };

/** See fitRobust.ts for where memory and time go. */
function robustCost(family: RobustFamily, given: Parameters, n: number, d: number, threads: number): FitCost {
  const m = Math.min(n, landmarksFor(given, n));
  const levels = family.taus?.(given).length ?? 1;
  const { folds = defaultFolds(family, given, n) } = asked(given);
  const paths = levels * (folds === 0 ? 2 : folds + 1);
  const rate = RATE * (1 + SHARED * (threads - 1));
  const wants = given.lengthScale === undefined && !isClosedForm(asked(given).lengthScaleRule);
  const searchedRows = Math.min(n, SEARCHED.rows);
  const search = wants ? levels * SEARCHED.paths * pathCost(family, given, searchedRows) : 0;
  if (m > 0) {
    // Features of all rows, of the part that is fitted, and of the ridge baseline's decomposition; one path costs as on 1.5·m rows.
    const coreBytes = 8 * (4 * n * m + 4 * m * m) + CORE_SMALL;
    const columns = family.steps?.keepsColumns ? 4 : 3;
    const bytes = ENGINE + coreBytes + 8 * (columns * n * m + 4 * n * d + 3 * n * POINTS * levels);
    const seconds =
      viewSeconds(d) +
      (8 * n * m * m + search) / rate +
      (paths * (POINTS * 60 * n * m + stepOperations(family, given, n, 'factor'))) / RATE;
    return { bytes, coreBytes, seconds };
  }
  const baseline =
    n <= BASELINE_ROWS ? fitCost(n, d, threads, { search: 'none', decompositions: 1, refitFolds: 0 }) : undefined;
  const baselineBytes = baseline ? baseline.coreBytes - CORE_SMALL : 8 * 4 * n * DEFAULT_LANDMARKS;
  const coreBytes = 8 * 3.7 * n * n + baselineBytes + CORE_SMALL;
  const bytes = ENGINE + coreBytes + 8 * (n * n + 4 * n * d + 3 * n * POINTS * levels);
  const baselineSeconds = baseline ? baseline.seconds : viewSeconds(d) + (8 * n * DEFAULT_LANDMARKS ** 2) / rate;
  const followed = family.measure === 'change' ? FOLLOWED : 1;
  const seconds = baselineSeconds + (search + followed * paths * pathCost(family, given, n)) / rate;
  const smaller =
    n > 2 * DEFAULT_LANDMARKS && robustCost(family, { ...given, landmarks: DEFAULT_LANDMARKS }, n, d, threads);
  const instead =
    smaller && smaller.seconds < seconds
      ? `with landmarks ${count(DEFAULT_LANDMARKS)} (Nyström) it takes about ${duration(smaller.seconds)}`
      : undefined;
  return { bytes, coreBytes, seconds, ...(instead !== undefined && { instead }) };
}
