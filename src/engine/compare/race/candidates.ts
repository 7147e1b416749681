import type { LaneId, RacedKernel } from '../../contract/race';
import { KERNELS } from '../../kernels/table';

/** Training rows from which an exact fit of all takes a minute or more: approximations join. */
export const LARGE_ROWS = 5000;
/**
 * The number of training rows from which candidates are compared again: twice as many as are raced on, so that enough
 * are left for landmarks and for the rows they learn from.
 */
export const AGAIN_ROWS = 2400;

/** A kernel of one formula, or the sum over columns. */
export type CandidateKernel = RacedKernel | 'linear' | 'sum';

/** The facts about a candidate that do not need to be measured. */
export interface RaceCandidate {
  readonly title: string;
  readonly baseline: boolean;
  /** The kernel, if the candidate is a fit with one. */
  readonly kernel?: CandidateKernel;
  /** True if each column of the file has a length scale. */
  readonly byColumn?: true;
  /** The fewest training rows with which it runs; if omitted, the fewest of any race. */
  readonly fromRows?: number;
}

const titleOf = (kernel: RacedKernel): string => KERNELS[kernel].names[0].title;
const common = (kernel: RacedKernel): RaceCandidate => ({ title: titleOf(kernel), baseline: false, kernel });
const byColumn = (kernel: RacedKernel): RaceCandidate => ({
  ...common(kernel),
  title: `${titleOf(kernel)}, one length scale per column`,
  byColumn: true,
});

/** Every candidate, the simpler first: those without a kernel, the straight line, one length scale before several. */
export const CANDIDATES: Readonly<Record<LaneId, RaceCandidate>> = {
  mean: { title: 'Mean', baseline: true },
  column: { title: 'Best single column', baseline: true },
  line: { title: 'Straight line', baseline: true, kernel: 'linear' },
  gaussian: common('gaussian'),
  matern32: common('matern32'),
  laplace: common('laplace'),
  'gaussian-columns': byColumn('gaussian'),
  'matern32-columns': byColumn('matern32'),
  // With few rows the sum over columns, which contains such kernels, is as good.
  'laplace-columns': { ...byColumn('laplace'), fromRows: AGAIN_ROWS },
  sum: { title: 'Sum over columns', baseline: false, kernel: 'sum' },
  // Candidates with the winner's kernel, judged after it.
  landmarks: { title: 'Landmarks', baseline: false },
  features: { title: 'Random features', baseline: false },
  leverage: { title: 'Random features by leverage scores', baseline: false },
  huber: { title: 'Huber', baseline: false },
};

/** All candidates in the order in which they are listed. */
export const LANE_IDS = Object.keys(CANDIDATES) as readonly LaneId[];

/** The place of a candidate in the order from simple to rich: kernels with equally many length scales share a place. */
export function simplicityOf(id: LaneId): number {
  const { kernel, byColumn } = CANDIDATES[id];
  if (kernel === undefined || kernel === 'linear') return LANE_IDS.indexOf(id) - LANE_IDS.length;
  return byColumn || kernel === 'sum' ? 1 : 0;
}

/** The most rows that they learn from, and the number of landmarks or features: some seconds for both. */
export const MOST_RACED_ROWS = 8000;
export const RACED_FEATURES = 500;
/** The most candidates that are compared again, and the number of landmarks of each. */
export const AGAIN = 4;
export const LANDMARKS_AGAIN = 1000;
