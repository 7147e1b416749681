import type { Approximation, ApproximationCurve } from '../engine/contract/approximation';
import type { ClassSets } from '../engine/contract/classes';
import type { Inspection } from '../engine/contract/data';
import type { Importance } from '../engine/contract/explain';
import { type JsonKind, schemaId } from '../engine/contract/jsonKinds';
import type { RobustFit } from '../engine/contract/robust';
import type { ClassResult, RiskPath, RunResult, SpectrumData, TargetResult } from '../engine/contract/run';
import { blockNames } from '../engine/features/blocks';
import { equivalentLambda } from '../engine/filters/anyFilter';
import { version } from '../engine/machine/version';
import { polynomialAlignment } from '../engine/spectrum/alignment';
import { defaultDecayRange } from '../engine/spectrum/decay';
import { effectiveDimension } from '../engine/spectrum/effectiveDimension';
import { noiseInterval } from '../engine/spectrum/noise';
import { byLevel } from '../engine/statistics/calibration';
import { countSets, type SetCounts, setsOf } from '../engine/statistics/classSets';
import { sufficientCounts } from '../engine/statistics/sufficientCounts';
import { unpenalisedBlocks } from '../figures/fit/unpenalised';
import { runJson } from './runJson';

/**
 * The JSON of `fit --json`: a contract, described by docs/fit.schema.json. Errors, noise and scores are in units of the
 * target squared, rmse and mae in units of the target. What does not exist for a run is null. Members that depend on the
 * target are those of the first; `others` holds the same of each further target or class. Of a robust fit `robust` and
 * `predictions` are its own; filter, spectrum, alignment, risk and paths are those of its ridge baseline. Of a fit on features or
 * landmarks `approximation` says how they stand for the kernel; the spectrum is then that of the kernel they make.
 */
export function fitJson(run: RunResult, importance?: Importance) {
  const { classes } = run;
  const lambda = lambdaOf(run);
  const seed = run.parameters.find(({ name }) => name === 'seed')?.value ?? run.request.design.seed;
  const parameters = {
    lambda,
    lambdaTotal: lambda === null ? null : lambda * run.spectrum.n,
    seed: Number(seed),
  };
  return runJson(run, parameters, {
    ...targetJson(run),
    others: run.others.map(targetJson),
    approximation: run.approximation ? approximationJson(run.approximation) : null,
    race: run.race ?? null,
    baselines: run.baselines ?? [],
    ...(importance && { importance }),
    classes: classes ? classesJson(classes) : null,
    unpenalised: blockNames(unpenalisedBlocks(run), run.model.transform.names),
    shortcut: run.shortcut,
    foldsBy: run.foldsBy,
  });
}

/** The method's own lambda per sample, null where it has none. That of the ridge baseline stands in its own member. */
function lambdaOf({ filter, robust }: RunResult): number | null {
  if (robust) return robust.path.axis === 'lambda' ? robust.strength : null;
  return 'lambda' in filter ? filter.lambda : null;
}

function targetJson({ target, mean, spectrum, filter, noise, paths, metrics, holdout, robust }: TargetResult) {
  const { n, unpenalised, mu, rank, coordinates } = spectrum;
  const [principal] = paths;
  return {
    target,
    mean,
    filter,
    metrics: {
      holdout: metrics.holdout ?? null,
      // The ridge baseline's would be mistaken for the robust fit's.
      loo: robust ? null : metrics.loo,
      optimism: robust ? null : (metrics.optimism ?? 1),
      gcv: robust ? null : metrics.gcv,
      cv: metrics.folds > 0 ? metrics.cv : null,
      cvStandardError: metrics.folds > 0 ? metrics.cvStandardError : null,
      folds: robust ? robust.scored.folds : metrics.folds,
      degreesOfFreedom: robust ? null : metrics.degreesOfFreedom,
    },
    spectrum: {
      n,
      unpenalised,
      mu,
      rank,
      effectiveDimension: effectiveDimension(mu, rank, equivalentLambda(filter, mu, rank, n)),
    },
    alignment: {
      scores: coordinates.map((c) => c * c),
      noiseFloor: noise.sigma2 / n,
      sigma2: noise.sigma2,
      sigma2StandardError: noise.standardError,
      sigma2Interval: noiseInterval(noise),
      rule: noise.rule,
      exponents: exponentsJson(spectrum),
    },
    risk: pathJson(principal),
    paths: paths.map(pathJson),
    predictions: holdout
      ? {
          rows: holdout.rows,
          holdout: holdout.predicted,
          // Of quantiles they would be levels, which stand under their own names.
          lower: robust?.taus ? null : holdout.lower,
          upper: robust?.taus ? null : holdout.upper,
          observed: holdout.observed,
          quantiles: robust?.taus && robust.holdout ? levelsJson(robust.taus, robust.holdout) : null,
        }
      : null,
    robust: robust ? robustJson(robust) : null,
  };
}

/** On the default stretch of directions. */
function exponentsJson(spectrum: SpectrumData) {
  const { from, to } = defaultDecayRange(spectrum.rank);
  const alignment = polynomialAlignment(spectrum, from, to);
  if (alignment === undefined) return null;
  const { alpha, gamma, rateTruncated, rateRidge, regime = null } = alignment;
  return { from, to, alpha, gamma, rateTruncated, rateRidge, regime };
}

function approximationJson({ peer, exact, kernelError, traceLeft, sampling, ...fit }: Approximation) {
  return {
    ...fit,
    kernelError: kernelError ?? null,
    traceLeft: traceLeft ?? null,
    sampling: sampling ?? null,
    curve: curveJson(fit.curve),
    peer: peer ? curveJson(peer) : null,
    exact: exact ?? null,
  };
}

function curveJson(curve: ApproximationCurve) {
  const { counts, gcv, standardError } = curve;
  const holdout = curve.holdout.length > 0 ? curve.holdout : undefined;
  const { from, to } = sufficientCounts(holdout ?? gcv, standardError);
  return {
    ...curve,
    holdout: holdout ?? null,
    standardError: standardError ?? null,
    sufficient: { from: counts[from], to: counts[to] },
  };
}

const levelsJson = (taus: readonly number[], values: readonly Float64Array[]) =>
  taus.map((tau, l) => ({ tau, predicted: values[l] }));

function robustJson({ path, squared, rows, suspects, taus, middle, ...fit }: RobustFit) {
  return {
    axis: path.axis,
    strength: fit.strength,
    rule: fit.rule,
    scored: fit.scored,
    path: {
      grid: path.values,
      loss: path.loss,
      score: path.score,
      scoreStandardError: path.scoreStandardError,
      training: path.training,
      support: path.support,
      largest: path.largest,
      remainder: path.remainder,
    },
    taus: taus ?? null,
    rows,
    alpha: fit.alpha[middle],
    weights: fit.weights ?? null,
    errors: fit.errors,
    scale: fit.scale,
    centre: fit.centre,
    beyond: fit.beyond,
    suspects: suspects.map(({ at: _, ...suspect }) => suspect),
    suspectCount: fit.suspectCount,
    convergence: fit.convergence,
    calibration: fit.calibration ?? null,
    crossed: fit.crossed ?? null,
    landmarks: fit.landmarks ?? null,
    squared: squared.holdout ? { r2: squared.holdout.r2, rmse: squared.holdout.rmse, mae: squared.holdout.mae } : null,
  };
}

function pathJson({ axis, values, bias, variance, total, loo, gcv, cv, cvStandardError, degreesOfFreedom }: RiskPath) {
  const folds = cv.length > 0;
  return {
    axis,
    grid: values,
    bias,
    variance,
    total,
    loo,
    gcv,
    cv: folds ? cv : null,
    cvStandardError: folds ? cvStandardError : null,
    degreesOfFreedom,
  };
}

const setsJson = (sets: ClassSets, { rows: of, ...counts }: SetCounts) => ({ ...sets, of, ...counts });

function classesJson({
  levels,
  confusion,
  calibration,
  threshold,
  probability,
  sets,
  leftOut: _,
  ...counts
}: ClassResult) {
  const probabilities = probability && byLevel(probability.probabilities);
  return {
    levels,
    ...counts,
    confusion: rowsOf(confusion, levels.length),
    calibration: calibration ?? null,
    threshold: threshold ?? null,
    logLoss: probability?.logLoss ?? null,
    brier: probability?.brier ?? null,
    byLevel:
      probability?.levels.map(
        ({ precision = null, recall = null, rocArea = null, averagePrecision = null, ...of }) => ({
          ...of,
          precision,
          recall,
          rocArea,
          averagePrecision,
        }),
      ) ?? null,
    probabilities: probabilities ?? null,
    sets: sets && probabilities ? setsJson(sets, countSets(setsOf(probabilities, sets), probability.observed)) : null,
  };
}

const rowsOf = (values: Uint32Array, width: number): number[][] =>
  Array.from({ length: values.length / width }, (_, i) => Array.from(values.subarray(i * width, (i + 1) * width)));

export type InspectJson = ReturnType<typeof inspectJson>;
export const inspectJson = (inspection: Inspection) => ({ kernelscope: version, ...inspection });

/** What is written of a value of some kind: it begins with the name of its schema. */
export type Written<T> = { readonly $schema: string } & T;

/** Typed arrays as arrays; numbers that JSON lacks as null. */
export function jsonText(kind: JsonKind, value: { readonly kernelscope: string }): string {
  const plain = (_key: string, v: unknown): unknown => (ArrayBuffer.isView(v) ? Array.from(v as Float64Array) : v);
  const written: Written<typeof value> = { $schema: schemaId(kind), ...value };
  return `${JSON.stringify(written, plain, 1)}\n`;
}

export type FitJson = ReturnType<typeof fitJson>;
export type TargetJson = ReturnType<typeof targetJson>;
export type PathJson = ReturnType<typeof pathJson>;
export type RobustJson = ReturnType<typeof robustJson>;
export type ApproximationJson = ReturnType<typeof approximationJson>;
export type CurveJson = ReturnType<typeof curveJson>;
export type ClassesJson = ReturnType<typeof classesJson>;
