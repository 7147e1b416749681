import type { Memory } from '../../platform/interface';
import { platform } from '../../platform/platform';

/** A fit may plan on half of what there is: the editor and the rest live in the other half. */
const SHARE = 0.5;
/** And on this share of what is free now: another window, or another fit, may hold much of the rest. */
const FREE_SHARE = 0.8;

/** Bytes of memory a fit may plan on now. */
export const plannedMemory = (): number => plannable(platform.memory());

/** Bytes that may be taken now beyond what is held: of two fits that planned on the same memory, the later one ends with a sentence. */
export const spareMemory = (): number => FREE_SHARE * platform.memory().free;

/** Share of what a fit may plan on that the columns of one file may take. */
const COLUMNS_SHARE = 0.8;

/** Bytes that columns may take in all, of which they have `taken` some already: what is free now is left without these. */
export const growable = ({ total, free }: Memory, taken: number): number =>
  Math.min(COLUMNS_SHARE * SHARE * total, taken + COLUMNS_SHARE * FREE_SHARE * free);

export const plannable = ({ total, free }: Memory): number => Math.min(SHARE * total, FREE_SHARE * free);
