import type { MissingPolicy } from '../engine/contract/data';
import type { AnyRun } from '../engine/contract/run';
import { kernelText } from '../engine/kernels/kernelWords';
import { backEndOf } from '../figures/words/backEnd';

/** Parameters of every method, principal components too. */
export interface DesignParameters {
  readonly kernel: string;
  readonly standardise: boolean;
  readonly missing: MissingPolicy;
  /** How each was chosen. */
  readonly rules: Readonly<Record<string, string>>;
}

/** Of every fit to a target. */
export interface FitParameters extends DesignParameters {
  readonly lambda: number | null;
  readonly lambdaTotal: number | null;
  readonly seed: number;
}

/** What the JSON of `fit --json` says of a run of any kind, around what its kind adds. */
export function runJson<P extends object, M extends object>(run: AnyRun, parameters: P, members: M) {
  const { standardise, missing } = run.request.design;
  const { rows, used, train, holdout, columns, dropped, imputed, encoded } = run.data;
  const texts = (warns: boolean) =>
    run.notes.filter(({ severity }) => (severity === 'warning') === warns).map(({ text }) => text);
  const of: DesignParameters & P & Readonly<Record<string, unknown>> = {
    ...Object.fromEntries(run.parameters.map(({ name, value }) => [name, value])),
    kernel: kernelText(run.kernel),
    ...parameters,
    standardise,
    missing,
    rules: Object.fromEntries(run.parameters.map(({ name, rule }) => [name, rule])),
  };
  return {
    kernelscope: run.kernelscope,
    method: run.method.id,
    file: run.file.name,
    data: { rows, used, train, holdout, columns, dropped, imputed, encoded },
    parameters: of,
    ...members,
    linearAlgebra: { ...run.backend, backEnd: backEndOf(run.backend) },
    timings: run.timings,
    warnings: texts(true),
    notes: texts(false),
  };
}
