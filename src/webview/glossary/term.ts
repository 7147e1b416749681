/** A word of the panel, explained in a sentence. */
export interface GlossaryTerm {
  readonly name: string;
  readonly sentence: string;
  /** The place in docs/ with more on it. */
  readonly anchor: string;
  /** Matches the panel's labels for it, complete or with a part left out. */
  readonly labels: RegExp;
}

/** The same as it is written under its name: the anchor is omitted if most words beside it have the same. */
export type WrittenTerm = readonly [sentence: string, labels: RegExp, anchor?: string];

/** Parts of docs/ that several terms lead to. */
export const DOCS = {
  everyRun: 'methods.md#what-every-run-shows',
  filters: 'methods.md#one-spectrum-many-filters',
  search: 'methods.md#choosing-length-scales-and-filters',
  robust: 'methods.md#robust-sparse-and-quantile-fits',
  features: 'methods.md#ridge-regression-on-features',
  components: 'methods.md#principal-components',
  race: 'methods.md#choosing-the-kernel',
  rows: 'data.md#how-rows-are-divided',
  columns: 'data.md#from-columns-to-features',
  targets: 'data.md#targets',
} as const;
