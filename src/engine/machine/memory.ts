import type { Memory } from '../../platform/interface';
import { platform } from '../../platform/platform';

/** A fit may plan on half of the memory: the editor and everything else use the other half. */
const SHARE = 0.5;
/** And on this fraction of the free memory: another window, or another fit, may hold much of the rest. */
const FREE_SHARE = 0.8;

/** The bytes of memory that a fit may plan on now. */
export const plannedMemory = (): number => plannable(platform.memory());

/**
 * The bytes that may be taken now in addition to those held: of two fits that planned on the same memory, the later one
 * ends with a sentence.
 */
export const spareMemory = (): number => FREE_SHARE * platform.memory().free;

/** The fraction of the memory a fit may plan on that the columns of one file may take. */
const COLUMNS_SHARE = 0.8;

/**
 * The bytes that columns may take in all, of which they have `taken` some already: the free memory no longer includes
 * these.
 */
export const growable = ({ total, free }: Memory, taken: number): number =>
  Math.min(COLUMNS_SHARE * SHARE * total, taken + COLUMNS_SHARE * FREE_SHARE * free);

export const plannable = ({ total, free }: Memory): number => Math.min(SHARE * total, FREE_SHARE * free);
