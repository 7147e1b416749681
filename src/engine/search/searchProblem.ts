import { silently } from '../contract/context';
import { fillKernel } from '../kernels/expression';
import type { KernelTemplate } from '../kernels/kernel';
import { pickRows } from '../kernels/rows';
import type { Computing } from '../linalg/linalg';
import { decomposeGram } from '../spectrum/decomposeKernel';
import type { ResidualKernel } from '../spectrum/spectrum';
import { type WeightedFeatures, type WeightedRows, weightedGram } from '../spectrum/weighted';

/** The problem that a search fits again and again: everything of a ridge fit but its length scale and lambda. */
export interface SearchProblem extends WeightedRows {
  /** Targets, each n values times the roots of the row weights. */
  readonly y: readonly Float64Array[];
  /** The same targets with those far out drawn in (fit/firstFit.ts), if there are any: kernels are tuned on these. */
  readonly near?: readonly Float64Array[];
  /** Unpenalised features; absent when there are none. */
  readonly features?: WeightedFeatures;
  readonly template: KernelTemplate;
}

/** The same problem on these rows (0-based). Row weights keep their values: lambda then means the same. */
export function problemOn(problem: SearchProblem, rows: Uint32Array): SearchProblem {
  const pick = (values: Float64Array) => Float64Array.from(rows, (i) => values[i]);
  const { x, y, near, rootWeights, features, template } = problem;
  return {
    x: pickRows(x, rows),
    y: y.map(pick),
    ...(near && { near: near.map(pick) }),
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

/** S·K·S (n×n) at a length scale, in the core's memory within the caller's scope. */
export function weightedGramAt(
  problem: SearchProblem,
  lengthScale: readonly number[],
  context: Computing,
): Float64Array {
  return weightedGram(fillKernel(problem.template, lengthScale), problem, silently(context));
}

/** The residual kernel at a length scale, as `decomposeGram` gives it. The result outlives every scope. */
export function decomposeAt(
  problem: SearchProblem,
  lengthScale: readonly number[],
  tolerance: number,
  context: Computing,
): ResidualKernel {
  const { x, features, template } = problem;
  const kernel = fillKernel(template, lengthScale);
  return context.linalg.scope(() => {
    const gram = weightedGram(kernel, problem, silently(context));
    return decomposeGram(kernel, gram, x.rows, features, silently(context), tolerance);
  });
}
