import type { Matrix } from '../contract/data';
import type { FeatureBlock, KernelSpec } from '../contract/kernel';
import { evaluateBlocks } from '../features/blocks';
import { kernelGram } from '../kernels/kernelMatrix';
import type { Computing } from '../linalg/linalg';

/** Training rows n×d and the roots of their weights, omitted if all are 1. */
export interface WeightedRows {
  readonly x: Matrix;
  readonly rootWeights?: Float64Array;
}

/** Unpenalised features n×columns, column-major, rows times the roots of the weights. */
export interface WeightedFeatures {
  readonly values: Float64Array;
  readonly columns: number;
}

/** S·K·S in the core's memory, within the caller's scope. */
export function weightedGram(kernel: KernelSpec, { x, rootWeights }: WeightedRows, context: Computing): Float64Array {
  const n = x.rows;
  const gram = kernelGram(kernel, x, context, context.linalg.allocate(n * n));
  if (rootWeights)
    for (let j = 0, o = 0; j < n; j++) for (let i = 0; i < n; i++, o++) gram[o] *= rootWeights[i] * rootWeights[j];
  return gram;
}

/** The unpenalised features of the rows, weighted: n×p0. Undefined if there are none. */
export function weightedFeatures(
  blocks: readonly FeatureBlock[],
  { x, rootWeights }: WeightedRows,
  context: Computing,
): WeightedFeatures | undefined {
  if (blocks.length === 0) return undefined;
  const { values, columns } = evaluateBlocks(blocks, x, context);
  return { values: rootWeights ? multiplyRows(values, rootWeights) : values, columns };
}

/** Rows of a column-major matrix times one factor each; a copy. */
export function multiplyRows(values: Float64Array, factors: Float64Array): Float64Array {
  const n = factors.length;
  return values.map((v, o) => v * factors[o % n]);
}
