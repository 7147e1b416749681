import type { ComparedNumber, Reproduction } from '../engine/contract/reproduction';
import { agrees } from '../figures/reproductionTables';
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

export type Setting = Reproduction['settings'][number];

/** What the paper states, in its text or in the program its authors published with it. */
export const byPaper = (name: string, value: string): Setting => ({ name, value, by: 'paper' });

/** What the paper leaves open, and we chose. */
export const byUs = (name: string, value: string): Setting => ({ name, value, by: 'ours' });

/** What the paper states where we do as it says, and what stands in its place where we do not. */
export const byPaperIf = (asPublished: boolean, name: string, published: string, ours: string): Setting =>
  asPublished ? byPaper(name, published) : byUs(name, ours);

/**
 * Every published number and every claim counts one: all of them is agreement, at least half is agreement in part.
 * `claims` are the statements of a paper that are not numbers, each as it came out here.
 */
export function verdictOf(
  numbers: readonly ComparedNumber[],
  claims: readonly boolean[] = [],
): Reproduction['verdict'] {
  const votes = [...numbers.map(agrees).filter((vote) => vote !== undefined), ...claims];
  if (votes.length === 0) throw new RangeError('a verdict needs a published number or a claim');
  const share = votes.filter((vote) => vote).length / votes.length;
  if (share === 1) return 'agrees';
  return share >= 0.5 ? 'partly' : 'differs';
}
