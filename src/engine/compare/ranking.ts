import type { Proposal } from '../contract/proposal';

/** A fit of all rows, whole, that takes no longer than this needs no reason. */
const SHORT = 10;
/** Beyond this many seconds a person is asked first. */
const PATIENCE = 60;
/** Losses this far above the least count as equal: a share of the error. */
const EQUAL = 0.02;

/**
 * Best first. The best is the fit of all rows as a whole where that takes about ten seconds; otherwise the fastest of those whose error is
 * expected within 2 % of the least, among what memory and a minute's patience allow. Then the others: what both allow by expected
 * error, what takes longer, what memory does not allow. A loss that was not measured comes after those that were.
 */
export function ranked(proposals: readonly Proposal[], whole: Proposal): Proposal[] {
  const rest = [...proposals].sort(
    (a, b) => tier(a) - tier(b) || lossOf(a) - lossOf(b) || a.seconds - b.seconds || a.bytes - b.bytes,
  );
  const best = whole.possible && whole.seconds <= SHORT ? whole : fastest(rest);
  return best ? [best, ...rest.filter((proposal) => proposal !== best)] : rest;
}

const tier = ({ possible, seconds }: Proposal): number => (!possible ? 2 : seconds > PATIENCE ? 1 : 0);
const lossOf = ({ loss }: Proposal): number => (Number.isNaN(loss) ? Number.POSITIVE_INFINITY : loss);

function fastest(sorted: readonly Proposal[]): Proposal | undefined {
  const [first] = sorted;
  if (first === undefined || !first.possible) return undefined;
  const equal = sorted.filter(
    (proposal) => tier(proposal) === tier(first) && lossOf(proposal) <= (1 + lossOf(first)) * (1 + EQUAL) - 1,
  );
  return equal.reduce((best, proposal) => (proposal.seconds < best.seconds ? proposal : best), first);
}
