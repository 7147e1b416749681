import type { Approximation, ApproximationCurve } from '../../engine/contract/approximation';
import type { Estimated, LeftOutRows, LevelQuality, ProbabilityQuality } from '../../engine/contract/classes';
import type {
  Baseline,
  ClassResult,
  CurveFit,
  HoldoutPredictions,
  LearningPoints,
  LivePredictor,
  LooSurface,
  NoiseEstimate,
  PartialDependence,
  RiskPath,
  RunResult,
  Scores,
  SoftThresholding,
  SpectrumData,
  TargetResult,
} from '../../engine/contract/run';
import { type Holds, isCount, isListOf, isMade, isRecord, isText } from '../../engine/contract/shape';
import { isAxis } from '../../engine/filters/axes';
import { storedFilter } from '../../engine/filters/storedFilter';
import { filterOf } from '../../engine/filters/table';
import { isCalibration, isClassSets } from '../../engine/model/wholeCalibration';
import { isAnyNumber, isArray, isFlag, isList, isMaybe, isNameOf, isPair, isPlace, isReals, lengthIn } from './shapes';
import { isRace } from './wholeRace';
import { isRobust } from './wholeRobust';

/** Whether what was stored of a fit can be drawn, beside what every run has. */
export function isWholeFit(run: Readonly<Record<string, unknown>>): boolean {
  const { axes, others, classes, shortcut, foldsBy, soft, learning, race, approximation, baselines } = run;
  return (
    isListOf(axes, isAxis) &&
    axes.length > 0 &&
    isList((target) => isTarget(target, axes))([run, ...(Array.isArray(others) ? others : [])]) &&
    (classes === undefined || isClassResult(classes)) &&
    isNameOf(SHORTCUTS)(shortcut) &&
    isNameOf(FOLDS_BY)(foldsBy) &&
    (soft === undefined || isSoft(soft)) &&
    (learning === undefined || isLearning(learning)) &&
    isMaybe(isList(isBaseline))(baselines) &&
    (race === undefined || isRace(race)) &&
    (approximation === undefined || isApproximation(approximation))
  );
}

const isBaseline: Holds = (value) =>
  isMade<Baseline>(value, {
    kind: isNameOf(BASELINES),
    column: isMaybe(isText),
    rows: isCount,
    outputs: isList((output) => isMade<Baseline['outputs'][number]>(output, { name: isText, predicted: isReals() })),
  });

const BASELINES: Readonly<Record<Baseline['kind'], true>> = { column: true, line: true };
const SHORTCUTS: Readonly<Record<RunResult['shortcut'], true>> = { exact: true, fixedBasis: true };
const FOLDS_BY: Readonly<Record<RunResult['foldsBy'], true>> = { shortcut: true, refit: true, none: true };

function isTarget(value: unknown, axes: readonly string[]): boolean {
  if (!isRecord(value)) return false;
  const filter = storedFilter(value.filter);
  const paths: unknown = value.paths;
  return (
    isMade<TargetResult>(value, {
      target: isText,
      mean: isAnyNumber,
      variance: isAnyNumber,
      spectrum: isSpectrum,
      noise: isNoise,
      filter: () => filter !== undefined && axes.every((axis) => axis in filterOf(filter).axes),
      paths: isList(isRiskPath),
      surface: isMaybe(isSurface),
      metrics: isMetrics,
      holdout: isMaybe(isHeldOut),
      live: isLive,
      robust: isMaybe((robust) => isRobust(robust, value)),
    }) && axes.every((axis) => (paths as RiskPath[]).some((path) => path.axis === axis))
  );
}

const isSpectrum: Holds = (value) => {
  const directions = lengthIn(value, 'mu');
  return isMade<SpectrumData>(value, {
    n: isCount,
    unpenalised: isCount,
    mu: isReals(),
    rank: isPlace(directions + 1),
    clipped: isCount,
    coordinates: isReals(directions),
    beyond: (beyond) => isMade<SpectrumData['beyond']>(beyond, { count: isCount, score: isAnyNumber }),
  });
};

const isNoise: Holds = (value) =>
  isMade<NoiseEstimate>(value, { sigma2: isAnyNumber, standardError: isAnyNumber, rule: isText, by: isMaybe(isText) });

const isRiskPath: Holds = (value) => {
  const length = lengthIn(value, 'values');
  const each = isReals(length);
  // Without folds there are no errors of them.
  const byFolds: Holds = (errors) => each(errors) || isReals(0)(errors);
  const place = isPlace(length);
  return isMade<RiskPath>(value, {
    axis: isAxis,
    values: isReals(),
    loo: each,
    cv: byFolds,
    cvStandardError: byFolds,
    degreesOfFreedom: each,
    gcv: each,
    bias: each,
    variance: each,
    total: each,
    least: (least) =>
      isMade<RiskPath['least']>(least, { loo: place, gcv: place, cv: place, total: place, oneStandardError: place }),
  });
};

const isSurface: Holds = (value) => {
  if (!isRecord(value) || !isListOf(value.axes, isRecord)) return false;
  const size = value.axes.reduce((product, axis) => product * lengthIn(axis, 'values'), 1);
  return isMade<LooSurface>(value, {
    axes: isList((axis) => isMade<LooSurface['axes'][number]>(axis, { axis: isAxis, values: isReals() })),
    loo: isReals(size),
  });
};

const isMetrics: Holds = (value) =>
  isMade<TargetResult['metrics']>(value, {
    holdout: isMaybe(isScores),
    loo: isAnyNumber,
    optimism: isMaybe(isAnyNumber),
    gcv: isAnyNumber,
    cv: isAnyNumber,
    cvStandardError: isAnyNumber,
    folds: isCount,
    degreesOfFreedom: isAnyNumber,
  });

const isScores: Holds = (value) =>
  isMade<Scores>(value, {
    r2: isAnyNumber,
    rmse: isAnyNumber,
    mae: isAnyNumber,
    n: isCount,
    r2Interval: isPair,
    rmseInterval: isPair,
    coverage: isAnyNumber,
    coverageByWidth: isMaybe(isList(isThird, 3)),
  });

const isThird: Holds = (value) =>
  isMade<NonNullable<Scores['coverageByWidth']>[number]>(value, { coverage: isAnyNumber, n: isCount });

const isHeldOut: Holds = (value) => {
  const rows = lengthIn(value, 'rows');
  const each = isReals(rows);
  return isMade<HoldoutPredictions>(value, {
    rows: isArray(Uint32Array),
    lines: isArray(Uint32Array, rows),
    observed: each,
    predicted: each,
    lower: each,
    upper: each,
  });
};

function isPredictor(value: unknown, rows?: number): boolean {
  if (!isRecord(value)) return false;
  const points = lengthIn(value, 'base');
  return isMade<LivePredictor>(value, {
    rows: (count) => count === points && (rows === undefined || rows === points),
    rank: isCount,
    p: isArray(Float32Array, points * Number(value.rank)),
    base: isReals(),
    prior: isMaybe(isReals(points)),
    leverage: isMaybe(isReals(points)),
  });
}

const isLive: Holds = (value) =>
  isMade<TargetResult['live']>(value, {
    holdout: isMaybe((predictor) => isPredictor(predictor)),
    partial: isList(isPartial),
    curve: isMaybe(isCurve),
  });

const isPartial: Holds = (value) =>
  isMade<PartialDependence>(value, {
    column: isText,
    kind: isNameOf(PARTIAL_KINDS),
    grid: isReals(),
    levels: isMaybe(isList(isText)),
    predictor: (predictor) => isPredictor(predictor, lengthIn(value, 'grid')),
    share: isMaybe(isAnyNumber),
    probability: isMaybe(isReals(lengthIn(value, 'grid'))),
    rug: isReals(),
  });

const PARTIAL_KINDS: Readonly<Record<PartialDependence['kind'], true>> = {
  number: true,
  boolean: true,
  date: true,
  category: true,
};

const isCurve: Holds = (value) => {
  const rows = lengthIn(value, 'x');
  return isMade<CurveFit>(value, {
    column: isText,
    grid: isReals(),
    predictor: (predictor) => isPredictor(predictor, lengthIn(value, 'grid')),
    x: isReals(),
    y: isReals(rows),
    rows: isArray(Uint32Array, rows),
    lines: isArray(Uint32Array, rows),
  });
};

const isClassResult: Holds = (value) => {
  if (!isRecord(value) || !isListOf(value.levels, isText)) return false;
  const { length } = value.levels;
  return isMade<ClassResult>(value, {
    levels: isList(isText),
    heldOut: isFlag,
    confusion: isArray(Uint32Array, length ** 2),
    accuracy: isAnyNumber,
    accuracyInterval: isPair,
    baseline: isAnyNumber,
    calibration: isMaybe((calibration) => isCalibration(calibration, length)),
    threshold: isMaybe(isAnyNumber),
    probability: isMaybe((probability) => isProbability(probability, length)),
    sets: isMaybe(isClassSets),
    leftOut: isMaybe((rows) => isLeftOut(rows, length)),
  });
};

/** Two levels have one output between them. */
function isProbability(value: unknown, levels: number): boolean {
  const rows = lengthIn(value, 'observed');
  const outputs: Holds = (list) => isListOf(list, isReals(rows), levels === 2 ? 1 : levels);
  return isMade<ProbabilityQuality>(value, {
    observed: (observed) => isLevels(observed, levels),
    scores: outputs,
    probabilities: outputs,
    logLoss: isEstimated,
    brier: isEstimated,
    levels: (list) => isListOf(list, isLevel, levels),
  });
}

function isLeftOut(value: unknown, levels: number): boolean {
  const rows = lengthIn(value, 'observed');
  const outputs: Holds = (list) => isListOf(list, isReals(rows), levels === 2 ? 1 : levels);
  return isMade<LeftOutRows>(value, {
    rows: isArray(Uint32Array, rows),
    lines: isArray(Uint32Array, rows),
    observed: (observed) => isLevels(observed, levels),
    scores: outputs,
    probabilities: outputs,
  });
}

const isLevels = (value: unknown, levels: number): boolean =>
  value instanceof Uint16Array && value.every((level) => level < levels);

const isEstimated: Holds = (value) => isMade<Estimated>(value, { value: isAnyNumber, interval: isPair });

const isLevel: Holds = (value) =>
  isMade<LevelQuality>(value, {
    level: isText,
    rows: isCount,
    precision: isMaybe(isEstimated),
    recall: isMaybe(isEstimated),
    rocArea: isMaybe(isEstimated),
    averagePrecision: isMaybe(isAnyNumber),
  });

const isLearning: Holds = (value) => {
  if (!isRecord(value)) return false;
  const each = isReals(lengthIn(value, 'rows'));
  return isMade<LearningPoints>(value, {
    rows: isReals(),
    error: each,
    standardError: each,
    doubling: isMaybe(isDoubling),
  });
};

const isDoubling: Holds = (value) =>
  isMade<NonNullable<LearningPoints['doubling']>>(value, {
    rows: isPair,
    error: isPair,
    logStandardError: isAnyNumber,
  });

const isSoft: Holds = (value) =>
  isMade<SoftThresholding>(value, {
    k: isAnyNumber,
    kappa: isAnyNumber,
    before: isReals(),
    after: isReals(),
    tried: isMaybe((tried) =>
      isMade<NonNullable<SoftThresholding['tried']>>(tried, {
        k: isReals(),
        loo: isReals(lengthIn(tried, 'k')),
      }),
    ),
  });

const isApproximation: Holds = (value) =>
  isMade<Approximation>(value, {
    kind: isNameOf(KINDS),
    count: isCount,
    title: isText,
    kernelError: isMaybe((error) =>
      isMade<NonNullable<Approximation['kernelError']>>(error, { value: isAnyNumber, rows: isCount }),
    ),
    traceLeft: isMaybe(isAnyNumber),
    curve: isApproximationCurve,
    peer: isMaybe(isApproximationCurve),
    exact: isMaybe((exact) =>
      isMade<NonNullable<Approximation['exact']>>(exact, { rows: isCount, holdout: isAnyNumber, seconds: isAnyNumber }),
    ),
    recommended: (recommended) =>
      isMade<Approximation['recommended']>(recommended, {
        count: isAnyNumber,
        lambda: isAnyNumber,
        g: isAnyNumber,
        r: isAnyNumber,
        rule: isText,
      }),
    sampling: isMaybe((sampling) =>
      isMade<NonNullable<Approximation['sampling']>>(sampling, {
        pilot: isCount,
        lambda: isAnyNumber,
        effective: isAnyNumber,
      }),
    ),
    solver: isSolver,
    looRows: isCount,
  });

const KINDS: Readonly<Record<Approximation['kind'], true>> = { randomFeatures: true, landmarks: true };

type ConjugateGradient = Extract<Approximation['solver'], { kind: 'conjugateGradient' }>;

const isSolver: Holds = (value) =>
  isRecord(value) &&
  (value.kind === 'spectrum' ||
    isMade<ConjugateGradient>(value, {
      kind: (kind) => kind === 'conjugateGradient',
      residuals: isReals(),
      spectrumCount: isCount,
    }));

const isApproximationCurve: Holds = (value) => {
  const length = lengthIn(value, 'counts');
  const each = isReals(length);
  return isMade<ApproximationCurve>(value, {
    kind: isNameOf(KINDS),
    counts: isArray(Uint32Array),
    lambda: each,
    degreesOfFreedom: each,
    gcv: each,
    holdout: (errors) => each(errors) || isReals(0)(errors),
    standardError: isMaybe(each),
    seconds: each,
    bytes: each,
  });
};
