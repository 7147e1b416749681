import type { Inspection } from '../engine/contract/data';
import type { RiskPath, RunResult, TargetResult } from '../engine/contract/run';
import { blockNames } from '../engine/features/blocks';
import { backEndOf } from '../engine/figures/backEnd';
import { kernelText } from '../engine/kernels/kernelWords';
import { effectiveDimension } from '../engine/spectrum/effectiveDimension';
import { equivalentLambda } from '../engine/spectrum/filters';
import { version } from '../engine/version';

/**
 * The JSON of `fit --json`: a contract, described by docs/fit.schema.json. Errors, noise and scores are in units of the
 * target squared, rmse and mae in units of the target. What does not exist for a run is null. Members that depend on the
 * target are those of the first; `others` holds the same of each further target or class.
 */
export function fitJson(run: RunResult): unknown {
  const { request, classes } = run;
  const { rows, used, train, holdout, columns, dropped, imputed, encoded } = run.data;
  const value = (name: string) => run.parameters.find((p) => p.name === name)?.value ?? null;
  const lambda = 'lambda' in run.filter ? run.filter.lambda : null;
  return {
    kernelscope: run.kernelscope,
    method: run.method.id,
    file: run.file.name,
    data: { rows, used, train, holdout, columns, dropped, imputed, encoded },
    parameters: {
      ...Object.fromEntries(run.parameters.map((p) => [p.name, p.value])),
      kernel: kernelText(run.kernel),
      lambda,
      lambdaTotal: lambda === null ? null : lambda * run.spectrum.n,
      standardise: request.design.standardise,
      missing: request.design.missing,
      seed: value('seed') ?? request.design.seed,
      rules: Object.fromEntries(run.parameters.map((p) => [p.name, p.rule])),
    },
    ...targetJson(run),
    others: run.others.map(targetJson),
    classes: classes ? { ...classes, confusion: rowsOf(classes.confusion, classes.levels.length) } : null,
    unpenalised: blockNames(run.model.unpenalised, run.model.transform.names),
    shortcut: run.shortcut,
    foldsBy: run.foldsBy,
    linearAlgebra: { ...run.backend, backEnd: backEndOf(run.backend) },
    timings: run.timings,
    warnings: run.notes.filter((n) => n.severity === 'warning').map((n) => n.text),
    notes: run.notes.filter((n) => n.severity === 'info').map((n) => n.text),
  };
}

function targetJson({ target, mean, spectrum, filter, noise, paths, metrics, holdout }: TargetResult) {
  const { n, unpenalised, mu, rank, coordinates } = spectrum;
  const [principal] = paths;
  return {
    target,
    mean,
    filter,
    metrics: {
      holdout: metrics.holdout ?? null,
      loo: metrics.loo,
      gcv: metrics.gcv,
      cv: metrics.folds > 0 ? metrics.cv : null,
      cvStandardError: metrics.folds > 0 ? metrics.cvStandardError : null,
      folds: metrics.folds,
      degreesOfFreedom: metrics.degreesOfFreedom,
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
      rule: noise.rule,
    },
    risk: pathJson(principal),
    paths: paths.map(pathJson),
    predictions: holdout
      ? {
          rows: holdout.rows,
          holdout: holdout.predicted,
          lower: holdout.lower,
          upper: holdout.upper,
          observed: holdout.observed,
        }
      : null,
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

const rowsOf = (values: Uint32Array, width: number): number[][] =>
  Array.from({ length: values.length / width }, (_, i) => Array.from(values.subarray(i * width, (i + 1) * width)));

export function inspectJson(inspection: Inspection): unknown {
  return { kernelscope: version, ...inspection };
}

/** Typed arrays as arrays; numbers that JSON lacks as null. */
export function jsonText(value: unknown): string {
  const plain = (_key: string, v: unknown): unknown => (ArrayBuffer.isView(v) ? Array.from(v as Float64Array) : v);
  return `${JSON.stringify(value, plain, 1)}\n`;
}
