import type { Note } from '../contract/note';
import { type Holds, isListOf, isMade, isPositive, isText } from '../contract/shape';
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

export const isParameterValue: Holds = (value) => ['number', 'string', 'boolean'].includes(typeof value);

/** One length scale, or one for each of d columns. */
export const areScales = (value: unknown, d: number): boolean =>
  isListOf(value, isPositive) && [1, d].includes(value.length);

export const areNotes: Holds = (list) =>
  isListOf(list, (one) =>
    isMade<Note>(one, { severity: (s) => s === 'info' || s === 'warning', code: isText, text: isText }),
  );
