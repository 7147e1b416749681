import type { Proposal } from '../contract/proposal';
import { lossWords } from '../words/lossWords';
import { count } from '../words/numbers';
import { durationRange, memorySize } from '../words/quantities';
import { withinSentence } from '../words/withinSentence';
import type { Candidate } from './candidates';
import type { Pilot } from './pilot';

/** "Nyström ridge regression, 1,000 landmarks" */
export function proposalTitle({ method, kind, count: features, rows }: Candidate): string {
  const { title } = method;
  if (kind === 'landmarks') return `${title}, ${count(features)} landmarks`;
  if (kind === 'randomFeatures') return `${title}, ${count(features)} features`;
  return kind === 'sample' ? `${title}, ${count(rows)} random rows` : `${title}, all rows`;
}

/** Why, or why not. `whole` is the fit of all rows without approximation. */
export function whyOf(candidate: Candidate, loss: number, whole: Candidate): string {
  const { kind, count: features, rows, estimate } = candidate;
  if (estimate.verdict === 'refuse') return `${firstOf(estimate.message)}.`;
  const speed = speedWords(estimate.seconds, whole.estimate.seconds);
  const expected = Number.isNaN(loss)
    ? 'how much is lost was not measured'
    : `${errorOf(candidate)} is expected ${lossWords(loss)}`;
  switch (kind) {
    case 'whole':
      return `The kernel matrix of ${memorySize(8 * rows * rows)} fits and nothing is approximated.`;
    case 'sample':
      return `A random sample of ${count(rows)} of ${count(whole.rows)} rows, nothing approximated; ${expected}.`;
    case 'landmarks':
      return `${count(features)} rows stand for all ${count(rows)}${speed}; ${expected}.`;
    case 'randomFeatures':
      return `${count(features)} random features stand for the kernel${speed}; ${expected}.`;
  }
}

const errorOf = ({ method }: Candidate) => (method.family === 'components' ? 'the reconstruction error' : 'the error');

/** ", 12 times as fast as the whole": against the fit of all rows, where that is much. */
function speedWords(seconds: number, whole: number): string {
  const times = Number((whole / seconds).toPrecision(2));
  return times < 1.5 ? '' : `, ${times < 10 ? times : count(times)} times as fast as the whole`;
}

/** Of an estimate's sentence what comes before the sample that it proposes. */
const firstOf = (message: string): string => message.split(/[;.](?:\s|$)/)[0];

interface Facts {
  readonly n: number;
  readonly d: number;
  readonly memory: number;
}

/** What to do, in two or three sentences. */
export function recommendation(
  { n, d, memory }: Facts,
  [best]: readonly Proposal[],
  whole: Candidate,
  pilot: Pilot | undefined,
): string {
  const rows = `${count(n)} rows of ${count(d)} ${d === 1 ? 'column' : 'columns'}`;
  if (pilot === undefined)
    return `${rows} take ${durationRange(best.range)} and ${memorySize(best.bytes)} with ${withinSentence(whole.method.title)} as it is: nothing needs to be approximated.`;
  if (!best.possible)
    return `Nothing that is known fits ${rows} into ${memorySize(memory)} of memory. Use fewer columns or a machine with more memory.`;
  const { verdict, range, bytes } = whole.estimate;
  const all = `${rows} as a whole take ${durationRange(range)} and ${memorySize(bytes)}${verdict === 'refuse' ? ', more than there is' : ''}.`;
  const expected = Number.isNaN(best.loss) ? '' : `, ${errorOf(whole)} expected ${lossWords(best.loss)}`;
  const take = `Take ${best.title}: ${durationRange(best.range)} and ${memorySize(best.bytes)}${expected}.`;
  const rests = `What is lost was measured${whole.method.family === 'robust' ? ' with ridge regression' : ''} on a pilot, ${count(pilot.train)} training and ${count(pilot.holdout)} other rows, and carried over to all.`;
  return `${all} ${take} ${rests}`;
}
