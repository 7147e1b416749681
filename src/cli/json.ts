import type { Inspection } from '../engine/contract/data';
import type { RunResult } from '../engine/contract/run';
import { backEndOf } from '../engine/figures/backEnd';
import { effectiveDimension } from '../engine/spectrum/effectiveDimension';
import { version } from '../engine/version';

/**
 * The JSON of `fit --json`: a contract, described by docs/fit.schema.json. Errors, noise and scores are in units of the
 * target squared, rmse and mae in units of the target. What does not exist for a run is null.
 */
export function fitJson(run: RunResult): unknown {
  const { spectrum, path, metrics, request } = run;
  const { rows, used, train, holdout, columns, dropped, imputed, encoded } = run.data;
  const value = (name: string) => run.parameters.find((p) => p.name === name)?.value ?? null;
  const scores = spectrum.coordinates.map((c) => c * c);
  return {
    kernelscope: run.kernelscope,
    method: run.method.id,
    file: run.file.name,
    target: run.target,
    data: { rows, used, train, holdout, columns, dropped, imputed, encoded },
    parameters: {
      ...Object.fromEntries(run.parameters.map((p) => [p.name, p.value])),
      lengthScale: run.lengthScale,
      lambda: run.lambda,
      lambdaTotal: run.lambda * spectrum.n,
      standardise: request.design.standardise,
      missing: request.design.missing,
      seed: value('seed') ?? request.design.seed,
      rules: Object.fromEntries(run.parameters.map((p) => [p.name, p.rule])),
    },
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
      n: spectrum.n,
      mu: spectrum.mu,
      rank: spectrum.rank,
      effectiveDimension: effectiveDimension(spectrum.mu, spectrum.rank, run.lambda),
    },
    alignment: {
      scores,
      noiseFloor: run.noise.sigma2 / spectrum.n,
      sigma2: run.noise.sigma2,
      sigma2StandardError: run.noise.standardError,
      rule: run.noise.rule,
    },
    risk: {
      grid: path.lambda,
      bias: path.bias,
      variance: path.variance,
      total: path.total,
      loo: path.loo,
      gcv: path.gcv,
      cv: metrics.folds > 0 ? path.cv : null,
      degreesOfFreedom: path.degreesOfFreedom,
    },
    predictions: run.holdout
      ? {
          rows: run.holdout.rows,
          holdout: run.holdout.predicted,
          lower: run.holdout.lower,
          upper: run.holdout.upper,
          observed: run.holdout.observed,
        }
      : null,
    linearAlgebra: { ...run.backend, backEnd: backEndOf(run.backend) },
    timings: run.timings,
    warnings: run.notes.filter((n) => n.severity === 'warning').map((n) => n.text),
    notes: run.notes.filter((n) => n.severity === 'info').map((n) => n.text),
  };
}

export function inspectJson(inspection: Inspection): unknown {
  return { kernelscope: version, ...inspection };
}

/** Typed arrays as arrays; numbers that JSON lacks as null. */
export function jsonText(value: unknown): string {
  const plain = (_key: string, v: unknown): unknown => (ArrayBuffer.isView(v) ? Array.from(v as Float64Array) : v);
  return `${JSON.stringify(value, plain, 1)}\n`;
}
