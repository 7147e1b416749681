import type { Proposal } from '../contract/proposal';
import { lossWords } from '../words/methodWords';
import { count } from '../words/numbers';
import { durationRange, memorySize } from '../words/quantities';
import { counted, withinSentence } from '../words/sentence';
import type { WayToFit } from './candidates';
import type { Pilot } from './pilot';

/** "Nyström ridge regression, 1,000 landmarks" */
export function proposalTitle({ method, kind, count: features, rows }: WayToFit): string {
  const { title } = method;
  if (kind === 'landmarks') return `${title}, ${counted(features, 'landmark')}`;
  if (kind === 'randomFeatures') return `${title}, ${counted(features, 'feature')}`;
  return kind === 'sample' ? `${title}, ${count(rows)} random rows` : `${title}, all rows`;
}

/** The reason for or against a candidate. `whole` is the fit of all rows without approximation. */
export function whyOf(candidate: WayToFit, loss: number, whole: WayToFit): string {
  const { kind, count: features, rows, estimate } = candidate;
  if (estimate.verdict === 'refuse') return `${firstOf(estimate.message)}.`;
  const speed = speedWords(estimate.seconds, whole.estimate.seconds);
  const expected = Number.isNaN(loss) ? 'the loss was not measured' : `expect ${errorOf(candidate)} ${lossWords(loss)}`;
  switch (kind) {
    case 'whole':
      return `Exact: the kernel matrix of ${memorySize(8 * rows * rows)} fits in memory.`;
    case 'sample':
      return `Exact on a random sample of ${count(rows)} of ${count(whole.rows)} rows; ${expected}.`;
    case 'landmarks':
      return `${count(features)} landmark rows approximate all ${count(rows)}${speed}; ${expected}.`;
    case 'randomFeatures':
      return `${count(features)} random features approximate the kernel${speed}; ${expected}.`;
  }
}

const errorOf = ({ method }: WayToFit) => (method.family === 'components' ? 'the reconstruction error' : 'the error');

/** ", 12 times as fast as the exact fit", compared with all rows; empty if the ratio is small. */
function speedWords(seconds: number, whole: number): string {
  const times = Number((whole / seconds).toPrecision(2));
  return times < 1.5 ? '' : `, ${times < 10 ? times : count(times)} times as fast as the exact fit`;
}

/** The part of an estimate's sentence before the sample that it proposes. */
const firstOf = (message: string): string => message.split(/[;.](?:\s|$)/)[0];

interface Facts {
  readonly n: number;
  readonly d: number;
  readonly memory: number;
}

/** Two or three sentences on what to do. */
export function recommendation(
  { n, d, memory }: Facts,
  [best]: readonly Proposal[],
  whole: WayToFit,
  pilot: Pilot | undefined,
): string {
  const rows = `${count(n)} rows of ${counted(d, 'column')}`;
  if (pilot === undefined)
    return `${rows} take ${durationRange(best.range)} and ${memorySize(best.bytes)} with ${withinSentence(whole.method.title)}: no approximation is needed.`;
  if (!best.possible)
    return `No method fits ${rows} in ${memorySize(memory)} of memory. Use fewer columns or a machine with more memory.`;
  const { verdict, range, seconds, bytes } = whole.estimate;
  // The core's address space may be the limit even if memory is not.
  const limit = bytes > memory ? `; ${memorySize(memory)} are available` : ', more than the linear algebra can address';
  const all = `An exact fit of ${rows} needs ${durationRange(range)} and ${memorySize(bytes)}${verdict === 'refuse' ? limit : ''}.`;
  const expected = Number.isNaN(best.loss) ? '' : `; expect ${errorOf(whole)} ${lossWords(best.loss)}`;
  const take = `${best.seconds < seconds ? 'Faster' : 'Proposed'}: ${best.title}, ${durationRange(best.range)} and ${memorySize(best.bytes)}${expected}.`;
  const rests = `The loss was measured${whole.method.family === 'robust' ? ' with ridge regression' : ''} on a pilot of ${count(pilot.train)} training and ${count(pilot.holdout)} other rows, and extrapolated.`;
  return `${all} ${take} ${rests}`;
}
