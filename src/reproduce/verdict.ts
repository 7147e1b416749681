import type { ComparedNumber, Reproduction } from '../engine/contract/reproduction';
import { agrees } from '../figures/reproductionTables';

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
