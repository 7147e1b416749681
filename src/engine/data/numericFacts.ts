import { inBlocks, type RunContext } from '../contract/context';
import { deviationOf, finiteMean } from './moments';
import { MAX_LEVELS } from './table';

/** The statistics of a column's values, without the missing ones (NaN). `sd` divides by count. */
export interface NumericFacts {
  readonly count: number;
  readonly min: number;
  readonly max: number;
  readonly sum: number;
  readonly mean: number;
  readonly sd: number;
  /** The number of different values, counted up to `MAX_LEVELS`. */
  readonly distinct: number;
  readonly distinctCapped: boolean;
}

/** Sums of squares above this have lost no digits at the lower end of the range of numbers. */
const LEAST_SQUARES = 1e-270;

/**
 * The sum carries the rounding error of every addition along (TwoSum: Knuth, TAOCP 2, 4.2.2, Theorem B), so that it is
 * right to the last digits however many rows there are.
 */
export function numericFacts(values: Float64Array, context: RunContext): NumericFacts {
  const distinct = new DistinctNumbers(MAX_LEVELS);
  let count = 0;
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  let sum = 0;
  let lost = 0;
  const add = (from: number, to: number) => {
    for (let i = from; i < to; i++) {
      const v = values[i];
      if (Number.isNaN(v)) continue;
      count++;
      if (v < min) min = v;
      if (v > max) max = v;
      const next = sum + v;
      const added = next - sum;
      lost += sum - (next - added) + (v - added);
      sum = next;
      if (!distinct.capped) distinct.add(v);
    }
  };
  inBlocks(values.length, context, 8, add);
  // Beyond 1.8e308 there is no error left to carry.
  const total = Number.isFinite(sum) ? sum + lost : sum;
  const mean = Number.isFinite(total) ? total / count : finiteMean(values, context);
  let squares = 0;
  inBlocks(values.length, context, 1, (from, to) => {
    for (let i = from; i < to; i++) {
      const d = values[i] - mean;
      if (!Number.isNaN(d)) squares += d * d;
    }
  });
  const exact = squares > LEAST_SQUARES && Number.isFinite(squares);
  const sd = exact ? Math.sqrt(squares / count) : deviationOf(values, mean, context);
  return { count, min, max, sum: total, mean, sd, distinct: distinct.count, distinctCapped: distinct.capped };
}

/** True when no number comes twice, and none is missing. */
export function allDifferent(values: Float64Array): boolean {
  const distinct = new DistinctNumbers(values.length);
  for (let i = 0; i < values.length; i++) {
    distinct.add(values[i]);
    if (distinct.count <= i) return false;
  }
  return true;
}

/**
 * Counts different numbers up to a limit, by open addressing over their bits: a Set would take most of the time of a
 * read.
 */
class DistinctNumbers {
  count = 0;
  capped = false;
  private readonly slots: Float64Array;
  private readonly shift: number;
  private readonly bits: Float64Array;
  private readonly words: Uint32Array;
  private last = Number.NaN;

  constructor(private readonly limit: number) {
    const power = Math.max(12, Math.ceil(Math.log2(2 * limit)));
    this.slots = new Float64Array(2 ** power).fill(Number.NaN);
    this.shift = 32 - power;
    this.bits = new Float64Array(1);
    this.words = new Uint32Array(this.bits.buffer);
  }

  add(value: number): void {
    if (value === this.last) return;
    this.last = value;
    // Adding 0 makes −0 and 0 the same.
    this.bits[0] = value + 0;
    const { slots } = this;
    const mask = slots.length - 1;
    let slot = (Math.imul(this.words[0] ^ Math.imul(this.words[1], 0x85ebca6b), 0x9e3779b1) >>> this.shift) & mask;
    while (slots[slot] !== value) {
      if (Number.isNaN(slots[slot])) {
        if (this.count === this.limit) {
          this.capped = true;
          return;
        }
        slots[slot] = value;
        this.count++;
        return;
      }
      slot = (slot + 1) & mask;
    }
  }
}
