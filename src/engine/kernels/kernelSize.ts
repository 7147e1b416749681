import type { KernelTemplate } from './expression';

/** The most kernels of one formula in a sum or product: each costs as much as an entire simple fit. */
export const MOST_LEAVES = 64;
/** The deepest nesting of sums and products. */
export const DEEPEST = 8;

/** 1 for a kernel of one formula. */
export function leafCount(kernel: KernelTemplate): number {
  return partsOf(kernel).reduce((sum, part) => sum + leafCount(part), 0) || 1;
}

/** 0 for a kernel of one formula, 1 for a sum or product of such. */
export function kernelDepth(kernel: KernelTemplate): number {
  return partsOf(kernel).reduce((most, part) => Math.max(most, 1 + kernelDepth(part)), 0);
}

function partsOf(kernel: KernelTemplate): readonly KernelTemplate[] {
  if (kernel.kind === 'sum') return kernel.terms.map((term) => term.kernel);
  return kernel.kind === 'product' ? kernel.factors : [];
}
