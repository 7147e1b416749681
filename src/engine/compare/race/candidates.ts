import type { LaneId, RacedKernel } from '../../contract/race';
import { KERNELS } from '../../kernels/table';

/** Training rows from which an exact fit of all takes a minute or more: approximations join. */
export const LARGE_ROWS = 5000;
/** Training rows from which candidates are compared again: twice as many as are raced on, so that some landmarks and those that they learn from are left. */
export const AGAIN_ROWS = 2400;

/** A kernel of one formula, or the sum over columns. */
export type CandidateKernel = RacedKernel | 'linear' | 'sum';

/** A candidate as everything that is not measured of it. */
export interface RaceCandidate {
  readonly title: string;
  readonly baseline: boolean;
  /** The kernel, if the candidate is a fit with one. */
  readonly kernel?: CandidateKernel;
  /** One length scale for each column of the file. */
  readonly byColumn?: true;
  /** It runs from as many training rows on; from the least, if left out. */
  readonly fromRows?: number;
}

const titleOf = (kernel: RacedKernel): string => KERNELS[kernel].names[0].title;
const common = (kernel: RacedKernel): RaceCandidate => ({ title: titleOf(kernel), baseline: false, kernel });
const byColumn = (kernel: RacedKernel): RaceCandidate => ({
  ...common(kernel),
  title: `${titleOf(kernel)}, one length scale per column`,
  byColumn: true,
});

/** Every candidate, the simpler one first: what has no kernel, the straight line, one length scale before several. */
export const CANDIDATES: Readonly<Record<LaneId, RaceCandidate>> = {
  mean: { title: 'Mean', baseline: true },
  column: { title: 'Best single column', baseline: true },
  line: { title: 'Straight line', baseline: true, kernel: 'linear' },
  gaussian: common('gaussian'),
  matern32: common('matern32'),
  laplace: common('laplace'),
  'gaussian-columns': byColumn('gaussian'),
  'matern32-columns': byColumn('matern32'),
  // With few rows the sum over columns, which holds such kernels, is as good.
  'laplace-columns': { ...byColumn('laplace'), fromRows: AGAIN_ROWS },
  sum: { title: 'Sum over columns', baseline: false, kernel: 'sum' },
  // With the winner's kernel, judged after it.
  landmarks: { title: 'Landmarks', baseline: false },
  features: { title: 'Random features', baseline: false },
  leverage: { title: 'Random features by leverage scores', baseline: false },
  huber: { title: 'Huber', baseline: false },
};

/** In the order of their lanes. */
export const LANE_IDS = Object.keys(CANDIDATES) as readonly LaneId[];

/** The place of a candidate in the order from simple to rich: kernels with as many length scales are alike. */
export function simplicityOf(id: LaneId): number {
  const { kernel, byColumn } = CANDIDATES[id];
  if (kernel === undefined || kernel === 'linear') return LANE_IDS.indexOf(id) - LANE_IDS.length;
  return byColumn || kernel === 'sum' ? 1 : 0;
}

/** Rows that they learn from at most, and the landmarks or features that they have: some seconds for both. */
export const MOST_ROWS = 8000;
export const FEATURES = 500;
/** Candidates that are compared again at most, and the landmarks of each. */
export const AGAIN = 4;
export const LANDMARKS_AGAIN = 1000;
