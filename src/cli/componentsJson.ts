import type { ComponentsRun } from '../engine/contract/run';
import { runJson } from './runJson';

/**
 * The JSON of `fit --json` for principal components: the form with `components` of docs/fit.schema.json. Eigenvalues and errors are in
 * the units of the kernel; scores are one list for each row. What does not exist for a run is null.
 */
export function componentsJson(run: ComponentsRun) {
  const { components } = run;
  const { kind, n, count, title, eigenvalues, total, solver, loadings, tested } = components;
  const l = eigenvalues.length;
  const scored = ({ rows: numbers, lines, scores, error }: ComponentsRun['components']['train']) => ({
    rows: numbers,
    lines,
    scores: rowsOf(scores, l),
    error,
  });
  return runJson(
    run,
    {},
    {
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
    },
  );
}

const rowsOf = (values: Float32Array | Float64Array, width: number): number[][] =>
  Array.from({ length: values.length / width }, (_, i) => Array.from(values.subarray(i * width, (i + 1) * width)));

export type ComponentsJson = ReturnType<typeof componentsJson>;
