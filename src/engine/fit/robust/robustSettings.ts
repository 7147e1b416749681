import type { Design } from '../../contract/data';
import { KernelscopeError } from '../../contract/failure';
import type { Parameters } from '../../contract/method';
import type { ScoreLoss } from '../../contract/robust';
import { truthPair } from '../../data/truthWords';
import { fillKernel } from '../../kernels/expression';
import { kernelText } from '../../kernels/kernelWords';
import { polynomialOrder } from '../../kernels/polynomialOrder';
import { asked, invalid } from '../../parameters/asked';
import type { Gram } from '../../solvers/gram';
import { requireRobustScale } from '../../statistics/robustScale';
import { withinSentence } from '../../words/sentence';
import { readSettings, type Settings } from '../settings';
import { type RobustFamily, stepBound } from './family';
import { DEFAULT_LANDMARKS, DEFAULT_SHARE, FOLDED_ROWS, type SELECTION_WORDS, WHOLE_ROWS } from './robustParameters';

export interface RobustSettings {
  /** The parameters that the person set, checked. */
  readonly given: Parameters;
  /** Settings of the ridge baseline: its lambda is left open, and it has folds only if they choose the length scale. */
  readonly ridge: Settings;
  /** The strength, if it was set. */
  readonly strength?: number;
  readonly selection: keyof typeof SELECTION_WORDS;
  readonly loss: ScoreLoss;
  /** Number of folds; 0 means one validation part. */
  readonly folds: number;
  readonly validation: number;
  /** Number of landmarks; 0 means the full kernel matrix. */
  readonly landmarks: number;
  readonly intercept: boolean;
  readonly seed: number;
  /** Levels, ascending; [0.5] if there are no quantiles. */
  readonly taus: readonly number[];
}

/** Reads checked parameters for n training rows and d encoded columns. Throws `parameter/invalid` if they do not fit these. */
export function robustSettings(family: RobustFamily, parameters: Parameters, n: number, d: number): RobustSettings {
  const {
    folds = defaultFolds(family, parameters, n),
    lengthScaleRule = 'cv',
    seed = 0,
    intercept = true,
    selection = 'cv',
    scoreLoss = family.losses[0],
    validation = DEFAULT_SHARE,
    [family.axis]: strength,
  } = asked(parameters);
  if (folds > n)
    throw invalid('folds', folds, `folds must be at most the number of training rows, ${n}; it is ${folds}.`);
  if (folds === 1) throw invalid('folds', folds, 'folds must be 0, for one validation part, or 2 and more; it is 1.');
  const landmarks = landmarksFor(parameters, n);
  if (landmarks > n)
    throw invalid(
      'landmarks',
      landmarks,
      `landmarks must be at most the number of training rows, ${n}; it is ${landmarks}.`,
    );
  const { kernel, lengthScale } = parameters;
  const ridge = readSettings(
    {
      ...(kernel !== undefined && { kernel }),
      ...(lengthScale !== undefined && { lengthScale }),
      lengthScaleRule,
      seed,
      intercept,
      // These are the folds of the ridge baseline's search; the method's folds are read above.
      folds: lengthScaleRule === 'cv' ? Math.min(10, n) : 0,
    },
    n,
    d,
    ['lambda'],
  );
  const order = polynomialOrder(fillKernel(ridge.kernel, [1]));
  if (order > 0)
    throw invalid(
      'kernel',
      kernelText(ridge.kernel),
      `${family.title} needs a positive definite kernel; ${kernelText(ridge.kernel)} is so only with unpenalised polynomials. Choose gaussian, matern52 or laplace, or fit it with krr.`,
    );
  return {
    given: parameters,
    ridge,
    strength,
    selection: selection === 'oneStandardError' ? selection : 'cv',
    loss: scoreLoss,
    folds,
    validation,
    landmarks,
    intercept,
    seed,
    taus: family.taus?.(parameters) ?? [0.5],
  };
}

/** The number of landmarks that was set, or by default 0 while the full matrix is affordable. */
export function landmarksFor(parameters: Parameters, n: number): number {
  return asked(parameters).landmarks ?? (n <= WHOLE_ROWS ? 0 : DEFAULT_LANDMARKS);
}

/** Throws if the design asks for something that a robust method cannot do. */
export function checkRobustDesign(family: RobustFamily, { classes, train, target }: Design, given: Parameters): void {
  if (classes) {
    const areNumbers = truthPair(classes) || classes.every((level) => Number.isFinite(Number(level)));
    const regress = areNumbers ? ', set task to regress' : '';
    throw new KernelscopeError(
      'parameter/invalid',
      `${target} is a column of classes, and ${withinSentence(family.title)} fits numbers. Choose a numeric target${regress}, or classify with krr.`,
      { name: 'task', value: 'classify' },
    );
  }
  if (train.weights && !family.weighted)
    throw new KernelscopeError(
      'parameter/invalid',
      `${family.title} does not take row weights: every coefficient changes at the same rate. Leave weights out, or choose kl-inf, huber or quantile.`,
      { name: 'weights', value: family.id },
    );
  if (family.scaled?.(given)) [train.y, ...train.more].forEach(requireRobustScale);
}

/** Operations that the paths of all folds may take: somewhat more than two minutes of one thread. */
const FOLD_BUDGET = 2e12;

/** Default number of folds: ten, five if ten would take too long, and beyond that 0 for one validation part. */
export function defaultFolds(family: RobustFamily, given: Parameters, n: number): number {
  if (n > FOLDED_ROWS) return 0;
  const levels = family.taus?.(given).length ?? 1;
  const affordable = (folds: number) => folds * levels * pathCost(family, given, n * (1 - 1 / folds)) <= FOLD_BUDGET;
  return [10, 5].map((folds) => Math.min(folds, n)).find(affordable) ?? 0;
}

/** Operations of a path on n rows with the full kernel matrix. */
export function pathCost(family: RobustFamily, given: Parameters, n: number): number {
  return Math.max(family.pathOperations(n), stepOperations(family, given, n, 'dense'));
}

/**
 * Operations of one path in steps whose size was set; 0 otherwise. Without t, which is in units of the coefficients, a path to t = 1 is taken
 * as a typical one.
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
