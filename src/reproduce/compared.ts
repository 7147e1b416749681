import type { ComparedNumber } from '../engine/contract/reproduction';
import type { MeanEstimate } from './statistics';

/** A number that a paper or its authors' program prints: an entry of the paper's published.json. */
export interface PublishedNumber {
  readonly id: string;
  /** The figure, table or section that has it. */
  readonly where: string;
  readonly value: number;
  /** The half-width printed with it, or that of its last digit; left out where the tolerance is ours. */
  readonly error?: number;
}

/** What a number is compared with; how far it may lie from it is 0 where left out. */
export type Expected = Pick<PublishedNumber, 'value' | 'error'>;

/** Looks up a paper's numbers. */
export const publishedIn =
  (all: readonly PublishedNumber[]) =>
  (id: string): PublishedNumber => {
    const published = all.find((number) => number.id === id);
    if (published === undefined) throw new RangeError(`no published number ${id}`);
    return published;
  };

/** Ours, beside the paper's where there is one. The mean of a single repetition has no standard error. */
export function compared(name: string, ours: number | MeanEstimate, expected?: Expected): ComparedNumber {
  const { mean, error } = typeof ours === 'number' ? { mean: ours, error: Number.NaN } : ours;
  return {
    name,
    ...(expected && { published: expected.value }),
    ...(expected?.error !== undefined && { publishedError: expected.error }),
    ours: mean,
    ...(Number.isFinite(error) && { oursError: error }),
  };
}
