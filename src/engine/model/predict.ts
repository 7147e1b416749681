import { partOf, silently } from '../contract/context';
import type { Matrix } from '../contract/data';
import { KernelscopeError } from '../contract/failure';
import type { Model } from '../contract/model';
import { evaluateBlocks } from '../features/blocks';
import { kernelCross } from '../kernels/kernelMatrix';
import { rowBlock } from '../kernels/rows';
import type { Computing } from '../linalg/linalg';
import { decomposeKernel } from '../spectrum/decomposeKernel';
import type { ResidualKernel } from '../spectrum/spectrum';
import { counted } from '../words/sentence';
import { expandedHalfWidths, halfWidths } from './halfWidths';
import { predictProjected, projectRows, transposeKept } from './projection';
import { middleOf, sortLevels } from './quantileLevels';

/**
 * The number of rows predicted at once: memory beyond the decomposition is three times as many numbers for each
 * training row.
 */
export const PREDICTED_AT_ONCE = 256;

export interface RowPredictions {
  /** The target, or the class. */
  readonly name: string;
  readonly predicted: Float64Array;
  /** 95 % prediction interval; between the outermost ones for a model of several quantiles. */
  readonly lower: Float64Array;
  readonly upper: Float64Array;
  /** For a model of quantiles, ascending and in order at every row; `predicted` is the one closest to the median. */
  readonly quantiles?: readonly { readonly tau: number; readonly predicted: Float64Array }[];
}

/** Predicts rows encoded by the model's transform (m×d). Throws as `predictModel`. */
export type Predictor = (x: Matrix, context: Computing) => RowPredictions[];

/**
 * Predictions for rows already encoded by the model's transform (m×d), in units of the target: one entry for each target or class.
 * Throws `model/columns` when the number of columns differs, `data/not-finite` for a row that cannot be predicted.
 */
export function predictModel(model: Model, x: Matrix, context: Computing): RowPredictions[] {
  checkRows(model, x);
  return predictorOf(model, partOf(context, 0, 0.5))(x, partOf(context, 0.5, 1));
}

/**
 * A predictor that can be used repeatedly: for the intervals of a filter the training rows' residual kernel is
 * decomposed only once.
 */
export function predictorOf(model: Model, context: Computing): Predictor {
  const spectral = model.outputs.every(({ filter }) => filter !== undefined);
  const residual = spectral ? decomposeKernel(model.kernel, model, model.unpenalised, context) : undefined;
  return (x, part) => {
    checkRows(model, x);
    return residual ? predictSpectral(model, residual, x, part) : predictExpansion(model, x, part);
  };
}

/** Throws `model/columns`, `data/not-finite`. */
function checkRows(model: Model, x: Matrix): void {
  checkWidth(x.columns, model.x.columns);
  requireFiniteRows(x, model.transform.names);
}

/** Throws `model/columns` if rows have another number of encoded columns than those that were fitted. */
export function checkWidth(found: number, expected: number): void {
  if (found === expected) return;
  throw new KernelscopeError(
    'model/columns',
    `The model was fitted on ${counted(expected, 'encoded column')}, these rows have ${found}. Use a file with the same columns.`,
    { expected, found },
  );
}

function predictSpectral(model: Model, residual: ResidualKernel, x: Matrix, context: Computing): RowPredictions[] {
  const m = x.rows;
  const { kernel, rootWeights, unpenalised: blocks } = model;
  const projectionBasis = { kernel, x: model.x, blocks, residual, rootWeights };
  const predictions = model.outputs.map(() => ({ predicted: new Float64Array(m), half: new Float64Array(m) }));
  eachBlock(x, context, (block, from, part) => {
    const projected = projectRows(projectionBasis, block, part);
    // beta belongs to the features that the fit retained; another core may retain others among those that are nearly
    // combinations.
    const features = transposeKept(evaluateBlocks(blocks, block, part).values, block.rows, model.kept);
    model.outputs.forEach((output, o) => {
      predictions[o].predicted.set(predictProjected({ ...projected, features }, output, rootWeights), from);
      predictions[o].half.set(halfWidths({ ...projected, features }, output, residual.basis, rootWeights), from);
    });
  });
  return predictions.map(({ predicted, half }, o) => ({
    name: model.outputs[o].name,
    predicted,
    lower: predicted.map((v, j) => v - half[j]),
    upper: predicted.map((v, j) => v + half[j]),
  }));
}

/**
 * The sum over the model's rows alone, quantiles put in order at every row: for fits that are not spectral filters, and
 * for any fit if nobody asks for the intervals of its filter (`lower` and `upper` then mean nothing). `crossOf` gives
 * kernel values that are known from elsewhere.
 */
export function predictExpansion(
  model: Pick<Model, 'kernel' | 'x' | 'unpenalised' | 'kept' | 'outputs' | 'taus'>,
  x: Matrix,
  context: Computing,
  crossOf = (block: Matrix, part: Computing) => kernelCross(model.kernel, model.x, block, part),
): RowPredictions[] {
  const m = x.rows;
  const { unpenalised: blocks, outputs, taus } = model;
  const values = outputs.map(() => new Float64Array(m));
  const half = outputs.map(() => new Float64Array(m));
  eachBlock(x, context, (block, from, part) => {
    // A fit on random features has them among its blocks, and no rows.
    const cross = model.x.rows > 0 ? crossOf(block, part) : new Float64Array(0);
    const features = transposeKept(evaluateBlocks(blocks, block, part).values, block.rows, model.kept);
    outputs.forEach((output, o) => {
      const at = { rows: block.rows, cross, features };
      values[o].set(predictProjected(at, output), from);
      half[o].set(expandedHalfWidths(at, output), from);
    });
  });
  const levels = taus?.length ?? 1;
  return Array.from({ length: outputs.length / levels }, (_, t) => {
    const group = values.slice(t * levels, (t + 1) * levels);
    sortLevels(group);
    const { name } = outputs[t * levels];
    const width = half[t * levels];
    const predicted = group[taus ? middleOf(taus) : 0];
    const between = levels > 1;
    return {
      name,
      predicted: between ? predicted.slice() : predicted,
      lower: between ? group[0].slice() : predicted.map((v, j) => v - width[j]),
      upper: between ? group[levels - 1].slice() : predicted.map((v, j) => v + width[j]),
      ...(taus && { quantiles: taus.map((tau, l) => ({ tau, predicted: group[l] })) }),
    };
  });
}

function eachBlock(
  x: Matrix,
  context: Computing,
  visit: (block: Matrix, from: number, context: Computing) => void,
): void {
  for (let from = 0; from < x.rows; from += PREDICTED_AT_ONCE) {
    context.progress(from / x.rows, 'predicting');
    const block = x.rows <= PREDICTED_AT_ONCE ? x : rowBlock(x, from, Math.min(PREDICTED_AT_ONCE, x.rows - from));
    visit(block, from, silently(context));
  }
  context.progress(1, 'predicting');
}

/** Throws `data/not-finite` for the first cell that is not a finite number, naming its row and column. */
export function requireFiniteRows({ rows, columns, values }: Matrix, names: readonly string[]): void {
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
