import { partOf, type RunContext } from '../contract/context';
import type { FeatureBlock, KernelSpec } from '../contract/kernel';
import { evaluateBlocks } from '../features/blocks';
import { polynomialOrder } from '../kernels/polynomialOrder';
import type { LinearAlgebra } from '../linalg/linalg';
import { lowRankResidual } from './lowRankBasis';
import { featureResidualKernel, residualKernel } from './residualKernel';
import type { ResidualKernel } from './spectrum';
import { multiplyRows, type WeightedFeatures, type WeightedRows, weightedFeatures, weightedGram } from './weighted';

/** A kernel of so few features, as a share of the rows, is decomposed without its matrix. */
const FEW_FEATURES = 0.7;

/**
 * The residual kernel matrix of the training rows, decomposed in the cheapest way: from the features where the kernel is one
 * of few random features, from a low-rank factor where the matrix has one to rounding, in full otherwise.
 */
export function decomposeKernel(
  kernel: KernelSpec,
  training: WeightedRows,
  blocks: readonly FeatureBlock[],
  linalg: LinearAlgebra,
  context: RunContext,
): ResidualKernel {
  const { x, rootWeights } = training;
  const n = x.rows;
  return linalg.scope(() => {
    const features = weightedFeatures(blocks, training, linalg, context);
    if (kernel.kind === 'features' && kernel.map.bias.length < FEW_FEATURES * n) {
      const count = kernel.map.bias.length;
      const { values } = evaluateBlocks([{ kind: 'units', map: kernel.map, name: '' }], x, linalg, context);
      const z = (rootWeights ? multiplyRows(values, rootWeights) : values).map((v) => v / Math.sqrt(count));
      return featureResidualKernel(z, n, count, features?.values, features?.columns ?? 0, linalg, context);
    }
    context.progress(0, 'kernel matrix');
    const gram = weightedGram(kernel, training, linalg, partOf(context, 0, 0.1));
    const rest = partOf(context, 0.1, 1);
    return decomposeGram(kernel, gram, n, features, linalg, rest);
  });
}

/**
 * The residual kernel of a kernel's matrix (n×n, overwritten), from a low-rank factor where there is one. What that leaves out of the
 * matrix has a trace of at most `tolerance` or of rounding. The result outlives every scope.
 */
export function decomposeGram(
  kernel: KernelSpec,
  gram: Float64Array,
  n: number,
  features: WeightedFeatures | undefined,
  linalg: LinearAlgebra,
  context: RunContext,
  tolerance = 0,
): ResidualKernel {
  const unpenalised = [features?.values, features?.columns ?? 0] as const;
  const definite = polynomialOrder(kernel) === 0;
  const low = definite ? lowRankResidual(gram, n, ...unpenalised, linalg, context, tolerance) : undefined;
  return low ?? residualKernel(gram, n, ...unpenalised, linalg, context);
}
