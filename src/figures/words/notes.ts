import type { FigureSpec } from '../../engine/contract/figure';

/** The text below a figure: its note, the footnotes shown here, and with `acts` what can be done in it. */
export function noteText(
  { note, footnotes = [], act }: FigureSpec,
  { told = footnotes, acts = false }: { readonly told?: readonly string[]; readonly acts?: boolean } = {},
): string {
  return [note, ...told, acts && act].filter(Boolean).join(' ');
}

/** For each figure of a section the footnotes that none before it has. */
export function footnotesOnce(specs: readonly FigureSpec[]): readonly (readonly string[])[] {
  const told = new Set<string>();
  return specs.map(({ footnotes = [] }) => footnotes.filter((text) => !told.has(text) && told.add(text)));
}
