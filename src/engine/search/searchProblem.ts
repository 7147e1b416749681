import { type RunContext, silently } from '../contract/context';
import type { Matrix } from '../contract/data';
import type { KernelSpec } from '../contract/kernel';
import { fillKernel } from '../kernels/expression';
import { kernelGram } from '../kernels/kernelMatrix';
import type { KernelTemplate } from '../kernels/kernelTemplate';
import { polynomialOrder } from '../kernels/polynomialOrder';
import { pickRows } from '../kernels/rows';
import type { LinearAlgebra } from '../linalg/linalg';
import { lowRankResidual } from '../spectrum/lowRankBasis';
import { residualKernel } from '../spectrum/residualKernel';
import type { ResidualKernel } from '../spectrum/spectrum';

/** What a search fits again and again: everything of a ridge fit but its length scale and lambda. */
export interface SearchProblem {
  readonly x: Matrix;
  /** Targets, each n values times the roots of the row weights. */
  readonly y: readonly Float64Array[];
  /** Roots of the row weights, mean square 1; absent when all are 1. */
  readonly rootWeights?: Float64Array;
  /** Unpenalised features n×columns, column-major, rows times the roots of the weights. */
  readonly features?: { readonly values: Float64Array; readonly columns: number };
  readonly template: KernelTemplate;
}

/** The same problem on these rows (0-based). Row weights keep their values: lambda then means the same. */
export function problemOn(problem: SearchProblem, rows: Uint32Array): SearchProblem {
  const pick = (values: Float64Array) => Float64Array.from(rows, (i) => values[i]);
  const { x, y, rootWeights, features, template } = problem;
  return {
    x: pickRows(x, rows),
    y: y.map(pick),
    ...(rootWeights && { rootWeights: pick(rootWeights) }),
    ...(features && {
      features: {
        values: pickRows({ rows: x.rows, columns: features.columns, values: features.values }, rows).values,
        columns: features.columns,
      },
    }),
    template,
  };
}

/** S·K·S (n×n) with the roots of the weights on the diagonal of S, in the core's memory within the caller's scope. */
export function weightedGramAt(
  { x, rootWeights, template }: SearchProblem,
  lengthScale: readonly number[],
  linalg: LinearAlgebra,
  context: RunContext,
): Float64Array {
  const n = x.rows;
  const kernel: KernelSpec = fillKernel(template, lengthScale);
  const gram = kernelGram(kernel, x, linalg, silently(context), linalg.allocate(n * n));
  if (rootWeights)
    for (let j = 0, o = 0; j < n; j++) for (let i = 0; i < n; i++, o++) gram[o] *= rootWeights[i] * rootWeights[j];
  return gram;
}

/**
 * The residual kernel at a length scale, from a low-rank factor where there is one. What that leaves out of the kernel matrix
 * has a trace of at most `tolerance` or of rounding. The result outlives every scope.
 */
export function decomposeAt(
  problem: SearchProblem,
  lengthScale: readonly number[],
  tolerance: number,
  linalg: LinearAlgebra,
  context: RunContext,
): ResidualKernel {
  const { x, features, template } = problem;
  return linalg.scope(() => {
    const gram = weightedGramAt(problem, lengthScale, linalg, context);
    const free = [features?.values, features?.columns ?? 0] as const;
    const low =
      polynomialOrder(template) === 0
        ? lowRankResidual(gram, x.rows, ...free, linalg, silently(context), tolerance)
        : undefined;
    return low ?? residualKernel(gram, x.rows, ...free, linalg, silently(context));
  });
}
