import type { ColumnKind } from '../contract/data';

/** What the cells of a column of a kind are, or should be. */
export const CELLS_OF: Readonly<Record<ColumnKind, string>> = {
  number: 'numbers',
  date: 'dates',
  boolean: 'truth values',
  category: 'levels',
  text: 'texts',
  empty: 'numbers',
};
