import { AS_GOOD, type PairedVerdict } from '../contract/pairedVerdict';

/** Share of an error by which another differs at least to be called better or worse: less may be rounding, or how two solvers shrink the same line. */
const WORTHWHILE = 0.01;

/** Of the 95 % interval of an error less another one, `reference`. */
export function pairedVerdict([low, high]: readonly [number, number], reference: number): PairedVerdict {
  const told = Math.abs(low + high) / 2 >= WORTHWHILE * reference;
  if (low > 0 && told) return 'worse';
  if (high < 0 && told) return 'better';
  return Math.max(-low, high) <= AS_GOOD * reference ? 'as good' : 'unclear';
}
