import { partOf, type RunContext, silently } from '../contract/context';
import type { Matrix } from '../contract/data';
import { KernelscopeError } from '../contract/failure';
import type { Model } from '../contract/run';
import { gaussianCross, gaussianGram } from '../kernels/gaussian';
import { rowBlock } from '../kernels/rows';
import type { LinearAlgebra } from '../linalg/linalg';

/** Rows predicted at once: memory beyond the factor is 2·ROWS·n numbers. */
const ROWS = 256;

export interface PredictedRows {
  readonly predicted: Float64Array;
  /** 95 % prediction interval. */
  readonly lower: Float64Array;
  readonly upper: Float64Array;
}

/**
 * Predictions for rows already encoded by the model's transform (m×d), in units of the target, with
 * f(x) ± intervalWidth·sqrt(n·lambda + k(x,x) − ||L^-1·k(X,x)||²), L the Cholesky factor of K + n·lambda·I.
 * Throws `model/columns` when the number of columns differs, `data/not-finite` for a row that cannot be predicted.
 */
export function predictModel(model: Model, x: Matrix, linalg: LinearAlgebra, context: RunContext): PredictedRows {
  if (x.columns !== model.x.columns) {
    throw new KernelscopeError(
      'model/columns',
      `The model was fitted on ${model.x.columns} encoded columns, these rows have ${x.columns}. Use a file with the same columns.`,
      { expected: model.x.columns, found: x.columns },
    );
  }
  checkFinite(x, model.transform.names);
  return linalg.scope(() => predictRows(model, x, linalg, context));
}

function predictRows(model: Model, x: Matrix, linalg: LinearAlgebra, context: RunContext): PredictedRows {
  const n = model.x.rows;
  const m = x.rows;
  const { lengthScale } = model.kernel;
  const { factor, ridge } = factorise(model, linalg, partOf(context, 0, 0.5));
  const predicted = new Float64Array(m);
  const half = new Float64Array(m);
  const rest = partOf(context, 0.5, 1);
  for (let j0 = 0; j0 < m; j0 += ROWS) {
    const rows = Math.min(ROWS, m - j0);
    rest.progress(j0 / m, 'predicting');
    const cross = gaussianCross(model.x, rowBlock(x, j0, rows), lengthScale, linalg, silently(rest));
    for (let j = 0; j < rows; j++) {
      let f = 0;
      for (let i = 0, o = j * n; i < n; i++, o++) f += cross[o] * model.alpha[i];
      predicted[j0 + j] = model.centre + f;
    }
    linalg.solveLower(factor, n, false, cross, rows, rest);
    for (let j = 0; j < rows; j++) {
      let explained = 0;
      for (let i = 0, o = j * n; i < n; i++, o++) explained += cross[o] * cross[o];
      half[j0 + j] = model.intervalWidth * Math.sqrt(ridge + Math.max(0, 1 - explained));
    }
  }
  rest.progress(1, 'predicting');
  return { predicted, lower: predicted.map((v, j) => v - half[j]), upper: predicted.map((v, j) => v + half[j]) };
}

/**
 * Cholesky factor of K + n·lambda·I. Where lambda is below what rounding allows, the ridge is raised tenfold until the factor
 * exists, starting at n·eps; the factor lies in the core's memory. Intervals are then computed with that ridge, which makes them wider, never narrower.
 */
function factorise(
  model: Model,
  linalg: LinearAlgebra,
  context: RunContext,
): { readonly factor: Float64Array; readonly ridge: number } {
  const n = model.x.rows;
  let ridge = n * model.lambda;
  const gram = linalg.allocate(n * n);
  for (let attempt = 0; attempt < 12; attempt++) {
    gaussianGram(model.x, model.kernel.lengthScale, linalg, partOf(context, 0, 0.3), gram);
    for (let i = 0; i < n; i++) gram[i * n + i] += ridge;
    if (linalg.cholesky(gram, n, partOf(context, 0.3, 1)) === 0) return { factor: gram, ridge };
    ridge = Math.max(10 * ridge, n * Number.EPSILON);
  }
  throw new KernelscopeError(
    'numerics/failed',
    'The model cannot be evaluated: its kernel matrix is not positive definite. Fit it again with a larger lambda.',
  );
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
