import type { ComponentsRun } from '../engine/contract/run';
import { kernelText } from '../engine/kernels/kernelWords';
import { backEndOf } from '../figures/words/backEnd';

/**
 * The JSON of `fit --json` for principal components: the form with `components` of docs/fit.schema.json. Eigenvalues and errors are in
 * the units of the kernel; scores are one list for each row. What does not exist for a run is null.
 */
export function componentsJson(run: ComponentsRun): unknown {
  const { request, components } = run;
  const { rows, used, train, holdout, columns, dropped, imputed, encoded } = run.data;
  const { kind, n, count, title, eigenvalues, total, solver, loadings, tested } = components;
  const l = eigenvalues.length;
  const scored = ({ rows: numbers, lines, scores, error }: ComponentsRun['components']['train']) => ({
    rows: numbers,
    lines,
    scores: rowsOf(scores, l),
    error,
  });
  return {
    kernelscope: run.kernelscope,
    method: run.method.id,
    file: run.file.name,
    data: { rows, used, train, holdout, columns, dropped, imputed, encoded },
    parameters: {
      ...Object.fromEntries(run.parameters.map((p) => [p.name, p.value])),
      kernel: kernelText(run.kernel),
      standardise: request.design.standardise,
      missing: request.design.missing,
      rules: Object.fromEntries(run.parameters.map((p) => [p.name, p.rule])),
    },
    components: {
      kind,
      n,
      count,
      title,
      eigenvalues,
      share: eigenvalues.map((value) => value / total),
      total,
      solver,
      train: scored(components.train),
      holdout: components.holdout ? scored(components.holdout) : null,
      loadings: { names: loadings.names, values: rowsOf(loadings.values, l) },
      reconstruction: components.reconstruction.map(({ h, ...curve }) => ({ ...curve, h: h ?? null })),
      tested,
    },
    linearAlgebra: { ...run.backend, backEnd: backEndOf(run.backend) },
    timings: run.timings,
    warnings: run.notes.filter((note) => note.severity === 'warning').map((note) => note.text),
    notes: run.notes.filter((note) => note.severity === 'info').map((note) => note.text),
  };
}

const rowsOf = (values: Float32Array | Float64Array, width: number): number[][] =>
  Array.from({ length: values.length / width }, (_, i) => Array.from(values.subarray(i * width, (i + 1) * width)));
