import type { LeafShape, OfColumns } from '../contract/kernel';

/** A kernel whose length scales may still be open, as a person writes it. Every KernelSpec is one. */
export type KernelTemplate =
  | LeafTemplate
  | { readonly kind: 'sum'; readonly terms: readonly { readonly weight: number; readonly kernel: KernelTemplate }[] }
  | { readonly kind: 'product'; readonly factors: readonly KernelTemplate[] };

export type LeafTemplate = LeafShape & { readonly lengthScale?: readonly number[] } & OfColumns;
