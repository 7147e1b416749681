import type { Begun, Kind, Kinds, RowsPlan, Solution } from '../parts/family';

/** What files hold of a family, and whether values read from files, of any shape, are such. */
export interface Whole<K extends Kind = Kind> {
  /** What is stored of what was found out on the sample. */
  stored(begun: Begun<K>): Begun<K>;
  /** Of a sample of d encoded columns. */
  isBegun(value: unknown, d: number): value is Begun<K>;
  isSums(value: unknown, plan: RowsPlan<K>): value is Kinds[K]['sums'];
  isSolved(value: unknown, plan: RowsPlan<K>, totals: Kinds[K]['totals']): value is Kinds[K]['solved'];
  isErrors(value: unknown, plan: RowsPlan<K>): value is Kinds[K]['errors'];
  /** Whether errors have the size that this solution gives them. */
  fits(errors: Kinds[K]['errors'], plan: RowsPlan<K>, solution: Solution<K>): boolean;
}
