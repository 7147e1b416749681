import type { PairedVerdict } from '../contract/pairedVerdict';

/** Share of an error within which another is as good. */
export const AS_GOOD = 0.05;

/** Of the 95 % interval of an error less another one, `reference`. An interval of no width at 0 is of predictions that are the same. */
export function pairedVerdict([low, high]: readonly [number, number], reference: number): PairedVerdict {
  if (low > 0) return 'worse';
  if (high < 0) return 'better';
  return Math.max(-low, high) <= AS_GOOD * reference ? 'as good' : 'unclear';
}
