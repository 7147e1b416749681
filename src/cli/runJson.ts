import type { AnyRun } from '../engine/contract/run';
import { kernelText } from '../engine/kernels/kernelWords';
import { backEndOf } from '../figures/words/backEnd';

/** What the JSON of `fit --json` says of a run of any kind, around the members and parameters of its own kind. */
export function runJson(run: AnyRun, parameters: object, members: object): unknown {
  const { standardise, missing } = run.request.design;
  const { rows, used, train, holdout, columns, dropped, imputed, encoded } = run.data;
  const texts = (warns: boolean) =>
    run.notes.filter(({ severity }) => (severity === 'warning') === warns).map(({ text }) => text);
  return {
    kernelscope: run.kernelscope,
    method: run.method.id,
    file: run.file.name,
    data: { rows, used, train, holdout, columns, dropped, imputed, encoded },
    parameters: {
      ...Object.fromEntries(run.parameters.map((p) => [p.name, p.value])),
      kernel: kernelText(run.kernel),
      ...parameters,
      standardise,
      missing,
      rules: Object.fromEntries(run.parameters.map((p) => [p.name, p.rule])),
    },
    ...members,
    linearAlgebra: { ...run.backend, backEnd: backEndOf(run.backend) },
    timings: run.timings,
    warnings: texts(true),
    notes: texts(false),
  };
}
