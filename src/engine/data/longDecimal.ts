import { POWERS } from './numbers';

/** Beyond this, high·10^9 is no longer exact: 10^9 = 2^9·1953125, and high·1953125 must stay below 2^53. */
const MOST_HIGH = 4.6e9;
/** Greater than the relative error of the correction below (2^-51), small enough that it hardly ever matters. */
const DOUBT = 2 ** -45;
/** Veltkamp's constant, 2^27 + 1: splits a double into two halves of 26 bits. */
const SPLIT = 134_217_729;

/**
 * (high·10^9 + low) / 10^scale, correctly rounded: the value of a decimal with up to 18 digits, for 0 ≤ low < 10^9 and
 * scale ≤ 22. NaN in the few cases where that cannot be decided so cheaply. The dividend is an exact sum of two doubles
 * (Knuth's TwoSum), the remainder of the first quotient is exact (Dekker 1971, "A floating-point technique for
 * extending the available precision"), so the quotient has a correction that is known to 51 bits; when both ends of its
 * uncertainty round to the same number, that number is right.
 */
export function longDecimal(high: number, low: number, scale: number): number {
  if (high > MOST_HIGH || scale > 22) return Number.NaN;
  const big = high * 1e9;
  const sum = big + low;
  const added = sum - big;
  const rest = big - (sum - added) + (low - added);
  const power = POWERS[scale];
  const quotient = sum / power;
  const product = quotient * power;
  const q = SPLIT * quotient;
  const qHigh = q - (q - quotient);
  const qLow = quotient - qHigh;
  const p = SPLIT * power;
  const pHigh = p - (p - power);
  const pLow = power - pHigh;
  const productRest = qLow * pLow - (product - qHigh * pHigh - qLow * pHigh - qHigh * pLow);
  const correction = (sum - product - productRest + rest) / power;
  const value = quotient + correction * (1 - DOUBT);
  return value === quotient + correction * (1 + DOUBT) ? value : Number.NaN;
}
