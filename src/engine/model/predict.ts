import { partOf, type RunContext, silently } from '../contract/context';
import type { Matrix } from '../contract/data';
import { KernelscopeError } from '../contract/failure';
import type { Model } from '../contract/run';
import { evaluateBlocks } from '../features/blocks';
import { rowBlock } from '../kernels/rows';
import type { LinearAlgebra } from '../linalg/linalg';
import { deviationAt } from '../spectrum/deviation';
import { decomposeKernel } from './decomposeKernel';
import { predictProjected, projectRows, transposeKept } from './projection';

/** Rows predicted at once: memory beyond the decomposition is 3·ROWS·n numbers. */
const ROWS = 256;

export interface PredictedRows {
  readonly predicted: Float64Array;
  /** 95 % prediction interval. */
  readonly lower: Float64Array;
  readonly upper: Float64Array;
}

/**
 * Predictions of every output for rows already encoded by the model's transform (m×d), in units of the target. The residual
 * kernel of the training rows is decomposed again, for the intervals f(x) ± intervalWidth·deviation(x).
 * Throws `model/columns` when the number of columns differs, `data/not-finite` for a row that cannot be predicted.
 */
export function predictModel(model: Model, x: Matrix, linalg: LinearAlgebra, context: RunContext): PredictedRows[] {
  if (x.columns !== model.x.columns) {
    throw new KernelscopeError(
      'model/columns',
      `The model was fitted on ${model.x.columns} encoded columns, these rows have ${x.columns}. Use a file with the same columns.`,
      { expected: model.x.columns, found: x.columns },
    );
  }
  checkFinite(x, model.transform.names);
  const m = x.rows;
  const { kernel, rootWeights, unpenalised: blocks } = model;
  const residual = decomposeKernel(kernel, model, blocks, linalg, partOf(context, 0, 0.5));
  const reach = { kernel, x: model.x, blocks, residual, ...(rootWeights && { rootWeights }) };
  const found = model.outputs.map(() => ({ predicted: new Float64Array(m), half: new Float64Array(m) }));
  const rest = partOf(context, 0.5, 1);
  for (let j0 = 0; j0 < m; j0 += ROWS) {
    const rows = Math.min(ROWS, m - j0);
    rest.progress(j0 / m, 'predicting');
    const block = rowBlock(x, j0, rows);
    const projected = projectRows(reach, block, linalg, silently(rest));
    // beta belongs to the features that the fit kept; another core may keep others of those that are nearly combinations.
    const features = transposeKept(evaluateBlocks(blocks, block, linalg, silently(rest)).values, rows, model.kept);
    model.outputs.forEach((output, o) => {
      found[o].predicted.set(predictProjected({ ...projected, features }, output, rootWeights), j0);
      const deviation = deviationAt(projected.p, projected.prior, projected.leverage, residual.basis, output.filter);
      for (let j = 0; j < rows; j++) found[o].half[j0 + j] = output.intervalWidth * deviation[j];
    });
  }
  rest.progress(1, 'predicting');
  return found.map(({ predicted, half }) => ({
    predicted,
    lower: predicted.map((v, j) => v - half[j]),
    upper: predicted.map((v, j) => v + half[j]),
  }));
}

function checkFinite({ rows, columns, values }: Matrix, names: readonly string[]): void {
  for (let c = 0; c < columns; c++) {
    for (let i = 0; i < rows; i++) {
      if (Number.isFinite(values[c * rows + i])) continue;
      throw new KernelscopeError(
        'data/not-finite',
        `Row ${i + 1} of ${names[c]} is not a finite number, so it cannot be predicted. Correct it or leave the row out.`,
        { row: i + 1, column: names[c] },
      );
    }
  }
}
