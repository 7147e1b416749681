import type { DesignOptions } from '../contract/data';

/** Training rows that everything is settled on and figures are made from. */
export const SAMPLED = 20_000;
/** More held-out rows would make their error hardly more certain: beyond it rows train. */
const HELD_OUT = 50_000;

/** Which rows are held out and which are kept as a sample of the training rows: shares of all, drawn by the seed. */
export interface RowShares {
  readonly seed: number;
  readonly heldOut: number;
  readonly sampled: number;
}

/** A number in [0, 1) that depends on seed, part and row (both counted from 0) alone: whoever asks, and in whatever order. */
export function placeOfRow(seed: number, part: number, row: number): number {
  let bits = mixed(seed ^ 0x2545f491);
  for (const word of [part, row % 2 ** 32, Math.floor(row / 2 ** 32)]) bits = mixed(bits ^ Math.imul(word, 0x9e3779b1));
  return bits / 2 ** 32;
}

/** Rows held out lie at one end of [0, 1), the sample of the others at the other. */
export const isHeldOut = (place: number, { heldOut }: RowShares): boolean => place < heldOut;
export const isSampled = (place: number, { heldOut, sampled }: RowShares): boolean =>
  place >= heldOut && place >= 1 - sampled;

/** The finaliser of MurmurHash3 (Appleby): every bit of the result depends on every bit of the word. */
function mixed(word: number): number {
  let bits = Math.imul(word ^ (word >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}

/** The shares of this many rows: all and as many as were asked for where rows are few. */
export function sharesOf({ seed, holdout }: Pick<DesignOptions, 'seed' | 'holdout'>, rows: number): RowShares {
  const heldOut = holdout.kind === 'fraction' ? Math.min(holdout.fraction, HELD_OUT / rows) : 0;
  return { seed, heldOut, sampled: Math.min(1, SAMPLED / rows) };
}
