import type { Sentence } from '../../engine/contract/figure';
import type { Proposal, Proposals, WayKind } from '../../engine/contract/proposal';
import { lossWords } from '../../engine/words/methodWords';
import { count } from '../../engine/words/numbers';
import { durationRange, memorySize } from '../../engine/words/quantities';
import { capitalised, counted, stressed } from '../../engine/words/sentence';

/** The name of a way, given its count. */
const NAMES: Readonly<Record<WayKind, (count: number) => string>> = {
  whole: () => 'all rows, exact',
  sample: (n) => `${count(n)} random rows`,
  landmarks: (n) => counted(n, 'landmark'),
  randomFeatures: (n) => counted(n, 'random feature'),
};

/** "2,000 landmarks" */
export const wayName = ({ kind, count: n }: Pick<Proposal, 'kind' | 'count'>): string => NAMES[kind](n);

/**
 * Indices of the ways in the order of their error: those that memory allows, then those not measured, then those that
 * memory does not allow.
 */
export function waysByError({ proposals }: Proposals): readonly number[] {
  const rank = ({ possible, loss }: Proposal) => (!possible ? 2 : Number.isNaN(loss) ? 1 : 0);
  return [...proposals.keys()].sort((a, b) => {
    const [first, second] = [proposals[a], proposals[b]];
    const apart = rank(first) - rank(second);
    if (apart !== 0) return apart;
    const [lossA, lossB] = [first, second].map(({ loss }) => (Number.isNaN(loss) ? 0 : loss));
    return lossA - lossB || first.seconds - second.seconds;
  });
}

/** The time, the memory and the loss of one way. */
export function waySentence(proposal: Proposal, { pilot }: Proposals): Sentence {
  const { range, bytes, loss } = proposal;
  const lost =
    pilot.train === 0
      ? '.'
      : Number.isNaN(loss)
        ? '; the loss was not measured.'
        : `; expect the error ${lossWords(loss)}.`;
  const [way, take] =
    proposal.kind === 'whole' ? ['The exact fit of all rows', ' takes '] : [capitalised(wayName(proposal)), ' take '];
  return stressed(way, take, durationRange(range), ` and ${memorySize(bytes)}${lost}`);
}

/** The rows on which the losses were measured, or that nothing had to be measured. */
export function pilotText({ pilot, rows }: Proposals): string {
  const { train, holdout, seconds } = pilot;
  if (train === 0) return 'The exact fit is quick: nothing had to be measured.';
  return `Errors were measured on ${counted(train, 'row')} and tested on ${count(holdout)} others in ${durationRange([seconds, seconds]).replace('about ', '')}, and extrapolated to ${counted(rows, 'row')}.`;
}

/** The time and memory that the exact fit needs, where another way is proposed; '' otherwise. */
export function exactText({ proposals, memory, rows }: Proposals): string {
  const whole = proposals.find(({ kind }) => kind === 'whole');
  if (!whole || whole === proposals[0]) return '';
  const { range, bytes, possible } = whole;
  const limit = possible
    ? ''
    : bytes > memory
      ? `; ${memorySize(memory)} are available`
      : ', more than the linear algebra can address';
  return `An exact fit of ${counted(rows, 'row')} needs ${durationRange(range)} and ${memorySize(bytes)}${limit}. Landmarks are rows that stand in for all others.`;
}
