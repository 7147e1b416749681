import type { Proposal } from '../contract/proposal';
import type { WayToFit } from './candidates';

/** The seconds that an exact fit of all rows may take without a reason, */
const SHORT = 18;
/** or, if that is more, this multiple of the seconds of the approximate fit. */
const TIMES = 2;
/** The seconds of an approximate fit, which limit the number of landmarks. */
const LONG = 30;
/** Beyond this many seconds a person is asked first. */
const PATIENCE = 60;
/** Losses this far above the lowest count as equal, as a fraction of the error. */
const EQUAL = 0.02;

/**
 * The way to take, known before anything is measured: the exact fit if it takes some seconds or hardly longer than the
 * approximate one; otherwise the most landmarks that take half a minute, or the fewest. Undefined if memory allows
 * neither.
 */
export function recommended(candidates: readonly WayToFit[]): WayToFit | undefined {
  const [whole, ...others] = candidates.filter(({ estimate }, i) => i === 0 || estimate.verdict !== 'refuse');
  const landmarks = others.filter(({ kind }) => kind === 'landmarks');
  const way = landmarks.findLast(({ estimate }) => estimate.seconds <= LONG) ?? landmarks[0];
  if (whole.estimate.verdict === 'refuse') return way;
  const enough = Math.max(SHORT, way ? TIMES * way.estimate.seconds : Number.POSITIVE_INFINITY);
  return whole.estimate.seconds <= enough ? whole : way;
}

/**
 * Best first: the recommended one; if there is none, the fastest of those whose error is expected within 2 % of the
 * lowest, among those that memory and a minute's patience allow. Then the others: those that both allow by expected
 * error, those that take longer, those that memory does not allow. A loss that was not measured comes after those that
 * were.
 */
export function ranked(proposals: readonly Proposal[], way: Proposal | undefined): Proposal[] {
  const rest = [...proposals].sort(
    (a, b) => tier(a) - tier(b) || lossOf(a) - lossOf(b) || a.seconds - b.seconds || a.bytes - b.bytes,
  );
  const best = way ?? fastest(rest);
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
