import type { DesignOptions } from '../contract/data';
import { tooFewHeldOut } from '../data/divideRows';
import type { Column, RowsTable } from '../data/table';
import { wordHash } from '../data/wordHash';
import { usedColumn } from './usedRows';

/** The most training rows in the sample that settings and figures are made from. */
const SAMPLED = 20_000;
/**
 * More held-out rows would make their error hardly more certain: beyond this number rows train, or are not tested on.
 */
const HELD_OUT = 50_000;
/** Number of bins that groups fall into by their hashes; a bin is held out or not. */
export const BINS = 4096;

/** The rule for which rows are held out, if their numbers alone do not decide it; columns are by name. */
export type SideRule =
  /** Rows with the same value of a column are on the same side: those of these bins are held out. */
  | { readonly kind: 'units'; readonly column: string; readonly held: readonly number[] }
  /** Rows beyond a value are held out; dates are in days. */
  | { readonly kind: 'beyond'; readonly column: string; readonly cut: number }
  /** Rows from a part and row on are held out, both counted from 0. */
  | { readonly kind: 'from'; readonly part: number; readonly row: number };

/**
 * The fractions of all rows that are held out and that are stored as a sample of the training rows, drawn by the seed.
 */
export interface RowShares {
  readonly seed: number;
  /** The fraction held out; with a rule, about the fraction that it holds out. */
  readonly heldOut: number;
  readonly sampled: number;
  /** If omitted, rows are held out one by one. */
  readonly rule?: SideRule;
  /** The fraction of the held-out rows that is tested on; the others take no part. If omitted, all are tested on. */
  readonly tested?: number;
}

/**
 * The fractions for this many rows: if they are few, the sample is all of them, and as many as requested are held out;
 * of a handful, none by default.
 */
export function sharesOf(options: Pick<DesignOptions, 'seed' | 'holdout' | 'splitBy'>, rows: number): RowShares {
  const { seed, holdout } = options;
  const none = holdout.kind === 'file' || tooFewHeldOut(options, rows);
  const heldOut = none ? 0 : Math.min(holdout.fraction, HELD_OUT / rows);
  return { seed, heldOut, sampled: sampledShare(rows) };
}

/** The fractions if a rule holds out `held` of `rows` rows. */
export function sharesByRule(seed: number, rule: SideRule, held: number, rows: number): RowShares {
  const sampled = sampledShare(Math.max(1, rows - held));
  const shares = { seed, heldOut: held / rows, sampled, rule };
  return held > HELD_OUT ? { ...shares, tested: HELD_OUT / held } : shares;
}

export const sampledShare = (rows: number): number => Math.min(1, SAMPLED / rows);

/** A number in [0, 1) that depends on seed, part and row (both counted from 0) alone: whoever asks, and in whatever order. */
export const placeOfRow = (seed: number, part: number, row: number): number =>
  placeOf(seed, [part, row % 2 ** 32, Math.floor(row / 2 ** 32)]);

/** True if a training row is one of the sample. */
export const isSampled = (place: number, { sampled }: Pick<RowShares, 'sampled'>): boolean => place >= 1 - sampled;

export type Side = 'trains' | 'tests' | 'neither';

/** The side of each row of a block of a part (counted from 0): of rows with a value in the columns that the rule asks for. */
export function sideOf(table: RowsTable, part: number, shares: RowShares): (row: number) => Side {
  const { seed, heldOut, rule, tested = 1 } = shares;
  const before = table.before ?? 0;
  const place = (row: number) => placeOfRow(seed, part, before + row);
  if (rule === undefined) return (row) => (place(row) < heldOut ? 'tests' : 'trains');
  const held = heldBy(rule, table, part, seed);
  return (row) => (!held(row) ? 'trains' : place(row) < tested ? 'tests' : 'neither');
}

function heldBy(rule: SideRule, table: RowsTable, part: number, seed: number): (row: number) => boolean {
  switch (rule.kind) {
    case 'from': {
      const before = table.before ?? 0;
      return (row) => part > rule.part || (part === rule.part && before + row >= rule.row);
    }
    case 'beyond': {
      const column = usedColumn(table, rule.column);
      return (row) => 'values' in column && column.values[row] > rule.cut;
    }
    case 'units': {
      const held = new Set(rule.held);
      const bin = binOf(usedColumn(table, rule.column), seed);
      return (row) => held.has(bin(row));
    }
  }
}

const BITS = new Uint32Array(2);
const NUMBER = new Float64Array(BITS.buffer);

/** The bin (from 0) of each row by the value that it has in a column: the same for the same value of whatever part. −1 in a column without values. */
export function binOf(column: Column, seed: number): (row: number) => number {
  const bin = (words: readonly number[]) => Math.floor(BINS * placeOf(seed ^ UNITS, words));
  if (column.kind === 'empty') return () => -1;
  if ('values' in column)
    return (row) => {
      // 0 and −0 count as the same value.
      NUMBER[0] = column.values[row] + 0;
      return bin([BITS[0], BITS[1]]);
    };
  const { codes, levels } = column;
  const known = levels.map((level) => bin([wordHash(level)]));
  // In a column without levels the codes are hashes.
  return (row) => known[codes[row]] ?? bin([codes[row]]);
}

/** Keeps the draw of groups independent of that of rows. */
const UNITS = 0x5851f42d;

function placeOf(seed: number, words: readonly number[]): number {
  let bits = mixed(seed ^ 0x2545f491);
  for (const word of words) bits = mixed(bits ^ Math.imul(word, 0x9e3779b1));
  return bits / 2 ** 32;
}

/** The finaliser of MurmurHash3 (Appleby): every bit of the result depends on every bit of the word. */
function mixed(word: number): number {
  let bits = Math.imul(word ^ (word >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}

/**
 * The expected number of training rows: that of the sample if it was drawn from all rows, otherwise the number by the
 * fractions.
 */
export const expectedRows = (sampled: number, byShare: number, whole: boolean): number =>
  whole ? sampled : Math.max(sampled, Math.round(byShare));
