import { AS_GOOD, type PairedVerdict } from '../contract/pairedVerdict';

/**
 * The smallest difference, as a fraction of an error, for another to be called better or worse: less may be rounding,
 * or how two solvers shrink the same line.
 */
const WORTHWHILE = 0.01;

/** The verdict from the 95 % interval of an error minus another one, `reference`. */
export function pairedVerdict([low, high]: readonly [number, number], reference: number): PairedVerdict {
  const told = Math.abs(low + high) / 2 >= WORTHWHILE * reference;
  if (low > 0 && told) return 'worse';
  if (high < 0 && told) return 'better';
  return Math.max(-low, high) <= AS_GOOD * reference ? 'as good' : 'unclear';
}
