/**
 * A sentence about a person's data that goes beyond the numbers beside it: it is said where a rule holds, and is true or false of the process
 * that the rows come from. Each has a simulation in which that truth is known (docs/claims.md).
 */
export interface Claim {
  /** As it is said, with an ellipsis for what varies. */
  readonly says: string;
  /** The rule by which it is said. */
  readonly when: string;
  /** What has to hold for it to be true. */
  readonly truth: string;
  /** What is said where the rows cannot tell. */
  readonly otherwise: string;
}

export const CLAIM_IDS = [
  'typical-miss',
  'nothing-found',
  'race-lower',
  'as-good',
  'apart-from-baseline',
  'run-better',
  'more-rows-help',
  'more-rows-help-little',
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
] as const;
export type ClaimId = (typeof CLAIM_IDS)[number];
