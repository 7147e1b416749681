/** A rate that overflowed would make NaN of distance 0. */
export function finiteRate(rate: number): number {
  return Math.max(-Number.MAX_VALUE, Math.min(Number.MAX_VALUE, rate));
}
