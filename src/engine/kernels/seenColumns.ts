import type { KernelSpec } from '../contract/kernel';

export type SumKernel = Extract<KernelSpec, { readonly kind: 'sum' }>;

/** The terms of a kernel, divided by whether they depend on some columns; absent if there are none of a kind. */
export interface TermsBySight {
  /** Terms of other columns alone: they stay the same when these columns move. */
  readonly others?: SumKernel;
  /** Terms of these columns alone: rows that agree in them count as one row. */
  readonly only?: SumKernel;
  readonly both?: SumKernel;
}

/** Divides the terms; `moving` tells which encoded columns (0-based) are meant. */
export function termsBySight(kernel: KernelSpec, moving: (column: number) => boolean): TermsBySight {
  const terms = kernel.kind === 'sum' ? kernel.terms : [{ weight: 1, kernel }];
  const kept = (kind: keyof TermsBySight) => {
    const some = terms.filter((term) => sightOf(term.kernel, moving) === kind);
    return some.length > 0 && { [kind]: { kind: 'sum', terms: some } };
  };
  return { ...kept('others'), ...kept('only'), ...kept('both') };
}

function sightOf(kernel: KernelSpec, moving: (column: number) => boolean): keyof TermsBySight {
  if (kernel.kind === 'sum' || kernel.kind === 'product') {
    const parts = kernel.kind === 'sum' ? kernel.terms.map((term) => term.kernel) : kernel.factors;
    const kinds = new Set(parts.map((part) => sightOf(part, moving)));
    const [one] = kinds;
    return kinds.size === 1 ? one : 'both';
  }
  const columns = kernel.kind === 'features' ? undefined : kernel.columns;
  if (columns === undefined) return 'both';
  if (columns.every(moving)) return 'only';
  return columns.some(moving) ? 'both' : 'others';
}
