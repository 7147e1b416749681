import type { Design } from '../contract/data';
import type { FeatureBlock } from '../contract/kernel';
import { parseTerms } from '../features/terms';
import type { KernelTemplate } from '../kernels/kernel';
import { kernelText } from '../kernels/kernelWords';
import { monomialKey, polynomialBlocks, polynomialOrder } from '../kernels/polynomialOrder';
import { invalid } from '../parameters/asked';
import { NO_TERMS } from '../parameters/common';

/** The intercept, and the polynomials that a conditionally positive definite kernel needs. */
export function requiredBlocks(kernel: KernelTemplate, intercept: boolean, columns: number): readonly FeatureBlock[] {
  const order = polynomialOrder(kernel);
  if (order > 0 && !intercept)
    throw invalid(
      'intercept',
      'false',
      `The kernel ${kernelText(kernel)} is positive definite only with ${order === 1 ? 'a constant' : 'constant and linear terms'} without penalty. Set intercept to true, or choose another kernel.`,
    );
  return order > 0 ? polynomialBlocks(order, columns) : intercept ? [{ kind: 'constant' }] : [];
}

/** Blocks from terms as a person writes them: names and products of columns, all columns alone, or none. */
export function askedTerms(text: string, { transform, report }: Design): readonly FeatureBlock[] {
  if (text === '' || text === NO_TERMS) return [];
  if (text !== 'linear') return parseTerms(text, transform, report.dropped);
  return transform.names.map((name, column) => ({ kind: 'monomial', powers: [{ column, power: 1 }], name }));
}

/** The blocks with more appended; a monomial that is already there is not repeated. */
export function withBlocks(blocks: readonly FeatureBlock[], more: readonly FeatureBlock[]): readonly FeatureBlock[] {
  const known = new Set(blocks.map(monomialKey));
  return [...blocks, ...more.filter((block) => block.kind === 'units' || !known.has(monomialKey(block)))];
}
