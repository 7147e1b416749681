/**
 * A sentence about a person's data that goes beyond the numbers beside it: it is stated if a rule holds, and is true or
 * false of the process that the rows come from. Each has a simulation in which that truth is known (docs/claims.md).
 */
export interface Claim {
  /** The sentence as it is stated, with an ellipsis for the parts that vary. */
  readonly says: string;
  /** The rule by which it is stated. */
  readonly when: string;
  /** The condition under which the sentence is true. */
  readonly truth: string;
  /** The sentence stated if the rows cannot decide. */
  readonly otherwise: string;
}

export const CLAIM_IDS = [
  'typical-miss',
  'nothing-found',
  'race-lower',
  'as-good',
  'plain-rival',
  'ridge-better',
  'apart-from-baseline',
  'run-better',
  'run-lowest',
  'column-matters',
  'more-rows-help',
  'more-rows-help-little',
  'fewer-enough',
  'exact-fit-costs',
  'exact-fit-free',
  'exact-fit-worsens',
  'above-noise',
  'under-aligned',
  'just-aligned',
  'weakly-aligned',
  'smoother-than-asked',
  'over-aligned',
  'noise-at-most',
  'noise-between',
  'lowest-risk',
  'bias-share',
  'components-left',
  'one-minimum',
  'several-minima',
  'span-shares',
  'coefficient-between',
] as const;
export type ClaimId = (typeof CLAIM_IDS)[number];
