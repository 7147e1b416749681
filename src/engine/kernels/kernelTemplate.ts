import type { LeafShape } from '../contract/kernel';

/** A kernel in which length scales may still be open: what a person writes. Every KernelSpec is one. */
export type KernelTemplate =
  | LeafTemplate
  | { readonly kind: 'sum'; readonly terms: readonly { readonly weight: number; readonly kernel: KernelTemplate }[] }
  | { readonly kind: 'product'; readonly factors: readonly KernelTemplate[] };

export type LeafTemplate = LeafShape & { readonly lengthScale?: readonly number[] };

/** Kernels that a length scale only multiplies, or changes by an unpenalised polynomial. */
export function isScaleFree(shape: LeafShape): boolean {
  return ['linear', 'thinPlate', 'polyharmonic', 'negativeDistance', 'features'].includes(shape.kind);
}
